"""Environments of a user's own, which `test_hosted.py` lets Agon play: each says in its info what it was given."""

from __future__ import annotations

import os
import time

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv


class Reach(gymnasium.Env):
    """A point on a line that is to reach a goal. It prints, as such environments do."""

    metadata = {"render_modes": ["rgb_array"]}

    def __init__(self, size: int = 10, render_mode: str | None = None) -> None:
        self.size = size
        self.render_mode = render_mode
        self.observation_space = spaces.Dict(
            {
                "goal": spaces.Discrete(2 * size + 1, start=-size),
                "place": spaces.Tuple((spaces.Box(-float(size), float(size), (1,)), spaces.MultiBinary(2))),
            }
        )
        self.action_space = spaces.Discrete(3, start=-1)

    def _seen(self):
        signs = np.array([self.at < self.goal, self.at > self.goal], dtype=np.int8)
        return {"goal": np.int64(self.goal), "place": (np.array([self.at], dtype=np.float32), signs)}

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.given, self.at, self.steps = seed, 0, 0
        self.goal = int(self.np_random.integers(1, self.size + 1)) * (1 if self.np_random.random() < 0.5 else -1)
        return self._seen(), {"distance": abs(self.goal), "seed": seed}

    def step(self, action):
        print("a step of", type(action).__name__)
        os.system("echo one of another program")
        self.at = int(np.clip(self.at + int(action), -self.size, self.size))
        self.steps += 1
        distance = abs(self.goal - self.at)
        info = {"distance": distance, "success": distance == 0, "parts": {"time": -0.01}, "seed": self.given}
        return self._seen(), float(distance == 0) - 0.01, distance == 0, self.steps >= 40, info

    def render(self):
        assert self.render_mode == "rgb_array"
        picture = np.zeros((4, 2 * self.size + 1, 3), dtype=np.uint8)
        picture[:, self.size + self.goal] = [255, 0, 0]
        picture[:, self.size + self.at] = [0, 0, 255]
        return picture


gymnasium.register("Reach-v0", entry_point="hosted_environments:Reach")


class Faulty(gymnasium.Env):
    """Goes wrong in the third step of episodes with an even seed, and never while it is looked at."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.observation_space = spaces.Box(-1, 1, (2,))
        self.action_space = spaces.Box(-2, 2, (3,))

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.steps = 0
        self.goes_wrong = seed not in (11, 12, 13) and seed % 2 == 0
        if self.goes_wrong and self.how == "reset":
            raise ValueError("no such place")
        return np.zeros(2, dtype=np.float32), {}

    def step(self, action):
        assert action.shape == (3,) and action.dtype == np.float32
        self.steps += 1
        reward, info = 1.0, {}
        if self.goes_wrong and self.steps == 3:
            if self.how == "raise":
                raise ValueError("a wheel came off")
            if self.how == "die":
                os._exit(3)
            if self.how == "hang":
                time.sleep(1000)
            if self.how == "nan":
                reward = float("nan")
            if self.how == "late":
                info["surprise"] = 1
        return np.zeros(2, dtype=np.float32), reward, self.steps == 5, False, info


class Levers(gymnasium.Env):
    """Discrete actions of several parts, all of them told."""

    def __init__(self) -> None:
        self.observation_space = spaces.MultiDiscrete([2, 3])
        self.action_space = spaces.MultiDiscrete([2, 3])

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return np.zeros(2, dtype=np.int64), {}

    def step(self, action):
        return action, 0.0, bool(self.np_random.random() < 0.2), False, {"first": int(action[0]), "second": int(action[1])}


class Courier(gymnasium.Env):
    """Ends by itself, counts its collisions, and says when a parcel is delivered. Its info is one dictionary."""

    observation_space = spaces.Discrete(2)
    action_space = spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.steps = 0
        self.info = {"collisions": 0, "just_delivered": False, "alive": 1, "arrived": False, "load": 0.0}
        return 0, self.info

    def step(self, action):
        self.steps += 1
        done = self.steps >= 12
        self.info["collisions"] += self.steps % 4 == 0
        self.info.update(just_delivered=self.steps % 3 == 0, alive=int(not done), arrived=done, load=float(self.steps % 5))
        return self.steps % 2, 0.0, done, False, self.info


class Words(gymnasium.Env):
    """An observation that is no number."""

    observation_space = spaces.Dict({"said": spaces.Text(10)})
    action_space = spaces.Discrete(2)


class Unbounded(gymnasium.Env):
    """An action without bounds."""

    observation_space = spaces.Discrete(2)
    action_space = spaces.Box(-np.inf, np.inf, (1,))


class Race(ParallelEnv):
    """Runners on a line; one that arrives leaves. Who is near the end may not take two steps."""

    metadata = {"name": "race_v0"}
    render_mode = None

    def __init__(self, runners=("red", "blue", "green"), length: int = 6) -> None:
        self.possible_agents = list(runners)
        self.length = length
        places = spaces.Box(0, length, (len(runners),), np.float32)
        self._sees = {one: spaces.Dict({"observation": places, "action_mask": spaces.MultiBinary(3)}) for one in runners}
        self._does = {one: spaces.Discrete(3) for one in runners}

    def observation_space(self, agent):
        return self._sees[agent]

    def action_space(self, agent):
        return self._does[agent]

    def _seen(self):
        places = np.array([self.at[one] for one in self.possible_agents], dtype=np.float32)
        return {
            one: {"observation": places, "action_mask": np.array([1, 1, self.at[one] + 2 <= self.length], dtype=np.int8)}
            for one in self.agents
        }

    def reset(self, seed=None, options=None):
        self.random = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.at = dict.fromkeys(self.agents, 0)
        self.steps = 0
        return self._seen(), {one: {"left": self.length, "illegal": 0} for one in self.agents}

    def step(self, actions):
        assert set(actions) == set(self.agents)
        self.steps += 1
        illegal = {one: int(self.at[one] + done > self.length) for one, done in actions.items()}
        for one, done in actions.items():
            self.at[one] = min(self.length, self.at[one] + int(done) * int(self.random.random() < 0.7))
        seen = self._seen()
        arrived = {one: self.at[one] >= self.length for one in self.agents}
        cut = {one: self.steps >= 20 for one in self.agents}
        pay = {one: 1.0 if arrived[one] else -0.1 for one in self.agents}
        info = {one: {"left": self.length - self.at[one], "illegal": illegal[one]} for one in self.agents}
        self.agents = [one for one in self.agents if not arrived[one] and not cut[one]]
        return seen, pay, arrived, cut, info


class Turns(AECEnv):
    """Agents that act in turn."""

    metadata = {"name": "turns_v0"}
    possible_agents = ["one", "two"]


class Odd(Race):
    """One runner sees more than the others."""

    def observation_space(self, agent):
        return spaces.Box(0, 1, (2 if agent == "red" else 3,))
