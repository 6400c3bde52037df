"""The readable notation: a header in TOML, then one line for each round that people can read and write."""

import json
from collections.abc import Callable, Iterator

import msgspec

from ..chance import Contribution
from ..play import Move
from ..rules import Appoint, Claim, ClaimParty, ClaimTiles, Deal, Discard, Enact, Nominate, Ruleset, Shuffle, UsePower, Veto, Vote
from ..rules.claims import about
from ..rules.events import DiscardSeen, ElectionHeld, GameEnded, HandSeen, PartySeen, PeekSeen, PolicyEnacted
from ..rules.powers import ABILITIES, AnyEvent, Decision, PowerAction, SeatAction
from ..rules.rulesets import ruleset_from
from ..rules.vocabulary import NATURE, About, Ending, Party, Phase, Policy, Role, Seat
from .record import FORMAT, Position, Record, UnfitRecord, clauses_in, replay, unfit_header

TITLE = "Secret Hitler record, format "
RULE_LINE = "---"
BALLOT = {True: "J", False: "N", None: "-"}
_CLAIM_WORDS = {About.PRESIDENT_HAND: "drew", About.CHANCELLOR_HAND: "got", About.PEEK: "saw", About.TOP_CARD: "top", About.PARTY: "party"}
_WORD_ABOUT = {word: about for about, word in _CLAIM_WORDS.items()}
_ON_A_SEAT: dict[str, Callable[[Seat], Decision]] = {
    "nominates": Nominate,
    **{ability.verb: ability.action for ability in ABILITIES.values()},
}
_ON_A_TILE: dict[str, Callable[[Policy], Decision]] = {"discards": Discard, "enacts": Enact}
_VERBS: dict[object, str] = {action: verb for verb, action in (*_ON_A_SEAT.items(), *_ON_A_TILE.items())}
_OPTIONAL = ("opener", "ending", "commitment", "seed", "server_secret")
"""Fields that the header has if they're known."""


def print_record(record: Record) -> str:
    return "\n".join([TITLE + str(record.format), *_header(record), RULE_LINE, *_rounds(record), ""])


def _header(record: Record) -> Iterator[str]:
    yield f"seats = {record.seats}"
    for key in _OPTIONAL:
        value = getattr(record, key)
        if value is not None:
            yield f"{key} = {_toml(value)}"
    if record.contributions:
        yield f"contributions = {_toml([_contribution(each) for each in record.contributions])}"
    if record.notes:
        yield "\n[notes]"
        yield from (f"{_toml(key)} = {_toml(value)}" for key, value in record.notes.items())
    yield from print_rules(record.rules)


def _contribution(added: Contribution) -> list[int | str]:
    return [added.seat, added.commitment, added.secret, *([added.announcement] if added.announcement else [])]


def print_rules(rules: Ruleset) -> Iterator[str]:
    """Print a rule set by value, as the last table of a header."""
    yield "\n[rules]"
    tables = {}
    for key, value in msgspec.to_builtins(rules).items():
        if isinstance(value, dict):
            tables[key] = value
        else:
            yield f"{key} = {_toml(value)}"
    for key, table in tables.items():
        yield f"\n[rules.{key}]"
        yield from (f"{players} = {_toml(value)}" for players, value in table.items())


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _rounds(record: Record) -> Iterator[str]:
    """Print one line for each round; everything before the first is round 0."""
    number, clauses = 0, list[str]()
    ballots: list[Move] = []
    for game, move, told in replay(record):
        if isinstance(move.action, Vote):
            ballots.append(move)
            if game.board.phase is Phase.ELECTION:
                continue
            clauses += _votes(ballots, told)
        else:
            clauses += [*map(_one_vote, ballots), clause(move, told, number)]
        ballots = []
        if game.board.round != number or game.ending is not None:
            if clauses:
                yield f"{number:2}. " + "; ".join(clauses)
            number, clauses = game.board.round, []
    clauses += map(_one_vote, ballots)
    if clauses:
        yield f"{number:2}. " + "; ".join(clauses)


def _votes(votes: list[Move], told: list[AnyEvent]) -> list[str]:
    """Print the ballots of an election as one word if they're in seat order, otherwise one by one."""
    note = _note(told)
    voters = [move.seat for move in votes]
    everyone = next((event.ballots for event in told if isinstance(event, ElectionHeld)), ())
    if voters == sorted(voters) and len(voters) == sum(ballot is not None for ballot in everyone):
        return ["".join(BALLOT[ballot] for ballot in everyone) + note]
    *words, last = map(_one_vote, votes)
    return [*words, last + note]


def _one_vote(move: Move) -> str:
    assert isinstance(move.action, Vote)
    return f"{move.seat} votes {BALLOT[move.action.ja]}"


def clause(move: Move, told: list[AnyEvent], round: int) -> str:
    """Print one move, with remarks on its events; a claim that names no round is about this `round`."""
    return _words(move, round) + _note(told)


def _words(move: Move, round: int) -> str:
    seat = move.seat
    match move.action:
        case Deal(roles):
            return "deal " + "".join(roles)
        case Shuffle(deck):
            return "deck " + "".join(deck)
        case Appoint(president):
            return f"first {president}"
        case Nominate() | PowerAction() | Discard() | Enact() as action:
            return f"{seat} {_VERBS[type(action)]} {msgspec.structs.astuple(action)[0]}"
        case Vote():
            return _one_vote(move)
        case Veto(wanted):
            return f"{seat} wants {'a' if wanted else 'no'} veto"
        case UsePower(wanted):
            return f"{seat} {'uses' if wanted else 'waives'} power"
        case ClaimTiles() | ClaimParty() as claim:
            return f"{seat} claims {print_claim(claim, round)}"


