"""The rules, the words and the print turned wrong: `python -m tests.rulebook.mutants` prints what a predicate notices.

A mutant made by hand replaces a piece of one file; SAMPLE more are drawn from the small changes that tests/mutation.py makes to the rules.
A process of its own imports everything with that piece, and judges the pages and games of every rule set until a predicate is broken, or
was put to the test often before and never is now. Golden files have no say.
"""

import importlib
import os
import random
import resource
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import CodeType
from typing import Any, Final

from tests import mutation
from tests.mutation import ROOT, _Mutated

SOURCES: Final = ROOT / "src" / "secret_hitler"
Written = tuple[str, str, str]
Mutant = Written | mutation.Mutant
RULES: Final[tuple[Written, ...]] = (
    ("rules/rulesets.py", "liberal_tiles=6", "liberal_tiles=7"),
    ("rules/rulesets.py", "fascist_tiles=11", "fascist_tiles=10"),
    ("rules/rulesets.py", "draw=3", "draw=4"),
    ("rules/rulesets.py", "liberal_goal=5", "liberal_goal=4"),
    ("rules/rulesets.py", "liberal_goal=6", "liberal_goal=5"),
    ("rules/rulesets.py", "hitler_threshold=3", "hitler_threshold=2"),
    ("rules/rulesets.py", "veto_threshold=5", "veto_threshold=4"),
    ("rules/rulesets.py", "tracker_length=3", "tracker_length=4"),
    ("rules/rulesets.py", "7: 2, 8: 2", "7: 3, 8: 2"),
    ("rules/rulesets.py", "(Power.NONE, Power.NONE, Power.PEEK,", "(Power.NONE, Power.NONE, Power.INVESTIGATE,"),
    (
        "rules/rulesets.py",
        "(Power.NONE, Power.INVESTIGATE, Power.SPECIAL_ELECTION,",
        "(Power.NONE, Power.SPECIAL_ELECTION, Power.INVESTIGATE,",
    ),
    ("rules/rulesets.py", "Power.SPECIAL_ELECTION, Power.PEEK)", "Power.SPECIAL_ELECTION, Power.EXECUTE)"),
    ("rules/rulesets.py", "fascists_know_team=True", "fascists_know_team=False"),
    ("rules/rulesets.py", "hitler_knows_up_to=6", "hitler_knows_up_to=7"),
    ("rules/rulesets.py", "FirstPresident.RANDOM", "FirstPresident.HOST_THEN_LAST_HITLER"),
    ("rules/rulesets.py", "FirstPresident.HOST_THEN_LAST_HITLER", "FirstPresident.RANDOM"),
    ("rules/rulesets.py", "term_limits=TermLimits.LAST_ELECTED", "term_limits=TermLimits.LAST_ENACTING"),
    ("rules/rulesets.py", "president_exempt_at=5", "president_exempt_at=6"),
    ("rules/rulesets.py", "president_exempt_by=Count.ALIVE", "president_exempt_by=Count.DEALT"),
    ("rules/rulesets.py", "tracker_reset=TrackerReset.ON_ENACTMENT", "tracker_reset=TrackerReset.ON_ELECTION"),
    ("rules/rulesets.py", "reshuffle_after_populace=True", "reshuffle_after_populace=False"),
    ("rules/rulesets.py", "session_silence=True", "session_silence=False"),
    ("rules/rulesets.py", "special_election_of_self=True", "special_election_of_self=False"),
    ("rules/rulesets.py", "veto_needs_fascist_hand=True", "veto_needs_fascist_hand=False"),
    ("rules/rulesets.py", "VetoStyle.SEALED", "VetoStyle.REQUEST"),
    ("rules/game.py", "self.ballots.count(True) >= board.majority", "self.ballots.count(True) >= board.majority - 1"),
    ("rules/game.py", "board.fascist >= rules.hitler_threshold", "board.fascist > rules.hitler_threshold"),
    ("rules/game.py", "tracker=self.board.tracker + 1", "tracker=self.board.tracker + 2"),
    ("rules/game.py", "self.board.tracker < self.rules.tracker_length", "self.board.tracker <= self.rules.tracker_length"),
    ("rules/game.py", "self.deck[0], self.deck[1:]", "self.deck[-1], self.deck[:-1]"),
    ("rules/game.py", "known = team if roles[seat] in informed else (seat,)", "known = team if roles[seat] in informed else ()"),
    ("rules/game.py", "self.board.next_in_rotation() if named is None else named", "self.board.next_in_rotation()"),
    ("rules/game.py", "if all(self.veto_ballots)", "if any(self.veto_ballots)"),
    ("rules/game.py", "chancellor, without(self.hand, policy), ())", "chancellor, (), ())"),
    ("rules/game.py", "tiles=self.deck[: self.rules.draw]", "tiles=self.deck[1 : self.rules.draw + 1]"),
    ("rules/game.py", "tiles=tiles, audience=only(seat)", "tiles=tiles, audience=EVERYONE"),
    ("rules/game.py", "deck=deck, audience=NOBODY", "deck=deck, audience=EVERYONE"),
    ("rules/game.py", "party=self.roles[other].party, audience=only(seat)", "party=self.roles[other].party, audience=EVERYONE"),
    ("rules/game.py", "if self.roles[other] is Role.HITLER", "if self.roles[other] is not Role.LIBERAL"),
    ("rules/game.py", "self.board.liberal >= self.rules.liberal_goal", "self.board.liberal > self.rules.liberal_goal"),
    ("rules/game.py", "[board.fascist - 1]", "[board.fascist - 2]"),
    ("rules/board.py", "    if not event.special:\n", "    if True:\n"),
    ("rules/board.py", "if seat > anchor", "if seat >= anchor"),
    ("rules/board.py", "board.veto_asked = True", "board.veto_asked = False"),
    ("rules/board.py", "if seat != event.seat])", "if seat])"),
    ("rules/choices.py", "counted > rules.president_exempt_at", "counted >= rules.president_exempt_at"),
    ("rules/choices.py", "board.investigated if ability.once", "() if ability.once"),
    ("rules/choices.py", "board.fascist >= rules.veto_threshold", "board.fascist > rules.veto_threshold"),
    ("rules/choices.py", "return not rules.veto_needs_fascist_hand or", "return rules.veto_needs_fascist_hand and"),
    (
        "rules/choices.py",
        "seat in (board.president, board.chancellor):\n        return Bar.IN_SESSION",
        "seat == board.president:\n        return Bar.IN_SESSION",
    ),
    ("rules/powers.py", "president_too=lambda rules: rules.special_election_of_self", "president_too=lambda rules: True"),
    (
        "rules/view.py",
        "self.hitler_can_win = board.fascist >= rules.hitler_threshold",
        "self.hitler_can_win = board.fascist > rules.hitler_threshold",
    ),
)
PRINT: Final[tuple[Written, ...]] = (
    ("paper/printing/cards.py", "[Policy.FASCIST] * rules.fascist_tiles", "[Policy.FASCIST] * rules.liberal_tiles"),
    ("paper/printing/cards.py", "[Role.FASCIST] * max(rules.fascists.values())", "[Role.FASCIST] * min(rules.fascists.values())"),
    ("paper/printing/cards.py", "+ [Role.HITLER]", "+ [Role.HITLER] * 2"),
    ("paper/printing/cards.py", "party=each.party", "party=Party.LIBERAL"),
    ("paper/printing/cards.py", "for ja in (True, False) for _ in range(seats)", "for ja in (True, True) for _ in range(seats)"),
    ("paper/printing/cards.py", "for _ in range(seats)]", "for _ in range(seats - 1)]"),
    ("paper/printing/cards.py", "aim_in_words(words, dealt, rules)", "aim_in_words(words, Role.LIBERAL, rules)"),
    ("paper/printing/cards.py", 'Back("print.back.tile"', 'Back("print.back.role"'),
    ("paper/printing/boards.py", "number == rules.fascist_goal", "number == rules.fascist_goal - 1"),
    ("paper/printing/boards.py", "if number == rules.veto_threshold", "if number == rules.veto_threshold - 1"),
    ("paper/printing/boards.py", "steps = rules.tracker_length + 1", "steps = rules.tracker_length"),
    ("paper/printing/boards.py", "[plain] * (rules.liberal_goal - 1)", "[plain] * rules.liberal_goal"),
    ("paper/printing/boards.py", 'words.say("print.board.hitler")', 'words.say("print.board.win.F")'),
    (
        "paper/printing/boards.py",
        "if table_setting(rules).liberal_track_behind and",
        "if not table_setting(rules).liberal_track_behind and",
    ),
    ("paper/printing/pieces.py", "if rules.term_limits is TermLimits.LAST_ELECTED", "if rules.term_limits is not TermLimits.LAST_ELECTED"),
    ("paper/printing/pieces.py", "[hint, *exempt], _TOP_HAT", "[hint], _TOP_HAT"),
    ("paper/printing/pieces.py", '".populace" if rules.reshuffle_after_populace', '".populace" if not rules.reshuffle_after_populace'),
    ("paper/printing/pieces.py", "[PrintedSheet(page)] * -(-max(rules.fascists) // _A_SHEET)", "[PrintedSheet(page)]"),
    ("paper/printing/pages.py", "told=opening_sections(rules, words)", "told=opening_sections(rules, words)[:1]"),
    ("paper/printing/pages.py", "[rules.liberals(players) for players in counts]", "[rules.fascists[players] for players in counts]"),
)
GAMES: Final = 12
"""Of each rule set and number of players, at most; most mutants are noticed in the first."""
OFTEN: Final = 20
"""So often a predicate is put to the test without mutants, or its never being so says nothing."""
PATIENCE: Final = 90
"""Seconds of processor time; a mutant that goes round in circles is not counted as noticed by a predicate."""
NOTICED, UNNOTICED, CRASHED = 0, 1, 2
SAMPLE: Final = 60
NO_RULES: Final = {
    "ruleset.py, _stranding": "whether house rules can strand a game, asked when they are read: tests/rules/test_house.py",
    "ruleset.py, _out_of_bounds": "the same",
    "ruleset.py, seats_in": "the same",
    "game.py, _contradictions": "whether a deal and a shuffle have the right cards, asked of records: tests/rules/test_refusals.py",
    "rulesets.py, ruleset_from": "how house rules are read: tests/rules/test_house.py",
    "rulesets.py, house_rules": "the same",
    "game.py, Game.suppose": "positions made up by programs: tests/rules/test_assumptions.py",
    "view.py, View.suppose_board": "the same",
    "readings.py": "readings that no published rule set has: tests/rules/test_readings.py",
    "game.py, Game._use_or_leave": "the same: a peek that may be left, peek and drop",
    "game.py, Game._drop": "the same",
    "board.py, _drop_decided": "the same",
    "game.py, Game._grant_power() (3)": "the same",
    "model_check.py": "explores every way a game can go, and plays none: tests/rules/test_model_check.py",
    "claims.py": "which claims clash, told as an aid to memory: tests/rules/test_claims.py",
    "choices.py, _bars": "which of several reasons a refusal gives: tests/rules/test_refusals.py",
    "choices.py, _cause": "the same",
    "choices.py, _verb": "the same",
    "choices.py, refusal": "the same",
    "vocabulary.py": "how values are made and named: tests/rules/test_moments.py",
}
"""What is no rule of play, by the beginning of a mutant's name, and what holds it instead."""


