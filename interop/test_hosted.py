"""Environments of Gymnasium and PettingZoo as worlds of Agon, beside what the same environments do in Python itself.

    python -m venv /tmp/venv && /tmp/venv/bin/pip install -r interop/worlds-requirements.txt ./python
    npm run build
    AGON_COMMAND="node dist/cli/main.js" /tmp/venv/bin/pytest interop/test_hosted.py
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import agonlab
import gymnasium
import hosted_environments as own
import numpy as np
import pytest
from agonlab.server import default_command
from gymnasium.spaces import utils

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
AGON = [str(ROOT / word) if word.endswith("main.js") else word for word in default_command()]

sys.path.append(str(ROOT / "python/src/agonlab/hosting"))
from numbered_spaces import acted, observed  # noqa: E402


@pytest.fixture
def desk(tmp_path):
    """A folder of a user, with environments of their own."""
    shutil.copy(HERE / "hosted_environments.py", tmp_path)
    return tmp_path


def agon(desk: Path, *words: str, given: str = "", code: int = 0) -> str:
    """What a command prints; its mistakes where it is to fail."""
    done = subprocess.run([*AGON, *words], cwd=desk, input=given, capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def experiment(desk: Path, world: str, rest: str = "agents: random\nobjective: payoff\n", name: str = "e.yaml") -> str:
    (desk / name).write_text(f"environment: {{ {world}, python: {sys.executable} }}\n{rest}")
    return name


def hosted(world: str, **parameters: object) -> list[str]:
    """A world and its parameters on a command line."""
    framework, _, name = world.partition("=")
    given = {framework: name, "python": sys.executable, **parameters}
    return [framework, *(word for key, value in given.items() for word in ("--set", f"{key}={json.dumps(value)}"))]


def rows(desk: Path, file: str, sql: str) -> list[dict[str, float]]:
    """What is asked in SQL of a run of a file."""
    run = json.loads(agon(desk, "run", file, "--json"))["run"]
    return json.loads(agon(desk, "query", sql, "--run", run, "--json"))


def means(desk: Path, file: str) -> dict[str, float]:
    """Numbers of a run, mean over its episodes and agents."""
    found = rows(desk, file, "SELECT * FROM episodes")
    return {key: float(np.mean([row[key] for row in found])) for key, one in found[0].items() if isinstance(one, (int, float))}


GYMNASIUM = ["CartPole-v1", "Pendulum-v1", "Acrobot-v1", "MountainCarContinuous-v0", "FrozenLake-v1", "Taxi-v4", "Blackjack-v1"]
WORLDS = [*(f"gymnasium={name}" for name in GYMNASIUM), "gymnasium=hosted_environments:Reach-v0", "gymnasium=hosted_environments:Levers", "pettingzoo=hosted_environments:Race"]
TURNS = ["hosted_environments:Noughts", "hosted_environments:Pot", "hosted_environments:Hands", "hosted_environments"]
WORLDS += [f"pettingzoo={name}" for name in TURNS]


@pytest.mark.parametrize("world", WORLDS)
def test_a_hosted_world_obeys_the_laws_and_its_own_checks(desk, world):
    assert "obeys all" in agon(desk, "check", *hosted(world))


def test_a_fault_that_the_frameworks_check_finds_is_told(desk):
    (desk / "wrong.py").write_text(
        "from hosted_environments import Reach\nclass Wrong(Reach):\n    def reset(self, *, seed=None, options=None):\n"
        "        seen, info = super().reset(seed=seed)\n        return {**seen, 'place': (seen['place'][0] + 99, seen['place'][1])}, info\n"
    )
    done = subprocess.run([*AGON, "check", *hosted("gymnasium=wrong:Wrong")], cwd=desk, capture_output=True, text=True)
    assert done.returncode == 2 and "✗ the checks of its own framework find nothing wrong" in done.stdout


@pytest.mark.parametrize("env", [own.Reach(), own.Levers(), gymnasium.make("Blackjack-v1"), gymnasium.make("Taxi-v4")])
def test_observations_are_flattened_as_gymnasium_does(env):
    fields, size, write = observed(env.observation_space)
    assert sum(field["size"] for field in fields) == size
    env.observation_space.seed(1)
    for _ in range(20):
        value = env.observation_space.sample()
        out = np.full(size, np.nan)
        write(value, out)
        assert np.array_equal(out, utils.flatten(env.observation_space, value))


@pytest.mark.parametrize("space", [own.Levers().action_space, gymnasium.spaces.MultiBinary(3), gymnasium.spaces.Discrete(4, start=-2)])
def test_choices_are_all_actions_once(space):
    about, _, make = acted(space)
    made = [make([choice]) for choice in range(about["choices"])]
    assert all(space.contains(action) for action in made)
    assert len({np.asarray(action).tobytes() for action in made}) == len(made)


def test_what_is_played_is_what_python_plays(desk):
    actions = [2, 2, 0, 1, 2, 2, 2, 0]
    lines = "".join(json.dumps({"actions": {"agent_0": action}}) + "\n" for action in actions)
    first, *steps = map(json.loads, agon(desk, "step", *hosted("gymnasium=hosted_environments:Reach"), "--seed", "7", given=lines).splitlines())
    env = own.Reach()
    seen, _ = env.reset(seed=int(steps[0]["outcomes"]["agent_0"]["info_seed"]))
    assert first["observations"]["agent_0"] == utils.flatten(env.observation_space, seen).tolist()
    for action, step in zip(actions, steps, strict=False):
        seen, reward, terminated, truncated, info = env.step(np.int64(action - 1))
        told = step["outcomes"]["agent_0"]
        assert step["observations"]["agent_0"] == utils.flatten(env.observation_space, seen).tolist()
        assert (told["payoff"], told["distance"], told["success"]) == (reward, info["distance"], info["success"])
        assert told["parts_time"] == -0.01
        assert (step["terminated"], step["truncated"]) == (terminated, truncated)


def turn_by_turn(env, seed, rows):
    """What each agent is paid over an episode, and how many turns it has, as PettingZoo's own loop says it."""
    paid, turns, rows = dict.fromkeys(env.possible_agents, 0.0), dict.fromkeys(env.possible_agents, 0), iter(rows)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        *_, reward, terminated, truncated, _ = env.last()
        paid[agent] += reward
        turns[agent] += not (terminated or truncated)
        env.step(None if terminated or truncated else next(rows)[env.possible_agents.index(agent)])
    return list(paid.values()), list(turns.values())


