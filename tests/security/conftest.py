"""What all tests of the server share: no step of its loop may take long."""

from tests.server.longest_step import no_long_steps

__all__ = ["no_long_steps"]
