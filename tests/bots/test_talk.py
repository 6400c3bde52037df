"""What bots say: in the first person, of somebody else, with a reason, once; and what a liar says is what its cover would say."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from lab.studies.blunder_counts import OWN_NEIN, count, fails_whatever_fascists_vote, laughable
from secret_hitler.bots import PERSONALITIES, Talk, sit
from secret_hitler.bots.blunders import Laughable
from secret_hitler.bots.regular import Regular
from secret_hitler.bots.talk import accusations, appeal, opinions
from secret_hitler.rules import FRENCH_DECK, NATURE, OFFICIAL, Decision, Nominate, Party, Phase, Role, Seat, Vote, visible
from secret_hitler.rules.actions import ClaimParty, ClaimTiles
from secret_hitler.rules.vocabulary import About
from secret_hitler.words import ENGLISH, remark_in_words
from secret_hitler.words.typed import understand
from secret_hitler_lab.tournament.arena import seat_bots
from secret_hitler_lab.tournament.seated_bots import SeatedBots
from tests.table import F, L, Table, at
from tests.words.test_typed import NAMES, lines

ROLES = "LLLLFFH"


def listening(table: Table, seat: int, mood: int = 0, person: str = "bold", level: str = "regular") -> Regular:
    bot = sit(level, table.views[Seat(seat)], random.Random(mood), PERSONALITIES[person])
    assert isinstance(bot, Regular)
    bot.see([event for event in table.events if visible(event, Seat(seat))])
    return bot


def said_by(table: Table, seat: int, moods: int = 12) -> list[Talk]:
    return [talk for mood in range(moods) for talk in listening(table, seat, mood).talk()]


def talk_of_a_game(table: SeatedBots) -> Iterator[tuple[Seat, Talk]]:
    game = table.session.game
    while awaited := game.awaited:
        if awaited[0] == NATURE:
            table.play(table.session.draw())
        else:
            if game.board.phase in (Phase.NOMINATION, Phase.ELECTION):
                yield from table.talk()
            table.decide(*awaited)
        table.speak()


@pytest.fixture(scope="module")
def games() -> list[list[tuple[Seat, Talk]]]:
    return [list(talk_of_a_game(seat_bots(OFFICIAL, 7, "regular", "regular", 31, number))) for number in range(4)]


def test_no_bot_says_the_same_sentence_twice_in_a_game(games: list[list[tuple[Seat, Talk]]]) -> None:
    for talk in games:
        said = Counter((seat, each.text) for seat, each in talk)
        assert len(said) > 20
        assert [each for each, times in said.items() if times > 1] == []


def test_no_two_bots_use_one_sentence_in_a_round() -> None:
    table = seat_bots(OFFICIAL, 7, "regular", "regular", 41, 0)
    speakers: dict[tuple[int, str], set[Seat]] = {}
    for seat, talk in talk_of_a_game(table):
        speakers.setdefault((table.session.game.board.round, talk.code), set()).add(seat)
    assert len(speakers) > 20
    assert [said for said, seats in speakers.items() if len(seats) > 1] == []


def test_nobody_speaks_of_themselves_in_the_third_person(games: list[list[tuple[Seat, Talk]]]) -> None:
    named = 0
    for seat, talk in (each for game in games for each in game):
        people = [talk.params[name] for name in ("suspect", "other", "actor") if name in talk.params]
        assert seat not in people, talk
        named += len(people)
    assert named > 50


def test_every_sentence_has_its_words_in_english(games: list[list[tuple[Seat, Talk]]]) -> None:
    for _, talk in (each for game in games for each in game):
        assert remark_in_words(ENGLISH, talk.code, talk.params, lambda seat: f"seat {seat}") == talk.text


def test_bots_greet_accuse_defend_themselves_trust_and_appeal(games: list[list[tuple[Seat, Talk]]]) -> None:
    codes = {talk.code.partition(".")[0] for game in games for _, talk in game}
    assert {"greet", "cheer", "groan", "accuse-governed", "ask-whom", "plan-pick", "like", "yes"} <= codes
    assert any(code.startswith("call-") for code in codes)
    assert any(code.startswith("defend") for code in codes)
    assert any(code.startswith("trust-") for code in codes)


# Accusations


def test_a_chancellor_says_what_the_president_passed_and_claims() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" + "FFL" * 3, president=4).elect(0).discard(L).enact(F)
    table.does(4, ClaimTiles(About.PRESIDENT_HAND, 1, (F, F, L)))
    accused = [talk for talk in said_by(table, 0) if talk.code.startswith("accuse-passed")]
    assert accused
    assert all(talk.params == {"suspect": 4, "first": "FFL"} for talk in accused)


def test_nobody_accuses_by_a_hand_of_which_they_said_otherwise() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" + "FFL" * 3, president=4).elect(0).discard(L).enact(F)
    table.does(4, ClaimTiles(About.PRESIDENT_HAND, 1, (F, F, L))).does(0, ClaimTiles(About.CHANCELLOR_HAND, 1, (F, L)))
    assert not [talk for talk in said_by(table, 0) if talk.code.startswith("accuse-passed")]


def test_who_is_called_a_fascist_says_that_the_other_lies() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, fascist=1, president=4, deck="F" * 10).session(1, F).investigate(0)
    table.does(4, ClaimParty(1, Party.FASCIST))
    assert any(talk.code.startswith("accuse-me") and talk.params["suspect"] == 4 for talk in said_by(table, 0))


def test_even_the_quiet_say_at_once_that_somebody_threw_their_liberal_policy_away() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 4).elect(4).discard(F).enact(F)
    for mood in range(12):
        (said,) = listening(table, 0, mood, "quiet").talk()
        assert said.code.startswith("accuse-threw")
        assert said.params["suspect"] == 4


def test_nobody_wonders_at_what_the_dead_claimed() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, fascist=3, president=4, deck="F" * 6).session(1, F)
    table.does(1, ClaimTiles(About.CHANCELLOR_HAND, 1, (F, F)))

    def spoken_of(seat: int) -> bool:
        belief = listening(table, 0).own
        belief.weigh(3 * belief.worlds.fascist[:, 1])
        return seat in {saying.params.get("other") for mood in range(6) for saying in opinions(belief, random.Random(mood))}

    assert spoken_of(1)
    table.execute(1)
    assert not spoken_of(1)


def test_nobody_makes_the_same_excuse_twice() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="F" * 9).session(1, F)
    table.does(1, ClaimTiles(About.CHANCELLOR_HAND, 1, (F, F)))
    for mood in range(8):
        bot, excuses = listening(table, 1, mood), 0
        for accuser in (2, 3, 4, 5):
            bot.hear(Seat(accuser), Talk("doubt", {"suspect": 1}, ""))
            excuses += any(talk.code.startswith("defend-hand") for talk in bot.talk())
        assert excuses <= 1


def test_nobody_boasts_of_a_partner_with_whom_a_fascist_policy_came_since() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="LLL" + "FFF" * 3).session(1, L)

    def trusted() -> set[object]:
        belief = listening(table, 0).own
        belief.weigh(-5 * belief.worlds.fascist[:, 1])
        return {
            saying.params.get("other") for mood in range(6) for saying in opinions(belief, random.Random(mood)) if "governed" in saying.code
        }

    assert trusted() == {1}
    for _ in range(6):
        table.nominate(table.eligible[-1]).everyone_votes(False)
    assert table.president == 0
    table.session(1, F)
    assert trusted() == set()


def test_who_handed_the_tiles_on_does_not_wonder_what_they_were() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="F" * 6).session(1, F)
    table.does(0, ClaimTiles(About.PRESIDENT_HAND, 1, (F, F, F))).does(1, ClaimTiles(About.CHANCELLOR_HAND, 1, (F, F)))

    def wonders(seat: int) -> bool:
        belief = listening(table, seat).own
        belief.weigh(2 * belief.worlds.fascist[:, 1])
        return any("claim" in saying.code and saying.params.get("other") == 1 for saying in opinions(belief, random.Random(1)))

    assert wonders(2)
    assert not wonders(0)


def test_nobody_doubts_their_own_nominee() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="L" * 5, fascist=1, president=6).session(5, L).nominate(1)
    for mood in range(20):
        bot = listening(table, 0, mood)
        bot.own.weigh(0.2 * bot.own.worlds.fascist[:, 1])
        assert not [talk for talk in bot.talk() if talk.params.get("suspect") == 1]


# Calls


def test_nobody_calls_nein_on_a_government_of_which_they_are_a_part() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 3).session(1, F).session(2, L).nominate(4)
    called = 0
    for mood in range(60):
        for seat in (2, 4):
            codes = [talk.code for talk in listening(table, seat, mood).talk() if talk.code.startswith("call-")]
            called += len(codes)
            assert not [code for code in codes if code.startswith("call-nein")]
    assert called > 5


def test_no_two_say_the_same_words_in_one_vote() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 3).session(1, F).session(2, L).nominate(4)
    bots = {Seat(seat): listening(table, seat, 3) for seat in range(7)}
    said: list[str] = []
    for bot in bots.values():
        for talk in bot.talk():
            said.append(talk.text)
            for listener in bots.values():
                assert not isinstance(bot.view.onlooker, str)
                listener.hear(bot.view.onlooker, talk)
    assert len(said) > 3
    assert len(said) == len(set(said))


def test_who_accused_the_chancellor_to_be_votes_nein() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 3).session(1, F).session(2, L).nominate(3)
    votes = []
    for mood in range(30):
        bot = listening(table, 0, mood)
        bot.hear(Seat(0), Talk("accuse-again", {"suspect": 3}, "I accuse"))
        votes.append(bot.decide())
    assert votes.count(Vote(True)) <= 1


# Answers


def asked(table: Table, seat: int, code: str, params: dict[str, int | str], mood: int = 0) -> list[str]:
    bot = listening(table, seat, mood, "quiet")
    bot.hear(Seat(5), Talk(code, params, "to you"))
    return [talk.code.partition(".")[0] for talk in bot.talk()]


def test_bots_answer_who_speaks_to_them() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 3).session(1, F).session(2, L)
    table.does(0, ClaimTiles(About.PRESIDENT_HAND, 1, (F, F, F)))
    me: dict[str, int | str] = {"other": 0}
    assert asked(table, 0, "phrase-trust", me) == ["thank"]
    assert asked(table, 0, "phrase-suspect", me)[0].startswith(("defend", "accuse"))
    assert asked(table, 0, "phrase-whom", me)[0].startswith("trust-")
    assert asked(table, 0, "named", me)[0].startswith("trust-")
    assert asked(table, 0, "phrase-claim", me) == ["answer-claimed"]
    assert asked(table, 4, "phrase-claim", {"other": 3}) == []
    assert asked(table, 4, "phrase-claim", {"other": 4}) == ["answer-unseen"]


def typed(table: Table, text: str, mood: int = 0) -> tuple[str, list[str]]:
    """Return what a line means to a quiet bot, and how the one it's for answers."""
    meant = understand(text, NAMES)
    assert meant is not None
    assert meant.other is not None
    params: dict[str, int | str] = {name: seat for name in ("other", "suspect") if (seat := getattr(meant, name)) is not None}
    bot = listening(table, meant.other, mood, "quiet")
    bot.hear(Seat((meant.other + 1) % 7), Talk(meant.code, params, text))
    return meant.code, [*map(str, bot.claims()), *(talk.code.partition(".")[0] for talk in bot.talk())]


