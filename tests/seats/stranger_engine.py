"""An engine by somebody who has read docs/engine.md and nothing else: it remembers who passed what, and imports nothing of the game."""

import random
import sys

PARTY = {"liberal": "liberal", "fascist": "fascist", "hitler": "fascist"}


def suspicion(facts: dict[str, list[list[str]]], seat: int) -> float:
    for known, role in facts.get("known", []):
        if int(known) == seat:
            return 10.0 if PARTY[role] == "fascist" else -10.0
    total = 0.0
    for past in facts.get("past", []):
        named = dict(zip(past[1::2], past[2::2], strict=False))
        if named["elected"] == "yes" and str(seat) in (named["president"], named["chancellor"]):
            total += {"fascist": 1.0, "liberal": -1.0}.get(named["enacted"], 0.0)
    return total


def choose(facts: dict[str, list[list[str]]], choices: list[str], chance: random.Random) -> int:
    liberal = facts["role"] == [["liberal"]]
    side = 1 if liberal else -1

    def worth(choice: str) -> float:
        words = choice.split()
        if words[0] == "nominate":
            return -side * suspicion(facts, int(words[1]))
        if words[0] in ("execute", "investigate"):
            return side * suspicion(facts, int(words[-1]))
        if words[0] in ("ja", "nein"):
            government = [int(facts[office][0][0]) for office in ("president", "chancellor")]
            trusted = side * sum(suspicion(facts, seat) for seat in government) <= 0.5
            return 1.0 if (words[0] == "ja") == trusted else 0.0
        if words[0] in ("discard", "enact"):
            return 1.0 if (words[1] == ("fascist" if liberal else "liberal")) == (words[0] == "discard") else 0.0
        return 0.0

    best = max(map(worth, choices))
    return chance.choice([number for number, choice in enumerate(choices) if worth(choice) == best])


def main() -> None:
    facts: dict[str, list[list[str]]] = {}
    choices: list[str] = []
    asked, chance = "", random.Random()
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "hello":
            answer = "name Stranger\nauthor somebody who read the manual\nformat text\nready"
        elif word == "newgame":
            chance = random.Random(int(rest.split()[7]))
            continue
        elif word == "question":
            asked, facts, choices = rest, {}, []
            continue
        elif word == "view":
            key, *values = rest.split()
            facts.setdefault(key, []).append(values)
            continue
        elif word == "choice":
            choices.append(rest.partition(" ")[2])
            continue
        elif word == "go":
            answer = "answer" if asked == "claim" else f"answer {choose(facts, choices, chance)}"
        elif word == "quit":
            return
        else:
            continue
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()


main()
