"""Conversation: let a bot answer, greet, accuse, doubt, trust and call for votes, without repeating itself."""

import random
from collections.abc import Iterable

from ..belief import Belief
from ..rules import Phase, Seat, View
from ..words import ENGLISH, remark_in_words
from .bot import NAMED, Personality, Talk
from .talk import Statement, accusations, agreement, answer, appeal, chat, grievances, opinions, reaction

TONES = ("", ".plain2", ".warm", ".warm2", ".sharp", ".sharp2", ".short", ".joke")
"""How a sentence may sound; the catalogue has some of these."""
ASKED = ("phrase-", "ask-", NAMED)
"""Questions and what people say to a bot, which then answers; bots ignore much else of what bots say."""
ACCUSING = ("suspect", "accuse-", "agree", "call-nein-reason")
AGREEING = 0.5
"""How often a bot joins an accusation instead of making one."""
CHATTING = 0.75
"""How often a bot says something light instead of accusing somebody or judging a claim."""
LIGHT = (
    "call-",
    "greet",
    "cheer",
    "groan",
    "yes",
    "no",
    "laugh",
    "tracker",
    "deck-",
    "like",
    "unsure",
    "plan-",
    "ask-",
    "why-turn",
    "thank",
)
"""What may be said again in other words."""
ANSWERING = 0.4
"""How often even a quiet bot answers what's said about it."""
REACTING = 0.25
"""How often it reacts to what another said last."""
ECHO_ROUNDS = 3
"""For this long a bot doesn't say what another has said, in other words; the same words nobody uses twice in a game."""
GRUDGE_ROUNDS = 1
"""For this long a bot doesn't elect a player it accused."""