def test_a_question_in_somebodys_own_words_is_answered() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 3).session(1, F).session(2, L)
    codes = ("phrase-claim", "phrase-whom", "phrase-whynein", "ask-")
    questions = [text for text, meant in lines() if meant is not None and meant.code.startswith(codes) and meant.other is not None]
    silent = [text for text in questions if not typed(table, text)[1]]
    assert len(questions) > 60
    assert len(silent) <= 0.05 * len(questions), silent


def test_who_is_called_a_liar_over_the_cards_it_passed_says_what_it_had() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, president=5, deck="FFF" * 2).session(0, F)
    table.does(5, ClaimTiles(About.PRESIDENT_HAND, 1, (F, F, F)))
    for mood in range(6):
        code, answers = typed(table, "Frieda, you liar, you gave me two fascists!", mood)
        assert code == "phrase-suspect"
        assert any(answer.startswith(("defend", "accuse-")) for answer in answers), answers


def test_nobody_says_to_have_looked_at_their_own_card() -> None:
    """Not even a president who named nobody else in a special election."""
    table = at(FRENCH_DECK, 7, roles=ROLES, fascist=2, deck="F" * 6).session(1, F).call_special_election(0)
    told = [code for mood in range(20) for code in asked(table, 0, "phrase-whom", {"other": 0}, mood)]
    assert told
    assert "trust-looked" not in told


