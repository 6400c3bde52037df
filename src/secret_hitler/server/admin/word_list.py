"""Words that names and talk may not contain, however they are dressed up."""

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path


class WordList:
    def __init__(self, words: Iterable[str] = ()) -> None:
        self.words: set[str] = set()
        for word in words:
            self.add(word)

    def add(self, word: str) -> None:
        plain = _plain(word).strip()
        if plain.rstrip("*"):
            self.words.add(plain)

    def remove(self, word: str) -> None:
        self.words.discard(_plain(word).strip())

    def objects_to(self, text: str) -> bool:
        """Whether one of the words stands in it; letters with spaces or dots between them are read together too."""
        if not self.words:
            return False
        said = re.findall(r"\w+", _plain(text))
        said += ["".join(run.split()) for run in re.findall(r"(?:\b\w\b\s*){2,}", " ".join(said))]
        return any(self._is_listed(word) for word in said)

    def _is_listed(self, word: str) -> bool:
        return word in self.words or any(f"{word[:end]}*" in self.words for end in range(1, len(word) + 1))


def read_words(path: Path) -> list[str]:
    """One word a line; lines that begin with # are notes."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def _plain(text: str) -> str:
    """Small letters without accents, in their simplest form."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in parts if not unicodedata.combining(character))
