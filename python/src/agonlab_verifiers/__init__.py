"""Worlds of Agon as a taskset of verifiers, which knows it by the name of this package::

    [env.taskset]
    id = "agonlab-verifiers"
    world = "language/sums"
    tasks = 100
    options = { reward = { channel = "correct" } }

A model reads a world as text and replies in it. The sum of its pay is the reward, under the world's name; channels and the objective of
the last step are metrics. A server of worlds is started unless ``url`` says where one is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from agonlab.errors import NotScored
from agonlab.server import Server
from agonlab.session import Session, Told, unfinished
from pydantic import Field

__all__ = ["WorldEnv", "WorldTaskset"]

_servers: dict[str, Server] = {}
"""Servers that this process has begun, by their world."""


class WorldConfig(vf.TasksetConfig):
    """Which world, which of its tasks, and how it pays."""

    world: str
    """A world's name, or a file that makes one."""
    tasks: int = Field(default=100, ge=1)
    """Tasks ``first`` to ``first + tasks`` of ``split``: seeds, or questions of a file."""
    first: int = Field(default=0, ge=0)
    split: str = "train"
    options: dict[str, Any] = Field(default_factory=dict)
    """Options of a session: reward, objective, parameters, seat, opponents, penalty. Without a penalty a reply that cannot be read pays
    nothing, and an episode that has no other has no reward."""
    tries: int = Field(default=3, ge=1)
    """Replies in a row that may be unreadable; each is told why. After them the episode ends."""
    url: str | None = None
    """Address of a running `agon serve`."""


class WorldData(vf.TaskData):
    """One task of a world, and where it is served."""

    world: str
    url: str
    options: dict[str, Any]
    split: str
    index: int
    tries: int


class WorldTask(vf.Task[WorldData]):
    """A task of a world, which the world itself scores."""


class WorldEnvConfig(vf.EnvConfig):
    """One model plays."""

    player: vf.AgentConfig = vf.AgentConfig()


class WorldEnv(vf.Env[WorldEnvConfig]):
    """Plays an episode: what there is to read is the user's turn, and a reply is an action."""

    async def run(self, task: Any, agents: Any) -> None:
        """Plays the episode of a task and records what it was paid.

        Raises an AgonError where the world or its server fails, and `NotScored` where the model did nothing that could be scored: a rollout
        with an error has no reward, and is none that is worth 0.
        """
        data: WorldData = task.data
        options = data.options | {"form": "text", "invalid": "observe"}
        session = await asyncio.to_thread(Session, data.world, url=data.url, options=options)
        paid: float | None = None
        unread = 0
        try:
            told = await asyncio.to_thread(session.reset, split=data.split, index=data.index)
            async with agents.player.interaction(task) as interaction:
                segment = await interaction.turn(f"{told.metadata['system']}\n\n{told.observation['observation']}")
                while not segment.terminated:
                    if interaction.trace.is_truncated:
                        raise NotScored("the reply was cut at a limit of tokens", world=data.world, step=session.steps)
                    told = await asyncio.to_thread(session.step, segment.last_reply)
                    if told.reward is not None:
                        paid = told.reward if paid is None else paid + told.reward
                    unread = unread + 1 if "error" in told.observation else 0
                    if unread == data.tries:
                        interaction.trace.stop("unreadable_replies")
                    if told.done or unread == data.tries:
                        break
                    segment = await interaction.turn(_said(told))
                # Here an error is the trace's too, which has no reward then; without one it would count as worth 0.
                if paid is None:
                    raise NotScored("no reply could be read", world=data.world, step=session.steps)
                if unfinished(told):
                    raise NotScored("the text has no end", world=data.world, step=session.steps)
        finally:
            session.close()
        trace = interaction.trace
        trace.record_reward(data.world, paid)
        measured = {**told.metadata.get("channels", {}), **told.metadata.get("objective", {})}
        trace.record_metrics({name: value for name, value in measured.items() if value is not None})


def _said(told: Told) -> str:
    """What a model reads after a step."""
    if "error" in told.observation:
        return f"This could not be read: {told.observation['error']}"
    return str(told.observation["observation"])


class WorldTaskset(vf.Taskset[WorldTask, WorldConfig]):
    """The tasks of a world, in their order."""

    def load(self) -> Iterator[WorldTask]:
        """Yields the tasks; begins a server where the settings name none."""
        config = self.config
        url = _served(config.world) if config.url is None else config.url
        for index in range(config.first, config.first + config.tasks):
            where = {"world": config.world, "url": url, "split": config.split, "index": index}
            data = WorldData(name=f"{config.world}#{index}", prompt=None, options=config.options, tries=config.tries, **where)
            yield WorldTask(data, config.task)


def _served(world: str) -> str:
    """The address of a server of ``world``, which ends with this process."""
    if world not in _servers or not _servers[world].alive:
        _servers[world] = Server([world])
    return _servers[world].url
