/** Which sound belongs to which moment. */

import type { AnyEvent } from '../live/fold';
import { play, type Sound } from './sounds';

const SCORE: Partial<Record<AnyEvent['type'], Sound>> = {
  EnvelopesDealt: 'seal',
  ChancellorNominated: 'paper',
  VoteCast: 'paper',
  HandSeen: 'paper',
  PolicyEnacted: 'stamp',
  TrackerMoved: 'clunk',
  PowerGranted: 'low',
  LoyaltyInvestigated: 'seal',
  SpecialElectionCalled: 'bell',
  PartyShown: 'seal',
  DeckPeeked: 'paper',
  TopCardPeeked: 'paper',
  DropDecided: 'paper',
  PlayerExecuted: 'shot',
  AgendaVetoed: 'gavel',
};

export function sound(event: AnyEvent): void {
  const heard = cue(event);
  if (heard) play(heard);
}

export function cue(event: AnyEvent): Sound | undefined {
  if (event.type === 'PolicyEnacted' && event.by_populace) return 'spill';
  if (event.type === 'GameEnded')
    return event.ending === 'liberal_policies' ? 'fanfare' : event.ending.startsWith('hitler') ? 'crack' : 'low';
  return SCORE[event.type];
}
