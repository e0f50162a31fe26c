"""Many copies of a world as a Gymnasium vector environment: one message a step for all of them."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from agonlab.arguments import MOST, mapping, no_reset_options, optional_seed, whole
from agonlab.batch import Answer, Batch
from agonlab.connection import TIMEOUT
from agonlab.render import FRAMES_A_SECOND, MODES, Renderer
from agonlab.single import SEEDS


class AgonVectorEnv(VectorEnv[NDArray[np.float32], Any, NDArray[Any]]):
    """``num_envs`` copies, stepped together. The step after an episode's end begins the copy's next one, as ``NEXT_STEP`` has it.

    Observations are [copies, observation size] numbers of four bytes; rewards [copies] of eight; terminated and truncated [copies] truth
    values. Actions are [copies] whole numbers where the world has choices, and else [copies, action size].
    ``info["channels"]`` has an array of [copies] for each channel, ``info["objective"]`` one where an objective was declared.
    What a step gave stays as it is: no later one writes to its arrays. Options are those of `AgonEnv`.
    """

    metadata: dict[str, Any] = {
        "render_modes": list(MODES),
        "render_fps": FRAMES_A_SECOND,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        world: str,
        num_envs: int,
        *,
        url: str | None = None,
        reward: Any = None,
        objective: Any = None,
        parameters: dict[str, Any] | None = None,
        seat: str | None = None,
        opponents: Any = None,
        actions: Literal["scaled", "native"] = "scaled",
        timeout: float = TIMEOUT,
        token: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        options = {
            "reward": reward,
            "objective": objective,
            "parameters": mapping("parameters", parameters),
            "seat": seat,
            "opponents": opponents,
        }
        num_envs = self.num_envs = whole("num_envs", num_envs, least=1)
        self._batch = Batch(
            world, copies=num_envs, autoreset="next-step", url=url, options=options, actions=actions, timeout=timeout, token=token
        )
        self._renderer = Renderer(self._batch, render_mode)
        self.render_mode = render_mode
        self.metadata = self._renderer.metadata(autoreset_mode=AutoresetMode.NEXT_STEP)
        self.single_observation_space = self._batch.observation_space
        self.single_action_space = self._batch.action_spaces[0]
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """A seed for all gives copy k the seed ``seed + k``. A list has a seed for each copy; None stands for one that is drawn."""
        no_reset_options(self._batch.world, options)
        own, given = self._seeds(seed)
        super().reset(seed=own)
        drawn = [int(self.np_random.integers(SEEDS)) if one is None else one for one in given]
        answer = self._batch.reset(np.array(drawn, dtype=np.float64))
        return answer.observations[:, 0], self._info(answer)

    def _seeds(self, seed: Any) -> tuple[int | None, list[int | None]]:
        """The seed of all copies, if there is one, and that of each."""
        if seed is None:
            return None, [None] * self.num_envs
        if isinstance(seed, (list, tuple)) or np.ndim(seed) > 0:
            if len(seed) != self.num_envs:
                raise ValueError(
                    f"{self._batch.world}: there are {len(seed)} seeds for {self.num_envs} copies; each copy has its own"
                )
            return None, [optional_seed(one, f"seed[{k}]") for k, one in enumerate(seed)]
        first = whole("seed", seed, most=MOST - self.num_envs)
        return first, [first + k for k in range(self.num_envs)]

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        answer = self._batch.step(actions)
        return (
            answer.observations[:, 0],
            answer.rewards[:, 0],
            answer.terminated,
            answer.truncated,
            self._info(answer),
        )

    def _info(self, answer: Answer) -> dict[str, Any]:
        outcomes = answer.outcomes[:, 0]
        channels = {name: outcomes[:, k] for k, name in enumerate(self._batch.channels)}
        return {"channels": channels} if answer.objective is None else {"channels": channels, "objective": answer.objective}

    def render(self) -> tuple[Any, ...] | None:
        """A picture of each copy, [height, width, 3] of bytes, or words for each, as ``render_mode`` says."""
        return None if self.render_mode is None else tuple(self._renderer.render(place) for place in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        self._batch.close()


def vector(world: str, num_envs: int, **options: Any) -> AgonVectorEnv:
    """``num_envs`` copies of the world of this name; options are those of `AgonVectorEnv`."""
    return AgonVectorEnv(world, num_envs, **options)
