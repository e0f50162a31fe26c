"""What can go wrong between a trainer and a server of worlds."""

from __future__ import annotations


class AgonError(RuntimeError):
    """A request that the server refused, or that could not be answered.

    ``world`` is the world's name, ``step`` the steps that were taken before, and ``code`` the server's name of what is wrong.
    """

    def __init__(self, message: str, *, world: str, step: int, code: str = "") -> None:
        super().__init__(f"{world}, step {step}: {message}")
        self.world = world
        self.step = step
        self.code = code


class ServerLost(AgonError):
    """The server ended, or did not answer in time. Its episodes are gone: make the environment again."""


class ServerNotStarted(RuntimeError):
    """No server could be started; the message has what it wrote."""