@pytest.mark.parametrize("name", ["Noughts", "Pot"])
def test_agents_that_act_in_turn_are_paid_as_pettingzoo_pays_them(desk, name):
    """Each step has an action of every agent, and that of the agent whose turn it is counts."""
    for seed in range(6):
        env = getattr(own, name)()
        rng = np.random.default_rng(seed)
        drawn = rng.integers(env.action_space(env.possible_agents[0]).n, size=(40, len(env.possible_agents))).tolist()
        agents = [f"agent_{k}" for k in range(len(env.possible_agents))]
        lines = [json.dumps({"actions": dict(zip(agents, row, strict=True))}) for row in drawn]
        words = ("step", *hosted(f"pettingzoo=hosted_environments:{name}"), "--seed", str(seed))
        *_, begun = agon(desk, *words, given=lines[0]).splitlines()
        paid, turns = turn_by_turn(env, int(json.loads(begun)["outcomes"]["agent_0"].get("info_seed", 0)), drawn)
        first, *steps = map(json.loads, agon(desk, *words, given="\n".join(lines[: sum(turns)])).splitlines())
        assert [sum(step["outcomes"][one]["payoff"] for step in steps) for one in agents] == pytest.approx(paid)
        assert [step["terminated"] or step["truncated"] for step in steps] == [False] * (sum(turns) - 1) + [True]
        # The last field but a mask of info says whose turn it is.
        at = -1 if name == "Noughts" else -4
        whose = [[step["observations"][one][at] for one in agents] for step in (first, *steps[:-1])]
        assert all(sum(row) == 1 for row in whose) and np.sum(whose, axis=0).tolist() == turns


def test_rounds_that_may_be_played_at_once_are(desk):
    lines = "".join(json.dumps({"actions": {"agent_0": a, "agent_1": b}}) + "\n" for a, b in [(0, 1), (1, 0), (2, 2), (2, 1), (0, 2)])
    _, *steps = map(json.loads, agon(desk, "step", *hosted("pettingzoo=hosted_environments:Hands"), given=lines).splitlines())
    assert [step["outcomes"]["agent_0"]["payoff"] for step in steps] == [-1, 1, 0, 1, 1]
    assert [step["truncated"] for step in steps] == [False] * 4 + [True]
    assert steps[0]["observations"]["agent_0"] == [0, 1, 0, 0]


