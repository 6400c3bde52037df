"""The whole table of the rulebook: `python -m tests.rulebook` prints its sentences, the mutants noticed, and the states of every game."""

import sys

from . import mutants


def main() -> int:
    missed = mutants.main()
    from secret_hitler.cli.rules import check_all  # the mutants need a process that has not imported the product
    from secret_hitler.rules import RULESETS

    return check_all(list(RULESETS.values())) or missed


if __name__ == "__main__":
    sys.exit(main())
