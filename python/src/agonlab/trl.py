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

from agonlab.arguments import mapping, number, text, whole
from agonlab.connection import TIMEOUT, address, asked
from agonlab.errors import AgonError, ServerLost
from agonlab.rewards import task_of
from agonlab.session import Session, unfinished


class TextEpisodes:
    """Episodes of one world, one at a time, with the methods that TRL asks for. `environment` makes the class of a world."""

    def __init__(self, session: Session, *, world: str, split: str) -> None:
        self._session = session
        self._world = world
        self._split = split
        self._reward: float | None = None
        self._done = False
        self._unfinished = False
        self._lost: ServerLost | None = None
        self.metadata: dict[str, Any] = {}
        """What the last step told beside its reward, for reward functions: ``channels`` by name, ``objective``, seed and step."""

    def reset(self, *, index: int | None = None, seed: int | None = None, split: str | None = None, **_: Any) -> str:
        """Begins the episode that a row of the data set names by ``index`` or ``seed``, and returns what there is to read."""
        if index is None and seed is None:
            raise ValueError("the data set needs a column index or seed, so that all rollouts of a row meet the same task")
        told = self._session.reset(**task_of(self._world, {"index": index, "seed": seed, "split": split}, self._split))
        self._reward, self._done, self._unfinished, self._lost, self.metadata = None, False, False, None, told.metadata
        return f"{told.metadata['system']}\nYou reply by calling act.\n\n{told.observation['observation']}"

    def get_reward(self) -> float | None:
        """What the world paid in the episode so far: the sum over its steps.

        None, which TRL leaves out, where it could not be scored: nothing was done that could be read, a text has no end, or the world
        failed.
        """
        if self._lost is not None:
            # TRL shows a tool's errors to the model. That there is no server any more is told to its trainer.
            raise self._lost
        return None if self._unfinished else self._reward

    def _act(self, action: str) -> str:
        try:
            told = self._session.step(action)
        except ServerLost as error:
            self._lost = error
            raise
        except AgonError:
            # After the end an action is one too many. Before, there is no episode any more that could be scored.
            if not self._done:
                self._reward, self._done = None, True
            raise
        if told.reward is not None:
            self._reward = told.reward if self._reward is None else self._reward + told.reward
        self._done, self.metadata = told.done, told.metadata
        self._unfinished = unfinished(told)
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
    penalty: float | None = None,
    timeout: float = TIMEOUT,
    token: str | None = None,
) -> type[TextEpisodes]:
    """A class for ``environment_factory`` whose instances play ``world``, which is read and answered as text.

    Its tool is ``act(action)``. A row of the data set names its task by ``index`` in ``split``, or by ``seed``; `tasks` makes
    such rows. An action that cannot be read leaves the world as it is and is paid ``penalty``, at most 0. Without one it counts as
    not done, and an episode that has no other has no reward. The other options are those of `make`. Raises an AgonError where the
    world cannot be set up so.
    """
    split = text("split", split)
    if penalty is not None:
        penalty = number("penalty", penalty, "a number of at most 0, or None")
    options = {
        "reward": reward,
        "objective": objective,
        "parameters": mapping("parameters", parameters),
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
            session = Session(world, url=url, options=options, timeout=timeout, token=token)
            super().__init__(session, world=world, split=split)

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
    begin, split = whole("first", first), text("split", split)
    return [{"prompt": prompt, "split": split, "index": begin + k} for k in range(whole("count", count))]
