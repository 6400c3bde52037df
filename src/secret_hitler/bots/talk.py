"""What there is to say: accusations with reasons, opinions, appeals before a vote and answers, from a liberal's belief.

A liberal uses its own; a liar uses that of the liberal it claims to be, so that its words only tell what it claims to have seen.
"""

import random
from collections.abc import Iterator

from msgspec import Struct

from ..belief import Belief, reasons
from ..rules import About, ClaimTiles, Party, Phase, Policy, Power, Seat
from ..rules.claims import Round, Verdict
from ..rules.powers import PEEKS
from .bot import NAMED, Param, Talk

SURE = 0.6
"""From this suspicion on, accuse players of what everyone saw."""
SUSPECT = 0.53
"""From this suspicion on, doubt players: a little more than at the start of a game with any number of seats."""
DOUBTFUL = 0.45
"""Below this suspicion, trust players rather than accuse them."""
TRUSTED = 0.3
WORTH_SAYING = 0.2
"""What a reason must add to the log odds."""
OLD_ROUNDS = 6
"""Don't bring up others' governments after this many rounds."""
GOOD_DECK = 0.38
"""From this share of liberal tiles on, call the draw pile a good one."""
GRIEVANCES = ("accuse-passed", "accuse-threw", "accuse-looked", "accuse-me")
TELLING = ("nominated-tainted", "called-liberal", "called-fascist", "special-election", "execution")
"""The reasons that people give, besides how governments turned out."""


class Statement(Struct, frozen=True):
    code: str
    params: dict[str, Param]


def grievances(belief: Belief) -> Iterator[Statement]:
    """Accuse a player who wronged me in the last government, or whom I caught there; people always say that."""
    last = next((round for round in reversed(belief.view.rounds) if round.enacted is not None), None)
    for suspect in () if last is None else (last.president, last.chancellor, last.target):
        if suspect in belief.view.board.alive and suspect is not None and belief.fascist[suspect] > DOUBTFUL:
            yield from (charge for charge in _charges(belief, suspect) if charge.code in GRIEVANCES)


def accusations(belief: Belief) -> Iterator[Statement]:
    """Accuse the players I suspect, the most suspect first, of what they did to me before what everyone saw."""
    for suspect in _by_suspicion(belief):
        if belief.fascist[suspect] > DOUBTFUL:
            yield from _charges(belief, suspect)
        if belief.fascist[suspect] > SURE:
            yield from _record(belief, suspect)
            yield from _reasons(belief, suspect)


def agreement(belief: Belief, accusers: dict[Seat, Seat]) -> Iterator[Statement]:
    """Agree with this round's accusations against players I suspect too."""
    for accuser, suspect in accusers.items():
        if suspect in belief.view.board.alive and suspect != belief.view.me and belief.fascist[suspect] >= SURE > belief.fascist[accuser]:
            yield Statement("agree", {"suspect": suspect, "other": accuser})


def opinions(belief: Belief, rng: random.Random) -> list[Statement]:
    """Comment on the last claims, and on the players I doubt and trust."""
    found = [*_of_claims(belief), *_trust(belief)]
    rng.shuffle(found)
    doubted = [seat for seat in _by_suspicion(belief) if belief.view.board.fascist and SUSPECT <= belief.fascist[seat] < SURE]
    return [*found[:2], *(Statement("doubt", {"suspect": seat}) for seat in doubted[:1])]


def appeal(belief: Belief, ja: bool, callers: dict[Seat, bool], rng: random.Random) -> list[Statement]:
    """List ways to announce my vote, the most fitting first."""
    board, me = belief.view.board, belief.view.me
    president, chancellor = board.government
    government: dict[str, Param] = {"president": president, "chancellor": chancellor}
    if me in (president, chancellor):
        return [Statement("call-ja-mine", {"other": chancellor if me == president else president}), Statement("call-ja", government)]
    agreed = [
        Statement("call-ja-too" if ja else "call-nein-too", {"other": seat})
        for seat, word in callers.items()
        if word is ja and belief.fascist[seat] < DOUBTFUL
    ]
    told = [Statement("call-ja" if ja else "call-nein", government)]
    trusted = min((president, chancellor), key=lambda seat: belief.fascist[seat])
    suspect = max((president, chancellor), key=lambda seat: belief.fascist[seat])
    if ja and belief.fascist[trusted] < TRUSTED:
        told.insert(0, Statement("call-ja-trust", {"other": trusted}))
    if not ja and belief.fascist[suspect] > SUSPECT:
        told.insert(0, Statement("call-nein-reason", {"suspect": suspect}))
    rng.shuffle(told)
    return [*agreed[:1], *told] if agreed and rng.random() < 0.5 else [*told, *agreed]


