"""Panels: write the text beside the table: the log, the votes, claims, chat, notes, certain facts, the last page."""

from rich.style import Style
from rich.text import Text

from ...client.fair_deal import DealCheck
from ...rules import Party, Policy, Power, Seat, Tiles, View
from ...rules.claims import Claimed, Round
from ...rules.events import EVERYONE, ClaimMade
from ...rules.powers import PEEKS
from ...wire.commands import Suspicion
from ...words import event_in_words
from ..prompt import doubts
from ..table_source import TableSource
from ..theme import COLOUR, FAINTLY, STRONGLY, TO_DO, covers, poster, stamp, stamps
from ..words import listed, say, spoken, story
from .seats import SIGNS, Notes, key_of


def log(source: TableSource, view: View, uncovered: bool) -> Text:
    """Tell the whole game, newest round first; what only I saw stays covered until I uncover it."""
    if not view.rounds:
        return Text(say("log.empty"), FAINTLY)
    lines: list[Text] = []
    for round in reversed(view.rounds):
        special = f" ({say('log.special')})" if round.special else ""
        lines.append(Text(say("table.round", n=round.number) + special, TO_DO))
        lines += _round(source, view, round, uncovered)
    return Text("\n").join(lines)


def _round(source: TableSource, view: View, round: Round, uncovered: bool) -> list[Text]:
    name = source.name_of
    lines: list[Text] = []
    if round.chancellor is not None:
        line = Text(say("log.nominated", president=name(round.president), chancellor=name(round.chancellor)))
        if round.ballots is not None:
            votes = {"ja": round.ballots.count(True), "nein": round.ballots.count(False)}
            result = say("log.elected" if round.elected else "log.rejected", **votes)
            line.append(say("list.label", a="", b="")).append(result.replace(" : ", ":").replace("\u202f: ", ":"), STRONGLY)
        lines.append(line)
    lines += _sights(source, round, uncovered)
    if round.vetoed or round.veto_asked:
        lines.append(Text(say("log.vetoed" if round.vetoed else "log.vetoAsked")))
    if round.enacted is not None:
        chaos = f"{say('log.chaos')}: " if round.by_populace else ""
        lines.append(Text.assemble(stamp(round.enacted), " ", chaos, (say(f"log.enacted.{round.enacted.value}"), STRONGLY)))
    if round.power in PEEKS or (round.power is not Power.NONE and round.target is not None):
        target = {} if round.target is None else {"name": name(round.target)}
        lines.append(Text(f"{name(round.president)}: {say(f'log.{round.power.value}', **target)}"))
    if round.party is not None:
        lines.append(_party_seen(source, round, uncovered))
    return lines + [claim_line(source, view, claimed, uncovered) for claimed in round.claims]


def _sights(source: TableSource, round: Round, uncovered: bool) -> list[Text]:
    seen: list[tuple[Seat | None, str, Tiles | None]] = [
        (round.president, "president_hand", round.president_hand),
        (round.chancellor, "chancellor_hand", round.chancellor_hand),
        (round.president, "peek", round.peek),
    ]
    lines = []
    for seat, what, tiles in seen:
        if tiles is not None and seat is not None:
            mine = seat == source.seat
            words = say(f"log.mine.{what}") if mine else f"{source.name_of(seat)} {say(f'log.seen.{what}')}"
            shown = uncovered or not mine
            lines.append(Text.assemble((f"{words} ", Style(italic=True)), stamps(tiles) if shown else covers(len(tiles))))
    return lines


def _party_seen(source: TableSource, round: Round, uncovered: bool) -> Text:
    assert round.party is not None
    mine = round.witness == source.seat
    if mine and not uncovered:
        return Text.assemble((say("log.mine.party", party=""), Style(italic=True)), covers(1))
    words = say("log.mine.party" if mine else "log.seen.party", party=say(f"party.{round.party.value}"))
    return Text.assemble((words + " ", Style(italic=True)), stamp(round.party))


def claim_line(source: TableSource, view: View, claimed: Claimed, uncovered: bool) -> Text:
    said = ClaimMade(seat=claimed.seat, claim=claimed.claim, audience=EVERYONE)
    line = Text(event_in_words(spoken(), said, view, source.name_of) or "")
    line.highlight_words([source.name_of(claimed.seat)], STRONGLY)
    against = doubts(claimed, uncovered)
    return line.append(f" ({', '.join(against)})", TO_DO) if against else line


def votes(source: TableSource, view: View) -> Text:
    """Draw a grid of rounds and seats: J or n, with P for the president and C for the chancellor."""
    held = [round for round in view.rounds if round.ballots is not None]
    if not held:
        return Text(say("votes.empty"), FAINTLY)
    seats = [Seat(seat) for seat in range(view.board.seats)]
    lines = [Text("   " + "".join(f" {key_of(seat)} " for seat in seats), TO_DO)]
    lines += [_vote_row(round, seats) for round in reversed(held)]
    lines.append(Text())
    lines.append(Text(say("terminal.votesKey"), FAINTLY))
    lines.append(Text(", ".join(f"{key_of(seat)} {source.name_of(seat)}" for seat in seats), FAINTLY))
    return Text("\n").join(lines)


