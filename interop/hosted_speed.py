"""How fast Agon's trainings step environments of Gymnasium that they host, beside Gymnasium's own vectors in the same interpreter.

    python -m venv /tmp/worlds && /tmp/worlds/bin/pip install -r interop/worlds-requirements.txt
    npm run build
    /tmp/worlds/bin/python interop/hosted_speed.py

Both step the same environment in Python; what differs is the way there. They take turns, and a ratio is the median of the rounds' ratios
with their quartiles.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

import gymnasium as gym

WORLDS = ["CartPole-v1", "Pendulum-v1", "Acrobot-v1"]
COPIES = [1, 16, 256]
ROUNDS = 9
SECONDS = 0.3


class Hosted:
    """Agon's side: a process that steps as often as it is requested."""

    def __init__(self, name: str, copies: int) -> None:
        script = Path(__file__).with_name("hosted_rate.mjs")
        command = ["node", str(script), name, sys.executable, str(copies)]
        self.copies = copies
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def rate(self, times: int) -> float:
        print(times, file=self.process.stdin, flush=True)
        return times * self.copies / float(self.process.stdout.readline())

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


class Vector:
    """Gymnasium's side: its own vector of any environment."""

    def __init__(self, name: str, copies: int) -> None:
        self.copies = copies
        self.env = gym.make_vec(name, copies, vectorization_mode="sync")
        self.env.reset(seed=1)
        self.env.action_space.seed(1)
        self.actions = [self.env.action_space.sample() for _ in range(16)]

    def rate(self, times: int) -> float:
        begun = time.perf_counter()
        for k in range(times):
            self.env.step(self.actions[k % 16])
        return times * self.copies / (time.perf_counter() - begun)

    def close(self) -> None:
        self.env.close()


def main() -> None:
    print("| environment | copies | Agon, steps/s | Gymnasium, steps/s | ratio |")
    print("| --- | ---: | ---: | ---: | --- |")
    for name in WORLDS:
        for copies in COPIES:
            sides = Hosted(name, copies), Vector(name, copies)
            times = [20, 20]
            for _ in range(3):
                times = [max(1, round(SECONDS * side.rate(some) / copies)) for side, some in zip(sides, times, strict=True)]
            rates = [tuple(side.rate(some) for side, some in zip(sides, times, strict=True)) for _ in range(ROUNDS)]
            ours, theirs = (statistics.median(column) for column in zip(*rates, strict=True))
            low, middle, high = statistics.quantiles([one / other for one, other in rates], n=4)
            print(f"| {name} | {copies} | {ours:,.0f} | {theirs:,.0f} | {middle:.2f} ({low:.2f} to {high:.2f}) |", flush=True)
            for side in sides:
                side.close()


main()
