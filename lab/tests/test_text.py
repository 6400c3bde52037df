"""The game in words: whole games by text, clear answers to bad texts, claims."""

import random
import re

import pytest

from secret_hitler.rules import RULESETS, Ruleset, Seat
from secret_hitler.words.view_text import BadText
from secret_hitler_lab.environments.text import PATIENCE, TextGame


def answers(observation: str) -> list[str]:
    found = re.search(r"Answer with one of: (.*)\.$", observation, re.MULTILINE)
    assert found
    return found[1].split(", ")


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
@pytest.mark.parametrize("players", [5, 8, 10])
def test_whole_games_are_played_by_text(rules: Ruleset, players: int) -> None:
    game, rng = TextGame(players, rules), random.Random(players)
    game.reset(seed=1)
    over = False
    while not over:
        seat, observation = game.get_observation()
        assert f"You are seat {seat}" in observation
        over, info = game.step(f"I think that [{rng.choice(answers(observation)).upper()}] is best.")
        assert not info
    rewards, info = game.close()
    assert set(rewards.values()) == {1, -1}
    assert info["ending"] is not None


def test_a_bad_text_is_answered_and_may_be_put_right() -> None:
    game = TextGame(5)
    game.reset(seed=2)
    seat, observation = game.get_observation()
    over, info = game.step("I vote for peace")
    assert not over
    assert "is not an action now; say one of: nominate" in info["error"]
    again, complaint = game.get_observation()
    assert again == seat
    assert "Your last answer was not understood" in complaint
    _, info = game.step(answers(observation)[0])
    assert info == {}
    assert "not understood" not in game.get_observation()[1]


def test_after_too_many_bad_texts_an_action_is_chosen_by_lot() -> None:
    game = TextGame(5)
    game.reset(seed=3)
    for _ in range(PATIENCE - 1):
        assert "chosen by lot" not in game.step("hm")[1]
    assert game.step("hm")[1]["chosen by lot"].startswith("nominate")


def test_claims_are_made_before_the_action_and_heard_by_all() -> None:
    game = TextGame(5)
    game.reset(seed=4)
    with pytest.raises(BadText, match="never saw"):
        game.read(Seat(0), "claim president-hand FFL")
    president, _ = game.get_observation()
    game.step(f"nominate {(president + 1) % 5}")
    for _ in range(5):
        game.step("ja")
    _, info = game.step("claim president-hand FFL")
    assert "can't talk" in info["error"]
    for _ in range(2):
        game.step(answers(game.get_observation()[1])[0])
    while game.get_observation()[0] != president:
        game.step(answers(game.get_observation()[1])[0])
    assert game.step("claim president-hand LFF")[1] == {}
    assert game.step("claim president-hand LF")[1]["error"]
    assert game.get_observation()[0] == president
    game.step(answers(game.get_observation()[1])[0])
    assert f"Round 1: Seat {president} claims to have drawn F F L." in game.get_observation()[1]
