"""Companion: guide a game with real cards in a terminal, with no network: one question at a time, undo, and a record at the end."""

import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from ..records import UnfitRecord
from ..rules import About, ClaimParty, ClaimTiles, IllegalAction, Party, Policy, Role, Seat, Sight
from ..rules.choices import tiles_seen
from ..rules.events import EVERYONE, ClaimMade
from ..rules.powers import BY_PHASE
from ..words import Voice, Words, event_in_words, news_in_words
from ..words.opening import LOOK, cue_in_words, opening
from ..words.summary import by_hand, veto_manner
from . import paper_game as entries
from .files import game_to_line, read_games
from .filling import fill_in, filling
from .paper_game import AnyEntry, PaperGame
from .setup import power_name, set_up
from .sheet import Due

HELP = {"J N": "votes", "c": "c", "u": "u", "l": "l", "t": "t", "n": "n", "q": "q"}


class Quit(Exception):
    """The group stops; everything is in the file."""


class Console(Struct):
    ask: Callable[[str], str]
    say: Callable[[str], None]
    wait: Callable[[float], None] = time.sleep


def read_sheet(path: Path) -> PaperGame:
    for record in read_games(path):
        if isinstance(record, PaperGame):
            list(filling(record))
            return record
        raise record if isinstance(record, UnfitRecord) else UnfitRecord(f"{path} isn't a game with real cards")
    raise UnfitRecord(f"there's no game in {path}")


