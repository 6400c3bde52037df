"""The companion for a table with real cards, in a terminal and without a network: one question at a time, undo, and a record at the end."""

import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from ..records import UnfitRecord
from ..rules import About, ClaimParty, ClaimTiles, IllegalAction, Party, Policy, Role, Seat, Sight
from .files import game_to_line, read_games
from .paper_game import (
    AnyEntry,
    Began,
    Enacted,
    Nominated,
    Opened,
    PaperGame,
    Targeted,
    Told,
    Unmasked,
    VetoAnswered,
    VetoAsked,
    Vetoed,
    Voted,
)
from .setup import kit
from .sheet import Due, Sheet, filling
from .speech import POLICIES, POWERS, SAYINGS, claimed, news, question, set_up

HELP = """  a number      choose what is listed
  J and N       at a vote: one letter for each living player in seat order, as JJNJN
  c             write down what somebody claims about a hand, a peek or a party
  u             take the last entry back
  l             the game so far, round by round
  t             what to take from the box, and who begins
  n             the narrator's opening once more
  q             leave; the file keeps everything, and the same command goes on from it"""


class Quit(Exception):
    """The group leaves; everything is in the file."""


class Desk(Struct):
    """Where the group reads and writes."""

    ask: Callable[[str], str]
    say: Callable[[str], None]
    wait: Callable[[float], None] = time.sleep


def read_sheet(path: Path) -> PaperGame:
    """The game in a file, to go on with."""
    for record in read_games(path):
        if isinstance(record, PaperGame):
            list(filling(record))
            return record
        raise record if isinstance(record, UnfitRecord) else UnfitRecord(f"{path} holds a game of another kind")
    raise UnfitRecord(f"{path} holds no game")


