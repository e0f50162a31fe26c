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
        # What stands in info twice is one channel.
        self.info["parts"] = {"load": self.info["load"]}
        return self.steps % 2, 0.0, done, False, self.info


class Arrays(gymnasium.Env):
    """Pays and tells its distance in arrays: of one number, or as it is made."""

    observation_space = spaces.Box(0, 1, (1,), np.float32)
    action_space = spaces.Discrete(2)

    def __init__(self, paid=(1.0,), distance=(3.0,)) -> None:
        self.paid, self.distance = np.array(paid), np.array(distance)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.steps = 0
        return np.zeros(1, np.float32), {"parts": {"distance": self.distance}}

    def step(self, action):
        self.steps += 1
        info = {"parts": {"distance": self.distance}, "arrived": np.array([[self.steps == 3]]), "wave": np.array([1j]), "many": np.zeros(2)}
        return np.zeros(1, np.float32), self.paid, self.steps == 3, False, info


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


class Noughts(AECEnv):
    """Noughts and crosses on three squares of a row each: a game in turns, whose observation has the mask. What may not be done loses."""

    metadata = {"name": "noughts_v0", "is_parallelizable": False}
    render_mode = None
    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def __init__(self) -> None:
        self.possible_agents = ["crosses", "noughts"]

    def observation_space(self, agent):
        return _NOUGHTS

    def action_space(self, agent):
        return _SQUARES

    def observe(self, agent):
        is_next = agent == self.agent_selection
        mask = [int(is_next and one is None) for one in self.board]
        return {"observation": np.array([(one == agent) - (one not in (agent, None)) for one in self.board], np.int8), "action_mask": np.array(mask, np.int8)}

    def reset(self, seed=None, options=None):
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {one: {"illegal": 0} for one in self.agents}
        self.board = [None] * 9
        self.agent_selection = self.agents[0]

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            return self._was_dead_step(action)
        self._cumulative_rewards[agent] = 0
        other = next(one for one in self.possible_agents if one != agent)
        illegal = self.board[action] is not None
        self.infos[agent]["illegal"] = int(illegal)
        if not illegal:
            self.board[action] = agent
        won = any(all(self.board[square] == agent for square in line) for line in self.LINES)
        self.rewards = {agent: int(won) - int(illegal), other: int(illegal) - int(won)}
        if won or illegal or None not in self.board:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = other
        self._accumulate_rewards()


_NOUGHTS = spaces.Dict({"action_mask": spaces.MultiBinary(9), "observation": spaces.Box(-1, 1, (9,), np.int8)})
_SQUARES = spaces.Discrete(9)


class Pot(AECEnv):
    """Three take coins from a pot in turn, and the others pay for it. One that has enough leaves; the others go on. The mask is in info."""

    metadata = {"name": "pot_v0"}
    render_mode = None

    def __init__(self, enough: int = 4) -> None:
        # Numbers are names too.
        self.possible_agents = [0, 1, 2]
        self.enough = enough

    def observation_space(self, agent):
        return _COINS

    def action_space(self, agent):
        return _TAKEN

    def observe(self, agent):
        return np.array([self.left, self.has[agent]], np.float32)

    def reset(self, seed=None, options=None):
        self.agents = list(self.possible_agents)
        self.left = int(np.random.default_rng(seed).integers(6, 14))
        self.has = dict.fromkeys(self.agents, 0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {one: self._info(seed, 0) for one in self.agents}
        self.given = seed
        self.agent_selection = self.agents[0]

    def _info(self, seed, over):
        return {"seed": seed, "over": over, "action_mask": np.array([1, self.left >= 1, self.left >= 2], np.int8)}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)
        self._cumulative_rewards[agent] = 0
        over = int(action > self.left)
        taken = min(int(action), self.left)
        self.left -= taken
        self.has[agent] += taken
        self.rewards = {one: float(taken) if one == agent else -0.25 * taken for one in self.agents}
        self.terminations[agent] = self.has[agent] >= self.enough
        if self.left == 0:
            self.truncations = dict.fromkeys(self.agents, True)
        self.infos = {one: self._info(self.given, over if one == agent else 0) for one in self.agents}
        at = self.agents.index(agent)
        self.agent_selection = self.agents[(at + 1) % len(self.agents)]
        self._accumulate_rewards()
        self._deads_step_first()


_COINS = spaces.Box(0, 20, (2,), np.float32)
_TAKEN = spaces.Discrete(3)


class Hands(AECEnv):
    """Two show a hand, one after the other, and neither sees the other's before both are shown: rounds that may be played at once."""

    metadata = {"name": "hands_v0", "is_parallelizable": True}
    render_mode = None

    def __init__(self) -> None:
        self.possible_agents = ["left", "right"]

    def observation_space(self, agent):
        return _HANDS

    def action_space(self, agent):
        return _TAKEN

    def observe(self, agent):
        return np.int64(self.before[agent])

    def reset(self, seed=None, options=None):
        self.agents = list(self.possible_agents)
        self.before = dict.fromkeys(self.agents, 3)
        self.shown = {}
        self.rounds = 0
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {one: {} for one in self.agents}
        self.agent_selection = "left"

    def step(self, action):
        agent = self.agent_selection
        if self.truncations[agent]:
            return self._was_dead_step(action)
        self._cumulative_rewards[agent] = 0
        self.shown[agent] = int(action)
        self._clear_rewards()
        if agent == "right":
            won = (0, 1, -1)[(self.shown["left"] - self.shown["right"]) % 3]
            self.rewards = {"left": won, "right": -won}
            self.before = {"left": self.shown["right"], "right": self.shown["left"]}
            self.rounds += 1
            self.truncations = dict.fromkeys(self.agents, self.rounds >= 5)
        self.agent_selection = "left" if agent == "right" else "right"
        self._accumulate_rewards()


_HANDS = spaces.Discrete(4)


class Numbered(Hands):
    """Rounds of agents that have numbers and no names."""

    def __init__(self) -> None:
        self.possible_agents = [1, 2]


def env():
    """What a module of an environment in turns has, beside no `parallel_env`."""
    return Pot()


class Odd(Race):
    """One runner sees more than the others."""

    def observation_space(self, agent):
        return spaces.Box(0, 1, (2 if agent == "red" else 3,))