def test_who_is_named_before_anything_happened_greets() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 3)
    assert asked(table, 0, "named", {"other": 0}) == ["greet"]


def test_a_doubt_is_answered_more_mildly_than_an_accusation() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 3).session(1, F).session(2, L)
    said = {code for mood in range(20) for code in asked(table, 3, "doubt.warm", {"suspect": 3}, mood)}
    assert "reassure" in said
    assert not any(code.startswith("defend") for code in said)


def test_nobody_begs_one_whom_they_take_for_a_liar() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, fascist=1, president=5, deck="F" * 10).session(1, F).investigate(0)
    assert asked(table, 0, "phrase-suspect", {"other": 0}) == ["defend"]
    table.does(5, ClaimParty(1, Party.FASCIST))
    bot = listening(table, 0, 0, "bold")
    said = []
    for _ in range(3):
        bot.hear(Seat(5), Talk("phrase-suspect", {"other": 0}, "it is you"))
        said += [talk.code.partition(".")[0] for talk in bot.talk()]
    assert said[0] == "accuse-me"
    assert "defend" not in said


def test_nobody_is_doubted_of_whom_nothing_is_known() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 3, fascist=1).nominate(1)
    belief = listening(table, 3).told_belief
    assert not [said for mood in range(20) for said in opinions(belief, random.Random(mood))]
    assert {said.code for mood in range(20) for said in appeal(belief, False, {}, random.Random(mood))} == {"call-nein"}


