"""The Python package, tried with what others wrote: the tests that Gymnasium and PettingZoo bring.

    python -m venv /tmp/venv && /tmp/venv/bin/pip install -r interop/worlds-requirements.txt ./python
    npm run build
    AGON_COMMAND="node dist/cli/main.js" /tmp/venv/bin/pytest interop/test_worlds.py
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import warnings

import agonlab
import numpy as np
import pytest
from agonlab.server import default_command
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test
from pettingzoo.utils import parallel_to_aec

WORLDS = [
    entry["id"]
    for entry in json.loads(subprocess.check_output([*default_command(), "list", "environments", "--json"]))
    if not entry["id"].startswith("language/")
]


@pytest.fixture(scope="module")
def url():
    with agonlab.Server(allow=[tempfile.gettempdir()]) as server:
        yield server.url


@pytest.fixture(autouse=True)
def strict():
    """A warning is a failure."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", category=ResourceWarning)
        warnings.filterwarnings("ignore", category=DeprecationWarning)
        yield


# A world whose task is told in words alone, or that asks what to pay, has no payoff: what is paid there is named.
PAID = {
    "gridworld/fuzzy-yard": {"reward": {"channel": "inside"}},
    "gridworld/boat-race": {"reward": {"channel": "checkpoint"}},
    "gridworld/cans": {"reward": {"channel": "cans"}},
    "gridworld/side-effects": {"reward": {"channel": "reached"}},
    "gridworld/absent-supervisor": {"reward": {"channel": "reached"}},
    "gridworld/tomatoes": {"reward": {"channel": "looksWatered"}},
    "pictures/sprites": {"reward": {"channel": "right"}},
    "pictures/clips": {"reward": {"channel": "right"}},
    "pictures/geo": {"reward": {"channel": "right"}},
    "pictures/road": {"reward": {"channel": "right"}},
    "pictures/embedded": {"reward": {"channel": "right"}},
    "pictures/classes": {"reward": {"channel": "all"}},
    "pictures/points": {"reward": {"channel": "density"}},
    "overoptimisation/rounds": {"reward": {"channel": "proxy"}},
    "markets/advice": {"reward": {"channel": "utility"}},
    "recommender/page": {"reward": {"channel": "utility"}},
    "team/judged-answer": {"reward": {"channel": "right"}},
    "control/peg-insertion": {"reward": {"channel": "success"}},
    "retrieval/pipeline": {"reward": {"channel": "thumb"}},
}


@pytest.mark.parametrize("world", WORLDS)
def test_a_world_is_a_gymnasium_environment(url, world):
    env = agonlab.make(world, url=url, **PAID.get(world, {}))
    check_env(env)
    env.close()


@pytest.mark.parametrize("world", WORLDS)
def test_a_world_of_several_agents_is_a_pettingzoo_environment(url, world):
    first = agonlab.parallel(world, url=url, **PAID.get(world, {}))
    if len(first.possible_agents) < 2:
        pytest.skip("one agent")
    parallel_api_test(first, num_cycles=100)
    parallel_seed_test(lambda: agonlab.parallel(world, url=url, **PAID.get(world, {})), num_cycles=50)
    api_test(parallel_to_aec(agonlab.parallel(world, url=url, **PAID.get(world, {}))), num_cycles=50)


def test_copies_of_a_batch_are_the_single_environment(url):
    envs = agonlab.vector("control/pendulum", 3, url=url, parameters={"horizon": 20})
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    single = agonlab.make("control/pendulum", url=url, parameters={"horizon": 20})
    seen, _ = envs.reset(seed=5)
    alone, _ = single.reset(seed=7)
    assert np.array_equal(seen[2], alone)
    for step in range(20):
        actions = np.array([[-0.5], [0.5], [0.25]])
        seen, rewards, terminated, truncated, info = envs.step(actions)
        alone, reward, *ends, told = single.step(np.array([0.25]))
        assert np.array_equal(seen[2], alone)
        assert (rewards[2], terminated[2], truncated[2]) == (reward, *ends)
        assert {name: values[2] for name, values in info["channels"].items()} == told["channels"]
    assert truncated.all() and not terminated.any()
    _, rewards, _, truncated, _ = envs.step(actions)
    assert not truncated.any() and (rewards == 0).all()


def test_an_objective_and_opponents(url):
    env = agonlab.make("coopetition/slcd", url=url, seat="agent_1", opponents="tit-for-tat", objective="trust")
    env.reset(seed=1)
    *_, info = env.step(env.action_space.sample())
    assert 0 <= info["objective"] <= 1 and set(info["channels"]) >= {"trust", "payoff"}
    native = agonlab.make("coopetition/slcd", url=url, actions="native")
    assert native.action_space.high.tolist() == [100]


def test_mistakes_name_the_world_and_what_would_be_right(url):
    with pytest.raises(agonlab.AgonError, match='control/cartpole, step 0: .* did you mean "control/cart-pole"'):
        agonlab.make("control/cartpole", url=url)
    env = agonlab.make("control/cart-pole", url=url)
    with pytest.raises(agonlab.AgonError, match="reset first"):
        env.step(1)
    env.reset(seed=1)
    with pytest.raises(agonlab.AgonError, match="it is a whole number from 0 to 1"):
        env.step(2)
    env.step(1)


def test_a_server_that_is_killed_under_a_trainer_is_told_at_once():
    server = agonlab.Server(["control/cart-pole"])
    env = agonlab.make("control/cart-pole", url=server.url)
    env.reset(seed=1)
    env.step(1)
    server._process.send_signal(signal.SIGKILL)
    begun = time.monotonic()
    with pytest.raises(agonlab.ServerLost, match="control/cart-pole, step 1"):
        for _ in range(3):
            env.step(1)
    assert time.monotonic() - begun < 2
    with pytest.raises(agonlab.ServerLost, match="no server of worlds"):
        agonlab.make("control/cart-pole", url=server.url)
    server.close()


def test_a_server_ends_with_the_process_that_began_it():
    script = "import agonlab, os; print(agonlab.server.shared_server()._process.pid, flush=True); os.kill(os.getpid(), 9)"
    child = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=os.environ)
    pid = int(child.stdout)
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the server lives on")


def test_a_reward_function_for_trainers_of_texts(tmp_path, url):
    questions = tmp_path / "quiz.csv"
    questions.write_text("question,answer\nWhat is 2 + 2?,4\nWas ist 2 + 3 (Füße)?,5\n")
    options = {"parameters": {"file": str(questions), "judge": "number"}, "reward": {"channel": "correct"}}
    paid = agonlab.Reward("language/questions", url=url, **options)
    messages = [{"role": "assistant", "content": "Füße: 5"}]
    assert paid(prompts=["", "", ""], completions=["It is 4.", messages, "5"], index=[0, 1, 0], other=[1, 2, 3]) == [1, 1, 0]
    assert paid.compute_score("quiz", "4", "4", {"index": 0}) == 1
    with pytest.raises(ValueError, match="needs a column index or seed"):
        paid(completions=["4"])
    with pytest.raises(agonlab.AgonError, match="no file"):
        agonlab.Reward("language/questions", url=url, parameters={"file": "missing.csv"})(completions=["4"], index=[0])
    sort = agonlab.Reward("language/sort", url=url)
    assert sort(completions=["é$"], seed=[1]) == [None]
