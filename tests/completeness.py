"""What a power, a phase, a refusal or an ending needs all over the product, and what of it is missing: `python -m tests.completeness`.

Whoever adds a member to one of these enumerations runs this, and reads what is left to do.
"""

import random
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from secret_hitler.belief import lines_of
from secret_hitler.bots import LEVELS, sit
from secret_hitler.paper.printing.booklet import print_pages
from secret_hitler.paper.printing.drawings import sign_of
from secret_hitler.paper.printing.pen import A4, INK, Pen
from secret_hitler.paper.sheet import Due
from secret_hitler.play import Move, Session
from secret_hitler.records import Record, moments, parse_record, print_record
from secret_hitler.records.human_games import to_human
from secret_hitler.review import review
from secret_hitler.review.in_words import in_words
from secret_hitler.rules import (
    ALL,
    NATURE,
    OFFICIAL,
    AnyEvent,
    Bar,
    Decision,
    Discard,
    Enact,
    Ending,
    Game,
    Phase,
    Policy,
    Power,
    Role,
    Ruleset,
    Seat,
    Veto,
    Vote,
    onlooking,
)
from secret_hitler.rules.events import PowerGranted
from secret_hitler.rules.powers import ABILITIES, BY_PHASE, Ability
from secret_hitler.wire.refusals import Denial
from secret_hitler.words import ENGLISH, LANGUAGES, Words, news_in_words
from secret_hitler.words.rulebook import describe
from secret_hitler.words.summary import guide, sections
from secret_hitler.words.view_text import asked, orders, read_order, situation
from secret_hitler_lab.statistics.decision_file import decisions

ROOT = Path(__file__).resolve().parents[1]
OPENING = (Phase.DEAL, Phase.SHUFFLE, Phase.APPOINTMENT)
SEATS = 7
DEALS = 12
"""Of so many deals in each some seat of every role becomes president."""


def missing() -> list[str]:
    return [*_of_powers(), *_of_phases(), *_of_refusals(), *_of_endings()]


def _of_powers() -> Iterator[str]:
    for power in Power:
        if power is Power.NONE:
            continue
        what, ability = f"power {power}", ABILITIES.get(power)
        yield from _unsaid(
            what, *(f"{stem}.{power}" for stem in ("power", "power.short", "power.word", "log", "review.turn", "print.sum.power"))
        )
        yield from _unsaid(what, f"print.power.{power}.does")
        yield from _fails(what, "sign in signs.svg", partial(sign_of, power, INK))
        yield from _unread(what, f"`{power}`", "docs/engine.md")
        if ability is None:
            yield from _on_the_page(what, "DeckPeeked")
        else:
            yield from _unsaid(what, f"event.{ability.event.__name__}", f"review.did.{ability.action.__name__}")
            yield from _unsaid(what, f"tray.{ability.phase}", f"tray.{ability.phase}.button")
            yield from _unread(what, f"`{ability.power.replace('-', ' ')} S`", "docs/engine.md")
            yield from _on_the_page(what, ability.event.__name__)
            for role, (seat, told) in _presidents_with(ability).items():
                yield from _fails(what, "line of an engine", partial(_read_by_a_program, ability, seat, told))
                for level in LEVELS:
                    yield from _fails(what, f"choice by {level} as {role.name}", partial(_choose, level, _rules_with(power), seat, told))
        yield from _of_a_game(what, power)


def _of_a_game(what: str, power: Power) -> Iterator[str]:
    """Whatever reads the rules or the record of a game in which the power is used."""
    rules, record = _rules_with(power), _game_with(power)
    yield from _fails(what, "notation", lambda: parse_record(print_record(record)))
    yield from _fails(what, "sentences of a replay", lambda: _told(record))
    yield from _fails(what, "export of decisions", lambda: list(decisions(record)))
    yield from _fails(what, "export by rounds", lambda: to_human(record))
    yield from _fails(what, "belief", lambda: list(lines_of(record)))
    yield from _fails(what, "review", lambda: list(in_words(review(record), ENGLISH)))
    yield from _fails(what, "rulebook", lambda: [describe(rules, ENGLISH), sections(rules, ENGLISH), guide(rules, ENGLISH)])
    yield from _fails(what, "print", lambda: _printed(rules))


def _of_phases() -> Iterator[str]:
    for phase in Phase:
        if phase is Phase.OVER:
            continue
        what = f"phase {phase}"
        yield from _unsaid(what, f"tray.wait.{'deal' if phase in OPENING else phase}")
        if phase not in OPENING:
            yield from _fails(what, "question to programs", partial(asked, phase))
            yield from _unread(what, f"`{phase}`", "docs/engine.md")
        if phase in BY_PHASE:
            yield from _unsaid(what, f"paper.due.{phase}")
    yield from (line for due in Due if due is not Due.POWER for line in _unsaid(f"due {due}", f"paper.due.{due}"))