class Companion:
    def __init__(self, paper: PaperGame, path: Path, desk: Desk, pace: float = 1.0) -> None:
        self.paper, self.path, self.desk, self.pace = paper, path, desk, pace
        self.sheet = self._filled()

    def run(self) -> None:
        """Ask until the game is written down; raises Quit where the group leaves."""
        if not self.paper.entries:
            self._tell(set_up(self.paper.rules, kit(self.paper.rules, self.paper.seats), self.paper.seats))
            if self.desk.ask("Enter: the narrator opens the game. s: without. ").strip().lower() != "s":
                self._narrate()
        while self.sheet.due is not Due.NOTHING:
            if self.paper.entries:
                self._show_board()
            self.desk.say(question(self.sheet, self._name))
            self._show_options()
            self._answer(self.desk.ask("> ").strip())

    def _filled(self) -> Sheet:
        sheet = Sheet(self.paper.rules, self.paper.seats)
        for entry in self.paper.entries:
            sheet.enter(entry)
        return sheet

    def _name(self, seat: Seat | None) -> str:
        return "" if seat is None else self.paper.names[seat]

    def _tell(self, lines: list[str]) -> None:
        for line in lines:
            self.desk.say(line)

    # Showing

    def _show_board(self) -> None:
        view = self.sheet.view
        board, rules = view.board, self.paper.rules
        liberal = " ".join("(L)" if place < board.liberal else "( )" for place in range(rules.liberal_goal))
        powers = [*(POWERS[power] for power in rules.powers[board.seats]), "win"]
        fascist = " ".join("<F>" if place < board.fascist else f"<{power}>" for place, power in enumerate(powers))
        self._tell(["", f"-- round {board.round} " + "-" * 50, f"liberal {liberal}", f"fascist {fascist}"])
        self.desk.say(
            f"failed governments {board.tracker} of {rules.tracker_length}, draw pile {board.draw_pile}, discards {board.discards}"
        )
        dead = [self._name(Seat(seat)) for seat in range(board.seats) if seat not in board.alive]
        facts = {
            "dead": dead,
            "not Hitler": [self._name(seat) for seat in board.not_hitler if seat in board.alive],
            "not eligible as chancellor": [self._name(seat) for seat in view.term_limited],
        }
        self._tell([f"{fact}: {', '.join(names)}" for fact, names in facts.items() if names])
        if view.hitler_can_win and board.ending is None:
            self.desk.say("Whoever becomes chancellor is asked: Hitler wins at once.")

    def _show_options(self) -> None:
        for number, option in enumerate(self.sheet.options, start=1):
            self.desk.say(f"  {number}) {self._words(option.entry)}" + (f"  (no: {option.barred.text})" if option.barred else ""))
        if self.sheet.due is Due.ROLES:
            self.desk.say("  one letter each: L liberal, F fascist, H Hitler, as LLFHL; Enter leaves them out")
        self.desk.say("  c claim, u undo, l log, ? help, q leave")

    def _words(self, entry: AnyEntry) -> str:
        match entry:
            case Began(seat) | Nominated(seat) | Targeted(seat):
                return self._name(seat)
            case Voted(elected):
                return "elected" if elected else "rejected"
            case Unmasked(hitler):
                return "Hitler" if hitler else "not Hitler"
            case Enacted(policy):
                return POLICIES[policy]
            case VetoAsked():
                return "the chancellor asks for a veto"
            case VetoAnswered(agreed):
                return "the president agrees" if agreed else "the president refuses"
            case Vetoed():
                return "vetoed by both"
            case Told(_, claim):
                return claimed(claim)
            case Opened(roles):
                return "".join(roles)

    def _narrate(self) -> None:
        for cue in kit(self.paper.rules, self.paper.seats).opening:
            self.desk.say(f"\a  {SAYINGS[cue.saying]}")
            self.desk.wait(cue.pause * self.pace)

    def _show_log(self) -> None:
        for round in self.sheet.view.rounds:
            outcome = "" if round.elected is None else ", elected" if round.elected else ", rejected"
            enacted = f", {POLICIES[round.enacted]} policy" if round.enacted else ", vetoed" if round.vetoed else ""
            target = f", {POWERS[round.power]}: {self._name(round.target)}" if round.target is not None else ""
            government = f"{self._name(round.president)} and {self._name(round.chancellor)}" if round.chancellor is not None else ""
            self.desk.say(f"  {round.number}: {government}{outcome}{enacted}{target}")
            self._tell([f"     {self._name(each.seat)} says: {claimed(each.claim)}" for each in round.claims])

    # Answering

    def _answer(self, answer: str) -> None:
        match answer.lower():
            case "q":
                raise Quit
            case "?" | "h":
                self.desk.say(HELP)
            case "u":
                self._undo()
            case "l":
                self._show_log()
            case "t":
                self._tell(set_up(self.paper.rules, kit(self.paper.rules, self.paper.seats), self.paper.seats))
            case "n" if self.sheet.due is not Due.ELECTION:
                self._narrate()
            case "c":
                self._claim()
            case "" if self.sheet.due is Due.ROLES:
                raise Quit
            case _:
                self._enter(self._entry(answer))

    def _entry(self, answer: str) -> AnyEntry | None:
        options, letters = self.sheet.options, answer.upper()
        if answer.isdecimal() and 1 <= int(answer) <= len(options):
            return options[int(answer) - 1].entry
        if self.sheet.due is Due.ELECTION and letters and set(letters) <= {"J", "N"}:
            return self._ballots(letters)
        if self.sheet.due is Due.ROLES and letters and set(letters) <= set(Role):
            return Opened(tuple(map(Role, letters)))
        self.desk.say(f"I do not understand {answer!r}. Type one of the numbers, or ? for help.")
        return None

    def _ballots(self, letters: str) -> Voted | None:
        alive = self.sheet.view.board.alive
        if len(letters) != len(alive):
            self.desk.say(f"{len(letters)} votes for {len(alive)} living players: {', '.join(map(self._name, alive))}.")
            return None
        cast = dict(zip(alive, letters, strict=True))
        ballots = tuple(cast[Seat(seat)] == "J" if seat in alive else None for seat in range(self.sheet.seats))
        return Voted(2 * letters.count("J") > len(alive), ballots)

    def _enter(self, entry: AnyEntry | None) -> None:
        if entry is None:
            return
        try:
            told = self.sheet.enter(entry)
        except IllegalAction as error:
            self.desk.say(f"That cannot be: {error.bar.text}.")
            return
        self.paper.entries.append(entry)
        self._save()
        rules = self.paper.rules
        whole = rules.liberal_tiles + rules.fascist_tiles
        self._tell([f"* {sentence}" for sentence in news(told, self._name, rules.draw, whole)])

    def _undo(self) -> None:
        if not self.paper.entries:
            self.desk.say("There is nothing to take back.")
            return
        entry = self.paper.entries.pop()
        self.sheet = self._filled()
        self._save()
        self.desk.say(f"Taken back: {self._words(entry)}.")

    def _save(self) -> None:
        self.path.write_text(game_to_line(self.paper) + "\n", encoding="utf-8")

    def _claim(self) -> None:
        round = self.sheet.view.board.round
        sights = [sight for sight in self.sheet.view.board.sights if sight.round >= round - 2]
        if not sights:
            self.desk.say("Nobody has seen anything lately.")
            return
        for number, sight in enumerate(sights, start=1):
            self.desk.say(f"  {number}) {self._name(sight.seat)}: {_SEEN[sight.about]}, round {sight.round}")
        answer = self.desk.ask("Who claims something? ").strip()
        if not answer.isdecimal() or not 1 <= int(answer) <= len(sights):
            return
        sight = sights[int(answer) - 1]
        said = self.desk.ask("L or F? " if sight.about is About.PARTY else "Which policies? One letter each, as FFL: ")
        self._enter(self._told(sight, said.strip().upper()))

    def _told(self, sight: Sight, letters: str) -> Told | None:
        if not letters or not set(letters) <= set(Policy):
            self.desk.say("Only the letters L and F.")
            return None
        if sight.about is About.PARTY:
            return Told(sight.seat, ClaimParty(sight.round, Party(letters[0])))
        tiles = tuple(map(Policy, letters if sight.about is About.PEEK else sorted(letters)))
        return Told(sight.seat, ClaimTiles(sight.about, sight.round, tiles))


_SEEN = {
    About.PRESIDENT_HAND: "the hand as president",
    About.CHANCELLOR_HAND: "the hand as chancellor",
    About.PEEK: "the policies on top",
    About.PARTY: "a party",
}
