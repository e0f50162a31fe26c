"""How environments of this package show themselves: as pixels, or in words."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from agonlab.batch import Batch

FRAMES_A_SECOND = 30
"""What films of an episode are recorded at, where their maker says nothing else."""

MODES = ("rgb_array", "ansi")
"""``rgb_array``: a picture as Agon's replays draw it, [height, width, 3]. ``ansi``: what was done and what came of it, in words."""


class Renderer:
    """Shows copies of a batch in one of the ``MODES``, or in none.

    ``modes`` are those of this world: one that does not say how it looks has words alone.
    """

    def __init__(self, batch: Batch, mode: str | None) -> None:
        self.modes = [one for one in MODES if batch.draws or one != "rgb_array"]
        if mode is not None and mode not in self.modes:
            why = " as this world does not say how it looks" if mode in MODES else ""
            raise ValueError(f"{batch.world}: render_mode {mode!r} is none of {', '.join(self.modes)}{why}")
        if mode == "rgb_array":
            # Whether Pillow is there is told before an episode, not in it.
            import agonlab.pictures  # noqa: F401
        self.mode = mode
        self._batch = batch
        self._size: tuple[int, int] | None = None

    def metadata(self, **more: Any) -> dict[str, Any]:
        """What an environment declares of itself; ``more`` is added."""
        return {"render_modes": self.modes, "render_fps": FRAMES_A_SECOND} | more

    def render(self, place: int = 0) -> NDArray[np.uint8] | str | None:
        """The copy at ``place`` as it stands. All pictures of a batch have the size of the first."""
        if self.mode is None:
            gym.logger.warn(f"render() gives nothing without a render_mode, which is one of {', '.join(self.modes)}")
            return None
        view = self._batch.look(place)
        if self.mode == "ansi":
            return words(view, world=self._batch.world, choices=self._batch.choice_names)
        from agonlab.pictures import picture, size_of

        if self._size is None:
            self._size = size_of(view["scene"])
        return picture(view["scene"], self._size)


def words(view: dict[str, Any], *, world: str, choices: list[str] | None) -> str:
    """How a copy stands: the step, what there is to see, and each agent's action, pay and channels by name."""
    caption = (view["scene"] or {}).get("caption")
    lines = [f"{world}, step {view['step']}", *([caption] if caption else [])]
    for did in view["last"]:
        numbers = did["action"]
        action = choices[int(numbers[0])] if choices is not None else " ".join(_number(one) for one in numbers)
        lines.append(f"{did['agent']} does {action}, is paid {_number(did['pay'])}")
        lines += [f"  {name} {_number(value)}" for name, value in did["outcomes"].items()]
    return "\n".join(lines)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.6g}"
