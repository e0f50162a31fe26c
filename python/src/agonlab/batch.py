"""A batch of copies of one world over one connection: arrays in, arrays out. All environments of this package are made of it."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from agonlab.arguments import among, mapping, numbers, whole
from agonlab.connection import TIMEOUT, Connection, address
from agonlab.errors import AgonError
from agonlab.frames import Request

_RESET, _STEP, _LOOK = 1.0, 2.0, 3.0


class Answer(NamedTuple):
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
        copies = whole("copies", copies, least=1)
        self._ends_for_good = autoreset == "disabled"
        self._are_over = False
        among("actions", actions, ("scaled", "native"))
        asked = (mapping("options", options) or {}) | {"copies": copies, "autoreset": autoreset}
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
        self.observation_space: gym.Space[NDArray[np.float32]] = self._observation_space(about["observation"])
        # [agents, action size], of actions that are scaled: what 0 stands for, and how far it is to 1.
        self._middle: NDArray[np.float64] | None = None
        if actions == "scaled" and about["action"]["choices"] is None:
            low, high = (np.asarray(about["action"][end], dtype=np.float64) for end in ("low", "high"))
            self._middle, self._reach = (low + high) / 2, (high - low) / 2
        self.action_spaces = [self._action_space(about["action"], k) for k in range(len(self.agents))]
        n, c, o = len(self.agents), len(self.channels), self.observation_size
        sizes = [copies * n, 0 if self.objective is None else copies, copies * n * c]
        self._ends: list[int] = np.cumsum([8 * size for size in sizes] + [4 * copies * n * o, copies]).tolist()
        # Requests of actions all have one size, and lie in memory of their own.
        self._request = Request(8 * (1 + copies * n * self.action_size))
        numbers = np.frombuffer(self._request.data, np.float64)
        numbers[0] = _STEP
        self._actions = numbers[1:].reshape(copies, n, self.action_size)

    @staticmethod
    def _observation_space(fields: list[dict[str, Any]]) -> Any:
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
        request = np.concatenate([[_RESET], np.asarray(seeds, dtype=np.float64).ravel()])
        answer = self._read(self._connection.ask(request.tobytes(), self._ends[-1]))
        self._connection.steps = 0
        self._are_over = False
        return answer

    def step(self, actions: Any) -> Answer:
        """Takes [copies, agents, action size]; sides of length 1 may be left out.

        Where no episode follows by itself and all have ended, an AgonError: the last step would be paid again.
        """
        if self._are_over:
            raise AgonError("the episode has ended; a reset begins another", world=self.world, step=self._connection.steps)
        into = self._actions
        given = numbers("the action", actions, into.shape)
        if self._middle is None:
            into[...] = given
        else:
            np.multiply(given, self._reach, out=into)
            into += self._middle
        answer = self._read(self._connection.ask(self._request, self._ends[-1]))
        self._connection.steps += 1
        self._are_over = self._ends_for_good and bool((answer.terminated | answer.truncated).all())
        return answer

    def look(self, place: int = 0) -> dict[str, Any]:
        """How the copy at ``place`` stands, for people: its ``step``, what agents did ``last``, and its ``scene``."""
        return self._connection.read(self._connection.ask(struct.pack("<2d", _LOOK, whole("place", place, most=self.copies - 1))))

    def _read(self, answer: str | memoryview) -> Answer:
        """The arrays of an answer, which is memory of its own; an AgonError where it is the text of one."""
        if isinstance(answer, str):
            self._connection.read(answer)
            raise AgonError("the answer is text", world=self.world, step=self._connection.steps)
        rewards, objective, outcomes, observations, _ = self._ends
        copies, n = self.copies, len(self.agents)
        flags = np.ndarray(copies, np.uint8, answer, observations)
        return Answer(
            observations=np.ndarray((copies, n, self.observation_size), np.float32, answer, outcomes),
            rewards=np.ndarray((copies, n), np.float64, answer, 0),
            outcomes=np.ndarray((copies, n, len(self.channels)), np.float64, answer, objective),
            objective=None if self.objective is None else np.ndarray(copies, np.float64, answer, rewards),
            terminated=(flags & 1).view(np.bool_),
            truncated=(flags & 2) != 0,
        )

    def close(self) -> None:
        """Ends the session."""
        self._connection.close()
