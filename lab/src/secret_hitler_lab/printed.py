"""What programs of the lab print: a line at once, however long the next takes, also into a file."""

import sys


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
