"""Operators: names and tokens in a file that only its owner can read, or one token in the environment."""

import hmac
import os
import secrets
import stat
from pathlib import Path

from ...storage.data_folder import write_private
from ..settings import PREFIX

FILE = "operator.token"
VARIABLE = f"{PREFIX}OPERATOR_TOKEN"
SHORTEST = 24
NAME_IN_ENVIRONMENT = "operator"


class BadToken(ValueError):
    """The token is too weak, or others can read its file."""


class Operators:
    """Each operator has a name for the audit log."""

    def __init__(self, tokens: dict[str, str]) -> None:
        self._tokens = tokens

    def name(self, token: str) -> str | None:
        """Return the token's owner; compare in full, so timing tells nothing."""
        found = [name for name, known in self._tokens.items() if hmac.compare_digest(known.encode(), token.encode())]
        return found[0] if found else None


def operators_of(data: Path) -> Operators:
    """Read the environment and the file in the data folder; without either, write a file with a new token."""
    path = data / FILE
    tokens = {}
    if VARIABLE in os.environ:
        tokens[NAME_IN_ENVIRONMENT] = _long_enough(os.environ[VARIABLE], VARIABLE)
    elif not path.exists():
        write_private(path, f"{NAME_IN_ENVIRONMENT} {secrets.token_urlsafe(32)}\n".encode())
    return Operators(tokens | (read_tokens(path) if path.exists() else {}))


def operators_among_nodes(lines: str) -> Operators:
    """Read the environment and the database; without either there are no operators."""
    tokens = tokens_in(lines, "the database")
    if VARIABLE in os.environ:
        tokens[NAME_IN_ENVIRONMENT] = _long_enough(os.environ[VARIABLE], VARIABLE)
    return Operators(tokens)


def read_tokens(path: Path) -> dict[str, str]:
    """Read a name and a token from each line."""
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise BadToken(f"{path} is readable by others: chmod 600 {path}")
    return tokens_in(path.read_text(encoding="utf-8"), str(path))


def tokens_in(text: str, where: str) -> dict[str, str]:
    lines = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if any(len(line) != 2 for line in lines):
        raise BadToken(f"{where}: write a name and a token on every line")
    return {name: _long_enough(token, where) for name, token in lines}


def _long_enough(token: str, where: str) -> str:
    if len(token) < SHORTEST:
        raise BadToken(f"{where}: a token needs at least {SHORTEST} characters")
    return token
