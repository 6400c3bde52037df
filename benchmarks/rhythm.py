"""How long games of one person with bots take at each speed, and the longest wait in which nothing happens; in virtual time."""

import argparse
import asyncio
import random
import statistics

from secret_hitler.storage.key_value import memory_storage
from secret_hitler.tables.bots_at_work import BotSeat, bot_seed, think_quickly
from secret_hitler.tables.host import FIRST, Host
from secret_hitler.tables.pace import SteadyPace
from secret_hitler.wire.commands import Act
from secret_hitler.wire.table import Level, Options, Speed, Stage
from tests.security.virtual_time import in_virtual_time

PERSON = 2.5
"""Seconds that the person takes once everything has been told."""


async def game(speed: Speed, players: int, level: Level, seed: int) -> tuple[int, float, list[float], int]:
    """Return rounds, seconds, the waits in which nobody saw anything happen, and how much was said."""
    loop = asyncio.get_running_loop()
    host = Host(memory_storage(), clock=loop.time, pace=SteadyPace(), chance=random.Random(seed))
    live, player = await host.play_now("Ada", Options(bot_level=level, speed=speed), players)
    table, seat = live.table, FIRST
    began, lines, told, waits = loop.time(), table.lines, live.told_until, list[float]()
    while table.stage is Stage.PLAYING:
        await asyncio.sleep(0.02)
        if table.lines != lines:
            waits.append(loop.time() - told)
            lines, told = table.lines, max(loop.time(), live.told_until)
        if seat in table.awaited and loop.time() > told + PERSON:
            log = table.viewer_logs[seat]
            asked = BotSeat(table.code, 1, seat, Level.PARTY_LINE, log.view.rules, players, bot_seed(table.playing.dealt.seed, seat))
            if (action := think_quickly(asked, log).action) is not None:
                await host.command(live, player, Act(id=str(lines), action=action))
    counts = table.playing.game.board.round, loop.time() - began, waits, table.talk.spoken
    await host.close()
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--players", type=int, default=7)
    parser.add_argument("--level", default="regular", choices=list(Level))
    options = parser.parse_args()
    for speed in Speed:
        games = [in_virtual_time(game(speed, options.players, Level(options.level), seed)) for seed in range(options.games)]
        rounds, seconds, waits, said = zip(*games, strict=True)
        quiet = sorted(wait for each in waits for wait in each)
        print(
            f"{speed:8} {sum(seconds) / sum(rounds):5.1f} s a round, {statistics.median(seconds) / 60:4.1f} minutes a game of "
            f"{statistics.median(rounds):g} rounds, {sum(said) / sum(rounds):4.1f} things said a round, "
            f"waits with nothing to see: one in a hundred over {quiet[len(quiet) * 99 // 100]:.1f} s, longest {quiet[-1]:.1f} s"
        )


if __name__ == "__main__":
    main()