def chat(belief: Belief, rng: random.Random) -> list[Statement]:
    """List what people say between accusations: cheers and groans, plans for powers, questions, the deck and the tracker."""
    view, board = belief.view, belief.view.board
    by_trust = list(reversed(_by_suspicion(belief)))
    trusted = [seat for seat in by_trust if belief.fascist[seat] < DOUBTFUL]
    suspects = [seat for seat in reversed(by_trust) if belief.fascist[seat] > SUSPECT]
    found: list[Statement] = []
    last = view.rounds[-2] if len(view.rounds) > 1 else None
    if last is not None and last.enacted is not None and not last.by_populace:
        governors = [seat for seat in (last.president, last.chancellor) if seat in by_trust]
        found += [Statement("cheer" if last.enacted is Policy.LIBERAL else "groan", {"other": seat}) for seat in governors]
        told = {claimed.seat for claimed in last.claims}
        found += [Statement("ask-got", {"other": seat}) for seat in governors if seat not in told]
        found.append(Statement("deck-good" if belief.liberal_share > GOOD_DECK else "deck-bad", {}))
    if last is not None and last.elected is False and last.ballots is not None and last.ballots[view.me]:
        found += [Statement("ask-nein", {"other": seat}) for seat in by_trust if last.ballots[seat] is False]
    if view.next_power in (Power.INVESTIGATE, Power.EXECUTE):
        shot = view.next_power is Power.EXECUTE
        found += [Statement("plan-shoot" if shot else "plan-inv", {"suspect": seat}) for seat in suspects[:2]]
    if view.next_power is Power.SPECIAL_ELECTION:
        found += [Statement("plan-special", {"other": seat}) for seat in trusted[:2]]
    if board.tracker:
        found.append(Statement("tracker", {}))
    if board.phase is Phase.NOMINATION and board.president != view.me:
        may = [seat for seat in trusted if seat != board.president and seat not in view.term_limited]
        found += [Statement("plan-pick", {"other": seat}) for seat in may[:2]]
    if board.phase is Phase.ELECTION and view.me not in board.government:
        president, chancellor = board.government
        found += [Statement("like", {"other": seat}) for seat in board.government if seat in trusted]
        found += [Statement("unsure", {"suspect": seat}) for seat in board.government if seat in suspects]
        found.append(Statement("ask-pick", {"other": president, "suspect": chancellor}))
    found.append(Statement("ask-whom", {"other": rng.choice(by_trust)}))
    rng.shuffle(found)
    return found


def reaction(belief: Belief, seat: Seat, said: Talk) -> list[Statement]:
    """Agree with what another said about somebody, if the record says so too; laugh at a joke."""
    suspect, praised = said.params.get("suspect"), said.params.get("other")
    if said.code.endswith(".joke"):
        return [Statement("laugh", {"other": seat})]
    stem = said.code.partition(".")[0]
    if isinstance(suspect, int) and suspect != belief.view.me and stem.startswith(("suspect", "accuse-", "doubt", "unsure", "plan-")):
        return [Statement("yes" if belief.fascist[suspect] > SUSPECT else "no", {"other": seat})]
    if isinstance(praised, int) and praised != belief.view.me and stem in ("like", "plan-pick", "trust-most", "call-ja-trust"):
        return [Statement("yes" if belief.fascist[praised] < DOUBTFUL else "no", {"other": seat})]
    return []


def answer(belief: Belief, seat: Seat, talk: Talk, mine: Talk | None) -> list[Statement]:
    """Answer a player who spoke to me; `mine` is what I said last."""
    code = talk.code
    charges = list(_charges(belief, seat))
    if code.partition(".")[0] == "doubt":
        return [*charges, Statement("reassure", {"other": seat})]
    about = talk.params.get("suspect")
    if code.startswith("ask-trust") and isinstance(about, int):
        chance = belief.fascist[about]
        return [Statement("yes-trust" if chance < DOUBTFUL else "no-trust" if chance > SUSPECT else "perhaps", {"suspect": about})]
    if code.startswith("ask-pick"):
        trusted = isinstance(about, int) and belief.fascist[about] < DOUBTFUL
        return [Statement("why-pick" if trusted else "why-turn", {"suspect": about or 0, "other": seat})]
    if code.startswith("ask-role"):
        return [Statement("own-liberal", {"other": seat})]
    if code.startswith(("plan-shoot", "plan-inv")):
        return [Statement("not-me" if code.startswith("plan-shoot") else "check-me", {"other": seat})]
    if code.startswith(("suspect", "accuse-", "agree", "doubt", "clash", "unsure", "phrase-suspect")):
        return [*charges, *_defence(belief, seat, begging=not charges)]
    if code.startswith(("phrase-trust", "trust-", "believe-claim")):
        return [Statement("thank", {"other": seat})]
    if code.startswith(("phrase-claim", "ask-got")):
        return _claimed_already(belief) or [Statement("keep-quiet", {"other": seat})]
    if code.startswith(("phrase-whynein", "ask-nein")):
        return _why_nein(belief, seat)
    if code == "phrase-why":
        suspect = None if mine is None else mine.params.get("suspect")
        named = [Statement("why-suspect", {"suspect": suspect, "other": seat})] if isinstance(suspect, int) and suspect != seat else []
        return [*accusations(belief), *named, Statement("why-feeling", {"other": seat})]
    if code == NAMED and belief.view.board.round == 1:
        return [Statement("greet", {})]
    if code in ("phrase-whom", NAMED) or code.startswith("ask-whom"):
        best = _by_suspicion(belief)[-1]
        most = [Statement("trust-most", {"other": best})] if belief.fascist[best] < TRUSTED else []
        return [*_trust(belief), *most, Statement("trust-nobody", {})]
    return []


