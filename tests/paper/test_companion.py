"""Whole games with real cards, typed into a real terminal by somebody who sees only what it prints."""

import contextlib
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from secret_hitler.paper.companion import Companion, Console, Quit
from secret_hitler.paper.files import game_from_line, read_games
from secret_hitler.paper.filling import paper_moments
from secret_hitler.paper.paper_game import (
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
from secret_hitler.records import Record
from secret_hitler.rules import RULESETS, ClaimTiles, Ending
from secret_hitler.words import ENGLISH, LANGUAGES, Words
from tests.games import random_record
from tests.paper.terminal import Terminal
from tests.paper.written_down import written_down

HUMAN_GAMES = Path(__file__).parents[3] / "shared" / "data" / "human_games.jsonl"
WINS = {
    Ending.LIBERAL_POLICIES: "Liberals win: their last policy is enacted",
    Ending.HITLER_EXECUTED: "Liberals win: Hitler was executed",
    Ending.FASCIST_POLICIES: "Fascists win: their last policy is enacted",
    Ending.HITLER_ELECTED: "Fascists win: Hitler was elected chancellor",
}


def choose(screen: str, words: str) -> str:
    """Find the number of the line that says so."""
    found = re.search(rf"^  (\d+)\) {re.escape(words)}$", screen, re.MULTILINE)
    assert found, f"{words!r} cannot be chosen from:\n{screen[-1500:]}"
    return found[1]


def typed(entry: AnyEntry, screen: str, names: list[str]) -> list[str]:
    """Say what somebody types to write this down, with this on the screen."""
    match entry:
        case Began(seat) | Nominated(seat) | Targeted(seat):
            return [choose(screen, names[seat])]
        case Voted(elected, None):
            return [choose(screen, "Elected" if elected else "Rejected")]
        case Voted(_, ballots):
            return ["".join("jn"[not ja] for ja in ballots or () if ja is not None)]
        case Unmasked(hitler):
            return [choose(screen, "Hitler" if hitler else "Not Hitler")]
        case Enacted(policy):
            return [choose(screen, "Liberal policy" if policy == "L" else "Fascist policy")]
        case VetoAsked():
            return [choose(screen, ENGLISH.say("paper.vetoAsked"))]
        case VetoAnswered(agreed):
            return [choose(screen, ENGLISH.say("paper.vetoAgreed" if agreed else "paper.vetoRefused"))]
        case Vetoed():
            return [choose(screen, "Both voted for the veto")]
        case Opened(roles):
            return ["".join(roles)]
        case Told():
            raise AssertionError("claims take several lines")


def claim(terminal: Terminal, entry: Told, names: list[str]) -> str:
    about = entry.claim.about if isinstance(entry.claim, ClaimTiles) else "party"
    seen = {
        "president-hand": "president",
        "chancellor-hand": "chancellor",
        "peek": "who peeked",
        "party": "who saw a party",
    }
    listed = terminal.type("c")
    terminal.type(choose(listed, f"{names[entry.seat]}, {seen[about]} in round {entry.claim.round}"))
    said = entry.claim.tiles if isinstance(entry.claim, ClaimTiles) else entry.claim.party
    assert said is not None
    return terminal.type("".join(said))


def type_in(paper: PaperGame, folder: Path) -> str:
    """Play the whole game; return everything that was on the screen."""
    names = ["Anna", "Ben", "Cem", "Dora", "Emil", "Fatma", "Gus", "Hana", "Ivan", "Jule"][: paper.seats]
    arguments = ("companion", "--rules", paper.rules.name, "--names", ",".join(names))
    with Terminal(*arguments, folder=folder) as terminal:
        shown = terminal.read()
        shown += (screen := terminal.type("s"))
        for entry in paper.entries:
            if isinstance(entry, Told):
                shown += (screen := claim(terminal, entry, names))
                continue
            for line in typed(entry, screen, names):
                shown += (screen := terminal.type(line))
            assert "That can't be right" not in screen
    return shown


def careful(record: Record) -> PaperGame:
    """Keep what a group would write down: not refusals to claim, nor what was claimed long ago."""
    paper = written_down(record)
    round, kept = 0, []
    for entry in paper.entries:
        round += isinstance(entry, Nominated)
        if isinstance(entry, Told):
            said = entry.claim.tiles if isinstance(entry.claim, ClaimTiles) else entry.claim.party
            if said is None or entry.claim.round < round - 1:
                continue
        kept.append(entry)
    return PaperGame(rules=paper.rules, names=paper.names, entries=kept)


@pytest.mark.parametrize("players", [5, 7, 10])
@pytest.mark.parametrize("rules", RULESETS)
def test_a_whole_game_of_every_rule_set_is_typed_in(tmp_path: Path, rules: str, players: int) -> None:
    record = random_record(RULESETS[rules], players, random.Random(f"{rules} {players}"))
    paper = careful(record)
    shown = type_in(paper, tmp_path)
    assert record.ending is not None
    assert WINS[record.ending] in shown
    (kept,) = read_games(tmp_path / "table.paper.jsonl")
    assert isinstance(kept, PaperGame)
    assert kept.entries == paper.entries


@pytest.mark.skipif(not HUMAN_GAMES.exists(), reason="the human games are not at hand")
@pytest.mark.parametrize("number", range(0, 60, 15))
def test_human_games_typed_in_end_as_they_did(tmp_path: Path, number: int) -> None:
    record = game_from_line(HUMAN_GAMES.read_text(encoding="utf-8").splitlines()[number])
    assert isinstance(record, Record)
    assert record.ending is not None
    assert WINS[record.ending] in type_in(careful(record), tmp_path)
    check = subprocess.run(
        [sys.executable, "-m", "secret_hitler", "replay", "table.paper.jsonl", "--check"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert check.stdout.splitlines()[-1] == "1 games, 1 fit"


def test_the_set_up_of_an_ordinary_deck_names_every_card(tmp_path: Path) -> None:
    with Terminal("companion", "--rules", "french-deck", "--names", "A,B,C,D,E,F,G", folder=tmp_path) as terminal:
        shown = terminal.read()
        for words in (
            "diamonds A-6 (6)",
            "hearts A-J (11)",
            "clubs A-4 (4)",
            "spades A-2 (2)",
            "Hitler: joker",
            "6 Liberals win",
        ):
            assert words in shown
        assert "Hitler: spades A" in shown
        assert ENGLISH.say("paper.due.first-president") in terminal.type("s")


def test_what_cannot_be_is_refused_and_the_last_entry_can_be_taken_back(tmp_path: Path) -> None:
    with Terminal("companion", "--rules", "official", "--names", "Anna,Ben,Cem,Dora,Emil", folder=tmp_path) as terminal:
        terminal.read()
        screen = terminal.type("s")
        screen = terminal.type(choose(screen, "Anna"))
        assert "That can't be right: is running for president." in terminal.type("1")
        assert "I don't understand 'x'" in terminal.type("x")
        screen = terminal.type("2")
        assert "Votes: 3, living players: 5" in terminal.type("JJN")
        assert "Undone: Ben." in terminal.type("u")
        assert "q " in terminal.type("?")
        terminal.type("3")
        assert "Elected 3 to 2: Anna and Cem." in terminal.type("JNJJN")


def test_a_game_that_was_left_goes_on_where_it_was(tmp_path: Path) -> None:
    arguments = ("companion", "--rules", "official", "--names", "Anna,Ben,Cem,Dora,Emil")
    with Terminal(*arguments, folder=tmp_path) as terminal:
        terminal.read()
        terminal.type("s")
        terminal.type("2")
        assert "Saved to table.paper.jsonl" in terminal.type("q")
    with Terminal(*arguments, folder=tmp_path) as terminal:
        shown = terminal.read()
        assert "Continuing the game" in shown
        assert "Ben is president" in shown
    (kept,) = read_games(tmp_path / "table.paper.jsonl")
    assert isinstance(kept, PaperGame)
    *_, last = paper_moments(kept)
    assert last.view.board.president == 1


@pytest.mark.parametrize("bad", [["--names", "A,B"], ["--rules", "nonsense"], ["--players", "4"], ["--names", "A,B,C,D,,F"]])
def test_bad_options_are_refused_in_words(tmp_path: Path, bad: list[str]) -> None:
    command = [sys.executable, "-m", "secret_hitler", "companion", *(["--rules", "official"] if "--rules" not in bad else []), *bad]
    outcome = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert outcome.returncode == 2
    assert outcome.stderr.startswith("secret-hitler companion: ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", ["manual", "french-deck", "online"])
def test_a_whole_game_is_written_down_in_every_language(tmp_path: Path, rules: str, language: str) -> None:
    """Typed at the desk itself: what is asked and told has a sentence, and no blank is left open."""
    told = careful(random_record(RULESETS[rules], 7, random.Random(rules)))
    entries = [entry for entry in told.entries if not isinstance(entry, Told)]
    shown: list[str] = []

    def answer(prompt: str) -> str:
        shown.append(prompt)
        done = len(companion.paper.entries)
        if done == 0 and len(shown) < 40 and prompt != "> ":
            return ""
        if done == len(entries):
            return ""
        entry = entries[done]
        if isinstance(entry, Opened):
            return "".join(entry.roles)
        if isinstance(entry, Voted):
            return "".join("JN"[not ja] for ja in entry.ballots or () if ja is not None)
        return str([option.entry for option in companion.sheet.options].index(entry) + 1)

    desk = Console(ask=answer, say=shown.append, wait=lambda _: None)
    companion = Companion(PaperGame(rules=told.rules, names=told.names), tmp_path / "game.jsonl", desk, Words(language))
    with contextlib.suppress(Quit):
        companion.run()
    assert companion.paper.entries == entries
    text = "\n".join(shown)
    assert "{" not in text
    assert Words(language).say("companion.keys") in text
