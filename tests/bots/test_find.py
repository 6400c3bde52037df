"""Bots are found by name: a level, an entry point of an installed package, or module:Class; what is wrong with a name is said."""

import random
from pathlib import Path

import pytest

from secret_hitler.bots import UnknownBot, find_bot
from secret_hitler.bots.baselines import PartyLine
from secret_hitler.bots.bot import Personality
from secret_hitler.rules import OFFICIAL, View
from secret_hitler_lab.tournament.arena import play
from secret_hitler_lab.tournament.tournament import BadTournament, Setting

HERE = f"{__name__}:Careful"
NOT_A_BOT = 5


class Careful(PartyLine):
    """A bot as somebody else would write one."""

    def __init__(self, view: View, rng: random.Random, person: Personality) -> None:
        super().__init__(view, rng)


class Mute:
    def __init__(self, view: View, rng: random.Random, person: Personality) -> None:
        self.view = view


def test_a_bot_is_found_by_module_and_class_and_plays() -> None:
    assert find_bot(HERE) is Careful
    moves = [play(OFFICIAL, 5, bot, bot, 2, 1).record.moves for bot in (HERE, "party-line")]
    assert moves[0] == moves[1]


def test_a_package_brings_a_bot_by_an_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "careful_bots-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: careful-bots\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(f"[secret_hitler.bots]\ncareful = {HERE}\nlost = no_such_module:Bot\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert find_bot("careful") is Careful
    with pytest.raises(UnknownBot, match="can't load the bot 'lost': No module named 'no_such_module'"):
        find_bot("lost")
    with pytest.raises(UnknownBot, match="Choose random, party-line, regular, expert, deducer, strategist, careful, lost"):
        find_bot("genius")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("genius", "there's no bot 'genius'. Choose random, party-line, regular, expert, deducer, strategist"),
        ("no.such:Bot", "can't load the bot 'no.such:Bot': No module named 'no'"),
        (f"{__name__}:Nobody", "has no attribute 'Nobody'"),
        (f"{__name__}:NOT_A_BOT", "isn't a class"),
        (f"{__name__}:Mute", "has no see, hear, decide, claims, talk"),
        (":Bot", "can't load the bot"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(name: str, reason: str) -> None:
    with pytest.raises(UnknownBot, match=reason):
        find_bot(name)
    with pytest.raises(BadTournament, match=reason):
        Setting(rules=OFFICIAL, bots=(name, "random"), players=(7,), games=1)
