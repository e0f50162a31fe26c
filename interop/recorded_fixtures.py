"""Makes small data sets with Minari, in each of its formats: those that Agon's own tests read.

    python -m venv /tmp/venv && /tmp/venv/bin/pip install -r interop/recorded-requirements.txt
    /tmp/venv/bin/python interop/recorded_fixtures.py test/fixtures/minari

`cart-pole` is random play of Gymnasium's CartPole; `nested` has every kind of space. HDF5 files are packed, since most of their bytes
are zeros.
"""

from __future__ import annotations

import gzip
import os
import shutil
import sys
import tempfile
import warnings
from pathlib import Path

import gymnasium as gym
import numpy as np
from gymnasium import spaces

FORMATS = ("hdf5", "arrow", "parquet")


class Nested(gym.Env):
    """A walk in the plane, seen through every kind of space."""

    observation_space = spaces.Dict(
        {
            "place": spaces.Box(-np.inf, np.inf, (2,), np.float64),
            "name": spaces.Text(8),
            "kinds": spaces.Tuple((spaces.Discrete(5), spaces.MultiBinary(3), spaces.MultiDiscrete([2, 4]))),
        }
    )
    action_space = spaces.Dict({"move": spaces.Box(-1, 1, (2,), np.float32), "jump": spaces.Discrete(2)})

    def __init__(self, image: bool = False):
        if image:
            frames = {"frame": spaces.Box(0, 255, (32, 40, 3), np.uint8)}
            self.observation_space = spaces.Dict({**self.observation_space.spaces, **frames})

    def seen(self):
        kinds = (self.step_count % 5, np.array([1, 0, self.step_count % 2], np.int8), np.array([1, self.step_count % 4]))
        seen = {"place": self.place.copy(), "name": f"step{self.step_count}", "kinds": kinds}
        if "frame" in self.observation_space.spaces:
            seen["frame"] = self.np_random.integers(0, 256, (32, 40, 3), np.uint8)
        return seen

    def info(self):
        return {"far": float(np.linalg.norm(self.place)), "late": self.step_count > 3, "deep": {"speed": self.place / 2}}

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.place, self.step_count = np.zeros(2), 0
        self.limit = 4 + (seed or 0)
        return self.seen(), self.info()

    def step(self, action):
        self.place = self.place + action["move"] * (1 + action["jump"])
        self.step_count += 1
        return self.seen(), float(-abs(self.place).sum()), bool(self.place[0] > 3), self.step_count >= self.limit, self.info()


def make(folder: Path, name: str, env: gym.Env, data_format: str, episodes: int) -> Path:
    """A data set of random play, under `folder`; the folder that holds its data."""
    os.environ["MINARI_DATASETS_PATH"] = str(folder)
    from minari import DataCollector

    collector = DataCollector(env, record_infos=name != "cart-pole", data_format=data_format)
    collector.action_space.seed(1)
    for seed in range(episodes):
        collector.reset(seed=seed)
        done = False
        while not done:
            _, _, terminated, truncated, _ = collector.step(collector.action_space.sample())
            done = terminated or truncated
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        about = {"algorithm_name": "random", "author": "Agon", "author_email": "none", "code_permalink": "none"}
        collector.create_dataset(dataset_id=f"{name}/{data_format}-v0", description="random play", **about)
    collector.close()
    return folder / name / f"{data_format}-v0" / "data"


def cart_pole() -> gym.Env:
    return gym.make("CartPole-v1")


def nested(image: bool = False) -> gym.Env:
    if "Nested-v0" not in gym.registry:
        gym.register("Nested-v0", entry_point="recorded_fixtures:Nested")
    return gym.make("Nested-v0", image=image)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for name, env in (("cart-pole", cart_pole), ("nested", nested)):
        for data_format in FORMATS:
            with tempfile.TemporaryDirectory() as scratch:
                made = make(Path(scratch), name, env(), data_format, 3)
                target = Path(sys.argv[1]) / f"{name}-{data_format}"
                shutil.rmtree(target, ignore_errors=True)
                shutil.copytree(made, target)
            for file in target.rglob("*.hdf5"):
                packed = gzip.compress(file.read_bytes(), mtime=0)
                file.with_suffix(".hdf5.gz").write_bytes(packed)
                file.unlink()
