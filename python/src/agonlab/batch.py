"""A batch of copies of one world over one connection: arrays in, arrays out. All environments of this package are made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from agonlab.connection import TIMEOUT, Connection, address
from agonlab.errors import AgonError

_RESET, _STEP, _LOOK = 1.0, 2.0, 3.0


@dataclass(frozen=True)
class Answer:
    """What a reset or a step gave, for ``n`` agents that are played; arrays belong to the caller."""

    observations: NDArray[np.float32]
    """[copies, n, observation size]"""
    rewards: NDArray[np.float64]
    """[copies, n]"""
    outcomes: NDArray[np.float64]
    """[copies, n, channels]"""
    objective: NDArray[np.float64] | None
    """[copies], mean over all agents; absent where none was declared."""
    terminated: NDArray[np.bool_]
    """[copies]"""
    truncated: NDArray[np.bool_]
    """[copies]"""


class Batch:
    """Copies of ``world``. ``options`` are those of a session: reward, objective, parameters, seat, joint, opponents.

    Actions of a box are ``scaled`` to [-1, 1], which learners like best, or ``native``, in the world's own unit.
    """

    def __init__(
        self,
        world: str,
        *,
        copies: int = 1,
        autoreset: str = "disabled",
        url: str | None = None,
        options: Mapping[str, Any] | None = None,
        actions: Literal["scaled", "native"] = "scaled",
        timeout: float = TIMEOUT,
        token: str | None = None,
    ) -> None:
        self.world = world
        asked = dict(options or {}) | {"copies": copies, "autoreset": autoreset}
        self._connection = Connection(world, address(world, "vector", url, asked), timeout=timeout, token=token)
        about = self._connection.read(self._connection.receive())
        self.copies: int = about["copies"]
        self.agents: list[str] = about["agents"]
        self.channels: list[str] = about["channels"]
        self.objective: str | None = about["objective"]
        self.horizon: int = about["horizon"]
        self.draws: bool = about["draws"]
        self.choice_names: list[str] | None = about["action"]["names"]
        self.action_size: int = about["action"]["size"]
        self.observation_size = sum(field["size"] for field in about["observation"])
        self.observation_space = self._observation_space(about["observation"])
        # [agents, action size], of actions that are scaled: what 0 stands for, and how far it is to 1.
        self._middle: NDArray[np.float64] | None = None
        if actions == "scaled" and about["action"]["choices"] is None:
            low, high = (np.asarray(about["action"][end], dtype=np.float64) for end in ("low", "high"))
            self._middle, self._reach = (low + high) / 2, (high - low) / 2
        self.action_spaces = [self._action_space(about["action"], k) for k in range(len(self.agents))]
        n, c, o = len(self.agents), len(self.channels), self.observation_size
        sizes = [copies * n, 0 if self.objective is None else copies, copies * n * c]
        self._ends = np.cumsum([8 * size for size in sizes] + [4 * copies * n * o, copies]).tolist()

    @staticmethod
    def _observation_space(fields: list[dict[str, Any]]) -> gym.spaces.Box:
        most = float(np.finfo(np.float32).max)
        low = np.concatenate([np.full(f["size"], -most if f["low"] is None else f["low"]) for f in fields])
        high = np.concatenate([np.full(f["size"], most if f["high"] is None else f["high"]) for f in fields])
        # What is always the same in this world is a dimension without extent, which a Box should not have.
        high = np.where(high > low, high, low + 1)
        return gym.spaces.Box(low.astype(np.float32), high.astype(np.float32), dtype=np.float32)

    def _action_space(self, action: dict[str, Any], agent: int) -> gym.Space[Any]:
        if action["choices"] is not None:
            return gym.spaces.Discrete(action["choices"])
        if self._middle is not None:
            return gym.spaces.Box(-1.0, 1.0, (self.action_size,), dtype=np.float32)
        low, high = (np.asarray(action[end][agent], dtype=np.float32) for end in ("low", "high"))
        return gym.spaces.Box(low, high, dtype=np.float32)

    def reset(self, seeds: NDArray[np.float64]) -> Answer:
        """Begins an episode in each copy; NaN leaves a copy as it is."""
        answer = self._answer(_RESET, seeds)
        self._connection.steps = 0
        return answer

    def step(self, actions: Any) -> Answer:
        """Takes [copies, agents, action size], or what has as many numbers in that order."""
        if self._middle is not None:
            given = np.asarray(actions, dtype=np.float64).reshape(-1, *self._middle.shape)
            actions = self._middle + self._reach * given
        answer = self._answer(_STEP, actions)
        self._connection.steps += 1
        return answer

    def look(self, place: int = 0) -> dict[str, Any]:
        """How the copy at ``place`` stands, for people: its ``step``, what agents did ``last``, and its ``scene``."""
        return self._connection.read(self._asked(_LOOK, place))

    def _answer(self, kind: float, numbers: Any) -> Answer:
        answer = self._asked(kind, numbers)
        if isinstance(answer, bytes):
            return self._read(answer)
        self._connection.read(answer)
        raise AgonError("the answer is text", world=self.world, step=self._connection.steps)

    def _asked(self, kind: float, numbers: Any) -> str | bytes:
        given = np.asarray(numbers, dtype=np.float64).ravel()
        request = np.empty(given.size + 1)
        request[0] = kind
        request[1:] = given
        return self._connection.ask(request.tobytes())

    def _read(self, answer: bytes) -> Answer:
        rewards, objective, outcomes, observations, status = self._ends
        copies, n = self.copies, len(self.agents)
        # A copy that may be written to, so that no answer shares memory with another.
        memory = bytearray(answer)

        def part(dtype: Any, begin: int, end: int, *shape: int) -> NDArray[Any]:
            size = np.dtype(dtype).itemsize
            return np.frombuffer(memory, dtype, (end - begin) // size, begin).reshape(shape)

        flags = part(np.uint8, observations, status, copies)
        return Answer(
            observations=part(np.float32, outcomes, observations, copies, n, self.observation_size),
            rewards=part(np.float64, 0, rewards, copies, n),
            outcomes=part(np.float64, objective, outcomes, copies, n, len(self.channels)),
            objective=None if self.objective is None else part(np.float64, rewards, objective, copies),
            terminated=(flags & 1) != 0,
            truncated=(flags & 2) != 0,
        )

    def close(self) -> None:
        """Ends the session."""
        self._connection.close()
