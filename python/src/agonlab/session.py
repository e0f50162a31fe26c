"""One episode after the other in a world, in text or in plain data: OpenEnv's messages over one connection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agonlab.arguments import as_json, mapping
from agonlab.connection import TIMEOUT, Connection, address


@dataclass(frozen=True)
class Told:
    """What a reset or a step gave."""

    observation: dict[str, Any]
    """``observation``, ``outcomes`` by channel, ``terminated``, ``truncated``, and ``error`` where an action could not be read."""
    reward: float | None
    """None after a reset, and of an action that could not be read and has no penalty. Pay that is no finite number is an error."""
    done: bool
    metadata: dict[str, Any]
    """Seed, step, channels and objective; after a reset of a world that is read as text also ``system``, how it is written."""


def unfinished(told: Told) -> bool:
    """Whether a world of text waits for more of an answer, which is worth nothing yet: it was cut, or has called a tool."""
    return bool(told.metadata.get("unfinished")) and "error" not in told.observation


class Session:
    """A session with ``world``. ``options`` are those of an address: reward, objective, parameters, seat, opponents, form, invalid."""

    def __init__(
        self,
        world: str,
        *,
        url: str | None = None,
        options: Mapping[str, Any] | None = None,
        timeout: float = TIMEOUT,
        token: str | None = None,
    ) -> None:
        self._connection = Connection(
            world, address(world, "ws", url, mapping("options", options) or {}), timeout=timeout, token=token
        )

    def reset(self, **task: Any) -> Told:
        """Begins an episode; ``task`` has a ``seed``, or a ``split`` and an ``index``, or options for this episode alone."""
        told = self._asked("reset", task)
        self._connection.steps = 0
        return told

    def step(self, action: Any) -> Told:
        """Acts: a text, a number or a list of numbers."""
        told = self._asked("step", {"action": action})
        self._connection.steps += 1
        return told

    def _asked(self, kind: str, data: dict[str, Any]) -> Told:
        answer = self._connection.ask(as_json(kind, {"type": kind, "data": data}))
        told = self._connection.read(answer)
        return Told(told["observation"], told["reward"], told["done"], told["metadata"])

    @property
    def steps(self) -> int:
        """Steps that were asked for in this episode, also those that could not be read."""
        return self._connection.steps

    def close(self) -> None:
        """Ends the session."""
        self._connection.close()
