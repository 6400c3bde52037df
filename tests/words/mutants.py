"""Sentences turned wrong by hand, to see whether the checks notice: `python -m tests.words.mutants` prints the score."""

import sys
from collections.abc import Iterator
from typing import Final

from tests.words.meaning import Catalogue, complaints
from tests.words.test_catalogues import CATALOGUES

MUTANTS: Final = (
    ("event.PresidencyPassed", "president", "chancellor"),
    ("event.ChancellorNominated", "{president} nominates {chancellor}", "{chancellor} nominates {president}"),
    ("event.ElectionHeld", "Rejected", "Elected"),
    ("event.ElectionHeld.elected", "{ja} to {nein}", "{nein} to {ja}"),
    ("event.ProvedNotHitler", "isn't", "is"),
    ("event.PoliciesDrawn", "{president} draws {n}", "{president} draws three"),
    ("event.HandPassed", "{chancellor} gets", "The president keeps"),
    ("event.PolicyDiscarded", "{n} policies", "a policy"),
    ("event.VetoRefused", "{chancellor} has to enact", "{chancellor} doesn't have to enact"),
    ("event.AgendaVetoed", "The whole hand is", "One policy is"),
    ("event.AgendaVetoed.request", "{president}: “I agree", "“I agree"),
    ("event.PolicyEnacted.F", "{AFascistTile}", "{ALiberalTile}"),
    ("event.PolicyEnacted.by_populace.L", "enacted", "discarded"),
    ("event.PowerGranted", "has to use", "may use"),
    ("event.PowerGranted.execute", "must", "may"),
    ("event.GameEnded.hitler_executed", "{Liberals}", "{Fascists}"),
    ("event.GameEnded.hitler_elected", "chancellor", "president"),
    ("event.ClaimMade.party.L", "{aLiberal}", "{aFascist}"),
    ("paper.event.DeckPeeked", "the same order", "any order"),
    ("program.event.PeekSeen", "top first", "top last"),
    ("tray.vote", "{president} as president, {chancellor} as chancellor", "{chancellor} as president, {president} as chancellor"),
    ("tray.discard", "to discard", "to enact"),
    ("tray.enact", "You're chancellor", "You're president"),
    ("tray.vetoAsk", "{president} has to agree", "{president} can't refuse"),
    ("tray.vetoAnswer", "the whole hand", "one policy"),
    ("tray.vetoBallot", "Secret ballot", "Open vote"),
    ("tray.vetoBallot", "if you both want it", "if one of you wants it"),
    ("tray.dead", "can't talk or vote", "can't vote, but you can talk"),
    ("tray.wait.president-session", "discard", "enact"),
    ("bar.was-president", "president", "chancellor"),
    ("bar.enacted-as-chancellor", "enacted", "drawn"),
    ("bar.yourself", "can't", "can"),
    ("bar.in-session", "can't talk", "can talk"),
    ("refused.too-few", "You need at least {least}", "You need at most {least}"),
    ("refused.out-of-range", "{least} to {most}", "{most} to {least}"),
    ("print.sum.first.random", "both placards", "the president's placard"),
    ("print.sum.nominate", "left", "right"),
    ("print.sum.limits.last-elected", "can't pick the last elected president or chancellor", "can pick anyone"),
    ("print.sum.limits.last-enacting", "enacted the last policy", "were elected last"),
    ("print.sum.exempt.alive", "only that chancellor", "only that president"),
    ("print.sum.exempt.dealt", "In a game of {n} or fewer players", "With {n} or fewer players alive"),
    ("print.sum.vote", "more than half", "half"),
    ("print.sum.vote.hands", "open for ja, a fist for nein", "a fist for ja, open for nein"),
    ("print.sum.check", "{fascists} win", "{liberals} win"),
    ("print.sum.session", "face down and passes {m}", "face up and passes {m}"),
    ("print.sum.silence", "Neither of them talks", "Both of them may talk"),
    ("print.sum.claims", "Both can lie", "Neither can lie"),
    ("print.sum.reshuffle", "after a session", "at any time"),
    ("print.sum.fail.text", "without its power", "with its power"),
    ("print.sum.reset.on-election", "a government is elected", "a policy is enacted"),
    ("print.sum.power.investigate", "No one is investigated twice", "The same player can be investigated again"),
    ("print.sum.power.special-election", "any other player", "any player, even yourself,"),
    ("print.sum.power.execute", "stays secret", "is revealed"),
    ("print.sum.veto.request", "may ask once", "may ask as often as they like"),
    ("print.sum.veto.sealed", "If both are ja", "If one is ja"),
    ("rulebook.limits.last-enacting", "didn't enact one", "counts too"),
    ("rulebook.veto.fascist", "all fascist", "all liberal"),
    ("rulebook.hitlerKnows", "with up to {n} players", "with more than {n} players"),
    ("rulebook.question.random", "No. ", "Yes. "),
    ("rulebook.question.limits", "only for chancellor", "only for president"),
    ("rulebook.advice.F.3", "{liberal}", "{fascist}"),
    ("role.aim.H", "when you're elected chancellor", "when you're elected president"),
    ("role.knows.Hnobody", "They know you", "They don't know you"),
    ("learn.4", "More than half", "Half"),
    ("learn.14.no", "three failed votes", "two failed votes"),
    ("learn.10", "{fascists} win", "{liberals} win"),
)
"""A sentence, a part of it, and what makes it wrong."""


def mutated(key: str, part: str, wrong: str) -> Catalogue:
    said = CATALOGUES["en"][key]
    turned = said.replace(part, wrong) if isinstance(said, str) else {form: text.replace(part, wrong) for form, text in said.items()}
    assert turned != said, f"{key} no longer says {part!r}"
    return {**CATALOGUES["en"], key: turned}


def unnoticed() -> Iterator[tuple[str, str, str]]:
    return (mutant for mutant in MUTANTS if not any(complaints(mutated(*mutant))))


if __name__ == "__main__":
    missed = list(unnoticed())
    for key, part, wrong in missed:
        sys.stdout.write(f"not noticed: {key}: {part!r} -> {wrong!r}\n")
    sys.stdout.write(f"{len(MUTANTS) - len(missed)} of {len(MUTANTS)} sentences turned wrong are noticed\n")