def notice(mutant: Mutant, usual: Path | None = None) -> int:
    """Judge everything with a mutant in place, in a process that has not imported the product; say how it ended."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 2)
    try:
        put_in_place(mutant)
        os._exit(NOTICED if _judged(usual) else UNNOTICED)
    except BaseException:
        os._exit(CRASHED)


def put_in_place(mutant: Mutant) -> None:
    name, code = _module(mutant)
    sys.meta_path.insert(0, _Mutated(f"secret_hitler.{name}", code))


def _module(mutant: Mutant) -> tuple[str, CodeType]:
    if isinstance(mutant, mutation.Mutant):
        return f"rules.{mutant.path.stem}", compile(mutant.tree(), str(mutant.path), "exec")
    path, was, becomes = mutant
    source = (SOURCES / path).read_text(encoding="utf-8")
    assert was in source, f"{path} no longer says {was!r}"
    return path.removesuffix(".py").replace("/", "."), compile(source.replace(was, becomes, 1), path, "exec")


def sample() -> list[mutation.Mutant]:
    """Draw small changes to the rules of play, the same ones as long as the rules stay the same."""
    argued = tuple(line.partition(" | ")[0] for line in mutation.ARGUED.read_text(encoding="utf-8").splitlines() if " | " in line)
    every = [each for path in sorted(mutation.RULES.glob("*.py")) for each in mutation.mutants(path)]
    return random.Random(SAMPLE).sample([each for each in every if not str(each).startswith((*NO_RULES, *argued))], SAMPLE)


def _judged(usual: Path | None) -> bool:
    """Whether a predicate is broken, or idle that is not so in `usual`, a list of those that never are."""
    judge = _judge(stop=True)
    busy = {f"{name} {held}" for (name, held), times in judge.exercised.items() if times}
    return bool(judge.broken) or (usual is not None and not busy.issuperset(usual.read_text(encoding="utf-8").splitlines()))


def _judge(stop: bool) -> Any:
    judge = importlib.import_module("tests.rulebook.sentences").Judge()
    for case in importlib.import_module("tests.rulebook.games").cases(GAMES, bots=False):
        judge.look(*case)
        if stop and judge.broken:
            break
    return judge


def unnoticed(mutants: Iterable[Mutant], usual: Path | None) -> Iterator[str]:
    for mutant in mutants:
        ended = notice(mutant, usual)
        if ended == NOTICED or (ended != UNNOTICED and isinstance(mutant, mutation.Mutant)):  # it may leave no game to judge
            continue
        yield f"{'not noticed' if ended == UNNOTICED else 'crashed'}: {mutant}"


def busy_without_mutants(folder: Path) -> Path:
    """List in a file what is often put to the test without mutants; in a process of its own, so that this one imports nothing."""
    path = folder / "usual"
    child = os.fork()
    if child == 0:
        judge = _judge(stop=False)
        often = sorted(f"{name} {held}" for (name, held), times in judge.exercised.items() if times >= OFTEN)
        path.write_text("\n".join(often), encoding="utf-8")
        os._exit(bool(judge.broken))
    assert os.waitpid(child, 0)[1] == 0, "a predicate is broken without any mutant"
    return path


def load_the_rest() -> None:
    """Import what the product needs, and forget the product: each mutant imports it anew."""
    importlib.import_module("tests.rulebook.games")
    for name in [name for name in sys.modules if name.startswith(("secret_hitler", "tests."))]:
        if name not in (__name__, "tests.mutation"):
            del sys.modules[name]


def main() -> int:
    """Print how many are noticed: the rules and the print by these predicates, the words by those of tests/words/meaning.py."""
    load_the_rest()
    with tempfile.TemporaryDirectory() as folder:
        usual = busy_without_mutants(Path(folder))
        tried: dict[str, Sequence[Mutant]] = {"rules": RULES, "print": PRINT, "drawn at random": sample()}
        missed = {kind: list(unnoticed(mutants, usual)) for kind, mutants in tried.items()}
    words = importlib.import_module("tests.words.mutants")
    missed["words"] = [f"not noticed: {key}: {part!r} -> {wrong!r}" for key, part, wrong in words.unnoticed()]
    made = {**{kind: len(mutants) for kind, mutants in tried.items()}, "words": len(words.MUTANTS)}
    noticed = {kind: count - len(missed[kind]) for kind, count in made.items()}
    told = importlib.import_module("tests.rulebook.held").summary(importlib.import_module("tests.rulebook.games").judged())
    lines = [*told, "", *(f"{kind}: {noticed[kind]} of {made[kind]} mutants noticed" for kind in made)]
    lines += [f"together: {sum(noticed.values())} of {sum(made.values())}", *(line for each in missed.values() for line in each)]
    sys.stdout.write("\n".join(lines) + "\n")
    return any(missed.values())


if __name__ == "__main__":
    sys.exit(main())