@pytest.mark.parametrize(("name", "key"), [("Noughts", "illegal"), ("Pot", "over")])
def test_legal_choices_are_those_of_the_agent_whose_turn_it_is(desk, name, key):
    world = f"pettingzoo: 'hosted_environments:{name}', info: {{ {key}: {{ over: sum }} }}"
    for policy, is_none in (("random/legal", True), ("random", False)):
        file = experiment(desk, world, f"agents: {policy}\nobjective: payoff\nseeds: 20\n")
        found = rows(desk, file, "SELECT * FROM episodes")
        assert (sum(row[key] for row in found) == 0) == is_none
        assert not any(row["failed"] for row in found)


def test_a_learner_learns_to_take_its_turn(desk):
    paid = []
    for policy in ("{ policy: ppo, steps: 20000 }", "random"):
        file = experiment(desk, "pettingzoo: 'hosted_environments:Pot'", f"agents: {policy}\nobjective: payoff\nseeds: [0]\nepisodes: 50\n")
        paid += [row["payoff"] for row in rows(desk, file, "SELECT avg(payoff) AS payoff FROM episodes WHERE agent = 'agent_0'")]
    trained, untrained = paid
    assert trained > untrained + 0.5


def test_the_same_policies_get_the_same_in_both_poles(desk):
    """The pole of Gymnasium beside the one that ships with Agon: both have one law, and draw their beginnings in their own ways."""
    totals = []
    for world in (f"gymnasium: CartPole-v1, python: {sys.executable}", "id: control/cart-pole"):
        (desk / "pole.yaml").write_text(f"environment: {{ {world} }}\nagents: random\nobjective: payoff\nseeds: 8\nepisodes: 100\n")
        totals.append([row["payoff"] for row in rows(desk, "pole.yaml", "SELECT payoff FROM episodes")])
    first, second = totals
    error = np.hypot(np.std(first), np.std(second)) / np.sqrt(len(first))
    assert len(first) == 800 and abs(np.mean(first) - np.mean(second)) < 4 * error


def test_choices_that_a_mask_forbids_are_not_made(desk):
    rest = "agents: random/legal\nobjective: payoff\nseeds: 20\n"
    assert means(desk, experiment(desk, "pettingzoo: 'hosted_environments:Race'", rest))["illegal"] == 0
    rest = rest.replace("random/legal", "random")
    row = means(desk, experiment(desk, "pettingzoo: 'hosted_environments:Race', info: { illegal: { over: sum } }", rest))
    assert row["illegal"] > 0 and 0 < row["present"] < 1


def test_a_reward_of_ones_own_and_an_objective_over_info(desk):
    rest = (
        "agents: random\nobjective: success\nvariants:\n  theirs: { reward: { channel: payoff } }\n"
        "  shaped: { reward: { sum: [{ channel: payoff }, { channel: distance, weight: -1 }] } }\nseeds: 5\n"
    )
    sql = "SELECT variant, seed, pay, payoff, objective, success FROM episodes ORDER BY seed, variant"
    found = rows(desk, experiment(desk, "gymnasium: 'hosted_environments:Reach-v0'", rest), sql)
    assert len(found) == 10 and all(row["objective"] == row["success"] for row in found)
    shaped, theirs = found[::2], found[1::2]
    assert all(a["payoff"] == b["payoff"] == b["pay"] and a["pay"] <= b["pay"] for a, b in zip(shaped, theirs, strict=True))
    assert sum(row["pay"] for row in shaped) < sum(row["pay"] for row in theirs) - 10


def test_the_number_of_workers_changes_nothing(desk):
    file = experiment(desk, "gymnasium: 'hosted_environments:Reach-v0'", "agents: random\nobjective: success\nseeds: 4\nepisodes: 5\n")
    stores = []
    for workers in (0, 1, 3):
        agon(desk, "run", file, "--workers", str(workers), "--store", f"store{workers}")
        cells = desk / f"store{workers}" / "cells"
        stores.append({path.relative_to(cells): path.read_bytes() for path in cells.rglob("*.parquet")})
    assert len(stores[0]) == 8 and stores[0] == stores[1] == stores[2]