def test_a_bot_says_why_it_voted_nein() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 3).session(1, F).nominate(3).everyone_votes(False)
    assert asked(table, 0, "phrase-whynein", {"other": 0})[0].startswith("why-")
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 3).session(1, F)
    assert asked(table, 0, "phrase-whynein", {"other": 0}) == ["why-ja"]


@pytest.mark.parametrize("seat", [0, 4])
def test_who_kept_silent_claims_when_asked(seat: int) -> None:
    """Whether liberal or fascist: the silence is broken, and once."""
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 3, president=seat).elect(1).discard(F).enact(F)
    silent = [bot for mood in range(60) if not (bot := listening(table, seat, mood)).claims()]
    assert silent
    for bot in silent:
        bot.hear(Seat(5), Talk("phrase-claim", {"other": seat}, "claim, please"))
        (claim,) = bot.claims()
        assert isinstance(claim, ClaimTiles)
        assert claim.tiles is not None


# Tone


def test_personalities_differ_in_talkativeness_and_tone() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 3)
    said = {person: [talk.code for mood in range(60) for talk in listening(table, 0, mood, person).talk()] for person in PERSONALITIES}
    assert len(said["bold"]) > len(said["balanced"]) > 2 * len(said["quiet"])
    assert said["bold"].count("greet.sharp") > said["cautious"].count("greet.sharp")
    assert sum(".warm" in code for code in said["cautious"]) > sum(".warm" in code for code in said["bold"])


# Secrets