def _by_suspicion(belief: Belief) -> list[Seat]:
    others = [seat for seat in belief.view.board.alive if seat != belief.view.me]
    return sorted(others, key=lambda seat: -belief.fascist[seat])


def _charges(belief: Belief, suspect: Seat) -> Iterator[Statement]:
    """List what I hold against this seat myself, the latest first."""
    me, rounds = belief.view.me, belief.view.rounds
    for round in reversed(rounds):
        offices, number = (round.president, round.chancellor), round.number
        first, second = round.tiles_told(About.PRESIDENT_HAND), round.tiles_told(About.CHANCELLOR_HAND)
        if offices == (suspect, me) and _agrees(round.chancellor_hand, second):
            drawn = "".join(first or ())
            if Policy.LIBERAL not in (round.chancellor_hand or (Policy.LIBERAL,)) and Policy.LIBERAL in (first or ()):
                yield Statement("accuse-passed", {"suspect": suspect, "first": drawn})
        if (
            offices == (me, suspect)
            and round.enacted is Policy.FASCIST
            and _agrees(round.president_hand, first)
            and Policy.LIBERAL in (round.passed or ())
        ):
            yield Statement("accuse-threw", {"suspect": suspect, "round": number})
        if round.target == suspect and round.president == me and _saw(belief, round) is Party.FASCIST:
            yield Statement("accuse-looked", {"suspect": suspect})
        if round.party_of == me and round.witness == suspect and round.party_told() is Party.FASCIST:
            yield Statement("accuse-me", {"suspect": suspect})
        if me not in offices and suspect in offices and round.chancellor is not None and _clash(round) and _recent(belief, round):
            other = round.chancellor if suspect == round.president else round.president
            if belief.fascist[other] < DOUBTFUL:
                yield Statement("accuse-clash", {"suspect": suspect, "other": other, "round": number})
        if any(claimed.seat == suspect and claimed.verdict is Verdict.IMPOSSIBLE for claimed in round.claims):
            yield Statement("accuse-impossible", {"suspect": suspect, "round": number})


def _record(belief: Belief, suspect: Seat) -> Iterator[Statement]:
    """List how this seat's governments with others turned out, the latest first."""
    me, past = belief.view.me, [round for round in reversed(belief.view.rounds) if not round.by_populace]
    bad = [round for round in past if round.enacted is Policy.FASCIST and suspect in (round.president, round.chancellor)]
    for round in bad:
        other = round.chancellor if suspect == round.president else round.president
        if other is not None and other != me and belief.fascist[other] < belief.fascist[suspect] and _recent(belief, round):
            yield Statement("accuse-governed", {"suspect": suspect, "other": other, "round": round.number})
    if len(bad) > 1:
        yield Statement("accuse-again", {"suspect": suspect})


def _reasons(belief: Belief, suspect: Seat) -> Iterator[Statement]:
    """List what everyone saw this seat do, leaving myself out."""
    for reason in reasons(belief, suspect, most=6, codes=TELLING):
        people = (reason.params.get("actor"), reason.params.get("other"))
        if reason.effect > WORTH_SAYING and suspect in people and belief.view.me not in people:
            yield Statement("suspect", {"suspect": suspect, "reason": reason.code, **reason.params})


