"""OpponentModel, a deducer that knows from games how often each role of its opponents votes ja and names whom, and believes accordingly."""

import random
from collections.abc import Iterable
from functools import cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from secret_hitler.belief import Parameters, shipped
from secret_hitler.belief.worlds import CODES, Codes, Floats, Worlds
from secret_hitler.bots.bot import BALANCED
from secret_hitler.bots.deducer import Deducer
from secret_hitler.records import Record, replay
from secret_hitler.rules import ALL, AnyEvent, Role, Seat, View, onlooking
from secret_hitler.rules.choices import nomination_bar
from secret_hitler.rules.events import ChancellorNominated, ElectionHeld

TRUST = 0.7
"""Votes of one election go together, so each counts for less than a whole one."""
PRIOR = 4.0


class VotesSeen(Struct):
    """How often each role did what, before Hitler may win and after."""

    ja: Floats
    """Stage, voter's, president's and chancellor's role."""
    named: Floats
    """Stage, president's and candidate's role: how often one who could be named was."""


def watch_votes(records: Iterable[Record]) -> VotesSeen:
    ja, named = np.zeros((2, 2, 3, 3, 3)), np.zeros((2, 2, 3, 3))
    for record in records:
        view = onlooking(record.rules, record.seats, ALL)
        for _, _, told in replay(record):
            for event in told:
                _count(view, event, record.roles, ja, named)
            view.see(told)
    shares = (ja[1].sum() / ja.sum(), named[1].sum() / named.sum())
    return VotesSeen(
        ja=(ja[1] + PRIOR * shares[0]) / (ja.sum(axis=0) + PRIOR),
        named=(named[1] + PRIOR * shares[1]) / (named.sum(axis=0) + PRIOR),
    )


def _count(view: View, event: AnyEvent, roles: tuple[Role, ...], ja: Floats, named: Floats) -> None:
    codes, stage = [CODES[role] for role in roles], int(view.hitler_can_win)
    match event:
        case ChancellorNominated():
            for seat in _candidates(view, event.president):
                named[int(seat == event.chancellor), stage, codes[event.president], codes[seat]] += 1
        case ElectionHeld():
            president, chancellor = view.board.president, view.board.chancellor
            assert president is not None
            assert chancellor is not None
            for voter, ballot in enumerate(event.ballots):
                if ballot is not None and voter not in (president, chancellor):
                    ja[int(ballot), stage, codes[voter], codes[president], codes[chancellor]] += 1


def _candidates(view: View, president: Seat) -> list[Seat]:
    return [seat for seat in view.board.alive if seat != president and nomination_bar(view.rules, view.board, seat) is None]


class OpponentModel(Deducer):
    def __init__(self, seen: VotesSeen, view: View, rng: random.Random) -> None:
        super().__init__(view, rng, BALANCED, _without_behaviour())
        self._seen = seen
        self._public = onlooking(view.rules, view.board.seats, view.onlooker)

    def see(self, events: list[AnyEvent]) -> None:
        for event in events:
            evidence = self._read(event)
            self._public.see([event])
            if evidence is not None:
                self.own.weigh(TRUST * evidence)
        super().see(events)

    def _read(self, event: AnyEvent) -> Floats | None:
        """For every world, the logarithm of the chance of what was done."""
        view, worlds, me = self._public, self.own.worlds, self.view.onlooker
        stage, roles = int(view.hitler_can_win), worlds.roles
        match event:
            case ChancellorNominated() if event.president != me:
                rates = self._seen.named[stage][roles[:, event.president, None], roles]
                eligible = _candidates(view, event.president)
                named: Floats = np.log(rates[:, event.chancellor] / rates[:, eligible].sum(axis=1))
                return named
            case ElectionHeld():
                president, chancellor = view.board.president, view.board.chancellor
                assert president is not None
                assert chancellor is not None
                total = np.zeros(len(worlds))
                for voter, ballot in enumerate(event.ballots):
                    if ballot is not None and voter not in (president, chancellor, me):
                        ja = self._seen.ja[stage][_trio(worlds, voter, president, chancellor)]
                        total += np.log(ja if ballot else 1 - ja)
                return total
            case _:
                return None


def _trio(worlds: Worlds, voter: int, president: Seat, chancellor: Seat) -> tuple[Codes, Codes, Codes]:
    return worlds.roles[:, voter], worlds.roles[:, president], worlds.roles[:, chancellor]


@cache
def _without_behaviour() -> Parameters:
    """Return the tiles and claims of people; votes and nominations are read here."""
    return replace(shipped(), traces={kind: [0.0] * len(table) for kind, table in shipped().traces.items()})
