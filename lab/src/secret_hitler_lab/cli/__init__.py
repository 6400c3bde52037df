"""The commands that the lab adds to `secret-hitler`, a module each."""

from typing import Final

COMMANDS: Final = {
    "metrics": "measure how games lied, saw through lies and persuaded",
    "simulate": "play many random games and print statistics",
    "arena": "let one bot play the liberals and another the fascists",
    "tournament": "let every bot play every other from both sides, and rate them",
    "exploit": "train opponents against a bot and measure what they gain",
}
