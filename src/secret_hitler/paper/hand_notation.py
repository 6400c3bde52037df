"""The notation for games on paper: a header in TOML, then one line a round with what everyone saw.

Players go by their names or by their seats, counted from 0. Remarks in braces are ignored.
"""

import json
from collections.abc import Iterator

import msgspec

from ..records.notation import BALLOT, RULE_LINE, parse_claim, print_claim, print_rules
from ..records.record import Clause, Position, clauses_in, unfit_header
from ..rules import Policy, Role, Seat
from ..rules.powers import ABILITIES, BY_PHASE
from ..rules.rulesets import ruleset_from
from . import paper_game as entries
from .filling import filling
from .paper_game import PAPER, AnyEntry, PaperGame
from .sheet import Sheet

TITLE = "Secret Hitler on paper, format "
_PLAIN: dict[str, AnyEntry] = {
    "elected": entries.Voted(True),
    "rejected": entries.Voted(False),
    "Hitler": entries.Unmasked(True),
    "not Hitler": entries.Unmasked(False),
    "enacts L": entries.Enacted(Policy.LIBERAL),
    "enacts F": entries.Enacted(Policy.FASCIST),
    "asks for a veto": entries.VetoAsked(),
    "agrees": entries.VetoAnswered(True),
    "refuses": entries.VetoAnswered(False),
    "vetoed": entries.Vetoed(),
}


def print_paper(paper: PaperGame) -> str:
    header = [TITLE + str(paper.paper), f"players = {json.dumps(paper.names, ensure_ascii=False)}"]
    return "\n".join([*header, *print_rules(paper.rules), RULE_LINE, *_rounds(paper), ""])


def _rounds(paper: PaperGame) -> Iterator[str]:
    number, clauses, verb = 1, list[str](), ""
    for sheet, entry, _ in filling(paper):
        if isinstance(entry, entries.Nominated) and sheet.view.board.round != number:
            yield f"{number:2}. " + "; ".join(clauses)
            number, clauses = sheet.view.board.round, []
        clauses.append(_words(entry, paper.names, verb, number))
        power = BY_PHASE.get(sheet.view.board.phase)
        verb = power.verb if power is not None else verb
    if clauses:
        yield f"{number:2}. " + "; ".join(clauses)


def _words(entry: AnyEntry, names: list[str], verb: str, round: int) -> str:
    match entry:
        case entries.Began(seat):
            return f"first {names[seat]}"
        case entries.Nominated(seat):
            return f"nominates {names[seat]}"
        case entries.Targeted(seat):
            return f"{verb} {names[seat]}"
        case entries.Voted(_, tuple() as ballots):
            return "".join(BALLOT[ballot] for ballot in ballots)
        case entries.Told(seat, claim):
            return f"{names[seat]} claims {print_claim(claim, round)}"
        case entries.Opened(roles):
            return f"roles {''.join(roles)}"
        case _:
            return next(words for words, plain in _PLAIN.items() if plain == entry)


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    players: list[str]
    rules: dict[str, object] = {}


def parse_paper(text: str, line: int = 1) -> PaperGame:
    """Read one game, which begins on this line of its file, and fill in its sheet; the inverse of print_paper."""
    line += len(text) - len(text.lstrip("\n"))
    first, _, rest = text.lstrip("\n").partition("\n")
    if first.strip() != f"{TITLE}{PAPER}":
        raise Position(line, 1).unfit(f"a game on paper begins with {TITLE + str(PAPER)!r}")
    header, rule, body = rest.partition(f"\n{RULE_LINE}\n")
    if not rule:
        raise Position(line, 1).unfit(f"the header must end with a line {RULE_LINE!r}")
    try:
        read = msgspec.toml.decode(header, type=_Header)
        paper = PaperGame(rules=ruleset_from(read.rules), names=read.players, entries=[])
        sheet = Sheet(paper.rules, paper.seats)
    except (msgspec.MsgspecError, ValueError) as error:
        raise unfit_header(error, line + 1) from error
    for round, clause in clauses_in(body, line + header.count("\n") + 3):
        _enter(paper, sheet, clause, round)
    return paper


def _enter(paper: PaperGame, sheet: Sheet, clause: Clause, round: int) -> None:
    try:
        entry = _entry(clause.text, paper, sheet, round)
        sheet.enter(entry)
    except (ValueError, KeyError) as error:
        raise clause.place.unfit(error) from error
    if isinstance(entry, entries.Nominated) and sheet.view.board.round != round:
        raise clause.place.unfit(f"this is round {sheet.view.board.round}, not {round}")
    paper.entries.append(entry)


def _entry(text: str, paper: PaperGame, sheet: Sheet, round: int) -> AnyEntry:
    said = " ".join(text.split())
    if said in _PLAIN:
        return _PLAIN[said]
    verb, _, rest = said.partition(" ")
    if " claims " in said:
        name, _, claim = said.partition(" claims ")
        return entries.Told(_seat(paper.names, name), parse_claim(claim.split(), round))
    if verb in ("first", "nominates"):
        return (entries.Began if verb == "first" else entries.Nominated)(_seat(paper.names, rest))
    if verb in {ability.verb for ability in ABILITIES.values()}:
        power = BY_PHASE.get(sheet.view.board.phase)
        if power is None or power.verb != verb:
            raise ValueError(f"nobody {verb} now: {f'the president {power.verb} a player' if power else f'due is {sheet.due}'}")
        return entries.Targeted(_seat(paper.names, rest))
    if verb == "roles":
        return entries.Opened(tuple(map(Role, rest)))
    if said and set(said) <= set("JN-"):
        ballots = tuple(cast for letter in said for cast, sign in BALLOT.items() if sign == letter)
        return entries.Voted(2 * ballots.count(True) > len(ballots) - ballots.count(None), ballots)
    raise ValueError(f"can't read {said!r}")


def _seat(names: list[str], name: str) -> Seat:
    if names.count(name) == 1:
        return Seat(names.index(name))
    if name.isdecimal() and int(name) < len(names):
        return Seat(int(name))
    raise ValueError(f"there's no player {name!r}; there are {', '.join(names)}")
