"""The command rules: the five rule sets in words or as data, and a check of house rules."""

import argparse

from ..rules import RULESETS, Ruleset
from ..words import Words
from ..words.rulebook import describe, markdown
from ..words.summary import guide, opening_sections, sections
from .options import add_language, language, ruleset
from .output import say, say_json, say_rows


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", nargs="?", help="one rule set, or a TOML file of house rules")
    command.add_argument("--json", action="store_true", help="as data")
    command.add_argument("--guide", action="store_true", help="how to play it, the opening, advice, questions and answers")
    command.add_argument("--markdown", action="store_true", help="the page docs/rules.md")
    add_language(command)


def run(options: argparse.Namespace) -> int:
    words = Words(language(options))
    if options.markdown:
        say(markdown(words).removesuffix("\n"))
        return 0
    chosen = [ruleset(options.name)] if options.name else list(RULESETS.values())
    if options.json:
        say_json(chosen[0] if options.name else chosen)
        return 0
    if options.guide:
        for rules in chosen:
            _say_guide(rules, words)
        return 0
    for rules in chosen:
        say(rules.name)
        say_rows(describe(rules, words))
        say("")
    return 0


def _say_guide(rules: Ruleset, words: Words) -> None:
    say(f"{words.ruleset(rules.name)}: {words.ruleset_about(rules.name)}")
    opening = [section._replace(heading=f"{words.say('paper.opening')}, {section.heading}") for section in opening_sections(rules, words)]
    for heading, lines in [*sections(rules, words), *opening, *guide(rules, words)]:
        say(f"\n{words.upper(heading)}")
        for line in lines:
            say(f"  {line.lead or '-'} {line.words}")
    say(f"\n{words.say('print.licence')}\n")
