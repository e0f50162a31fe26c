"""How fast worlds step from Python, beside those of other makers: one environment, and vectors of 16, 256 and 4,096.

    python -m venv /tmp/speed && /tmp/speed/bin/pip install -r interop/speed-requirements.txt ./python
    npm run build
    AGON_COMMAND="node dist/cli/main.js" /tmp/speed/bin/python interop/vector_speed.py

Both are measured in turns, so that what else the machine does meets both; actions are drawn before. A figure is the median of its rounds,
and a ratio the median of the rounds' ratios with their quartiles. `coopetition_gym` is measured where it can be imported.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import agonlab
import gymnasium as gym
import numpy as np
from agonlab.batch import Batch

COPIES = [1, 16, 256, 4096]
ROUNDS = 15
SECONDS = 0.15
"""Of one program in a round, about."""


@dataclass
class Steps:
    """Something that can be stepped: `step` takes one step of all copies."""

    copies: int
    step: Callable[[], Any]
    close: Callable[[], Any]

    def rate(self, times: int) -> float:
        """Steps of single copies in a second."""
        begun = time.perf_counter()
        for _ in range(times):
            self.step()
        return times * self.copies / (time.perf_counter() - begun)


def single(env: Any) -> Steps:
    """A Gymnasium environment, which is reset where its episode ends."""
    env.reset(seed=1)
    actions = iter_of([env.action_space.sample() for _ in range(64)])

    def step() -> None:
        *_, terminated, truncated, _info = env.step(next(actions))
        if terminated or truncated:
            env.reset()

    return Steps(1, step, env.close)


def vector(env: Any) -> Steps:
    """A Gymnasium vector environment."""
    env.reset(seed=1)
    env.action_space.seed(1)
    actions = iter_of([env.action_space.sample() for _ in range(16)])
    return Steps(env.num_envs, lambda: env.step(next(actions)), env.close)


def alliance(copies: int) -> Steps:
    """Copies of the trust dilemma, both of whose agents are played."""
    batch = Batch("coopetition/trust-dilemma", copies=copies, autoreset="next-step", options={"joint": True})
    batch.reset(np.arange(copies, dtype=np.float64))
    random = np.random.default_rng(1)
    actions = iter_of([random.uniform(-1, 1, (copies, 2, 1)) for _ in range(16)])
    return Steps(copies, lambda: batch.step(next(actions)), batch.close)


def peer_alliance(copies: int) -> Steps:
    """Coopetition-Gym's TrustDilemma-v0, which has no vectors: one environment."""
    import coopetition_gym

    env = coopetition_gym.make("TrustDilemma-v0")
    env.reset(seed=1)
    random = np.random.default_rng(1)
    actions = iter_of([random.uniform(0, 100, 2) for _ in range(64)])

    def step() -> None:
        _, _, terminated, truncated, _ = env.step(next(actions))
        if np.any(terminated) or np.any(truncated):
            env.reset()

    return Steps(1, step, env.close)


def iter_of(values: list[Any]) -> Any:
    """The values, again and again."""
    while True:
        yield from values


def gymnasium_of(name: str, how: str) -> Callable[[int], Steps]:
    """A world of Gymnasium's as one environment, or as a vector made in one of its ways."""
    return lambda copies: single(gym.make(name)) if copies == 1 else vector(gym.make_vec(name, copies, vectorization_mode=how))


def ours(world: str) -> Callable[[int], Steps]:
    """A world of Agon's, on the server that the package starts by itself."""
    return lambda copies: single(agonlab.make(world)) if copies == 1 else vector(agonlab.vector(world, copies))


def compared(first: Steps, second: Steps) -> tuple[float, float, list[float]]:
    """Median rates of both, and the quartiles of their ratio."""
    times = [max(1, round(SECONDS * steps.rate(3) / steps.copies)) for steps in (first, second)]
    # Once more, now that both are warm.
    times = [max(1, round(SECONDS * steps.rate(some) / steps.copies)) for steps, some in zip((first, second), times, strict=True)]
    rates = [(first.rate(times[0]), second.rate(times[1])) for _ in range(ROUNDS)]
    ratios = [one / other for one, other in rates]
    medians = [statistics.median(column) for column in zip(*rates, strict=True)]
    return medians[0], medians[1], statistics.quantiles(ratios, n=4)


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--copies", type=int, nargs="+", default=COPIES)
    copies = given.parse_args().copies
    pairs: list[tuple[str, Callable[[int], Steps], str, Callable[[int], Steps]]] = [
        ("control/cart-pole", ours("control/cart-pole"), "CartPole-v1, sync", gymnasium_of("CartPole-v1", "sync")),
        ("control/cart-pole", ours("control/cart-pole"), "CartPole-v1, NumPy", gymnasium_of("CartPole-v1", "vector_entry_point")),
        ("control/lunar-lander", ours("control/lunar-lander"), "LunarLander-v3, sync", gymnasium_of("LunarLander-v3", "sync")),
        ("coopetition/trust-dilemma", alliance, "TrustDilemma-v0, one", peer_alliance),
    ]
    print(f"{'world':26} {'copies':>6} {'steps/s':>11}   {'beside':22} {'steps/s':>11} {'times as fast':>22}")
    for world, make, peer, make_peer in pairs:
        for count in copies:
            line = f"{world:26} {count:6,}"
            mine = make(count)
            try:
                theirs = make_peer(count)
            except (ImportError, gym.error.Error) as error:
                line += (
                    f" {statistics.median(mine.rate(max(3, 20000 // count)) for _ in range(ROUNDS)):11,.0f}   {peer:22} {error}"
                )
                print(line, flush=True)
                mine.close()
                continue
            one, other, (low, middle, high) = compared(mine, theirs)
            print(f"{line} {one:11,.0f}   {peer:22} {other:11,.0f} {middle:8.2f} ({low:.2f} to {high:.2f})", flush=True)
            mine.close()
            theirs.close()


if __name__ == "__main__":
    main()
