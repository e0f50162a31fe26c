"""What can go wrong between a trainer and a server of worlds."""

from __future__ import annotations

from functools import partial
from typing import Any


class AgonError(RuntimeError):
    """A request that the server refused, or that could not be answered.

    ``world`` is the world's name, ``step`` the steps that were taken before, and ``code`` the server's name of what is wrong.
    """

    def __init__(self, message: str, *, world: str, step: int, code: str = "") -> None:
        super().__init__(f"{world}, step {step}: {message}")
        self.world = world
        self.step = step
        self.code = code
        self._message = message

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors of workers reach the process that began them."""
        return partial(type(self), world=self.world, step=self.step, code=self.code), (self._message,)


class ServerLost(AgonError):
    """The server ended, or did not answer in time. Its episodes are gone: make the environment again."""


class NotScored(AgonError):
    """What was done could not be scored, which is not to say that it is wrong; the message says why."""


class ServerNotStarted(RuntimeError):
    """No server could be started; the message has what it wrote."""


class NotWeighed(ValueError):
    """Rollouts could not be weighed; the message is Agon's sentence on what is wrong."""