def print_claim(claim: Claim, round: int) -> str:
    """Write a claim, with its round only if it's another one."""
    said = claim.tiles and "".join(claim.tiles) if isinstance(claim, ClaimTiles) else claim.party
    return f"{_CLAIM_WORDS[about(claim)]} {said or '?'}{'' if claim.round == round else f' in {claim.round}'}"


def _note(told: list[AnyEvent]) -> str:
    """Write remarks in braces for the reader; parsing ignores them."""
    return "".join(f" {{{remark}}}" for remark in _remarks(told))


def _remarks(told: list[AnyEvent]) -> Iterator[str]:
    for event in told:
        match event:
            case DiscardSeen(tiles=tiles):
                kept = next((event.tiles for event in told if isinstance(event, HandSeen)), ())
                enacted = tuple(event.policy for event in told if isinstance(event, PolicyEnacted) and not event.by_populace)
                yield f"of {''.join(sorted(tiles + kept + enacted))}"
            case PartySeen(party=party):
                yield f"sees {party}"
            case PeekSeen(tiles=tiles):
                yield f"peeks {''.join(tiles)}"
            case PolicyEnacted(policy=policy, by_populace=True):
                yield f"the populace enacts {policy}"
            case ElectionHeld(elected=elected):
                yield "elected" if elected else "rejected"
            case GameEnded(ending=ending):
                yield ending.replace("_", " ")


def parse_record(text: str, line: int = 1) -> Record:
    """Read one record that starts on this line of its file, and play it through the rules; the inverse of print_record.

    `[rules]` can also name a written rule set by `base` and change it.
    """
    line += len(text) - len(text.lstrip("\n"))
    first, _, rest = text.lstrip("\n").partition("\n")
    if not first.startswith(TITLE):
        raise Position(line, 1).unfit(f"a record begins with {TITLE!r} and a number")
    version = first.removeprefix(TITLE).strip()
    if version != str(FORMAT):
        raise Position(line, len(TITLE) + 1).unfit(f"format {version} is not one this program reads (it reads {FORMAT})")
    header, rule, body = rest.partition(f"\n{RULE_LINE}\n")
    if not rule:
        raise Position(line, 1).unfit(f"the header is not closed by a line {RULE_LINE!r}")
    record, places = _parse_header(header, line + 1), list[Position]()
    for round, (written, place) in clauses_in(body, line + header.count("\n") + 3):
        try:
            moves = list(_parse_clause(written.split(), round))
        except (ValueError, KeyError) as error:
            raise place.unfit(error) from error
        record.moves += moves
        places += [place] * len(moves)
    try:
        for _ in replay(record):
            pass
    except UnfitRecord as error:
        raise places[error.move - 1].unfit(error) if error.move else error from error
    return record


class _HeaderContribution(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    seat: Seat
    commitment: str
    secret: str
    announcement: str = ""


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    seats: int
    rules: dict[str, object] = {}
    opener: Seat | None = None
    ending: Ending | None = None
    commitment: str | None = None
    seed: str | None = None
    server_secret: str | None = None
    contributions: list[_HeaderContribution] = []
    notes: dict[str, str] = {}


def _parse_header(text: str, line: int) -> Record:
    try:
        header = msgspec.toml.decode(text, type=_Header)
        rules = ruleset_from(header.rules)
    except (msgspec.MsgspecError, ValueError) as error:
        raise unfit_header(error, line) from error
    added = [Contribution(**msgspec.structs.asdict(each)) for each in header.contributions]
    known = {key: getattr(header, key) for key in _OPTIONAL}
    return Record(rules=rules, seats=header.seats, contributions=added, notes=header.notes, **known)


def _parse_clause(words: list[str], round: int) -> Iterator[Move]:
    match words:
        case ["deal", roles]:
            yield Move(NATURE, Deal(tuple(map(Role, roles))))
        case ["deck", tiles]:
            yield Move(NATURE, Shuffle(tuple(map(Policy, tiles))))
        case ["first", president]:
            yield Move(NATURE, Appoint(Seat(int(president))))
        case [ballots] if set(ballots) <= set("JN-"):
            yield from (Move(Seat(seat), Vote(ballot == "J")) for seat, ballot in enumerate(ballots) if ballot != "-")
        case [seat, *rest] if seat.isdecimal():
            yield Move(Seat(int(seat)), _parse_action(rest, round))
        case _:
            raise ValueError(f"cannot read {' '.join(words)!r}")


def _parse_action(words: list[str], round: int) -> SeatAction:
    match words:
        case ["votes", ("J" | "N") as ballot]:
            return Vote(ballot == "J")
        case [verb, seat] if verb in _ON_A_SEAT:
            return _ON_A_SEAT[verb](Seat(int(seat)))
        case [verb, policy] if verb in _ON_A_TILE:
            return _ON_A_TILE[verb](Policy(policy))
        case ["wants", ("a" | "no") as article, "veto"]:
            return Veto(article == "a")
        case [("uses" | "waives") as verb, "power"]:
            return UsePower(verb == "uses")
        case ["claims", *claim]:
            return parse_claim(claim, round)
    raise ValueError(f"cannot read {' '.join(words)!r}")


def parse_claim(words: list[str], round: int) -> Claim:
    match words:
        case [word, said] if word in _WORD_ABOUT:
            of = round
        case [word, said, "in", number] if word in _WORD_ABOUT and number.isdecimal():
            of = int(number)
        case _:
            raise ValueError(f"cannot read {' '.join(words)!r}: a claim is drew, got, saw, top or party, and what")
    if _WORD_ABOUT[word] is About.PARTY:
        return ClaimParty(of, None if said == "?" else Party(said))
    return ClaimTiles(_WORD_ABOUT[word], of, None if said == "?" else tuple(map(Policy, said)))
