"""The command rules: show the rule sets in words or as data, or check house rules."""

import argparse
import time
from collections.abc import Iterator
from contextlib import suppress

from msgspec.structs import replace

from ..rules import RULESETS, Ruleset, StrandedGame
from ..rules.model_check import check
from ..rules.readings import READINGS, Reading
from ..words import Words
from ..words.rulebook import checked_in_words, describe
from ..words.summary import everything
from .options import add_language, language, ruleset
from .output import say, say_json, say_rows

EVERY_STATE = 10**6


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", nargs="?", help="one rule set, or a TOML file of house rules")
    command.add_argument("--json", action="store_true", help="print the data")
    command.add_argument("--guide", action="store_true", help="explain how to play, with the opening, advice, questions and answers")
    command.add_argument("--check-all", action="store_true", help="check every way a game can go, with every reading")
    add_language(command)


def run(options: argparse.Namespace) -> int:
    words = Words(language(options))
    chosen = [ruleset(options.name)] if options.name else list(RULESETS.values())
    if options.check_all:
        return check_all(chosen)
    if options.json:
        say_json(chosen[0] if options.name else chosen)
        return 0
    for rules in chosen:
        if not options.guide:
            say(rules.name)
            say_rows(describe(rules, words))
            say("")
            if options.name:
                say(" ".join(checked_in_words(check(rules), words)))
            continue
        say(f"{words.ruleset(rules)}: {words.ruleset_about(rules)}")
        for heading, lines in everything(rules, words):
            say("\n".join(["", words.upper(heading), *(f"  {line.lead or '-'} {line.words}" for line in lines)]))
        say(f"\n{words.say('print.licence')}\n")
    return 0


def check_all(chosen: list[Ruleset]) -> int:
    """Print a line for each rule set, reading and number of players; fail if one can get stuck or was not finished."""
    wrong = 0
    for rules in chosen:
        for name, read in [("as written", rules), *((name, other) for reading in READINGS for name, other in _others(rules, reading))]:
            for players in sorted(rules.fascists):
                began = time.perf_counter()
                found = check(replace(read, fascists={players: read.fascists[players]}), EVERY_STATE)
                wrong += bool(found.stuck) or not found.complete
                last = "no end" if found.endless else f"{found.rounds} rounds"
                told = f"{found.states:6} states, {len(found.endings)} endings, {last}, {time.perf_counter() - began:.1f} s"
                say(f"{rules.name}, {name}, {players} players: {'; '.join([told, *found.stuck])}")
    return min(wrong, 1)


def _others(rules: Ruleset, reading: Reading) -> Iterator[tuple[str, Ruleset]]:
    for value in reading.values if reading.bites(rules) else ():
        if value != getattr(rules, reading.field):
            with suppress(StrandedGame):  # a reading may need another track of powers
                yield f"{reading.field} = {value}", replace(rules, **{reading.field: value})
