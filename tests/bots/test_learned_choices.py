"""The strategist as a fascist: it counts votes as they fall, and what it learned came from games."""

from collections.abc import Sequence

import numpy as np
import pytest

from secret_hitler.bots.fascist import Fascist
from secret_hitler.bots.strategist import LARGE, SMALL_EVEN, SMALL_ODD, Option, Question, Schooling, Strategist, elect_hitler_now, schooled
from secret_hitler.bots.vote_evidence import VoteForecast
from secret_hitler.rules import OFFICIAL, Nominate, Phase, Role, Seat, Vote
from secret_hitler_lab.tournament.arena import play, play_on, seat_bots
from secret_hitler_lab.training.lessons import TABLES, Note, kept, learned, lesson_games
from tests import sizes


@pytest.mark.parametrize(("liberals", "players", "least"), [("deducer", 5, 0.95), ("deducer", 8, 0.95), ("strategist", 8, 0.7)])
def test_the_votes_of_truthful_liberals_are_foreseen(liberals: str, players: int, least: float) -> None:
    """Nearly all of deducers', who read as the public is taken to; most of strategists', who read by other parameters."""
    foreseen: list[bool] = []
    for number in range(4):
        table = seat_bots(OFFICIAL, players, liberals, "strategist", 22, number)
        for game in play_on(table):
            board = game.board
            if board.phase is Phase.ELECTION and board.president is not None and board.chancellor is not None:
                bot = next(bot for bot in table.bots.values() if isinstance(bot, Strategist))
                ja = bot.vote_evidence.forecast.ja(board.president)[:, board.chancellor] > 0.5
                honest = [seat for seat in board.alive if game.roles[seat] is Role.LIBERAL]
                foreseen += [table.bots[seat].decide() == Vote(bool(ja[seat])) for seat in honest]
    assert len(foreseen) > 50
    assert np.mean(foreseen) > least


def test_hitler_is_named_where_the_votes_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those who are named since a strategist counted enough votes for them, most are elected."""
    named: list[int] = []

    def watched(mind: Fascist, options: Sequence[Option], audience: VoteForecast) -> Option | None:
        found = elect_hitler_now(mind, options, audience)
        if isinstance(found, Nominate):
            named.append(mind.view.board.round)
        return found

    monkeypatch.setattr("secret_hitler.bots.strategist.elect_hitler_now", watched)
    elected: list[bool] = []
    for number in range(20) if sizes.long else (3, 5, 11):
        named.clear()
        table = seat_bots(OFFICIAL, 7, "deducer", "strategist", 23, number)
        for _ in play_on(table):
            pass
        elected += [bool(table.session.views[Seat(0)].rounds[round - 1].elected) for round in named]
    assert len(elected) > 2
    assert np.mean(elected) > 0.7


def test_what_was_learned_fits_the_questions() -> None:
    asked: list[Question] = []

    class Listener(Strategist):
        def answer(self, question: Question, usual: Option) -> Option:
            asked.append(question)
            return super().answer(question, usual)

    for players in (5, 6, 7, 10):
        play(OFFICIAL, players, "deducer", Listener, 24, players)
    assert {question.kind.partition(":")[0] for question in asked} == {"fascist", "hitler"}
    assert {question.table for question in asked} == set(TABLES)
    for question in asked:
        lesson = schooled().lessons[question.table].get(question.kind)
        assert lesson is None or len(lesson) == question.traits.shape[1], question.kind
    assert all(schooled().lessons.values())


def test_lessons_tell_what_a_trait_is_worth_and_nothing_of_what_is_not() -> None:
    rng = np.random.default_rng(1)
    notes = []
    for _ in range(4000):
        surprise = rng.normal(size=2)
        luck = rng.normal()
        notes.append(Note(LARGE, "fascist: vote", surprise, [1.0, luck], bool(rng.random() < 0.5 + 0.1 * surprise[0] + 0.1 * luck)))
    worths = learned(notes)[LARGE]["fascist: vote"]
    assert worths == pytest.approx([0.1, 0.0], abs=0.03)


def test_a_pupil_notes_only_what_its_whims_changed() -> None:
    notes = lesson_games(schooled(), ("deducer",), 25, range(2))
    assert notes
    assert len({note.won for note in notes}) <= 2
    again = lesson_games(schooled(), ("deducer",), 25, range(2))
    assert [(note.kind, note.surprise.tolist(), note.won) for note in notes] == [
        (note.kind, note.surprise.tolist(), note.won) for note in again
    ]


def _schooling(lessons: dict[str, list[float]]) -> Schooling:
    return Schooling(schooled().parameters, schooled().ways, dict.fromkeys(TABLES, lessons))


def test_only_lessons_that_win_are_kept() -> None:
    def wins(taught: Schooling, counts: tuple[int, ...]) -> int:
        large = taught.lessons.get(LARGE, {})
        return ("fascist: enact" in large) - ("fascist: vote" in large) if 7 in counts else 0

    found = kept(_schooling({"fascist: vote": [1.0], "fascist: enact": [1.0]}), {}, wins)
    assert found == {LARGE: {"fascist: enact": [1.0]}, SMALL_ODD: {}, SMALL_EVEN: {}}


def test_small_tables_may_do_as_fascists_do_at_large_ones() -> None:
    def wins(taught: Schooling, counts: tuple[int, ...]) -> int:
        return sum(table != LARGE and worths[0] > 0 for table, lessons in taught.lessons.items() for worths in lessons.values())

    taught = _schooling({"fascist: vote": [-1.0]})
    taught.lessons[LARGE] = {"fascist: vote": [1.0], "hitler: vote": [2.0]}
    found = kept(taught, {}, wins)
    assert found[LARGE] == {}, "even what did not win there"
    assert found[SMALL_ODD] == found[SMALL_EVEN] == {"fascist: vote": [1.0], "hitler: vote": [1.0]}


def test_what_plays_already_stays_until_something_wins_more() -> None:
    def wins(taught: Schooling, counts: tuple[int, ...]) -> int:
        return sum(round(worths[0]) for lessons in taught.lessons.values() for worths in lessons.values())

    playing = {table: {"fascist: vote": [2.0], "fascist: enact": [2.0]} for table in TABLES}
    playing[SMALL_ODD] = {"fascist: vote": [-1.0]}
    found = kept(_schooling({"fascist: vote": [1.0], "fascist: enact": [3.0]}), playing, wins)
    assert found[LARGE] == {"fascist: vote": [2.0], "fascist: enact": [3.0]}
    assert found[SMALL_ODD] == {kind: [1.0] for kind in ("fascist: vote", "hitler: vote")} | {
        kind: [3.0] for kind in ("fascist: enact", "hitler: enact")
    }


def test_a_fascist_still_names_somebody_when_nothing_was_learned() -> None:
    schooling = Schooling(schooled().parameters, schooled().ways, {})
    played = play(OFFICIAL, 6, "deducer", lambda view, rng: Strategist(view, rng, schooling=schooling), 26, 1)
    assert any(isinstance(move.action, Nominate) for move in played.record.moves)
