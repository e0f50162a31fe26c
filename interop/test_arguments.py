"""Arguments of the Python package that are falsy, NumPy's or None: each is honoured as what it says, or refused in one sentence.

AGON_COMMAND="node dist/cli/main.js" /tmp/worlds/bin/pytest interop/test_arguments.py
"""

from __future__ import annotations

import inspect
import math
import pickle
import tempfile
from pathlib import Path

import agonlab
import numpy as np
import pytest
from agonlab.arguments import MOST
from agonlab.batch import Batch
from agonlab.joint import AgonParallelEnv
from agonlab.session import Session
from agonlab.trl import environment, tasks

POLE = "control/cart-pole"
# Values that say nothing of a whole number, and what says 0.
NO_WHOLE = [
    False,
    np.bool_(True),
    0.0,
    np.float32(0),
    1.5,
    math.nan,
    math.inf,
    "",
    "0",
    -1,
    np.int64(-1),
    MOST + 1,
    [0],
    {},
    b"0",
]
ZEROS = [0, np.int64(0), np.uint8(0), np.array(0)]
# Values that say nothing of a text.
NO_TEXT = ["", 0, False, [], {}, b"a", np.int64(0)]


@pytest.fixture(scope="module")
def url():
    with agonlab.Server(allow=[tempfile.gettempdir()]) as server:
        yield server.url


def refused(call, *errors):
    """What is said as an argument is refused: one sentence, from this package."""
    with pytest.raises(errors or (ValueError, agonlab.AgonError)) as caught:
        call()
    said = str(caught.value)
    assert said and "\n" not in said and "Traceback" not in said
    return said


@pytest.mark.parametrize("seed", ZEROS)
def test_a_seed_of_zero_is_a_seed(url, seed):
    env, envs = agonlab.make(POLE, url=url), agonlab.vector(POLE, 2, url=url)
    game = agonlab.parallel("coopetition/slcd", url=url)
    alone, copies, agents = env.reset(seed=0)[0], envs.reset(seed=0)[0], game.reset(seed=0)[0]
    for _ in range(2):
        assert np.array_equal(env.reset(seed=seed)[0], alone)
        assert np.array_equal(envs.reset(seed=seed)[0], copies)
        assert np.array_equal(envs.reset(seed=[seed, 1])[0], copies)
        assert np.array_equal(game.reset(seed=seed)[0]["agent_0"], agents["agent_0"])
    assert np.array_equal(copies[0], alone)
    # The generator that draws later seeds begins anew too.
    again = [(env.reset(seed=seed), env.reset()[0])[1] for _ in range(2)]
    assert np.array_equal(*again)


@pytest.mark.parametrize("seed", NO_WHOLE, ids=repr)
def test_a_seed_that_says_nothing_is_refused(url, seed):
    env, envs = agonlab.make(POLE, url=url), agonlab.vector(POLE, 2, url=url)
    game = agonlab.parallel("coopetition/slcd", url=url)
    for reset in (env.reset, envs.reset, game.reset):
        refused(lambda: reset(seed=seed), ValueError)
    refused(lambda: envs.reset(seed=[0, seed]), ValueError)
    # What was refused has changed nothing.
    env.reset(seed=1)
    env.step(1)


@pytest.mark.parametrize(
    "seeds", [[], (), [1], [1, 2, 3], np.array([]), np.arange(3), [[1, 2]], np.zeros((2, 1), int), {}, "12"], ids=repr
)
def test_seeds_of_another_number_of_copies_are_refused(url, seeds):
    refused(lambda: agonlab.vector(POLE, 2, url=url).reset(seed=seeds), ValueError)


def test_seeds_of_copies(url):
    envs = agonlab.vector(POLE, 2, url=url)
    both = envs.reset(seed=5)[0]
    for seeds in ([5, 6], (np.int32(5), 6), np.array([5, 6])):
        assert np.array_equal(envs.reset(seed=seeds)[0], both)
    first, again = envs.reset(seed=[5, None])[0], envs.reset(seed=[5, None])[0]
    assert np.array_equal(first[0], both[0]) and not np.array_equal(first[1], again[1])
    refused(lambda: envs.reset(seed=MOST), ValueError)


@pytest.mark.parametrize("options", [{"horizon": 5}, {"reset_mask": np.array([True, False])}, [], 0, "", False], ids=repr)
def test_options_of_a_reset_that_are_unknown_are_refused(url, options):
    for env in (agonlab.make(POLE, url=url), agonlab.vector(POLE, 2, url=url), agonlab.parallel("coopetition/slcd", url=url)):
        refused(lambda: env.reset(seed=1, options=options), ValueError)
        env.reset(seed=1, options={})
        env.reset(seed=1, options=None)


