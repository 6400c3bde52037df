"""Every number that is said is that of the table: each rule set and twenty house rules are played and compared with the View."""

import random
import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from secret_hitler.records import replay
from secret_hitler.rules import (
    ALL,
    FRENCH_DECK,
    OFFICIAL,
    ONLINE,
    RULESETS,
    About,
    AnyEvent,
    Power,
    Role,
    Ruleset,
    Seat,
    StrandedGame,
    View,
    onlooking,
)  # fmt: skip
from secret_hitler.rules.ruleset import Cards, Count, FirstPresident, TermLimits, TrackerReset, VetoStyle
from secret_hitler.words import ENGLISH, Voice, Words, event_sentence, said_in_words
from secret_hitler.words.asked import claim_question
from secret_hitler.words.opening import opening
from secret_hitler.words.rulebook import describe
from secret_hitler.words.summary import aim_in_words, guide, opening_sections, sections
from secret_hitler.words.view_text import situation
from tests.games import random_record
from tests.words.spoken import NAMES

IN_WORDS = re.compile(r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|third|fourth|fifth)\b", re.IGNORECASE)
FIXED = {"print.sum.envelopes", "rulebook.question.cards"}
"""Two ballots and two kinds of cards, whatever the rules."""


def house(rng: random.Random) -> Ruleset:
    """Draw house rules until a game can be played by them; some borrow the name of a written rule set."""
    while True:
        goal, draw = rng.randrange(3, 8), rng.randrange(2, 7)
        try:
            return replace(
                OFFICIAL,
                name=rng.choice(["official", "online", "ours"]),
                liberal_tiles=rng.randrange(5, 19),
                fascist_tiles=rng.randrange(8, 22),
                draw=draw,
                liberal_goal=rng.randrange(3, 8),
                fascist_goal=goal,
                hitler_threshold=rng.randrange(1, goal),
                veto_threshold=rng.randrange(1, goal + 1),
                tracker_length=rng.randrange(2, 6),
                powers=dict.fromkeys(OFFICIAL.fascists, tuple(rng.choice([Power.NONE, *Power]) for _ in range(goal - 1))),
                hitler_knows_up_to=rng.randrange(4, 11),
                fascists_know_team=rng.random() < 0.8,
                first_president=rng.choice(list(FirstPresident)),
                term_limits=rng.choice(list(TermLimits)),
                president_exempt_at=rng.randrange(4, 8),
                president_exempt_by=rng.choice(list(Count)),
                tracker_reset=rng.choice(list(TrackerReset)),
                reshuffle_after_populace=rng.random() < 0.5,
                veto=rng.choice(list(VetoStyle)),
                veto_needs_fascist_hand=rng.random() < 0.3,
                special_election_of_self=rng.random() < 0.5,
                session_silence=rng.random() < 0.5,
                cards=rng.choice(list(Cards)),
            )
        except StrandedGame:
            continue


@cache
def every_rules() -> tuple[Ruleset, ...]:
    rng = random.Random(36)
    return (*RULESETS.values(), *(house(rng) for _ in range(20)))


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


# What happens


def nothing(*_: object) -> list[int]:
    return []


SAYS: dict[str, Callable[[AnyEvent, View, View], list[int]]] = {
    "PoliciesDrawn": lambda _, before, after: [before.board.draw_pile - after.board.draw_pile],
    "PolicyDiscarded": lambda _, before, after: [after.board.discards - before.board.discards],
    "HandPassed": lambda _, __, after: [after.rules.draw - 1],
    "DeckPeeked": lambda _, __, after: [after.rules.draw],
    "DeckShuffled": lambda _, __, after: [after.board.draw_pile],
    "TrackerMoved": lambda _, __, after: [after.board.tracker],
    "PresidencyPassed": lambda _, __, after: [after.board.round],
    "ElectionHeld": lambda _, __, after: [(after.rounds[-1].ballots or ()).count(ballot) for ballot in (True, False)],
}
"""By kind of event: what the Views before and after it say of the numbers in its sentence."""


