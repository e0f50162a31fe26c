"""Served worlds, played by the unmodified clients of OpenEnv: openenv 0.10, and openenv-core 0.3, which was the name before.

python -m venv /tmp/venv && /tmp/venv/bin/pip install -r interop/openenv-requirements.txt ./python
npm run build
AGON_COMMAND="node dist/cli/main.js" /tmp/venv/bin/pytest interop/test_openenv.py
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
import urllib.request
from importlib import metadata
from pathlib import Path
from urllib.parse import urlencode

import agonlab
import pytest
from openenv import GenericEnvClient
from openenv.core.mcp_client import MCPToolClient


OLD = metadata.packages_distributions()["openenv"] == ["openenv-core"]


@pytest.fixture(scope="module")
def url():
    with agonlab.Server() as server:
        yield server.url


def test_openenv_client(url):
    with GenericEnvClient(base_url=f"{url}/env/control/cart-pole").sync() as client:
        with pytest.raises(RuntimeError, match="no episode in this session; reset first"):
            client.step({"action": 1})
        begun = client.reset(seed=3, episode_id="e1")
        assert not begun.done and begun.observation["metadata"]["seed"] == 3
        assert OLD or begun.metadata["seed"] == 3
        result = client.step({"action": "right"})
        assert result.reward == 1 and result.observation["outcomes"]["payoff"] == 1
        assert client.state()["step_count"] == 1 and client.state()["episode_id"] == "e1"
        with pytest.raises(RuntimeError, match="VALIDATION_ERROR"):
            client.step({"action": 5})
        assert client.step({"action": 0}).reward == 1


def test_openenv_client_of_a_full_server():
    with agonlab.Server(["language/sort"], options=["--sessions", "1"]) as server:
        base = f"{server.url}/env/language/sort"
        with GenericEnvClient(base_url=base).sync() as first:
            question = first.reset(seed=1).observation["observation"]
            second = GenericEnvClient(base_url=base).sync()
            with pytest.raises(RuntimeError, match="CAPACITY_REACHED"):
                second.reset()
            answer = "".join(sorted(question[1:-1]))
            assert first.step({"action": f"{answer}$"}).reward == 1


@pytest.mark.skipif(OLD, reason="this client takes a late answer for that of its next request")
def test_openenv_client_that_times_out_finds_no_episode(tmp_path):
    slow = tmp_path / "slow.js"
    slow.write_text(SLOW)
    with agonlab.Server([str(slow)], options=["--threads", "1"]) as server:
        # The thread has loaded the world before the clock runs.
        urllib.request.urlopen(f"{server.url}/env/slow/schema").read()
        with GenericEnvClient(base_url=f"{server.url}/env/slow", message_timeout_s=0.5).sync() as client:
            client.reset(seed=1)
            with pytest.raises(Exception):
                client.step({"action": 1})
            time.sleep(1)
            assert client.state() == {"episode_id": None, "step_count": 0, "world": "slow", "seed": None}


SLOW = """
import { defineEnvironment, layout, z } from "agonlab";
export default defineEnvironment({
  summary: "a world that takes its time",
  parameters: z.strictObject({}),
  make() {
    const state = layout({ steps: [1] });
    return {
      spec: {
        agents: ["agent_0"], labels: ["turtle"], horizon: 9, actionSize: 1, choices: 2, actionUnit: "way",
        actionLow: Float64Array.of(0), actionHigh: Float64Array.of(1), deterministic: true, symmetric: false,
        observation: [{ name: "steps", size: 1, low: 0, high: 9, meaning: "steps" }], observationSize: 1, publicState: [],
        channels: [{ name: "payoff", unit: "", low: 0, high: 1, over: "sum", state: false, meaning: "one a step" }],
      },
      state,
      reset(_random, outcomes) { state.views.steps[0] = 0; outcomes[0] = 0; },
      step(_actions, outcomes) {
        for (const end = Date.now() + 1000; Date.now() < end; );
        outcomes[0] = 1;
        return 0;
      },
      observe(into) { into[0] = state.views.steps[0]; },
    };
  },
});
"""


def test_openenv_tools(url):
    client = MCPToolClient(base_url=f"{url}/env/gridworld/key-room").sync()
    with client:
        client.reset(seed=1)
        assert [tool.name for tool in client.list_tools()] == ["act"]
        acted = client.call_tool("act", action="up")
        # Today's client calls over MCP, the one before by a step, whose reward stands beside.
        assert (acted["outcomes"]["payoff"] if OLD else acted["reward"]) == 0


def test_openenv_what_could_not_be_scored_is_an_error(url):
    with GenericEnvClient(base_url=f"{url}/env/language/sort").sync() as client:
        question = client.reset(seed=1).observation["observation"]
        right = "".join(sorted(question[1:-1])) + "$"
        for unread in (
            "",
            "é$",
            f"<think>{right}",
            [{"type": "image", "text": right}],
            [{"role": "tool", "content": right}],
            None,
        ):
            with pytest.raises(RuntimeError, match="VALIDATION_ERROR"):
                client.step({"action": unread})
        assert client.step({"action": f"<think>1$</think>{right}"}).reward == 1
    huge = "{ sum: [{ channel: payoff, weight: 1e308 }, { channel: payoff, weight: 1e308 }] }"
    with GenericEnvClient(base_url=f"{url}/env/control/cart-pole?{urlencode({'reward': huge})}").sync() as client:
        client.reset(seed=1)
        with pytest.raises(RuntimeError, match="paid no finite number"):
            client.step({"action": 1})
        with pytest.raises(RuntimeError, match="the episode has ended"):
            client.step({"action": 1})


def test_openenv_validator(url):
    for world in ("control/cart-pole", "language/sort"):
        command = [str(Path(sys.executable).parent / "openenv"), "validate", "--url", f"{url}/env/{world}"]
        verdict = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        passed = '"passed": true' if OLD else "Verdict: PASS"
        assert verdict.returncode == 0 and passed in verdict.stdout, shlex.join(command) + verdict.stdout