class Conversation:
    def __init__(self, view: View, rng: random.Random, person: Personality) -> None:
        self.view, self.me, self.person = view, view.me, person
        self.rng = random.Random(str(rng.getstate()[1][:4]))  # so that talk doesn't change the play
        self.asked_to_claim = False
        self.accused: dict[Seat, int] = {}
        """Whom I accused, and in which round."""
        self._mine: set[str] = set()
        """What I meant with what I said in this game."""
        self._theirs: dict[str, int] = {}
        """What the others meant, with the round."""
        self._used: set[str] = set()
        """The texts of everybody in this game."""
        self._patterns: set[str] = set()
        """The sentences that others used in this round, about any player."""
        self._own_patterns: set[str] = set()
        """The sentences that I used in this game."""
        self._accusers: dict[Seat, Seat] = {}
        """Who accused whom in this round."""
        self._addressed: list[tuple[Seat, Talk]] = []
        self._round = 0
        self._spoke_in: tuple[int, Phase] | None = None
        self._last: Talk | None = None
        self._last_speaker: Seat | None = None
        self._overheard: tuple[Seat, Talk] | None = None
        """What another said last, unless I've spoken since."""

    def hear(self, seat: Seat, talk: Talk) -> None:
        self._begin_round()
        if seat == self.me:
            self._note(talk)
            self._addressed.clear()
        else:
            self._theirs[_meaning(talk)] = self.view.board.round
            self._used.add(talk.text)
            self._patterns.add(talk.code)
            suspect = talk.params.get("suspect")
            if talk.code.startswith(ACCUSING) and isinstance(suspect, int):
                self._accusers.setdefault(seat, Seat(suspect))
            if self._meant(talk):
                self._addressed.append((seat, talk))
                self.asked_to_claim |= talk.code == "phrase-claim"
        if talk.code != "phrase-why":
            self._overheard = None if seat == self.me else (seat, talk)
        self._last_speaker = seat if talk.code != "phrase-why" else self._last_speaker

    def _meant(self, talk: Talk) -> bool:
        if talk.code == "phrase-why":
            return self._last_speaker == self.me
        if talk.code.startswith("ask-"):
            return talk.params.get("other") == self.me
        named = ("suspect", "other") if talk.code == "clash" else ("suspect",) if "suspect" in talk.params else ("other",)
        return self.me in map(talk.params.get, named) and not talk.code.startswith("call-")

    def stands_against(self, seat: Seat | None) -> bool:
        """Tell whether I accused this seat lately."""
        return seat is not None and seat in self.accused and self.view.board.round - self.accused[seat] <= GRUDGE_ROUNDS

    def speak(self, belief: Belief) -> list[Talk]:
        """Answer players who spoke to me, or say one thing unasked before a nomination and one before a vote."""
        self._begin_round()
        if self.view.silent is not None:
            self._addressed.clear()
            return []
        answered = self._answers(belief)
        board, now = self.view.board, (self.view.board.round, self.view.board.phase)
        if answered or board.phase not in (Phase.NOMINATION, Phase.ELECTION) or self._spoke_in == now:
            return answered
        self._spoke_in = now
        if grievance := self._first(saying for saying in grievances(belief) if self._may_accuse(saying)):
            return grievance
        if self.rng.random() > self.person.talkative:
            return []
        if board.round == 1:
            return self._first([Statement("greet", {})]) if board.phase is Phase.NOMINATION or self.rng.random() < CHATTING else []
        if self._overheard is not None and self.rng.random() < REACTING and (said := self._first(reaction(belief, *self._overheard))):
            return said
        light = chat(belief, self.rng)
        ways: list[Iterable[Statement]] = [light, accusations(belief), opinions(belief, self.rng)]
        if self.rng.random() > CHATTING:
            agreed = [agreement(belief, self._accusers)] if self.rng.random() < AGREEING else []
            ways = [*agreed, *ways[1:], light]
        for sayings in ways:
            if said := self._first(saying for saying in sayings if self._may_accuse(saying)):
                return said
        return []

    def call(self, belief: Belief, ja: bool, callers: dict[Seat, bool]) -> Talk | None:
        """Announce my vote; don't speak against my own government."""
        self._begin_round()
        board = self.view.board
        if not ja and self.me in (board.president, board.chancellor):
            return None
        return next(iter(self._first(appeal(belief, ja, callers, self.rng))), None)

    def _may_accuse(self, saying: Statement) -> bool:
        """Spare the player I'm standing for office with."""
        board, suspect = self.view.board, saying.params.get("other" if saying.code == "doubt-claim" else "suspect")
        government = (board.president, board.chancellor)
        return not (board.phase is Phase.ELECTION and self.me in government and suspect in government)

    def _answers(self, belief: Belief) -> list[Talk]:
        addressed, self._addressed = self._addressed, []
        for seat, talk in reversed(addressed):
            if talk.code.startswith(ASKED) or self.rng.random() < max(ANSWERING, self.person.talkative):
                said = self._first(answer(belief, seat, talk, self._last))
                if said:
                    return said
        return []

    def _first(self, sayings: Iterable[Statement]) -> list[Talk]:
        """Choose the first statement that's new, in a tone that suits me; prefer words I haven't used yet."""
        said = self._mine | set(self._theirs)
        for saying in sayings:
            new = [
                talk
                for talk in _told(saying)
                if talk.text not in self._used and _meaning(talk) not in said and talk.code not in self._patterns
            ]
            if fresh := [talk for talk in new if talk.code not in self._own_patterns] or new:
                chosen = self.rng.choices(fresh, [self.person.tone(talk.code) for talk in fresh])[0]
                self._note(chosen)
                return [chosen]
        return []

    def _note(self, talk: Talk) -> None:
        self._last = talk
        self._mine.add(_meaning(talk))
        self._used.add(talk.text)
        self._own_patterns.add(talk.code)
        suspect = talk.params.get("suspect")
        if talk.code.startswith(ACCUSING) and isinstance(suspect, int):
            self.accused[Seat(suspect)] = self.view.board.round

    def _begin_round(self) -> None:
        now = self.view.board.round
        if now != self._round:
            self._round, self._patterns, self._accusers = now, set(), {}
            self._theirs = {said: round for said, round in self._theirs.items() if now - round <= ECHO_ROUNDS}


def _told(saying: Statement) -> list[Talk]:
    code, params = saying.code, saying.params
    texts = {code + tone: remark_in_words(ENGLISH, code + tone, params, lambda seat: f"seat {seat}") for tone in TONES}
    return [Talk(code, params, text) for code, text in texts.items() if text is not None]


def _meaning(talk: Talk) -> str:
    """Return what stays the same in every tone; calls and greetings differ in every wording."""
    stem = talk.code.partition(".")[0]
    if stem in ("clash", "accuse-clash", "accuse-governed", "defend-record", "defend-hand"):
        # don't blame first one, then the other for the same round, and don't repeat an excuse to everyone
        return f"{stem.removeprefix('accuse-')} {talk.params.get('round')}"
    return talk.text if stem.startswith(LIGHT) else f"{stem} {sorted(talk.params.items())}"