def test_a_liberal_speaks_alike_whoever_else_is_what() -> None:
    """Twins: the same table to this seat, the others' roles exchanged."""

    def played(roles: str) -> Table:
        table = at(OFFICIAL, 7, roles=roles, deck="FFL" + "FFL" * 3, president=1).elect(2).discard(F).enact(F)
        return table.does(1, ClaimTiles(About.PRESIDENT_HAND, 1, (F, F, F))).nominate(5)

    twins = [[(talk.code, talk.params) for talk in said_by(played(roles), 0)] for roles in ("LLLLFFH", "LFFHLLL")]
    assert twins[0]
    assert twins[0] == twins[1]


@pytest.mark.parametrize("role", "FH")
def test_a_liar_says_what_a_liberal_with_its_story_would_say(role: str) -> None:
    """The words before a chancellor is named come from the cover alone: no role and no hand shines through."""

    def played(roles: str, deck: str) -> Table:
        table = at(OFFICIAL, 7, roles=roles, deck=deck + "FFL" * 3, president=0).elect(2)
        table.discard(L if deck == "FFL" else F).enact(F)
        return table.does(0, ClaimTiles(About.PRESIDENT_HAND, 1, (F, F, F))).does(2, ClaimTiles(About.CHANCELLOR_HAND, 1, (F, F)))

    liar, honest = played(role + "LLLLF" + ("H" if role == "F" else "F"), "FFL"), played("LLLLFFH", "FFF")
    assert liar.views[Seat(0)].role in (Role.FASCIST, Role.HITLER)
    words = [[(talk.code, talk.params) for talk in said_by(table, 0)] for table in (liar, honest)]
    assert words[0]
    assert words[0] == words[1]


# Blunders


@pytest.mark.parametrize("level", ["regular", "expert"])
def test_over_some_games_liberals_who_know_make_no_blunder(level: str) -> None:
    counts = count(level, 7, 3, 60)
    never = (Laughable.CERTAIN_LOSS, Laughable.KNOWN_FASCIST, Laughable.BURNT_TILE, OWN_NEIN)
    assert counts["decisions", Role.LIBERAL] > 100
    # A fascist's nein to Hitler may be one: if there were none, every nein would clear its voter.
    blamed = {what: [Role.LIBERAL] if what is Laughable.CERTAIN_LOSS else list(Role) for what in never}
    assert [(what, counts[what, role]) for what in never for role in blamed[what] if counts[what, role]] == []
    assert sum(counts[Laughable.ELECTS_ACCUSED, role] for role in Role) <= 3


@pytest.mark.parametrize(("liberals_for_him", "laughed_at"), [(1, False), (2, True)])
def test_a_fascists_nein_to_hitler_is_laughed_at_only_where_ja_would_have_elected_him(liberals_for_him: int, laughed_at: bool) -> None:
    table = at(OFFICIAL, 10, roles="LLLLLLFFFH", fascist=3).nominate(9)
    decided: dict[Seat, Decision] = {Seat(seat): Vote(seat < liberals_for_him) for seat in range(10)}
    hopeless = fails_whatever_fascists_vote(decided, table.game.roles)
    assert bool(laughable(sit("expert", table.views[Seat(6)], random.Random(1)), Vote(False), hopeless)) is laughed_at


def test_only_a_vote_can_be_hopeless() -> None:
    decided: dict[Seat, Decision] = {Seat(6): Nominate(Seat(7))}
    assert not fails_whatever_fascists_vote(decided, at(OFFICIAL, 10, roles="LLLLLLFFFH").game.roles)


def test_what_others_did_long_ago_is_no_news() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="F" * 9 + "L" * 6).session(1, F)

    def charges() -> set[str]:
        belief = listening(table, 3).own
        belief.weigh(5 * belief.worlds.fascist[:, 1])
        return {saying.code for saying in accusations(belief)}

    assert "accuse-governed" in charges()
    while table.game.board.round < 9:
        table.nominate(table.eligible[0]).everyone_votes(False)
    assert "accuse-governed" not in charges()
