"""One world as a Gymnasium environment: one agent is played, and others of the catalogue play the other seats."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium as gym
import numpy as np
from gymnasium.envs.registration import EnvSpec
from numpy.typing import NDArray

from agonlab.arguments import mapping, no_reset_options, optional_seed, text
from agonlab.batch import Answer, Batch
from agonlab.connection import TIMEOUT
from agonlab.render import FRAMES_A_SECOND, MODES, Renderer

SEEDS = 2**31
"""Seeds that are drawn lie below this."""


class AgonEnv(gym.Env[NDArray[np.float32], Any]):
    """A world of numbers, played by one agent.

    An observation is an array of [observation size] numbers of four bytes. An action is a whole number where the world has choices,
    and else an array of [action size]. ``info`` has what was paid for: ``channels``, a number by name, and ``objective`` where one was
    declared.

    Args:
        world: Its name, as in ``agon list environments``.
        url: Address of a server that runs already. By default the package starts one.
        reward: What is paid: a reward's name, a file, or a declaration as in an experiment. By default ``private``.
        objective: What is wanted and never paid, declared in the same way.
        parameters: Parameters of the world, as ``agon show`` lists them.
        seat: The agent that is played, by its name or label. By default the first.
        opponents: Players of the other seats: an agent's name, a declaration, or one for each seat. By default ``random``.
        actions: ``scaled``, a box from -1 to 1, or ``native``, in the world's own unit.
        timeout: Seconds that an answer may take.
        token: What the server at ``url`` asks for.
        render_mode: ``rgb_array`` or ``ansi``.

    Raises:
        AgonError: The server refused what was asked.
        ServerLost: It ended, or did not answer in time.
        ServerNotStarted: None could be started.
    """

    # What an environment of this class may declare; a world that does not say how it looks declares words alone.
    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": FRAMES_A_SECOND}

    def __init__(
        self,
        world: str,
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
        given = options | {"url": url, "actions": actions, "timeout": timeout, "token": token, "render_mode": render_mode}
        self.spec = EnvSpec(
            f"agon/{text('world', world).replace('/', '.')}-v0",
            entry_point="agonlab.single:AgonEnv",
            kwargs={"world": world, **given},
        )
        self._batch = Batch(world, url=url, options=options, actions=actions, timeout=timeout, token=token)
        self._renderer = Renderer(self._batch, render_mode)
        self.render_mode = render_mode
        self.metadata = self._renderer.metadata()
        self.observation_space = self._batch.observation_space
        self.action_space = self._batch.action_spaces[0]
        self._discrete = isinstance(self.action_space, gym.spaces.Discrete)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        no_reset_options(self._batch.world, options)
        seed = optional_seed(seed)
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(SEEDS)) if seed is None else seed
        answer = self._batch.reset(np.array([drawn], dtype=np.float64))
        return answer.observations[0, 0], self._info(answer)

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        answer = self._batch.step(action)
        return (
            answer.observations[0, 0],
            float(answer.rewards[0, 0]),
            bool(answer.terminated[0]),
            bool(answer.truncated[0]),
            self._info(answer),
        )

    def _info(self, answer: Answer) -> dict[str, Any]:
        channels = dict(zip(self._batch.channels, answer.outcomes[0, 0].tolist(), strict=True))
        if answer.objective is None:
            return {"channels": channels}
        return {"channels": channels, "objective": float(answer.objective[0])}

    def render(self) -> Any:
        """A picture, [height, width, 3] of bytes, or words, as ``render_mode`` says."""
        return self._renderer.render()

    def close(self) -> None:
        self._batch.close()


def make(world: str, **options: Any) -> AgonEnv:
    """The world of this name, as in ``make("control/lunar-lander")``; options are those of `AgonEnv`."""
    return AgonEnv(world, **options)
