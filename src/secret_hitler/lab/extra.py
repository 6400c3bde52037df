"""The libraries of the extras `lab` and `cluster`, and what is said where they are not installed."""

from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtra(ImportError):
    """A library of an extra is not installed."""


@contextmanager
def lab_extra(name: str = "lab") -> Iterator[None]:
    """Around the imports of optional libraries."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(f"{error.name} is not installed: install secret-hitler[{name}]", name=error.name) from error