class Companion:
    def __init__(self, paper: PaperGame, path: Path, console: Console, words: Words, look: int = LOOK) -> None:
        self.paper, self.path, self.console, self.words, self.look = paper, path, console, words, look
        self.sheet = fill_in(paper.rules, paper.seats, paper.entries).sheet

    def run(self) -> None:
        """Ask until the game is written down; raises Quit if the group stops."""
        if not self.paper.entries:
            self._show_set_up()
            if self.console.ask(self.words.say("companion.narrate")).strip().lower() != "s":
                self._narrate()
        while self.sheet.due is not Due.NOTHING:
            if self.paper.entries:
                self._show_board()
            self._ask()
            self._answer(self.console.ask("> ").strip())

    def _name(self, seat: Seat | None) -> str:
        return "" if seat is None else self.paper.names[seat]

    def _tell(self, lines: list[str]) -> None:
        for line in lines:
            self.console.say(line)

    def _show_set_up(self) -> None:
        self._tell([self.words.say("print.licence"), self.words.ruleset_about(self.paper.rules)])
        self._tell(set_up(self.words, self.paper.rules, self.paper.seats))

    def _show_board(self) -> None:
        view, say = self.sheet.view, self.words.say
        board, rules = view.board, self.paper.rules
        liberal = " ".join("(L)" if place < board.liberal else "( )" for place in range(rules.liberal_goal))
        powers = [*(power_name(self.words, power) for power in rules.powers[board.seats]), say("terminal.wins")]
        fascist = " ".join("<F>" if place < board.fascist else f"<{power}>" for place, power in enumerate(powers))
        self._tell(["", f"-- {say('table.round', n=board.round)} " + "-" * 50, liberal, fascist])
        piles = say("table.draw", n=board.draw_pile), say("table.discards", n=board.discards)
        self.console.say(", ".join([say("table.tracker", n=board.tracker, goal=rules.tracker_length), *piles]))
        facts = {
            "table.dead": [Seat(seat) for seat in range(board.seats) if seat not in board.alive],
            "table.notHitler": [seat for seat in board.not_hitler if seat in board.alive],
            "table.termLimited": view.term_limited,
        }
        self._tell([self.words.labelled(say(fact), self.words.listed(map(self._name, seats))) for fact, seats in facts.items() if seats])
        if view.hitler_can_win and board.ending is None:
            self.console.say(say("table.hitlerDanger"))

    def _ask(self) -> None:
        self.console.say(self._question())
        for number, option in enumerate(self.sheet.options, start=1):
            barred = f"  ({self.words.say(f'bar.{option.barred}')})" if option.barred else ""
            self.console.say(f"  {number}) {self._entry_words(option.entry)}{barred}")
        if self.sheet.due is Due.ROLES:
            self.console.say(f"  {self.words.say('companion.roleLetters')}")
        self.console.say(f"  {self.words.say('companion.keys')}")

    def _question(self) -> str:
        say, sheet, board, rules = self.words.say, self.sheet, self.sheet.view.board, self.paper.rules
        people = {"president": board.president, "chancellor": board.chancellor, "name": sheet.suspect}
        due = board.phase if sheet.due is Due.POWER else sheet.due
        asked = say(f"paper.due.{due}", n=rules.draw, **{office: self._name(seat) for office, seat in people.items()})
        match sheet.due:
            case Due.POLICY if sheet.view.veto_open and not board.veto_asked:
                return f"{asked} {say(f'companion.veto.{veto_manner(rules)}')}"
            case Due.POWER if BY_PHASE[board.phase].shows_party:
                return f"{asked} {say('paper.how.cards' if by_hand(rules) else 'paper.how.box')}"
            case _:
                return asked

    def _entry_words(self, entry: AnyEntry) -> str:
        say = self.words.say
        match entry:
            case entries.Began(seat) | entries.Nominated(seat) | entries.Targeted(seat):
                return self._name(seat)
            case entries.Voted(elected):
                return say("paper.elected" if elected else "paper.rejected")
            case entries.Unmasked(hitler):
                return say("role.H" if hitler else "paper.notHitler")
            case entries.Enacted(policy):
                return say(f"tile.{policy}")
            case entries.VetoAsked():
                return say("paper.vetoAsked")
            case entries.VetoAnswered(agreed):
                return say("paper.vetoAgreed" if agreed else "paper.vetoRefused")
            case entries.Vetoed():
                return say("paper.vetoed")
            case entries.Told(seat):
                return say("paper.entry.Told", name=self._name(seat))
            case entries.Opened(roles):
                return "".join(roles)

    def _narrate(self) -> None:
        for cue in opening(self.paper.rules, self.paper.seats, self.look):
            self.console.say(f"\a  {cue_in_words(self.words, cue)}")
            self.console.wait(cue.pause)

    def _show_log(self) -> None:
        say, view = self.words.say, self.sheet.view
        for round in view.rounds:
            told = []
            if round.chancellor is not None:
                told.append(self.words.listed([self._name(round.president), self._name(round.chancellor)]))
            if round.elected is not None:
                told.append(say("paper.elected" if round.elected else "paper.rejected"))
            if round.enacted is not None or round.vetoed:
                told.append(say("scene.vetoed") if round.enacted is None else say(f"tile.{round.enacted}"))
            if round.target is not None:
                told.append(self.words.labelled(power_name(self.words, round.power), self._name(round.target)))
            self.console.say(f"  {round.number}: {', '.join(told)}")
            made = [ClaimMade(seat=each.seat, claim=each.claim, audience=EVERYONE) for each in round.claims]
            self._tell([f"     {event_in_words(self.words, claim, view, self._name)}" for claim in made])

    def _answer(self, answer: str) -> None:
        match answer.lower():
            case "q":
                raise Quit
            case "?" | "h":
                keys = {self.words.say("companion.aNumber"): "number"} | HELP
                self._tell([f"  {key:<12} {self.words.say(f'companion.help.{does}')}" for key, does in keys.items()])
            case "u":
                self._undo()
            case "l":
                self._show_log()
            case "t":
                self._show_set_up()
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
            return entries.Opened(tuple(map(Role, letters)))
        self.console.say(self.words.say("companion.unclear", answer=repr(answer)))
        return None

    def _ballots(self, letters: str) -> entries.Voted | None:
        alive = self.sheet.view.board.alive
        if len(letters) != len(alive):
            names = self.words.listed(map(self._name, alive))
            self.console.say(self.words.say("companion.miscounted", n=len(letters), living=len(alive), names=names))
            return None
        cast = dict(zip(alive, letters, strict=True))
        ballots = tuple(cast[Seat(seat)] == "J" if seat in alive else None for seat in range(self.sheet.seats))
        return entries.Voted(2 * letters.count("J") > len(alive), ballots)

    def _enter(self, entry: AnyEntry | None) -> None:
        if entry is None:
            return
        try:
            told = self.sheet.enter(entry)
        except IllegalAction as error:
            self.console.say(self.words.say("paper.refused", reason=self.words.say(f"bar.{error.bar}")))
            return
        self.paper.entries.append(entry)
        self._save()
        self._tell([f"* {news}" for news in news_in_words(self.words, told, self.sheet.view, self._name, Voice.PAPER)])

    def _undo(self) -> None:
        if not self.paper.entries:
            self.console.say(self.words.say("companion.nothingBack"))
            return
        entry = self.paper.entries.pop()
        self.sheet = fill_in(self.paper.rules, self.paper.seats, self.paper.entries).sheet
        self._save()
        self.console.say(self.words.say("companion.takenBack", entry=self._entry_words(entry)))

    def _save(self) -> None:
        self.path.write_text(game_to_line(self.paper) + "\n", encoding="utf-8")

    def _claim(self) -> None:
        board = self.sheet.view.board
        sights = [sight for sight in board.sights if sight.round >= board.round - 2]
        if not sights:
            self.console.say(self.words.say("paper.nobodySaw"))
            return
        for number, sight in enumerate(sights, start=1):
            saw = self.words.say(f"paper.saw.{sight.about}", name=self._name(sight.seat), round=sight.round)
            self.console.say(f"  {number}) {saw}")
        answer = self.console.ask(self.words.say("companion.whoClaims")).strip()
        if not answer.isdecimal() or not 1 <= int(answer) <= len(sights):
            return
        sight = sights[int(answer) - 1]
        example = "F" * (tiles_seen(self.paper.rules, sight.about) - 1) + "L"
        key = "companion.whichParty" if sight.about is About.PARTY else "companion.whichTiles"
        said = self.console.ask(self.words.say(key, example=example))
        self._enter(self._told(sight, said.strip().upper()))

    def _told(self, sight: Sight, letters: str) -> entries.Told | None:
        if not letters or not set(letters) <= set(Policy):
            self.console.say(self.words.say("companion.onlyLetters"))
            return None
        if sight.about is About.PARTY:
            return entries.Told(sight.seat, ClaimParty(sight.round, Party(letters[0])))
        tiles = tuple(map(Policy, letters if sight.about is About.PEEK else sorted(letters)))
        return entries.Told(sight.seat, ClaimTiles(sight.about, sight.round, tiles))
