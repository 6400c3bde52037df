"""The libraries of the extras, and what is said where they are not installed."""

from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtra(ImportError):
    """A library of an extra is not installed."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Name the extra to install where an import of one of its libraries fails."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(f"{error.name} is not installed: pip install 'secret-hitler-lab[{name}]'", name=error.name) from error