def _of_claims(belief: Belief) -> Iterator[Statement]:
    """Judge the living players' claims about the last government."""
    me, alive = belief.view.me, belief.view.board.alive
    last = next((round for round in reversed(belief.view.rounds) if round.enacted is not None and not round.by_populace), None)
    if last is None or me == last.president:
        return  # a president who passed the tiles on doesn't need to guess
    if _clash(last) and last.chancellor is not None and me != last.chancellor:
        if last.president not in alive or last.chancellor not in alive:
            return
        yield Statement("clash", {"suspect": last.president, "other": last.chancellor, "round": last.number})
        return
    for claimed in last.claims:
        claim = claimed.claim
        wrong = claimed.verdict in (Verdict.FALSE, Verdict.IMPOSSIBLE) or (me == last.chancellor and claimed.contested)
        if claimed.seat == me or claimed.seat not in alive or wrong:
            continue
        if not isinstance(claim, ClaimTiles) or claim.tiles is None or claim.about in PEEKS.values():
            continue
        if belief.fascist[claimed.seat] < TRUSTED:
            yield Statement("believe-claim", {"other": claimed.seat, "round": last.number})
        elif belief.fascist[claimed.seat] > SUSPECT and last.enacted is Policy.FASCIST:
            yield Statement("doubt-claim", {"other": claimed.seat, "first": "".join(claim.tiles), "round": last.number})


def _trust(belief: Belief) -> Iterator[Statement]:
    """Trust players whose party I saw, and partners who haven't brought a fascist policy since."""
    me, view = belief.view.me, belief.view
    spoiled: set[Seat] = set()
    for round in reversed(view.rounds):
        partner = round.chancellor if round.president == me else round.president if round.chancellor == me else None
        if round.target in view.board.alive and round.target is not None and round.president == me and _saw(belief, round) is Party.LIBERAL:
            yield Statement("trust-looked", {"other": round.target})
        if round.by_populace or partner is None or partner not in view.board.alive:
            continue
        if round.enacted is Policy.FASCIST:
            spoiled.add(partner)
        if round.enacted is Policy.LIBERAL and partner not in spoiled and belief.fascist[partner] < DOUBTFUL:
            yield Statement("trust-governed", {"other": partner})


def _defence(belief: Belief, accuser: Seat, begging: bool) -> list[Statement]:
    """Point to what my governments brought, as I told it; deny plainly only to players I don't accuse."""
    me, told = belief.view.me, []
    for round in reversed(belief.view.rounds):
        if round.enacted is None or round.by_populace or me not in (round.president, round.chancellor):
            continue
        claim = round.tiles_told(About.PRESIDENT_HAND if me == round.president else About.CHANCELLOR_HAND)
        if round.enacted is Policy.LIBERAL:
            told.append(Statement("defend-record", {"other": accuser, "round": round.number}))
        elif claim is not None and Policy.LIBERAL not in claim:
            told.append(Statement("defend-hand", {"other": accuser, "round": round.number}))
    if begging and belief.fascist[accuser] < SURE:
        told.insert(1, Statement("defend", {"other": accuser}))
    return told


def _claimed_already(belief: Belief) -> list[Statement]:
    me = belief.view.me
    for round in reversed(belief.view.rounds):
        for claimed in round.claims:
            if claimed.seat == me and isinstance(claimed.claim, ClaimTiles) and claimed.claim.tiles is not None:
                return [Statement("answer-claimed", {"tiles": "".join(claimed.claim.tiles), "round": round.number})]
    return [] if any(sight.seat == me for sight in belief.view.board.sights) else [Statement("answer-unseen", {})]


def _why_nein(belief: Belief, seat: Seat) -> list[Statement]:
    me = belief.view.me
    voted = next((round for round in reversed(belief.view.rounds) if round.ballots is not None and round.ballots[me] is not None), None)
    if voted is None or voted.ballots is None:
        return [Statement("why-unvoted", {"other": seat})]
    if voted.ballots[me]:
        return [Statement("why-ja", {"other": seat})]
    government = [office for office in (voted.president, voted.chancellor) if office is not None and office != me]
    suspect = max(government, key=lambda office: belief.fascist[office])
    doubted = belief.fascist[suspect] > SUSPECT and suspect != seat
    return [*([Statement("why-suspect", {"suspect": suspect, "other": seat})] if doubted else []), Statement("why-wait", {"other": seat})]


def _recent(belief: Belief, round: Round) -> bool:
    return belief.view.board.round - round.number <= OLD_ROUNDS


def _saw(belief: Belief, round: Round) -> Party | None:
    """Return the party I saw, unless I claimed another one."""
    seen = belief.view.parties.get(round.target) if round.target is not None and round.power is Power.INVESTIGATE else None
    return seen if round.party_told() in (None, seen) else None


def _agrees(seen: tuple[Policy, ...] | None, told: tuple[Policy, ...] | None) -> bool:
    """Tell whether I can mention this hand without contradicting my claim."""
    return seen is not None and (told is None or sorted(told) == sorted(seen))


def _clash(round: Round) -> bool:
    return any(claimed.contested and isinstance(claimed.claim, ClaimTiles) for claimed in round.claims)