@pytest.mark.parametrize("unknown", ["max_episode_steps", "autoreset_mode", "autoreset", "vectorization_mode", "seed", "horizon"])
def test_arguments_that_are_unknown_are_refused(url, unknown):
    for made in (
        agonlab.make,
        lambda world, **more: agonlab.vector(world, 2, **more),
        agonlab.parallel,
        agonlab.Reward,
        environment,
    ):
        assert unknown in refused(lambda: made(POLE, url=url, **{unknown: None}), TypeError)


@pytest.mark.parametrize("mode", ["human", "", 0, False, [], "rgb_array_list"], ids=repr)
def test_a_render_mode_that_is_none_is_refused(url, mode):
    for made in (agonlab.make, lambda world, **more: agonlab.vector(world, 2, **more), agonlab.parallel):
        assert "render_mode" in refused(lambda: made(POLE, url=url, render_mode=mode), ValueError)


@pytest.mark.parametrize("copies", [0, None, *NO_WHOLE], ids=repr)
def test_a_number_of_copies_that_is_none_is_refused(url, copies):
    refused(lambda: agonlab.vector(POLE, copies, url=url), ValueError)


def test_numbers_of_numpy_are_numbers(url):
    assert agonlab.vector(POLE, np.int64(2), url=url).num_envs == 2
    env = agonlab.make("control/pendulum", url=url, parameters={"horizon": np.int64(1)}, timeout=np.float32(5))
    env.reset(seed=1)
    assert env.step(np.array([0.0], np.float32))[3]
    assert [row["index"] for row in tasks(np.int64(2), first=np.int8(1))] == [1, 2] and tasks(0) == []
    session = Session("language/sums", url=url)
    told = session.reset(seed=np.int64(3))
    assert told.observation["observation"] == session.reset(seed=3).observation["observation"]
    assert (
        session.reset(split="test", index=np.int64(0)).metadata["seed"] == session.reset(split="test", index=0).metadata["seed"]
    )
    assert Batch(POLE, copies=np.int16(3), url=url).copies == 3


@pytest.mark.parametrize("action", [0, np.int64(0), np.float32(0), np.bool_(False), False, [0], np.array([[0]])], ids=repr)
def test_an_action_of_zero_is_an_action(url, action):
    env = agonlab.make(POLE, url=url)
    env.reset(seed=1)
    wanted = env.step(0)[0]
    env.reset(seed=1)
    assert np.array_equal(env.step(action)[0], wanted)


@pytest.mark.parametrize("action", [None, [], "0", b"0", [None], {}, [0, 0], 0.5, math.nan, np.array(["0"]), 0j, 2, -1], ids=repr)
def test_an_action_that_says_nothing_is_refused(url, action):
    env, envs = agonlab.make(POLE, url=url), agonlab.vector(POLE, 2, url=url)
    env.reset(seed=1)
    envs.reset(seed=1)
    refused(lambda: env.step(action))
    refused(lambda: envs.step([0, action]))


@pytest.mark.parametrize("action", [None, [], "0", [None], {}, [0, 0], math.nan, math.inf], ids=repr)
def test_an_action_of_an_agent_that_says_nothing_is_refused(url, action):
    game = agonlab.parallel("coopetition/slcd", url=url)
    game.reset(seed=1)
    refused(lambda: game.step({"agent_0": action, "agent_1": 0.0}))
    game.step({"agent_0": np.bool_(False), "agent_1": np.int64(0)})


@pytest.mark.parametrize("actions", [None, {}, [], 0, {"agent_0": 0.0}, {"agent_0": 0, "agent_1": 0, "agent_2": 0}], ids=repr)
def test_actions_of_agents_are_those_of_all_agents(url, actions):
    game = agonlab.parallel("coopetition/slcd", url=url)
    for _ in range(2):
        refused(lambda: game.step(actions))
        game.reset(seed=1)


def test_actions_in_another_order_are_refused(url):
    envs = agonlab.vector("control/lunar-lander", 3, url=url)
    envs.reset(seed=1)
    envs.step(np.array([[0], [1], [2]]))
    refused(lambda: envs.step(np.zeros((1, 2))))
    game = Batch("coopetition/slcd", copies=3, url=url, options={"joint": True})
    game.reset(np.arange(3))
    game.step(np.zeros((3, 2)))
    assert "[2, 3]" in refused(lambda: game.step(np.zeros((2, 3))))


