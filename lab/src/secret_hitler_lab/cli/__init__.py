"""The commands that the lab adds to `secret-hitler`, a module each."""

from typing import Final

COMMANDS: Final = {
    "metrics": "count what papers on hidden-role games count: lies, who sees through them, whose word moves votes",
    "simulate": "play at random on the compiled engine, with statistics",
    "arena": "let bots of one level play as liberals against another as fascists",
    "tournament": "let every bot play every other from both sides, with ratings",
    "exploit": "teach a response against a bot, and measure what it gains",
}
