"""verifiers, unmodified, plays worlds of Agon by their addresses: its own OpenEnv taskset, its own command, and a model that is a script.

    python -m venv /tmp/verifiers && /tmp/verifiers/bin/pip install -r interop/verifiers-requirements.txt ./python
    npm run build
    AGON_COMMAND="node dist/cli/main.js" /tmp/verifiers/bin/pytest interop/test_verifiers.py

The first run of the command sets up the program that speaks with the model, for which verifiers asks the package index.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlencode

import agonlab
import pytest


@pytest.fixture(scope="module")
def url():
    with agonlab.Server() as server:
        yield server.url


@contextmanager
def model(reply):
    """An OpenAI-compatible endpoint: ``reply`` makes a text of what the last message says."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            told = json.loads(request["messages"][-1]["content"])
            about = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": request["model"]}
            said = {"index": 0, "delta": {"role": "assistant", "content": reply(told)}, "finish_reason": "stop"}
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            chunks = [json.dumps(about | {"choices": [said], "usage": usage}), "[DONE]"]
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            self.wfile.write("".join(f"data: {chunk}\n\n" for chunk in chunks).encode())

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()


def played(folder: Path, address: str, resets: list[dict], endpoint: str):
    """What `vf-eval` makes of the world at ``address``: for each reset the reward, the replies and whether it ended well."""
    config = {
        "model": "script",
        "push": False,
        "output_dir": str(folder / "out"),
        "client": {"base_url": endpoint, "api_key_var": "NO_KEY"},
        "env": {
            "taskset": {"id": "openenv", "base_url": address, "resets": resets},
            "player": {"harness": {"id": "null"}, "runtime": {"type": "subprocess"}},
        },
    }
    file = folder / "eval.json"
    file.write_text(json.dumps(config))
    command = [str(Path(sys.executable).parent / "vf-eval"), "@", str(file)]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300
    )
    (traces,) = folder.glob("out/*/traces.jsonl")
    episodes = sorted((json.loads(line) for line in traces.read_text().splitlines()), key=lambda one: one["task"]["data"]["idx"])
    assert len(episodes) == len(resets), done.stdout
    found = []
    for episode in episodes:
        (trace,) = episode["traces"]
        said = [node["message"]["content"] for node in trace["nodes"] if node["message"]["role"] == "assistant"]
        found.append((trace["rewards"]["openenv_reward"]["score"], said, trace["ok"]))
    return found


def test_a_world_of_text_is_played_by_its_address(url, tmp_path):
    def reply(told):
        first, second = map(int, re.search(r"s(\d+)\+(\d+)=$", told["observation"]["observation"]).groups())
        # Right in every other task.
        return f"{first + second + told['observation']['metadata']['seed'] % 2}$"

    with model(reply) as endpoint:
        found = played(tmp_path, f"{url}/env/language/sums", [{"seed": 1}, {"seed": 2}, {"split": "test", "index": 4}], endpoint)
    assert [(reward, ok) for reward, _, ok in found] == [(0, True), (1, True), (1, True)]


def test_turns_tools_and_what_cannot_be_read(url, tmp_path):
    def reply(told):
        seen = told["observation"]
        if re.search(r"=$", seen["observation"]) and "error" not in seen:
            return "ä"
        question, _, rest = seen["observation"].partition("=")
        # The number alone is read as JSON on its way, and the sign that ends the answer is written a turn later.
        called = re.search(r"\[(\d+)\]$", rest)
        return f"<{question}>" if rest == "" else called[1] if called else "$"

    with model(reply) as endpoint:
        resets = [{"seed": 1, "invalid": "observe", "penalty": -0.5}]
        ((reward, said, ok),) = played(tmp_path, f"{url}/env/language/calculator", resets, endpoint)
    assert said == ["ä", "<78+93>", "171", "$"] and ok
    assert reward == 0.5


def test_a_world_of_numbers_is_read_as_text_where_the_address_says_so(url, tmp_path):
    with model(lambda told: "Action: up") as endpoint:
        options = urlencode({"form": "text", "parameters": "{ horizon: 3 }", "reward": "{ channel: y }"})
        ((reward, said, ok),) = played(tmp_path, f"{url}/env/gridworld/key-room?{options}", [{"seed": 1}], endpoint)
    assert said == ["Action: up"] * 3 and ok
    # From row 10 up.
    assert reward == 9 + 8 + 7