def _vote_row(round: Round, seats: list[Seat]) -> Text:
    assert round.ballots is not None
    row = Text().append(f"{round.number:>2}", FAINTLY)
    if round.enacted is not None:
        row.append(round.enacted.value, Style(color=COLOUR[round.enacted.value], bold=True))
    else:
        row.append(" " if round.elected else "-", FAINTLY)
    for seat in seats:
        ballot = round.ballots[seat]
        office = "P" if seat == round.president else "C" if seat == round.chancellor else " "
        row.append("  " if ballot is None else " J" if ballot else " n", STRONGLY if ballot else FAINTLY).append(office, TO_DO)
    return row


def claims(source: TableSource, view: View, uncovered: bool) -> Text:
    lines: list[Text] = []
    for round in [round for round in reversed(view.rounds) if round.claims]:
        lines.append(Text(say("table.round", n=round.number), TO_DO))
        lines += [claim_line(source, view, claimed, uncovered) for claimed in round.claims]
    return Text("\n").join(lines or [Text(say("terminal.noClaims"), FAINTLY)])


def facts(source: TableSource, view: View, uncovered: bool) -> Text:
    """Show what follows from public information alone."""
    if source.table is not None and not source.table.options.deduction_board:
        return Text(say("terminal.facts"), FAINTLY)
    name = source.name_of
    cleared = [name(seat) for seat in view.board.not_hitler]
    lines = [Text(say("facts.notHitler"), TO_DO), Text(listed(cleared) if cleared else say("facts.nobody"))]
    lines += [Text(say("facts.left"), TO_DO), Text(say("facts.leftTiles", l=view.liberal_tiles_left, f=view.fascist_tiles_left))]
    records = [Text(say("facts.record", name=name(seat), l=liberal, f=fascist)) for seat, liberal, fascist in _governments(view)]
    looked = [
        Text(say("facts.investigation", president=name(round.president), name=name(round.target)))
        for round in view.rounds
        if round.power is Power.INVESTIGATE and round.target is not None
    ]
    clashing = [
        claim_line(source, view, claimed, uncovered)
        for round in view.rounds
        for claimed in round.claims
        if claimed.contested or claimed.verdict == "impossible"
    ]
    for title, found in (("facts.governments", records), ("facts.investigations", looked), ("facts.claims", clashing)):
        if found:
            lines += [Text(say(title), TO_DO), *found]
    return Text("\n").join(lines)


def _governments(view: View) -> list[tuple[Seat, int, int]]:
    """Count for each seat how many liberal and fascist policies it enacted in office."""
    found = []
    for seat in map(Seat, range(view.board.seats)):
        served = [each.enacted for each in view.rounds if not each.by_populace and seat in (each.president, each.chancellor)]
        liberal, fascist = served.count(Policy.LIBERAL), served.count(Policy.FASCIST)
        if liberal or fascist:
            found.append((seat, liberal, fascist))
    return found


def chat(source: TableSource) -> Text:
    if not source.spoken:
        return Text(say("talk.empty"), FAINTLY)
    return Text("\n").join([Text.assemble((f"{name}: ", STRONGLY), text) for name, text in source.spoken])


def marks(source: TableSource, view: View, notes: Notes) -> Text:
    marked = [(seat, mark) for seat, mark in sorted(notes.marks.items()) if mark is not Suspicion.NONE and seat < view.board.seats]
    lines = [
        Text.assemble((f"{SIGNS[mark]} ", TO_DO), source.name_of(seat), (f"  {say(f'mark.{mark}')}", FAINTLY)) for seat, mark in marked
    ]
    return Text("\n").join([*(lines or [Text(say("terminal.noMarks"), FAINTLY)]), Text(say("terminal.marks"), FAINTLY)])


def last_page(source: TableSource, view: View) -> Text:
    ending = view.board.ending
    assert ending is not None
    won = say("end.liberalsWin" if ending.winner is Party.LIBERAL else "end.fascistsWin")
    lines = [poster(ending.winner, spoken().upper(won)), Text()]
    lines += [Text(line) for line in story(view, source.name_of)]
    lines += [Text(), Text(say("end.cards"), TO_DO)]
    lines += [Text.assemble(stamp(role), f" {source.name_of(seat)}") for seat, role in sorted(view.roles.items())]
    if check := source.client.deal_check:
        lines += [Text(), Text(say(f"end.deal.{check}"), FAINTLY if check is DealCheck.KEPT else STRONGLY)]
    return Text("\n").join(lines)
