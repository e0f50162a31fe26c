"""What a world pays for texts that another trainer wrote, as the reward functions that TRL and verl ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agonlab.connection import TIMEOUT, address, asked


class Reward:
    """A reward function. ``parameters`` may hold a file of questions and a judge; texts name their tasks by ``index``, or by ``seed``.

    TRL calls it with the completions of a batch and the columns of its data set, among them ``index`` or ``seed``::

        GRPOTrainer(reward_funcs=[agonlab.Reward("language/questions", parameters={"file": "quiz.csv", "judge": "number"})], …)

    verl calls `compute_score` for each text, with the task in ``extra_info``.
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
    ) -> None:
        self.world = world
        # Trainers show it in their logs.
        self.__name__ = world
        self._split = split
        self._timeout = timeout
        self._token = token
        given = {"reward": reward, "parameters": None if parameters is None else dict(parameters)}
        self._address = address(world, "reward", url, given)

    def scores(self, episodes: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Scores episodes: what a reset may say, and their ``actions``. Each score has reward, steps, done, metadata, and error."""
        body = {"episodes": list(episodes)}
        found: list[dict[str, Any]] = asked(self.world, self._address, timeout=self._timeout, token=self._token, body=body)[
            "episodes"
        ]
        return found

    def __call__(
        self,
        prompts: Sequence[Any] = (),
        completions: Sequence[Any] = (),
        *,
        index: Sequence[int] | None = None,
        seed: Sequence[int] | None = None,
        **_: Any,
    ) -> list[float | None]:
        """The reward of each completion; None where it could not be scored, which TRL leaves out."""
        if index is None and seed is None:
            raise ValueError(f"{self.world}: the data set needs a column index or seed, which says what each text answers")
        tasks: list[dict[str, Any]] = [{"seed": int(one)} for one in seed or ()]
        if index is not None:
            tasks = [{"split": self._split, "index": int(one)} for one in index]
        episodes = [task | {"actions": [_text(said)]} for task, said in zip(tasks, completions, strict=True)]
        return [score["reward"] for score in self.scores(episodes)]

    def compute_score(
        self, data_source: Any = None, solution_str: str = "", ground_truth: Any = None, extra_info: Any = None
    ) -> float:
        """The reward of one text, as verl asks for it; ``extra_info`` has ``index`` or ``seed``."""
        given = extra_info or {}
        task = {name: [given[name]] for name in ("index", "seed") if name in given}
        (reward,) = self(completions=[solution_str], **task)
        return 0.0 if reward is None else float(reward)


def _text(completion: Any) -> str:
    """A completion as TRL has it: a text, or the messages of a conversation."""
    if isinstance(completion, str):
        return completion
    return "".join(str(message.get("content") or "") for message in completion)
