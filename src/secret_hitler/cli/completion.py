"""The command completion: print a script, made from the options themselves, that completes every command in a shell."""

import argparse
from collections.abc import Iterator

from ..bots import LEVELS
from ..rules import RULESETS
from ..words import LANGUAGES
from . import commands, parser
from .output import say

BASH = """_secret_hitler() {{
    local typed=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} offered=
    if (( COMP_CWORD == 1 )); then
        offered="{commands} --help --version"
    else
        case "${{COMP_WORDS[1]}} $before" in
{cases}
        esac
    fi
    COMPREPLY=($(compgen -W "$offered" -- "$typed"))
}}
complete -o default -F _secret_hitler secret-hitler"""
"""In zsh too, where `words` is a name of its own."""


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("shell", choices=("bash", "zsh", "fish"))


def run(options: argparse.Namespace) -> int:
    in_zsh = "autoload -U +X bashcompinit && bashcompinit\n" if options.shell == "zsh" else ""
    say("\n".join(_fish()) if options.shell == "fish" else in_zsh + _bash())
    return 0


def _bash() -> str:
    cases = []
    for name, command in _commands():
        for action in command._actions:
            if action.option_strings and action.nargs != 0:
                asked = "|".join(f'"{name} {option}"' for option in action.option_strings)
                cases.append(f'{asked}) offered="{" ".join(_values(action))}" ;;')
        options = [option for action in command._actions for option in action.option_strings]
        values = [value for action in command._actions if not action.option_strings for value in _values(action)]
        cases.append(f'"{name} "*) offered="{" ".join(values + options)}" ;;')
    return BASH.format(commands=" ".join(commands()), cases="\n".join(f"            {case}" for case in cases))


def _fish() -> Iterator[str]:
    for name, (summary, _) in commands().items():
        yield f"complete -c secret-hitler -n __fish_use_subcommand -f -a {name} -d {_quoted(summary)}"
    for name, command in _commands():
        for action in command._actions:
            values = _values(action)
            names = " ".join(f"-{'l' if option.startswith('--') else 's'} {option.lstrip('-')}" for option in action.option_strings)
            value = f" -x -a {_quoted(' '.join(values))}" if values else " -r" if action.nargs != 0 and names else ""
            if names or values:
                yield f"complete -c secret-hitler -n '__fish_seen_subcommand_from {name}' {names}{value} -d {_quoted(action.help or '')}"


def _commands() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    (known,) = (action for action in parser()._actions if isinstance(action, argparse._SubParsersAction))
    yield from known.choices.items()


def _values(action: argparse.Action) -> list[str]:
    """List the possible values; without any, the shell offers files."""
    if "--rules" in action.option_strings or (action.dest == "name" and not action.option_strings):
        return list(RULESETS)
    if action.metavar == "BOT":
        return list(LEVELS)
    return [str(value) for value in (LANGUAGES if action.dest == "language" else action.choices or ())]


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "\\'") + "'"
