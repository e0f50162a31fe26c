"""PPO of Stable-Baselines3 on one core until a task is solved, for `npm run bench -- --only learners`.

    python -m venv /tmp/venv && /tmp/venv/bin/pip install torch==2.15.0 stable-baselines3==2.9.2 "gymnasium[box2d]==1.4.0"
    npm run bench -- --only learners --python /tmp/venv/bin/python

Takes the task as one JSON argument and prints what came of it as one JSON line. A task is solved when the last 100 episodes
of training pay its goal on average, looked at after each rollout. With `peak` it prints the rate of a large matrix product.
"""

import json
import sys
import time

import torch

from peak_rate import peak

torch.set_num_threads(1)


def train(task):
    from stable_baselines3 import PPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.env_util import make_vec_env

    class UntilSolved(BaseCallback):
        solved = False

        def _on_rollout_end(self):
            episodes = self.model.ep_info_buffer
            if len(episodes) >= 100:
                self.solved = sum(episode["r"] for episode in episodes) / len(episodes) >= task["goal"]

        def _on_step(self):
            return not self.solved

    model = PPO(
        "MlpPolicy",
        make_vec_env(task["reference"], n_envs=task["copies"], seed=task["seed"]),
        n_steps=task["rollout"],
        batch_size=task["copies"] * task["rollout"] // task["minibatches"],
        n_epochs=task["epochs"],
        learning_rate=task["rate"],
        gamma=task["discount"],
        gae_lambda=task["lambda"],
        ent_coef=task["entropy"],
        seed=task["seed"],
        device="cpu",
    )
    until = UntilSolved()
    start = time.perf_counter()
    model.learn(task["limit"], callback=until)
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "steps": model.num_timesteps, "solved": until.solved, "cpu": time.process_time()}


print(json.dumps(peak() if sys.argv[1] == "peak" else train(json.loads(sys.argv[1]))))
