"""The libraries of the extra `lab`, and what is said where they are not installed."""

from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtra(ImportError):
    """A library of the extra `lab` is not installed."""


@contextmanager
def lab_extra() -> Iterator[None]:
    """Around the imports of optional libraries."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(f"{error.name} is not installed: install secret-hitler[lab]", name=error.name) from error
