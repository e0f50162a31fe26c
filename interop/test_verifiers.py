"""verifiers, unmodified, plays worlds of Agon: by its own OpenEnv taskset and by this package's, with its own command, and a model that is a script.

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
from agonlab.session import Session


@pytest.fixture(scope="module")
def url():
    with agonlab.Server() as server:
        yield server.url


CUT = "✂"


@contextmanager
def model(reply, read=json.loads):
    """An OpenAI-compatible endpoint: ``reply`` makes a text of what ``read`` makes of the last message.

    A reply that ends with ``CUT`` has reached its limit of tokens there.
    """

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            told = read(request["messages"][-1]["content"])
            about = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": request["model"]}
            content, cut, _ = reply(told).partition(CUT)
            reason = "length" if cut else "stop"
            said = {"index": 0, "delta": {"role": "assistant", "content": content}, "finish_reason": reason}
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


def traces(folder: Path, taskset: dict, endpoint: str) -> list[dict]:
    """What `vf-eval` makes of a taskset: the trace of each task, in their order."""
    config = {
        "model": "script",
        "push": False,
        "output_dir": str(folder / "out"),
        "client": {"base_url": endpoint, "api_key_var": "NO_KEY"},
        "env": {
            "taskset": taskset,
            "player": {"harness": {"id": "null"}, "runtime": {"type": "subprocess"}},
        },
    }
    file = folder / "eval.json"
    file.write_text(json.dumps(config))
    command = [str(Path(sys.executable).parent / "vf-eval"), "@", str(file)]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300
    )
    written = list(folder.glob("out/*/traces.jsonl"))
    assert len(written) == 1, done.stdout
    episodes = (json.loads(line) for line in written[0].read_text().splitlines())
    return [trace for one in sorted(episodes, key=lambda one: one["task"]["data"]["idx"]) for trace in one["traces"]]


def messages(trace: dict, role: str) -> list[str]:
    return [node["message"]["content"] for node in trace["nodes"] if node["message"]["role"] == role]


def played(folder: Path, address: str, resets: list[dict], endpoint: str):
    """The world at ``address`` by verifiers' own taskset: for each reset the reward, the replies and whether it ended well."""
    found = traces(folder, {"id": "openenv", "base_url": address, "resets": resets}, endpoint)
    assert len(found) == len(resets)
    return [(trace["rewards"]["openenv_reward"]["score"], messages(trace, "assistant"), trace["ok"]) for trace in found]


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


def test_a_world_is_a_taskset_that_starts_its_server_by_itself(url, tmp_path):
    session = Session("language/calculator", url=url)
    questions = [session.reset(split="test", index=index).observation["observation"] for index in (3, 4, 5)]
    session.close()

    def reply(told):
        question, _, answered = told.splitlines()[-1].partition("=")
        # The second task is answered with what the world cannot read.
        if "could not be read" in told or f"{question}=" == questions[1]:
            return "ä"
        return f"<{question}>" if answered == "" else answered.partition("[")[2].partition("]")[0] + "$"

    settings = {
        **{"id": "agonlab-verifiers", "world": "language/calculator", "split": "test", "first": 3, "tasks": 3, "tries": 2},
        "options": {"reward": {"channel": "correct"}, "objective": "finished", "penalty": -0.5},
    }
    with model(reply, str) as endpoint:
        found = traces(tmp_path, settings, endpoint)
    assert [messages(trace, "user")[0].splitlines()[-1] for trace in found] == questions
    assert [trace["rewards"]["language/calculator"]["score"] for trace in found] == [1, -1, 1]
    first, unread, _ = found
    assert messages(first, "assistant") == [f"<{questions[0][:-1]}>", messages(first, "user")[1].split("[")[1][:-1] + "$"]
    assert first["ok"] and (first["metrics"]["correct"], first["metrics"]["finished"]) == (1, 1)
    assert messages(unread, "assistant") == ["ä", "ä"] and unread["stop_condition"] == "unreadable_replies"
    assert messages(unread, "user")[1].startswith("This could not be read: ")


def test_a_rollout_that_could_not_be_scored_has_an_error_and_no_reward(url, tmp_path):
    session = Session("language/sums", url=url)
    sums = [session.reset(split="test", index=index).observation["observation"] for index in range(5)]
    session.close()

    def right(question):
        return str(sum(map(int, re.findall(r"\d+", question)))) + "$"

    answers = {
        sums[0]: lambda question: f"<think>0$</think>{right(question)}",
        sums[1]: lambda question: f"<think>{right(question)}",
        sums[2]: lambda question: right(question) + CUT,
        sums[3]: lambda question: "ä",
        sums[4]: lambda question: "0$",
    }

    def reply(told):
        question = told.splitlines()[-1]
        return answers[question](question) if question in answers else "ä"

    settings = {"id": "agonlab-verifiers", "world": "language/sums", "url": url, "split": "test", "tasks": 5, "tries": 2}
    with model(reply, str) as endpoint:
        found = traces(tmp_path, settings, endpoint)
    paid = [trace["rewards"].get("language/sums", {}).get("score") for trace in found]
    assert paid == [1, None, None, None, 0]
    assert [trace["ok"] for trace in found] == [True, False, False, False, True]
    told = [trace["errors"][0]["message"] for trace in found if not trace["ok"]]
    assert [re.search(r"no reply could be read|was cut", one)[0] for one in told] == [
        "no reply could be read",
        "was cut",
        "no reply could be read",
    ]
