/** Which sound belongs to which event. */

import type { AnyEvent } from '../live/fold';
import { play, type Sound } from './sounds';

const SCORE: Partial<Record<AnyEvent['type'], Sound>> = {
  EnvelopesDealt: 'paper',
  ChancellorNominated: 'paper',
  VoteCast: 'paper',
  ElectionHeld: 'gavel',
  HandSeen: 'paper',
  PolicyEnacted: 'stamp',
  TrackerMoved: 'clunk',
  PowerGranted: 'low',
  PlayerExecuted: 'shot',
  AgendaVetoed: 'gavel',
  GameEnded: 'bell',
};

export function sound(event: AnyEvent): void {
  const heard = SCORE[event.type];
  if (heard) play(heard);
}