@pytest.mark.parametrize("rules", every_rules(), ids=lambda rules: rules.name)
@pytest.mark.parametrize("seats", [5, 8, 10])
def test_what_is_said_of_an_event_is_what_the_view_shows(rules: Ruleset, seats: int) -> None:
    before, after = onlooking(rules, seats, ALL), onlooking(rules, seats, ALL)
    heard = set()
    for _, _, events in replay(random_record(rules, seats, random.Random(seats), claims=0.2)):
        for event in events:
            after.see([event])
            for voice in Voice:
                sentence = event_sentence(event, after, voice)
                if sentence is None:
                    continue
                said = said_in_words(ENGLISH, sentence.key, sentence.params, NAMES.__getitem__)
                kind = type(event).__name__
                expected = [] if voice is Voice.PROGRAM and kind == "ElectionHeld" else SAYS.get(kind, nothing)(event, before, after)
                assert numbers(said) == expected or (expected == [1] and numbers(said) == []), (said, event)
                assert not IN_WORDS.search(said), said
                heard.add(kind)
            before.see([event])
    assert {"PoliciesDrawn", "PolicyDiscarded", "HandPassed", "ElectionHeld"} <= heard


# What the rules are

STATES: dict[str, Callable[[Ruleset], list[int]]] = {
    "print.sum.win.L": lambda rules: [rules.liberal_goal],
    "print.sum.win.L.policies": lambda rules: [rules.liberal_goal],
    "print.sum.win.F": lambda rules: [rules.fascist_goal, rules.hitler_threshold],
    "print.sum.deck": lambda rules: [rules.liberal_tiles, rules.fascist_tiles],
    "print.sum.exempt.alive": lambda rules: [rules.president_exempt_at],
    "print.sum.exempt.dealt": lambda rules: [rules.president_exempt_at],
    "print.sum.check": lambda rules: [rules.hitler_threshold],
    "print.sum.session": lambda rules: [rules.draw, rules.draw - 1],
    "print.sum.reshuffle": lambda rules: [rules.draw],
    "print.sum.reshuffle.populace": lambda rules: [rules.draw],
    "print.sum.fail.text": lambda rules: [rules.tracker_length],
    "print.sum.reset.on-enactment": lambda _: [0],
    "print.sum.reset.on-election": lambda _: [0],
    "print.sum.power.peek": lambda rules: [rules.draw],
    "print.sum.veto": lambda rules: [rules.veto_threshold],
    "role.aim.L": lambda rules: [rules.liberal_goal],
    "role.aim.L.policies": lambda rules: [rules.liberal_goal],
    "role.aim.F": lambda rules: [rules.fascist_goal, rules.hitler_threshold],
    "role.aim.H": lambda rules: [rules.fascist_goal, rules.hitler_threshold],
    "rulebook.advice.L.4": lambda rules: [rules.hitler_threshold],
    "rulebook.setting": lambda _: [1932],
    "rulebook.deck": lambda rules: [rules.liberal_tiles, rules.fascist_tiles],
    "rulebook.goals": lambda rules: [rules.liberal_goal, rules.fascist_goal],
    "rulebook.exempt.alive": lambda rules: [rules.president_exempt_at],
    "rulebook.exempt.dealt": lambda rules: [rules.president_exempt_at],
    "rulebook.failures": lambda rules: [rules.tracker_length - 1],
    "rulebook.hitlerKnows": lambda rules: [rules.hitler_knows_up_to],
}
"""By sentence: the numbers in it. Those of a row for each number of players, and of a rank, are looked at below."""
BY_PLAYERS = ("print.cover.players", "rulebook.powers", "rulebook.roles", "rulebook.fascistPolicies", "print.opening.pause")
RANKS = ("rulebook.cards.french-deck", "paper.secondDeck")


