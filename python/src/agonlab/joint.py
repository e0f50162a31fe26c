"""A world of several agents as a PettingZoo parallel environment: all agents are played at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import gymnasium as gym
import numpy as np
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from agonlab.arguments import mapping, no_reset_options, numbers, optional_seed, refused
from agonlab.batch import Answer, Batch
from agonlab.connection import TIMEOUT
from agonlab.render import Renderer
from agonlab.single import SEEDS


class AgonParallelEnv(ParallelEnv[str, NDArray[np.float32], Any]):
    """All agents of a world, by name. Each one's observation is an array of [observation size] numbers of four bytes.

    An agent's ``info`` has its ``channels``, a number by name, and the ``objective`` where one was declared. All agents act in every step,
    and end together. Options are those of `AgonEnv` but for seat and opponents.
    """

    def __init__(
        self,
        world: str,
        *,
        url: str | None = None,
        reward: Any = None,
        objective: Any = None,
        parameters: dict[str, Any] | None = None,
        actions: Literal["scaled", "native"] = "scaled",
        timeout: float = TIMEOUT,
        token: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        options = {"reward": reward, "objective": objective, "parameters": mapping("parameters", parameters), "joint": True}
        self._batch = Batch(world, url=url, options=options, actions=actions, timeout=timeout, token=token)
        self._renderer = Renderer(self._batch, render_mode)
        self.render_mode = render_mode
        self.metadata = self._renderer.metadata(name=world, is_parallelizable=True)
        self.possible_agents = list(self._batch.agents)
        self.agents: list[str] = []
        self._is_over = False
        self.observation_spaces = {agent: self._batch.observation_space for agent in self.possible_agents}
        self.action_spaces = dict(zip(self.possible_agents, self._batch.action_spaces, strict=True))
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> gym.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gym.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[np.float32]], dict[str, dict[str, Any]]]:
        # PettingZoo's tests of conformity give an option of this name to every environment, and none may refuse it.
        no_reset_options(self._batch.world, options, besides=("options",))
        seed = optional_seed(seed)
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        drawn = int(self._random.integers(SEEDS)) if seed is None else seed
        answer = self._batch.reset(np.array([drawn], dtype=np.float64))
        self.agents = list(self.possible_agents)
        return self._seen(answer), self._infos(answer)

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, NDArray[np.float32]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        if not isinstance(actions, Mapping):
            raise refused("the actions", actions, "a dict that has an action for each agent")
        # Loops over the agents that still act take a last step without any.
        if not self.agents and not actions and self._is_over:
            return {}, {}, {}, {}, {}
        unknown = [agent for agent in actions if agent not in self.possible_agents]
        missing = [agent for agent in self.possible_agents if agent not in actions]
        if unknown or missing:
            wrong = f"{unknown[0]!r} is no agent" if unknown else f"{missing[0]!r} has no action"
            raise ValueError(f"{self._batch.world}: {wrong}; agents are {', '.join(self.possible_agents)}")
        size = (self._batch.action_size,)
        answer = self._batch.step([numbers(f"the action of {agent}", actions[agent], size) for agent in self.possible_agents])
        agents = self.possible_agents
        terminated, truncated = bool(answer.terminated[0]), bool(answer.truncated[0])
        if terminated or truncated:
            self.agents, self._is_over = [], True
        return (
            self._seen(answer),
            dict(zip(agents, answer.rewards[0].tolist(), strict=True)),
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            self._infos(answer),
        )

    def _seen(self, answer: Answer) -> dict[str, NDArray[np.float32]]:
        return {agent: answer.observations[0, k] for k, agent in enumerate(self.possible_agents)}

    def _infos(self, answer: Answer) -> dict[str, dict[str, Any]]:
        infos: dict[str, dict[str, Any]] = {}
        for k, agent in enumerate(self.possible_agents):
            infos[agent] = {"channels": dict(zip(self._batch.channels, answer.outcomes[0, k].tolist(), strict=True))}
            if answer.objective is not None:
                infos[agent]["objective"] = float(answer.objective[0])
        return infos

    def render(self) -> Any:
        """A picture, [height, width, 3] of bytes, or words, as ``render_mode`` says."""
        return self._renderer.render()

    def close(self) -> None:
        self._batch.close()


def parallel(world: str, **options: Any) -> AgonParallelEnv:
    """The world of this name with all its agents; options are those of `AgonParallelEnv`."""
    return AgonParallelEnv(world, **options)