def test_no_step_follows_the_end_of_an_episode(url):
    env = agonlab.make("control/pendulum", url=url, parameters={"horizon": 1})
    game = agonlab.parallel("coopetition/slcd", url=url, parameters={"horizon": 1})
    actions = {"agent_0": 0.0, "agent_1": 0.0}
    for _ in range(2):
        env.reset(seed=1)
        env.step([0.0])
        assert "the episode has ended" in refused(lambda: env.step([0.0]))
        game.reset(seed=1)
        game.step(actions)
        assert game.step({}) == ({}, {}, {}, {}, {})
        assert "the episode has ended" in refused(lambda: game.step(actions))


# What an argument of all that makes something is refused with, by its name.
WRONG = {
    "url": ["", 0, False, [], "127.0.0.1:8000", "http://", "http://127.0.0.1:0", "http://127.0.0.1:99999", "ftp://127.0.0.1"],
    "token": NO_TEXT,
    "timeout": [0, 0.0, -1, None, False, True, np.bool_(True), math.nan, math.inf, "", "5", [], np.float32(0)],
    "parameters": [
        0,
        False,
        "",
        [],
        (),
        {1: 2},
        {None: 1},
        {"horizon": 0},
        {"horizon": None},
        {"horizon": math.nan},
        {"horizon": object()},
        {"horizon": []},
    ],
    "actions": ["", 0, None, False, [], "raw", "Scaled"],
    "reward": ["", 0, False, [], {}, math.nan, np.int64(0), {"channel": ""}, {"channel": None}],
    "objective": ["", 0, False, [], math.inf],
    "seat": ["", 0, False, [], {}, "agent_7"],
    "opponents": ["", 0, False, [], np.int64(0), {"agent_1": ""}, {"agent_1": 0}],
    "split": [*NO_TEXT, None],
    "penalty": [False, True, "", [], math.nan, -math.inf, np.bool_(False), 1, "0"],
    "unscored": [False, True, "", [], math.nan, math.inf, "0"],
}
MAKERS = {
    "make": (agonlab.AgonEnv, "coopetition/slcd"),
    "vector": (lambda world, **more: agonlab.AgonVectorEnv(world, 2, **more), "coopetition/slcd"),
    "parallel": (AgonParallelEnv, "coopetition/slcd"),
    "environment": (environment, "coopetition/slcd"),
    "Reward": (lambda world, **more: agonlab.Reward(world, **more)(completions=["1$"], index=[0]), "language/sort"),
}
SIGNATURES = {
    "make": agonlab.AgonEnv,
    "vector": agonlab.AgonVectorEnv,
    "parallel": AgonParallelEnv,
    "environment": environment,
    "Reward": agonlab.Reward,
}


@pytest.mark.parametrize("maker", MAKERS)
def test_every_argument_of_a_maker_refuses_what_says_nothing(url, maker):
    made, world = MAKERS[maker]
    names = set(inspect.signature(SIGNATURES[maker]).parameters) - {"world", "num_envs", "render_mode"}
    assert names <= set(WRONG)
    for name in sorted(names):
        for value in WRONG[name]:
            try:
                refused(lambda: made(world, **({"url": url} | {name: value})))
            except BaseException as error:
                raise AssertionError(f"{name}={value!r}") from error
    for nothing in NO_TEXT:
        refused(lambda: made(nothing, url=url))


def test_options_of_a_session_are_a_dict(url):
    for wrong in ([], (), 0, False, "", {1: 2}):
        refused(lambda: Session("language/sums", url=url, options=wrong), ValueError)
        refused(lambda: Batch(POLE, url=url, options=wrong), ValueError)
    for none in (None, {}):
        assert Batch(POLE, url=url, options=none).copies == 1


def test_none_is_left_out(url):
    left_out = {"reward": None, "objective": None, "parameters": None, "seat": None, "opponents": None, "token": None}
    env, usual = agonlab.make("coopetition/slcd", url=url, **left_out), agonlab.make("coopetition/slcd", url=url)
    assert np.array_equal(env.reset(seed=1)[0], usual.reset(seed=1)[0])
    assert env.step([0.5])[1] == usual.step([0.5])[1]
    empty = agonlab.make("coopetition/slcd", url=url, parameters={}, opponents={})
    assert np.array_equal(empty.reset(seed=1)[0], usual.reset(seed=1)[0])


def test_parameters_that_are_falsy_are_parameters(url):
    usual, none = (Session("language/calculator", url=url, options=one) for one in ({}, {"parameters": {"hard": 0}}))
    seeds = range(8)
    wanted = [none.reset(seed=seed).observation["observation"] for seed in seeds]
    assert wanted != [usual.reset(seed=seed).observation["observation"] for seed in seeds]
    for zero in (np.int64(0), np.float64(0), np.array(0)):
        other = Session("language/calculator", url=url, options={"parameters": {"hard": zero}})
        assert wanted == [other.reset(seed=seed).observation["observation"] for seed in seeds]


