/** A finished game in a few lines. */

import type { Party, Role, View } from '../wire/messages';
import { list, say } from '../words/speak.svelte';

/** The seats of those who won, and of those who lost. */
export function teamsOf(winner: Party, roles: Role[]): { won: number[]; lost: number[] } {
  const seats = roles.map((_, seat) => seat);
  const wins = (seat: number) => (roles[seat] === 'L') === (winner === 'L');
  return { won: seats.filter(wins), lost: seats.filter((seat) => !wins(seat)) };
}

export function storyOf(view: View, nameOf: (seat: number) => string): string[] {
  const { rounds, board, roles } = view;
  const elected = rounds.filter((round) => round.elected);
  const failed = rounds.filter((round) => round.elected === false).length;
  const chaos = rounds.filter((round) => round.by_populace).length;
  const executed = rounds
    .filter((round) => round.power === 'execute' && round.target !== null)
    .map((round) => nameOf(round.target!));
  const lies = rounds
    .flatMap((round) => round.claims)
    .filter((claimed) => claimed.verdict === 'false' || claimed.verdict === 'impossible').length;
  const hitler = Object.keys(roles)
    .map(Number)
    .find((seat) => roles[seat] === 'H');
  const fascists = Object.keys(roles)
    .map(Number)
    .filter((seat) => roles[seat] === 'F')
    .map(nameOf);
  const first = elected[0];

  const lines: string[] = [];
  if (first?.chancellor !== null && first?.chancellor !== undefined)
    lines.push(say('end.first', { president: nameOf(first.president), chancellor: nameOf(first.chancellor) }));
  lines.push(`${say('end.governments', { n: elected.length })}; ${say('end.failed', { n: failed })}`);
  lines.push(say('end.count', { l: board.liberal, f: board.fascist }));
  if (executed.length) lines.push(say('end.executed', { names: list(executed) }));
  else if (chaos) lines.push(say('end.chaosHappened', { n: chaos }));
  else if (lies) lines.push(say('end.lies', { n: lies }));
  if (hitler !== undefined) lines.push(say('end.hitlerWas', { name: nameOf(hitler), names: list(fascists) }));
  return lines;
}