def _of_refusals() -> Iterator[str]:
    for bar in Bar:
        yield from _unsaid(f"refusal {bar}", f"bar.{bar}")
    for denial in Denial:
        yield from _unsaid(f"refusal {denial}", f"refused.{denial}")


def _of_endings() -> Iterator[str]:
    for ending in Ending:
        yield from _unsaid(f"ending {ending}", f"event.GameEnded.{ending}")
        yield from _unread(f"ending {ending}", f"`{ending}`", "docs/engine.md")
        yield from _fails(f"ending {ending}", "winner", partial(getattr, ending, "winner"))


def _unsaid(what: str, *keys: str) -> Iterator[str]:
    for key in keys:
        silent = [language for language in LANGUAGES if not Words(language).knows(key)]
        if silent:
            yield f"{what}: no sentence {key} ({', '.join(silent)})"


def _unread(what: str, text: str, document: str) -> Iterator[str]:
    if text not in (ROOT / document).read_text(encoding="utf-8"):
        yield f"{what}: {document} does not name {text}"


def _on_the_page(what: str, event: str) -> Iterator[str]:
    """Whether the page has a scene for the event, wherever in it that is."""
    files = [path for ending in ("svelte", "ts") for path in (ROOT / "web" / "src").rglob(f"*.{ending}") if path.name != "messages.ts"]
    if not any(event in path.read_text(encoding="utf-8") for path in files):
        yield f"{what}: no scene of the page for {event}"


def _fails(what: str, piece: str, do: Callable[[], object]) -> Iterator[str]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            do()
    except Exception as error:  # whatever goes wrong is what is missing
        yield f"{what}: no {piece}: {type(error).__name__}: {error}"


# Games in which a power is used

Told = list[list[AnyEvent]]


def _rules_with(power: Power) -> Ruleset:
    track = (power, power, Power.NONE, Power.NONE, Power.NONE)
    return replace(OFFICIAL, name=f"with {power}", powers=dict.fromkeys(OFFICIAL.powers, track))


def _game_with(power: Power) -> Record:
    """Play a game in which the power is used and everybody plays badly."""
    for seed in range(DEALS):
        session = Session(_rules_with(power), SEATS, random.Random(seed).randrange, [ALL])
        told = list(_played(session, random.Random(seed)))
        if any(isinstance(event, PowerGranted) and event.power is power for batch in told for event in batch):
            return Record(rules=session.game.rules, seats=SEATS, moves=session.moves, ending=session.game.ending)
    raise AssertionError(f"{power} is granted in none of {DEALS} games")


def _presidents_with(ability: Ability) -> dict[Role, tuple[Seat, Told]]:
    """For each role, a president who must use the power now, and what was told until then."""
    found: dict[Role, tuple[Seat, Told]] = {}
    for seed in range(DEALS):
        session, told = Session(_rules_with(ability.power), SEATS, random.Random(seed).randrange, [ALL]), Told()
        for batch in _played(session, random.Random(seed)):
            told.append(batch)
            if session.game.board.phase is ability.phase:
                seat = session.game.awaited[0]
                found.setdefault(session.game.roles[seat], (seat, list(told)))
    return found


def _played(session: Session, rng: random.Random) -> Iterator[list[AnyEvent]]:
    """Elect every government, enact what is fascist, turn powers on anybody."""
    while session.game.ending is None:
        seat = session.game.awaited[0]
        move = session.draw() if seat == NATURE else Move(seat, _decision(session.game, seat, rng))
        yield session.play(move).get(ALL, [])


def _decision(game: Game, seat: Seat, rng: random.Random) -> Decision:
    legal = game.legal_actions(seat)
    wanted = (Vote(True), Discard(Policy.LIBERAL), Enact(Policy.FASCIST), Veto(False))
    return next((action for action in wanted if action in legal), rng.choice(legal))


def _choose(level: str, rules: Ruleset, seat: Seat, told: Told) -> None:
    view = onlooking(rules, SEATS, seat)
    bot = sit(level, view, random.Random(1))
    for batch in told:
        bot.see(view.see(batch))
    assert bot.decide() in view.legal_actions


def _told(record: Record) -> None:
    for language in LANGUAGES:
        for moment in moments(record):
            news_in_words(Words(language), moment.events, moment.view, record.names.__getitem__)


def _read_by_a_program(ability: Ability, seat: Seat, told: Told) -> None:
    """Check that the line of text an engine answers with means the action it stands for."""
    view = onlooking(_rules_with(ability.power), SEATS, seat)
    for batch in told:
        view.see(batch)
    situation(view)
    assert all(read_order(view, line) == action for line, action in orders(view).items())


def _printed(rules: Ruleset) -> None:
    with closing(Pen(A4, rules.name, "en")) as pen:
        print_pages(pen, rules, ENGLISH)


if __name__ == "__main__":
    print("\n".join(missing()) or "nothing is missing")
