"""Stable-Baselines3's PPO, unmodified, learns in two worlds of Agon through the package. It prints what came out, and fails below its bars.

    python -m venv /tmp/sb3 && /tmp/sb3/bin/pip install -r interop/sb3-requirements.txt ./python
    npm run build
    AGON_COMMAND="node dist/cli/main.js" /tmp/sb3/bin/python interop/sb3_ppo.py

Settings stood here before the first run. Those of the pole are RL Zoo's for CartPole-v1; those of the alliance are the defaults of
Stable-Baselines3, but for rollouts of two whole episodes, and observations and pay scaled by its VecNormalize.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time

import agonlab
import torch
from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import VecEnv, VecNormalize

COPIES = 8
SEEDS = [0, 1, 2, 3, 4]
EPISODES = 20
"""Episodes that a policy is judged by; their seeds begin at `JUDGED_FROM`, and no training has them."""
JUDGED_FROM = 1_000_000

POLE_STEPS = 100_000
POLE_BAR = 475
"""Mean return of at most 500 from which Gymnasium calls the pole solved."""
POLE = {
    "n_steps": 32,
    "batch_size": 256,
    "n_epochs": 20,
    "gamma": 0.98,
    "gae_lambda": 0.8,
    "learning_rate": lambda left: 0.001 * left,
    "clip_range": lambda left: 0.2 * left,
}

ALLIANCE_STEPS = 100_000
ALLIANCE = {"n_steps": 200, "batch_size": 64}
ALLIANCE_OPTIONS = {"seat": "agent_0", "opponents": "tit-for-tat", "reward": "private"}

STUDENT = 2.776
"""97.5 % quantile of Student's t with four degrees of freedom, one less than there are seeds."""


def mean_return(model: PPO, world: str, options: dict, scaled: VecNormalize | None = None) -> float:
    """Mean return of a policy as it draws its actions, over the episodes that policies are judged by."""
    env: VecEnv = make_vec_env(lambda: agonlab.make(world, **options), seed=JUDGED_FROM)
    if scaled is not None:
        env = VecNormalize(env, training=False, norm_reward=False)
        env.obs_rms = scaled.obs_rms
    torch.manual_seed(JUDGED_FROM)
    found, _ = evaluate_policy(model, env, n_eval_episodes=EPISODES, deterministic=False)
    env.close()
    return float(found)


def pole(url: str, seed: int) -> float:
    """Mean return of a policy that was trained on the pole."""
    world, options = "control/cart-pole", {"url": url}
    env = make_vec_env(lambda: agonlab.make(world, **options), n_envs=COPIES, seed=1000 * seed)
    model = PPO("MlpPolicy", env, seed=seed, device="cpu", **POLE)
    model.learn(POLE_STEPS)
    env.close()
    return mean_return(model, world, options)


def alliance(url: str, seed: int) -> tuple[float, float]:
    """Mean return in the alliance before the training and after it."""
    world, options = "coopetition/trust-dilemma", {"url": url, **ALLIANCE_OPTIONS}
    env = VecNormalize(make_vec_env(lambda: agonlab.make(world, **options), n_envs=COPIES, seed=1000 * seed))
    model = PPO("MlpPolicy", env, seed=seed, device="cpu", **ALLIANCE)
    before = mean_return(model, world, options, env)
    model.learn(ALLIANCE_STEPS)
    after = mean_return(model, world, options, env)
    env.close()
    return before, after


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--short", action="store_true", help="the pole alone, with one seed")
    short = given.parse_args().short
    torch.set_num_threads(1)
    with agonlab.Server(["control/cart-pole", "coopetition/trust-dilemma"]) as server:
        begun = time.monotonic()
        poles = [pole(server.url, seed) for seed in SEEDS[: 1 if short else None]]
        print(f"control/cart-pole: mean returns of {EPISODES} episodes {poles}, {time.monotonic() - begun:.0f} s")
        assert min(poles) >= POLE_BAR, f"the pole is solved from {POLE_BAR} on"
        if short:
            return
        begun = time.monotonic()
        pairs = [alliance(server.url, seed) for seed in SEEDS]
        gains = [after - before for before, after in pairs]
        half = STUDENT * statistics.stdev(gains) / math.sqrt(len(gains))
        low, high = statistics.mean(gains) - half, statistics.mean(gains) + half
        print("coopetition/trust-dilemma, seed by seed:", [f"{before:.0f} -> {after:.0f}" for before, after in pairs])
        print(f"gained {statistics.mean(gains):.0f}, 95 % interval {low:.0f} to {high:.0f}, {time.monotonic() - begun:.0f} s")
        assert low > 0, "the trained policy is not better than the untrained one"


if __name__ == "__main__":
    main()
