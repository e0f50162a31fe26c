"""Worlds as environments of TRL's trainers: a model acts by calling a tool, and the world says what the rollout was worth.

from agonlab.trl import environment, tasks

GRPOTrainer(
    model=…,
    environment_factory=environment("language/sums"),
    train_dataset=Dataset.from_list(tasks(1000)),
)
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from agonlab.connection import TIMEOUT, address, asked
from agonlab.errors import ServerLost
from agonlab.session import Session


class TextEpisodes:
    """Episodes of one world, one at a time, with the methods that TRL asks for. `environment` makes the class of a world."""

    def __init__(self, session: Session, split: str) -> None:
        self._session = session
        self._split = split
        self._reward: float | None = 0.0
        self._lost: ServerLost | None = None
        self.metadata: dict[str, Any] = {}
        """What the last step told beside its reward, for reward functions: ``channels`` by name, ``objective``, seed and step."""

    def reset(self, *, index: int | None = None, seed: int | None = None, split: str | None = None, **_: Any) -> str:
        """Begins the episode that a row of the data set names by ``index`` or ``seed``, and returns what there is to read."""
        if index is None and seed is None:
            raise ValueError("the data set needs a column index or seed, so that all rollouts of a row meet the same task")
        task: dict[str, Any] = (
            {"seed": int(seed)} if seed is not None else {"split": split or self._split, "index": int(index or 0)}
        )
        told = self._session.reset(**task)
        self._reward, self._lost, self.metadata = 0.0, None, told.metadata
        return f"{told.metadata['system']}\nYou reply by calling act.\n\n{told.observation['observation']}"

    def get_reward(self) -> float | None:
        """What the world paid in the episode so far: the sum over its steps; None where that is no finite number."""
        if self._lost is not None:
            # TRL shows a tool's errors to the model. That there is no server any more is told to its trainer.
            raise self._lost
        return self._reward

    def _act(self, action: str) -> str:
        try:
            told = self._session.step(str(action))
        except ServerLost as error:
            self._lost = error
            raise
        self._reward = None if self._reward is None or told.reward is None else self._reward + told.reward
        self.metadata = told.metadata
        if "error" in told.observation:
            return f"This could not be read: {told.observation['error']}"
        return f"{told.observation['observation']}{ENDED if told.done else ''}"

    def _close(self) -> None:
        self._session.close()


ENDED = "\nThe episode has ended."
"""What is added to what a model reads after its last step."""


def environment(
    world: str,
    *,
    url: str | None = None,
    reward: Any = None,
    objective: Any = None,
    parameters: Mapping[str, Any] | None = None,
    seat: str | None = None,
    opponents: Any = None,
    split: str = "train",
    penalty: float = 0.0,
    timeout: float = TIMEOUT,
    token: str | None = None,
) -> type[TextEpisodes]:
    """A class for ``environment_factory`` whose instances play ``world``, which is read and answered as text.

    Its tool is ``act(action)``. A row of the data set names its task by ``index`` in ``split``, or by ``seed``; `tasks` makes
    such rows. An action that cannot be read leaves the world as it is and is paid ``penalty``, at most 0. The other options are
    those of `make`. Raises an AgonError where the world cannot be set up so.
    """
    options = {
        "reward": reward,
        "objective": objective,
        "parameters": None if parameters is None else dict(parameters),
        "seat": seat,
        "opponents": opponents,
        "form": "text",
        "invalid": "observe",
        "penalty": penalty,
    }
    about: dict[str, Any] = asked(world, address(world, "metadata", url, options), timeout=timeout, token=token)

    class Episodes(TextEpisodes):
        __doc__ = f"Episodes of {world}: {about['description']}."

        def __init__(self) -> None:
            super().__init__(Session(world, url=url, options=options, timeout=timeout, token=token), split)

        # Coroutines of a batch's rollouts wait for their worlds at the same time.
        async def act(self, action: str) -> str:
            return await asyncio.to_thread(self._act, action)

    Episodes.act.__doc__ = f"""Acts in the world, which answers with what there is to read next: {about["description"]}.

    Args:
        action: Your reply, whole, in the form that the world asks for.

    Returns:
        What there is to read next.
    """
    # TRL calls the reward's column by the name of the class.
    Episodes.__name__ = Episodes.__qualname__ = "".join(part.capitalize() for part in world.replace("/", "-").split("-"))
    return Episodes


def tasks(count: int, *, split: str = "train", first: int = 0) -> list[dict[str, Any]]:
    """Rows of a data set: the tasks ``first`` to ``first + count`` of a split, with a prompt that the world fills in."""
    prompt = [{"role": "user", "content": ""}]
    return [{"prompt": prompt, "split": split, "index": first + k} for k in range(count)]