def test_a_learner_of_agon_learns_there(desk):
    rest = "agents: { policy: ppo, steps: 30000 }\nobjective: payoff\nseeds: [0]\nepisodes: 20\n"
    untrained = means(desk, experiment(desk, "gymnasium: CartPole-v1", "agents: random\nobjective: payoff\nseeds: [0]\nepisodes: 20\n"))
    trained = means(desk, experiment(desk, "gymnasium: CartPole-v1", rest))
    assert untrained["payoff"] < 40 and trained["payoff"] > 4 * untrained["payoff"]


def test_a_policy_in_python_plays_there(desk):
    (desk / "player.py").write_text(
        "import json, sys\nfor line in sys.stdin:\n    message = json.loads(line)\n    if message['type'] == 'act':\n"
        "        right = message['observation']['observation_2'][0] + message['observation']['observation_3'][0] > 0\n"
        "        print(json.dumps({'action': int(right)}), flush=True)\n"
    )
    rest = f"agents: {{ policy: program, command: [{sys.executable}, player.py] }}\nobjective: payoff\nseeds: 3\n"
    assert means(desk, experiment(desk, "gymnasium: CartPole-v1", rest))["payoff"] > 200


FAULTS = {
    "raise": "ValueError: a wheel came off (hosted_environments.py:",
    "die": "gave no answer: it ended with exit code 3 (step 3",
    "hang": "gave no answer: it did not answer for 2 seconds, and was ended (step 3",
    "nan": "that is not finite (step 3",
    "reset": "ValueError: no such place (hosted_environments.py:",
}


@pytest.mark.parametrize("how", FAULTS)
def test_what_goes_wrong_ends_its_episode_and_no_other(desk, how):
    world = f"gymnasium: 'hosted_environments:Faulty', arguments: {{ how: {how} }}, timeout: 2"
    file = experiment(desk, world, "agents: random\nobjective: payoff\nseeds: 6\n")
    found = rows(desk, file, "SELECT failed, failure, payoff FROM episodes")
    failed = [row for row in found if row["failed"]]
    assert 0 < len(failed) < 6
    assert all(FAULTS[how] in row["failure"] for row in failed)
    assert all(row["payoff"] == 5 for row in found if not row["failed"])


def test_a_training_says_what_went_wrong(desk):
    world = "gymnasium: 'hosted_environments:Faulty', arguments: { how: raise }"
    rest = "agents: { policy: ppo, steps: 2000 }\nobjective: payoff\nseeds: 1\n"
    assert "a wheel came off" in agon(desk, "run", experiment(desk, world, rest), code=2)


def test_what_is_seen_of_info_decides_how_steps_make_an_episode(desk):
    world = hosted("gymnasium=hosted_environments:Courier")
    channels = {one["name"]: one for one in json.loads(agon(desk, "show", *world, "--json"))["channels"]}
    assert {name: one["over"] for name, one in channels.items() if name not in ("payoff", "unlisted")} == {
        "alive": "last", "arrived": "last", "collisions": "last", "just_delivered": "sum", "load": "last",
    }  # fmt: skip
    assert channels["load"]["unit"] == channels["collisions"]["unit"] == ""
    assert [name for name, one in channels.items() if one.get("grows")] == ["collisions"]
    found = means(desk, experiment(desk, "gymnasium: 'hosted_environments:Courier'"))
    assert (found["just_delivered"], found["collisions"]) == (4, 3)
    for reward, count in (("{ channel: collisions, weight: -1 }", 1), ("{ channel: payoff }", 0)):
        file = experiment(desk, "gymnasium: 'hosted_environments:Courier'", f"agents: random\nobjective: payoff\nreward: {reward}\n")
        said = subprocess.run([*AGON, "run", file], cwd=desk, capture_output=True, text=True).stderr
        assert said.count("collisions never falls within an episode") == count
        assert "max_episode_steps" not in said


@pytest.mark.parametrize(("paid", "distance"), [("1.0", "3.0"), ("[1.0]", "[3.0]"), ("[[1]]", "[[[3]]]")])
def test_an_array_of_one_number_is_that_number(desk, paid, distance):
    world = f"gymnasium: 'hosted_environments:Arrays', arguments: {{ paid: {paid}, distance: {distance} }}"
    (row,) = rows(desk, experiment(desk, world, "agents: random\nobjective: payoff\nseeds: 1\n"), "SELECT * FROM episodes")
    assert (row["payoff"], row["parts_distance"], row["arrived"], row["failed"]) == (3, 3, 1, False)
    assert "wave" not in row and "many" not in row