@pytest.mark.parametrize("place", [False, 2, -1, None, 0.0, "0", [0]], ids=repr)
def test_a_copy_that_is_none_is_refused(url, place):
    batch = Batch(POLE, copies=2, url=url)
    batch.reset(np.arange(2))
    refused(lambda: batch.look(place), ValueError)
    assert batch.look(np.int64(0))["step"] == 0


def test_tasks_are_counted_in_whole_numbers():
    for wrong in [*NO_WHOLE, None]:
        refused(lambda: tasks(wrong), ValueError)
        refused(lambda: tasks(1, first=wrong), ValueError)
    for wrong in [*NO_TEXT, None]:
        refused(lambda: tasks(1, split=wrong), ValueError)


@pytest.mark.parametrize("argument", ["worlds", "allow", "options", "command"])
def test_a_server_refuses_what_is_no_list_of_texts(argument):
    for wrong in ["", POLE, 0, False, {}, [""], [0], [None], b"a", *([] if argument == "command" else [None])]:
        refused(lambda: agonlab.Server(**({"worlds": [POLE]} | {argument: wrong})).close(), ValueError)
    refused(lambda: agonlab.Server([POLE], command=[]), ValueError)
    for wrong in WRONG["timeout"]:
        refused(lambda: agonlab.Server([POLE], timeout=wrong), ValueError)


def test_a_server_takes_paths_and_numbers_of_numpy(tmp_path):
    with agonlab.Server((POLE,), allow=[Path(tmp_path)], timeout=np.float64(60)) as server:
        assert agonlab.make(POLE, url=server.url + "/").reset(seed=0)


def test_a_file_that_is_named_is_opened_and_no_other(tmp_path):
    questions = tmp_path / "one" / "quiz.csv"
    secret = tmp_path / "other" / "quiz.csv"
    for file in (questions, secret):
        file.parent.mkdir()
        file.write_text("question,answer\nWhat is 2 + 2?,4\n")
    usual = agonlab.server.shared_server().url
    options = {"parameters": {"file": str(questions), "judge": "number"}, "reward": {"channel": "correct"}}
    paid = agonlab.Reward("language/questions", **options)
    assert paid(completions=["4"], index=[0]) == [1]
    own = agonlab.server.shared_server(options).url
    assert own != usual == agonlab.server.shared_server({"reward": "private"}).url
    assert own == agonlab.server.shared_server({"objective": [questions]}).url
    by_path = agonlab.Reward(
        "language/questions", parameters={"file": questions, "judge": "number"}, reward={"channel": "correct"}
    )
    assert by_path(completions=["4"], index=[0]) == [1]
    for url, file in ((usual, questions), (own, secret)):
        with pytest.raises(agonlab.AgonError, match="a request may not open"):
            agonlab.Reward("language/questions", url=url, parameters={"file": str(file)})(completions=["4"], index=[0])


def test_a_row_names_one_task(url):
    world = environment("language/sums", url=url)()
    first = world.reset(index=0)
    assert (
        first
        == world.reset(index=np.int64(0))
        == world.reset(index=0, seed=None, split=None)
        == world.reset(index=0, split="train")
    )
    assert world.reset(seed=np.int64(0)) == world.reset(seed=0)
    for wrong in NO_WHOLE:
        refused(lambda: world.reset(index=wrong), ValueError)
        refused(lambda: world.reset(seed=wrong), ValueError)
    for wrong in NO_TEXT:
        refused(lambda: world.reset(index=0, split=wrong), ValueError)
    refused(lambda: world.reset(index=0, seed=0), ValueError)
    refused(lambda: world.reset(index=None, seed=None), ValueError)
    refused(lambda: world.reset(seed=0, split="test"), ValueError)


def test_errors_cross_processes(url):
    error = pytest.raises(agonlab.AgonError, agonlab.make, "control/cartpole", url=url).value
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.world, again.step, again.code) == (type(error), str(error), error.world, 0, error.code)


def test_no_package_is_run_by_its_name(monkeypatch, tmp_path):
    """Without the command agon nothing else is started, also where npx is at hand: the sentence says what to set."""
    from agonlab.errors import ServerNotStarted
    from agonlab.server import default_command

    npx = tmp_path / "npx"
    npx.write_text("#!/bin/sh\nexit 1\n")
    npx.chmod(0o755)
    monkeypatch.delenv("AGON_COMMAND", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ServerNotStarted, match="AGON_COMMAND="):
        default_command()
