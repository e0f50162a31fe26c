"""What a world pays for texts that another trainer wrote, as the reward functions that TRL and verl ask for."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence
from typing import Any

from agonlab.arguments import listed, mapping, number, refused, seconds, text, whole
from agonlab.connection import TIMEOUT, address, asked
from agonlab.errors import AgonError, NotScored
from agonlab.said import NothingSaid, said

_log = logging.getLogger("agonlab")


class Reward:
    """A reward function. ``parameters`` may hold a file of questions and a judge; texts name their tasks by ``index``, or by ``seed``.

    TRL calls it with the completions of a batch and the columns of its data set, among them ``index`` or ``seed``::

        GRPOTrainer(reward_funcs=[agonlab.Reward("language/questions", parameters={"file": "quiz.csv", "judge": "number"})], …)

    verl calls `compute_score` for each text, with the task in ``extra_info``.

    What the model said last is scored, without its thoughts: nothing that a tool, a user or a system said. A text that could not be scored
    is none that is wrong: TRL is told None, and `compute_score` raises `NotScored`, unless ``unscored`` is the number that it gives then.
    """

    def __init__(
        self,
        world: str,
        *,
        url: str | None = None,
        reward: Any = None,
        parameters: Mapping[str, Any] | None = None,
        split: str = "train",
        timeout: float = TIMEOUT,
        token: str | None = None,
        unscored: float | None = None,
    ) -> None:
        self.world = text("world", world)
        # Trainers show it in their logs.
        self.__name__ = self.world
        self._split = text("split", split)
        self._timeout = seconds(timeout)
        self._token = token
        self._unscored = None if unscored is None else number("unscored", unscored, "a finite number, or None")
        given = {"reward": reward, "parameters": mapping("parameters", parameters)}
        self._address = address(self.world, "reward", url, given)

    def scores(self, episodes: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Scores episodes: what a reset may say, and their ``actions``. Each score has reward, begun, steps, done, metadata, and error."""
        given = listed("episodes", episodes)
        if not given:
            return []
        told = asked(self.world, self._address, timeout=self._timeout, token=self._token, body={"episodes": given})
        found = told.get("episodes") if isinstance(told, dict) else None
        if not isinstance(found, list) or len(found) != len(given) or not all(_is_score(one) for one in found):
            raise AgonError("what the server answers is no score for each episode", world=self.world, step=0)
        return found

    def __call__(
        self,
        prompts: Sequence[Any] = (),
        completions: Sequence[Any] = (),
        *,
        index: Sequence[int] | None = None,
        seed: Sequence[int] | None = None,
        split: Sequence[str | None] | None = None,
        **_: Any,
    ) -> list[float | None]:
        """The reward of each completion; None where it could not be scored, which TRL leaves out.

        A column ``split`` says for each completion what its index is counted in. Other columns of a data set are passed over.
        """
        written = listed("completions", completions)
        tasks = self._tasks(len(written), index=index, seed=seed, split=split)
        scored = self._scored(written, tasks)
        reasons = [one for one in scored if isinstance(one, str)]
        if reasons:
            _log.warning(
                "%s: %d of %d completions were not scored; the first: %s", self.world, len(reasons), len(scored), reasons[0]
            )
        return [None if isinstance(one, str) else one for one in scored]

    def _tasks(self, count: int, *, index: Any = None, seed: Any = None, split: Any = None) -> list[dict[str, Any]]:
        """What each completion answers, from columns that may have None in some rows."""
        columns = {
            name: listed(name, value) for name, value in (("index", index), ("seed", seed), ("split", split)) if value is not None
        }
        if "index" not in columns and "seed" not in columns:
            raise ValueError(f"{self.world}: the data set needs a column index or seed, which says what each text answers")
        for name, values in columns.items():
            if len(values) != count:
                raise ValueError(f"{self.world}: there are {count} completions, and {len(values)} values of {name}")
        rows = [{name: values[k] for name, values in columns.items()} for k in range(count)]
        return [task_of(self.world, row, self._split) for row in rows]

    def _scored(self, completions: list[Any], tasks: list[dict[str, Any]]) -> list[float | str]:
        """The reward of each completion, or why it has none. Raises an AgonError where a task is wrong."""
        found: list[float | str] = []
        episodes: list[dict[str, Any]] = []
        places: list[int] = []
        for completion, task in zip(completions, tasks, strict=True):
            try:
                episodes.append(task | {"actions": [said(completion)]})
                places.append(len(found))
                found.append("")
            except NothingSaid as reason:
                found.append(str(reason))
        for place, task, score in zip(places, episodes, self.scores(episodes), strict=True):
            if not score["begun"]:
                named = ", ".join(f"{name} {value}" for name, value in task.items() if name != "actions")
                raise AgonError(f"the task of completion {place} ({named}) is none: {score['error']}", world=self.world, step=0)
            found[place] = score["error"] if score["reward"] is None else float(score["reward"])
        return found

    def compute_score(
        self, data_source: Any = None, solution_str: str | None = None, ground_truth: Any = None, extra_info: Any = None
    ) -> float:
        """The reward of one text, as verl asks for it; ``extra_info`` has ``index`` or ``seed``, and may have ``split``.

        verl must be given a number. A text that could not be scored raises `NotScored`, where there is no ``unscored``.
        """
        given = mapping("extra_info", extra_info) or {}
        turns = given.get("num_turns")
        if turns is not None and whole("num_turns", turns) > 2:
            # verl writes all turns into one text, and what tools said among them.
            raise ValueError(
                f"{self.world}: solution_str has {turns} turns, among them what tools said; this reward scores replies of one turn"
            )
        task = {name: [given[name]] for name in ("index", "seed", "split") if given.get(name) is not None}
        (scored,) = self._scored([solution_str], self._tasks(1, **task))
        if not isinstance(scored, str):
            return scored
        if self._unscored is None:
            raise NotScored(f"the text could not be scored: {scored}", world=self.world, step=0, code="NOT_SCORED")
        return self._unscored


def _is_score(given: Any) -> bool:
    """Whether this is a score as servers of worlds answer it: a finite reward, or why there is none."""
    if not isinstance(given, dict) or not isinstance(given.get("begun"), bool):
        return False
    reward = given.get("reward")
    if reward is None:
        return isinstance(given.get("error"), str)
    return isinstance(reward, (int, float)) and not isinstance(reward, bool) and math.isfinite(reward)


def task_of(world: str, row: Mapping[str, Any], split: str) -> dict[str, Any]:
    """The task that a row of a data set names by ``index``, in its own ``split`` or in this one, or by ``seed``; None is left out."""
    given = {name: row.get(name) for name in ("index", "seed", "split") if row.get(name) is not None}
    if "index" in given and "seed" in given:
        raise ValueError(f"{world}: a row has index {given['index']} and seed {given['seed']}; one of the two names its task")
    if "seed" in given:
        if "split" in given:
            raise refused("split", given["split"], "left out where a seed names the task")
        return {"seed": whole("seed", given["seed"])}
    if "index" not in given:
        raise ValueError(f"{world}: a row has neither index nor seed, of which one names its task")
    return {"split": text("split", given.get("split", split)), "index": whole("index", given["index"])}
