/** An event as one sentence, or nothing when it is no news. */

import type { AnyEvent } from '../live/fold';
import type { View } from '../wire/messages';
import { claimInWords } from './claims';
import { say } from './speak.svelte';

export function narrate(event: AnyEvent, view: View, nameOf: (seat: number) => string): string | null {
  switch (event.type) {
    case 'EnvelopesDealt':
    case 'DeckRanLow':
      return say(`event.${event.type}`);
    case 'DeckShuffled':
      return say('event.DeckShuffled', { n: event.tiles });
    case 'PresidencyPassed':
      return say(event.special ? 'event.PresidencyPassed.special' : 'event.PresidencyPassed', {
        round: view.board.round,
        president: nameOf(event.president),
      });
    case 'ChancellorNominated':
    case 'AgendaVetoed':
      return say(`event.${event.type}`, { president: nameOf(event.president), chancellor: nameOf(event.chancellor) });
    case 'ElectionHeld': {
      const ja = event.ballots.filter((ballot) => ballot === true).length;
      const nein = event.ballots.filter((ballot) => ballot === false).length;
      const people = { president: nameOf(event.president), chancellor: nameOf(event.chancellor) };
      if (ja + nein === 0) return say(event.elected ? 'paper.electedWords' : 'paper.rejectedWords', people);
      return say(event.elected ? 'event.ElectionHeld.yes' : 'event.ElectionHeld.no', { ja, nein, ...people });
    }
    case 'TrackerMoved':
      return event.tracker > 0 ? say('event.TrackerMoved', { n: event.tracker }) : null;
    case 'ProvedNotHitler':
      return say('event.ProvedNotHitler', { name: nameOf(event.seat) });
    case 'PoliciesDrawn':
    case 'DeckPeeked':
      return say(`event.${event.type}`, { president: nameOf(event.president) });
    case 'PolicyDiscarded':
      return say('event.PolicyDiscarded', { name: nameOf(event.seat) });
    case 'HandPassed':
    case 'PolicyChosen':
    case 'VetoRequested':
      return say(`event.${event.type}`, { chancellor: nameOf(event.chancellor) });
    case 'VetoRefused':
      return say('event.VetoRefused', { president: nameOf(event.president), chancellor: nameOf(view.board.chancellor ?? -1) });
    case 'PolicyEnacted':
      return say(event.by_populace ? `event.Chaos.${event.policy}` : `event.PolicyEnacted.${event.policy}`);
    case 'PowerGranted': {
      const president = nameOf(event.president);
      if (event.power === 'special-election' || event.power === 'execute') return say(`event.PowerGranted.${event.power}`, { president });
      return say('event.PowerGranted', { president, power: say(`power.${event.power}`) });
    }
    case 'LoyaltyInvestigated':
    case 'SpecialElectionCalled':
    case 'PlayerExecuted':
      return say(`event.${event.type}`, { president: nameOf(event.president), name: nameOf(event.seat) });
    case 'ClaimMade': {
      const round = view.rounds.find((one) => one.number === event.claim.round);
      return say('event.Claim', { name: nameOf(event.seat), claim: claimInWords(event.claim, round, nameOf) });
    }
    case 'GameEnded':
      return say(`event.GameEnded.${event.ending}`);
    default:
      return null;
  }
}