def test_a_key_that_comes_late_is_counted(desk):
    world = "gymnasium: 'hosted_environments:Faulty', arguments: { how: late }"
    row = means(desk, experiment(desk, world, "agents: random\nobjective: payoff\nseeds: 6\n"))
    assert 0 < row["unlisted"] < 1
    declared = f"{world}, info: {{ surprise: {{ over: sum }} }}"
    assert means(desk, experiment(desk, declared, "agents: random\nobjective: payoff\nseeds: 6\n"))["surprise"] == row["unlisted"]


def test_a_named_key_that_random_play_has_not_met_is_told(desk):
    file = experiment(desk, "gymnasium: 'hosted_environments:Reach-v0', info: [distance, sucess]", "agents: random\nobjective: distance\nseeds: 1\n")
    done = subprocess.run([*AGON, "run", file], cwd=desk, capture_output=True, text=True)
    assert 'random play met no number info["sucess"], which is 0 until it comes; did you mean "success"?' in done.stderr


@pytest.mark.parametrize(
    ("world", "what"),
    [
        ("gymnasium: CartPol-v1", "doesn't exist. Did you mean: `CartPole`?"),
        ("gymnasium: 'hosted_environments:Words'", "the part 'said' of an observation is Text"),
        ("gymnasium: 'hosted_environments:Unbounded'", "an action has numbers without bounds"),
        ("gymnasium: CartPole-v1, arguments: { wheels: 4 }", "unexpected keyword argument 'wheels'"),
        ("gymnasium: 'no_such_module:X-v0'", "No module named 'no_such_module'"),
        ("gymnasium: 'hosted_environments:reach'", 'the module hosted_environments has no reach, and registers none; did you mean "hosted_environments:Reach"?'),
        ("gymnasium: './hosted_environments.py:Reach'", "is a path; a module is named without .py, from the experiment's folder: hosted_environments:Reach"),
        ("gymnasium: 'hosted_environments:Arrays', info: [many]", "info['many'] is array([0., 0.]) of shape (2,), and no number"),
        ("pettingzoo: gymnasium", "the module gymnasium has no parallel_env, and no env"),
        ("pettingzoo: 'hosted_environments:Numbered'", "an agent is called 1, and pettingzoo's aec_to_parallel takes texts alone"),
        ("pettingzoo: 'hosted_environments:Reach'", "which is no pettingzoo.ParallelEnv and no AECEnv"),
        ("gymnasium: 'hosted_environments:Arrays', arguments: { paid: [1, 2] }", "the reward is array([1, 2]) of shape (2,), and no number"),
        ("gymnasium: 'hosted_environments:Arrays', arguments: { paid: [] }", "the reward is array([], dtype=float64) of shape (0,), and no number"),
        ("pettingzoo: 'hosted_environments:Odd'", "wrap it so that all have the same space"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(desk, world, what):
    said = agon(desk, "run", experiment(desk, world), code=2)
    assert what in said and said.count("\n") == 1


def test_another_code_is_another_key_and_is_not_mixed_with_the_old(desk):
    file = experiment(desk, "gymnasium: 'hosted_environments:Reach-v0'", "agents: random\nobjective: success\nseeds: 1\n")
    run = json.loads(agon(desk, "run", file, "--json"))["run"]
    again = json.loads(agon(desk, "run", file, "--json"))
    assert again["run"] == run
    with (desk / "hosted_environments.py").open("a") as code:
        code.write("\nEDITED = True\n")
    assert "has changed since it was looked at" in agon(desk, "report", run, code=2)
    assert json.loads(agon(desk, "run", file, "--json"))["run"] != run


def test_a_strangers_run_starts_no_interpreter(desk, tmp_path_factory):
    agon(desk, "run", experiment(desk, "gymnasium: 'hosted_environments:Reach-v0'", "agents: random\nobjective: success\nseeds: 1\n"))
    foreign = tmp_path_factory.mktemp("foreign") / "desk"
    shutil.copytree(desk, foreign)
    with (foreign / "hosted_environments.py").open("a") as code:
        code.write("\nopen('loaded', 'w')\n")
    for command in ("report", "resume"):
        assert "is to start hosted_environments:Reach-v0" in agon(foreign, command, "latest", code=2)
    assert not (foreign / "loaded").exists()


def test_a_server_plays_it_where_programs_are_allowed(desk, monkeypatch):
    monkeypatch.chdir(desk)
    parameters = {"gymnasium": "hosted_environments:Reach-v0", "python": sys.executable}
    with agonlab.Server(["gymnasium"], allow=["programs"], command=AGON) as server:
        env = agonlab.make("gymnasium", url=server.url, parameters=parameters, objective="success")
        env.reset(seed=1)
        assert {"payoff", "distance", "success"} <= set(env.step(1)[-1]["channels"])
        envs = agonlab.vector("gymnasium", 4, url=server.url, parameters=parameters)
        assert envs.reset(seed=1)[0].shape == (4, 24)
        envs.close()
        env.close()
    with agonlab.Server(["gymnasium"], command=AGON) as server:
        with pytest.raises(agonlab.AgonError, match="may not start hosted_environments:Reach-v0"):
            agonlab.make("gymnasium", url=server.url, parameters=parameters)


def test_a_world_in_typescript_is_an_environment(desk, monkeypatch):
    monkeypatch.chdir(desk)
    monkeypatch.setenv("AGON_COMMAND", shlex.join(AGON))
    (desk / "node_modules").mkdir()
    (desk / "node_modules/agonlab").symlink_to(ROOT)
    shutil.copy(ROOT / "examples/fishery/fishery.ts", desk / "feed.ts")
    env = agonlab.make("./feed.ts", objective="stock")
    env.reset(seed=1)
    assert "stock" in env.step(env.action_space.sample())[-1]["channels"]
    assert len(agonlab.parallel("feed.ts").possible_agents) > 1
    env.close()


def test_pictures_are_those_of_the_environment(desk, monkeypatch):
    """The pictures that a replay shows, pixel by pixel, through the server of worlds and the package's own drawing."""
    monkeypatch.chdir(desk)
    with agonlab.Server(["gymnasium"], allow=["programs"], command=AGON) as server:
        parameters = {"gymnasium": "hosted_environments:Reach", "python": sys.executable, "info": ["seed"]}
        env = agonlab.make("gymnasium", url=server.url, parameters=parameters, render_mode="rgb_array")
        env.reset(seed=3)
        *_, info = env.step(2)
        peer = own.Reach(render_mode="rgb_array")
        peer.reset(seed=int(info["channels"]["info_seed"]))
        for _ in range(2):
            peer.step(1)
        *_, info = env.step(2)
        drawn = env.render()
        env.close()
    height, width, _ = drawn.shape
    scale = width / 21
    for column, colour in enumerate(peer.render()[0]):
        pixel = drawn[height // 2, int((column + 0.5) * scale)]
        if colour.any():
            assert np.argmax(pixel) == np.argmax(colour)


def children(of: str) -> list[int]:
    return [int(line) for line in subprocess.run(["pgrep", "-f", of], capture_output=True, text=True).stdout.split()]


@pytest.mark.parametrize("ends", [[signal.SIGKILL], [signal.SIGINT, signal.SIGINT]])
def test_no_process_outlives_the_one_that_began_it(desk, ends):
    (desk / "slow.py").write_text(
        "import time\nfrom hosted_environments import Faulty\nclass Slow(Faulty):\n    def __init__(self):\n        super().__init__('')\n"
        "    def step(self, action):\n        if self.goes_wrong: open('waits', 'w'); time.sleep(1000)\n        return super().step(action)\n"
    )
    # A link of its own name, by which its processes are known.
    (desk / "own-python").symlink_to(sys.executable)
    (desk / "e.yaml").write_text("environment: { gymnasium: 'slow:Slow', python: ./own-python }\nagents: random\nobjective: payoff\nseeds: 8\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if "site-packages" in path)}
    run = subprocess.Popen([*AGON, "run", "e.yaml"], cwd=desk, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    name = str(desk / "own-python")
    until(lambda: (desk / "waits").exists())
    assert children(name)
    for one in ends:
        run.send_signal(one)
        time.sleep(0.5)
    run.wait()
    until(lambda: not children(name))


def until(holds) -> None:
    for _ in range(600):
        if holds():
            return
        time.sleep(0.1)
    pytest.fail("it did not come about")