class Heard(Words):
    """Remembers each sentence with its key."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[str, str]] = []

    def say(self, key: str, **params: object) -> str:
        text = super().say(key, **params)
        self.said.append((key, text))
        return text


def stated(rules: Ruleset) -> Iterator[tuple[str, str]]:
    words = Heard()
    describe(rules, words)
    for told in (sections, guide, opening_sections):
        told(rules, words)
    for role in Role:
        aim_in_words(words, role, rules)
    return iter(words.said)


@pytest.mark.parametrize("rules", every_rules(), ids=lambda rules: rules.name)
def test_what_is_said_of_the_rules_is_what_they_are(rules: Ruleset) -> None:
    for key, text in stated(rules):
        if key in (*BY_PLAYERS, *RANKS):
            continue
        expected = STATES.get(key, nothing)(rules)
        assert numbers(text) == expected or (expected and expected[0] == 1 and numbers(text) == []), (key, text)
        assert key in FIXED or not IN_WORDS.search(text), (key, text)


@pytest.mark.parametrize("rules", every_rules(), ids=lambda rules: rules.name)
def test_rows_by_players_thresholds_and_ranks_are_those_of_the_rules(rules: Ruleset) -> None:
    said = dict.fromkeys(stated(rules))
    assert {text for key, text in said if key == "rulebook.roles"} == {
        f"{n} players: {rules.liberals(n)} liberal, {rules.fascists[n]} fascist, and Hitler" for n in rules.fascists
    }
    thresholds = [numbers(text)[0] for key, text in said if key == "rulebook.fascistPolicies"]
    assert thresholds == list(dict.fromkeys([rules.hitler_threshold, rules.veto_threshold]))
    pauses = {cue.pause for n in rules.fascists for cue in opening(rules, n) if cue.look}
    assert {numbers(text)[0] for key, text in said if key == "print.opening.pause"} == pauses
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    for key, text in said:
        if key == RANKS[0]:
            for tiles in (rules.liberal_tiles, rules.fascist_tiles):
                assert f"A–{ranks[min(tiles, 13) - 1]}" in text  # noqa: RUF001  because print has the dash for ranges
                assert tiles <= 13 or f"and {tiles - 13} from a second deck" in text


@pytest.mark.parametrize("rules", every_rules(), ids=lambda rules: rules.name)
def test_who_saw_cards_is_asked_for_as_many_as_there_were(rules: Ruleset) -> None:
    """In the tray, and in the lines for programs."""
    views = [onlooking(rules, 7, Seat(seat)) for seat in range(7)]
    asked = 0
    for _, _, events in replay(random_record(rules, 7, random.Random(7))):
        for view in views:
            view.see(events)
            told = situation(view)
            assert view.board.ending or (f"{rules.name} rules" in told) == (rules in RULESETS.values())
            for claim in view.claims:
                sizes = {About.CHANCELLOR_HAND: rules.draw - 1, About.PARTY: 0, About.TOP_CARD: 1}
                assert claim.tiles == sizes.get(claim.about, rules.draw)
                assert set(numbers(claim_question(ENGLISH, claim, NAMES.__getitem__))) <= {claim.round, claim.tiles}
                examples = re.findall(r"'claim (?:president-hand|chancellor-hand|peek) (\w+)'", told)
                assert list(map(len, examples)) == [rules.draw, rules.draw - 1, rules.draw]
                asked += 1
    assert asked


# Which words


def test_house_rules_are_known_by_what_they_are_and_not_by_their_name() -> None:
    for rules in every_rules():
        written = rules in RULESETS.values()
        assert (ENGLISH.ruleset(rules) == ENGLISH.say("rules.house")) == (not written)
        assert (ENGLISH.ruleset_about(rules) == ENGLISH.say("rules.house.about")) == (not written)


def test_only_where_hands_do_the_work_no_sentence_speaks_of_envelopes_ballots_and_party_cards() -> None:
    for rules in every_rules():
        texts = " ".join(text for key, text in stated(rules) if key != "print.sum.roles" and not key.startswith("print.sum.veto.sealed"))
        texts += " ".join(_events_told(rules))
        assert bool(re.search(r"envelope|ballot|party card", texts)) == (rules.cards is Cards.TILES)


def _events_told(rules: Ruleset) -> Iterator[str]:
    view = onlooking(rules, 5, ALL)
    for _, _, events in replay(random_record(rules, 5, random.Random(1))):
        for event in view.see(events):
            if sentence := event_sentence(event, view):
                yield said_in_words(ENGLISH, sentence.key, sentence.params, NAMES.__getitem__)


def test_only_online_passes_the_presidency_to_the_right() -> None:
    right = {rules.name for rules in RULESETS.values() if any("to the right" in text for _, text in stated(rules))}
    assert right == {ONLINE.name}


def test_the_ranks_of_the_french_deck_are_those_of_its_text() -> None:
    text = sections(FRENCH_DECK, ENGLISH)[-1].lines[0].words
    assert "Diamonds A–6" in text  # noqa: RUF001  because print has the dash for ranges
    assert "hearts A–J" in text  # noqa: RUF001  because print has the dash for ranges
