"""What holds each sentence of the five documents, and how often it was put to the test: `python -m tests.rulebook.held` prints held.md."""

import sys
from collections.abc import Iterator

from secret_hitler.rules import RULESETS
from secret_hitler.words.citations import RuleSentence

from .games import judged
from .sentences import LINES, SENTENCES, Judge

HEAD = (
    "# What holds each sentence",
    "",
    "The five documents, sentence by sentence in short words of our own, with the predicates that hold each over games, print and words",
    "(`tests/rulebook/predicates.toml`), and how often the least busy of them was put to the test when this page was made by `make docs`.",
    "Where a document is silent or contradicts itself, [rules.md](rules.md) says how it is read.",
    "",
)


def page(judge: Judge) -> Iterator[str]:
    yield from (*HEAD, *summary(judge))
    for name in RULESETS:
        yield from ("", f"## `{name}`", "", "| line | says | held by | times | explains |", "|---|---|---|---|---|")
        for sentence in SENTENCES:
            if sentence.document == name:
                held, bars = (", ".join(f"`{each}`" for each in some) for some in (sentence.held, sentence.bars))
                also = [f"`{other}`" for other in sentence.rulesets if other != name]
                says = sentence.says + (f" (also {', '.join(also)})" if also else "")
                yield f"| {sentence.line} | {says} | {held} | {judge.times(sentence):,} | {bars} |"
    yield from ("", "## The predicates", "", "| name | at which moment, under which condition: what holds |", "|---|---|")
    yield from (f"| `{name}` | `{line.replace('|', ' or ')}` |" for name, line in sorted(LINES.items()))


def summary(judge: Judge) -> list[str]:
    """Count each document's sentences: how many were put to the test, are held, and explain a refusal."""
    rows = ["| document | sentences | put to the test | held | cited by a refusal |", "|---|---|---|---|---|"]
    for name in (*RULESETS, ""):
        of = [sentence for sentence in SENTENCES if name in ("", sentence.document)]
        tested, held = (sum(map(test, of)) for test in (lambda each: judge.times(each) > 0, lambda each: _held(judge, each)))
        rows.append(f"| {f'`{name}`' if name else 'all'} | {len(of)} | {tested} | {held} | {sum(bool(each.bars) for each in of)} |")
    return rows


def _held(judge: Judge, sentence: RuleSentence) -> bool:
    return judge.times(sentence) > 0 and not any((name, held) in judge.broken for name in sentence.rulesets for held in sentence.held)


if __name__ == "__main__":
    sys.stdout.write("\n".join(page(judged())) + "\n")
