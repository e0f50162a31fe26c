"""Trajectories of Gymnasium's control tasks, for the tests of src/environments/control.

    python -m venv /tmp/venv && /tmp/venv/bin/pip install gymnasium==1.4.0 box2d==2.3.10 pygame
    /tmp/venv/bin/python interop/control_reference.py test/fixtures/control-trajectories.json

Each episode starts from a state that float32 holds exactly and plays a fixed pattern of actions. What is written is the
task's own state (float64 where the task keeps float64), not the rounded observation. Lunar Lander has no state to write:
its draws are recorded instead, so that the same terrain, push and engine noise can be replayed, with its observations.
Where the reference rounds: MountainCarContinuous computes and keeps its state in float32, Pendulum takes its torque in
float32, and Box2D computes in float32 throughout; the other tasks step in float64.
"""

import json
import math
import sys
from importlib.metadata import version

import gymnasium
import numpy as np
from gymnasium.envs.box2d.lunar_lander import heuristic

STEPS = 120


def discrete(count):
    """Runs of uneven length, so that every choice is held for a while."""
    return lambda t, _state: (t // (3 + t % 4) + t // 17) % count


def balance(_t, state):
    """Keeps the pole up for a few hundred steps."""
    x, speed, angle, turn = state
    return int(angle + 0.5 * turn + 0.02 * x + 0.05 * speed > 0)


def swing(size):
    """A wave of this size, rounded to multiples of 1/64."""
    return lambda t, _state: [round(64 * size * math.sin(0.13 * t)) / 64]


def pump(_t, state):
    """Drives a mountain car the way it already moves."""
    return 2 if state[1] >= 0 else 0


def pump_hard(_t, state):
    return [1.0 if state[1] >= 0 else -0.75]


TASKS = [
    ("cart-pole", "CartPole-v1", {}, [0.03125, -0.015625, 0.0234375, 0.0078125], balance),
    ("cart-pole", "CartPole-v1", {}, [-0.046875, 0.03125, -0.03125, 0.015625], discrete(2)),
    ("cart-pole", "CartPole-v1", {"sutton_barto_reward": True}, [0.0, 0.0, 0.03125, 0.0], discrete(2)),
    ("mountain-car", "MountainCar-v0", {}, [-0.5, 0.0], pump),
    ("mountain-car", "MountainCar-v0", {}, [-0.5625, 0.0], discrete(3)),
    ("mountain-car", "MountainCar-v0", {}, [-1.1875, -0.0625], discrete(3)),
    ("mountain-car-continuous", "MountainCarContinuous-v0", {}, [-0.5, 0.0], pump_hard),
    ("mountain-car-continuous", "MountainCarContinuous-v0", {}, [-0.5625, 0.0], swing(1.0)),
    ("pendulum", "Pendulum-v1", {}, [3.125, 0.5], swing(2.5)),
    ("pendulum", "Pendulum-v1", {"g": 9.8125}, [-1.5, -0.75], swing(2.5)),
    ("acrobot", "Acrobot-v1", {}, [0.0625, -0.03125, 0.015625, -0.09375], discrete(3)),
    ("acrobot", "Acrobot-v1", {}, [2.5, 1.5, -3.0, 6.0], discrete(3)),
]


def plain(values):
    return [float(v) for v in values]


def short(values):
    """Nine digits, which is all that a float32 has."""
    return [float(f"{v:.9g}") for v in values]


def trajectory(name, task, options, start, policy):
    env = gymnasium.make(task, **options).unwrapped
    env.reset(seed=0)
    env.state = np.array(start, dtype=np.float64)
    states, actions, rewards, endings = [plain(env.state)], [], [], []
    for t in range(STEPS):
        action = policy(t, states[-1])
        given = np.array(action, dtype=np.float32) if isinstance(action, list) else action
        observation, reward, terminated, _, _ = env.step(given)
        states.append(plain(env.state))
        actions.append(action if isinstance(action, list) else [action])
        rewards.append(float(reward))
        endings.append(bool(terminated))
        if terminated:
            break
    return {
        "world": name,
        "task": task,
        "options": options,
        "states": states,
        "actions": actions,
        "rewards": rewards,
        "terminated": endings,
        "lastObservation": short(observation),
    }


class Recorder:
    """A generator that remembers what it drew."""

    def __init__(self, seed):
        self.generator = np.random.default_rng(seed)
        self.drawn = []

    def uniform(self, low=0.0, high=1.0, size=None):
        values = self.generator.uniform(low, high, size)
        self.drawn.extend(np.atleast_1d(values).tolist())
        return values

    def integers(self, low, high):
        value = int(self.generator.integers(low, high))
        self.drawn.append(float(value))
        return value


def throttle(env, observation, _t):
    return heuristic(env, observation)


def drop(_env, _observation, _t):
    return 0


def turns(_env, _observation, t):
    return (t // 5) % 4


LANDINGS = [
    (3, {}, throttle),
    (4, {}, throttle),
    (5, {}, drop),
    (6, {}, turns),
    (7, {"enable_wind": True}, throttle),
    (8, {"continuous": True}, throttle),
]


def landing(seed, options, policy):
    env = gymnasium.make("LunarLander-v3", **options).unwrapped
    recorder = Recorder(seed)
    env.np_random = recorder
    observation, _ = env.reset()
    begun = len(recorder.drawn)
    observations, actions, rewards, endings = [short(observation)], [], [], []
    for t in range(1000):
        action = policy(env, observation, t)
        observation, reward, terminated, _, _ = env.step(action)
        observations.append(short(observation))
        actions.append([float(a) for a in np.atleast_1d(action)])
        rewards.append(short([reward])[0])
        endings.append(bool(terminated))
        if terminated:
            break
    return {
        "options": options,
        "reset": recorder.drawn[:begun],
        "dispersion": recorder.drawn[begun:],
        "observations": observations,
        "actions": actions,
        "rewards": rewards,
        "terminated": endings,
    }


EPISODES = 400


def returns(policy):
    """Mean and deviation of the sum of rewards over seeded episodes."""
    env = gymnasium.make("LunarLander-v3")
    draws = np.random.default_rng(1)
    sums = []
    for seed in range(EPISODES):
        observation, _ = env.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            observation, reward, terminated, truncated, _ = env.step(policy(env, observation, draws))
            total += reward
            over = terminated or truncated
        sums.append(total)
    return {"episodes": EPISODES, "mean": float(np.mean(sums)), "deviation": float(np.std(sums, ddof=1))}


def main(path):
    made = {
        "versions": {name: version(name) for name in ("gymnasium", "numpy", "box2d")},
        "trajectories": [trajectory(*task) for task in TASKS],
        "landings": [landing(*case) for case in LANDINGS],
        "returns": {
            "heuristic": returns(throttle),
            "random": returns(lambda _env, _observation, draws: int(draws.integers(4))),
            "idle": returns(drop),
        },
    }
    with open(path, "w", encoding="utf-8") as file:
        json.dump(made, file, separators=(",", ":"))
        file.write("\n")


main(sys.argv[1])
