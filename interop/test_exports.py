"""`agon export`, read by the programs that it writes for: TensorBoard, and `wandb sync` of Weights & Biases.

    python -m venv /tmp/venv && /tmp/venv/bin/pip install -r interop/exports-requirements.txt
    npm run build
    AGON_COMMAND="node dist/cli/main.js" /tmp/venv/bin/pytest interop/test_exports.py

What `wandb sync` sends goes to a server on this machine, which writes it down.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shlex
import struct
import subprocess
import sys
import threading
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from export_fixtures import FILES
from tensorboard.backend.event_processing.event_multiplexer import EventMultiplexer

ROOT = Path(__file__).resolve().parent.parent
AGON = shlex.split(os.environ.get("AGON_COMMAND", "agon"))
KEYS = {"run", "variant", "seed", "episode", "step", "update", "steps", "agent", "label", "policy", "terminated", "truncated"}
ACTIONS = {"action"}

EXPERIMENT = """
title: Learners of a partnership
environment: { id: coopetition/slcd, horizon: 40 }
agents: { policy: ppo, steps: 960, copies: 4, rollout: 40, hidden: [8] }
objective: joint.value
variants:
  private: { reward: private }
  cooperative: { reward: cooperative }
grid:
  environment.trustMatters: [true, false]
seeds: 2
episodes: 12
"""


def agon(*words: str) -> str:
    return subprocess.run([*AGON, *words], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("exports")
    (folder / "partners.yaml").write_text(EXPERIMENT)
    agon("run", str(folder / "partners.yaml"), "--store", str(folder / "store"), "--json")
    return folder / "store"


def asked(store: Path, sql: str) -> list[dict]:
    return json.loads(agon("query", sql, "--store", str(store), "--json"))


def expected(store: Path) -> dict[tuple[str, int], dict[str, list[tuple[int, float]]]]:
    """What Agon's tables and its report hold, by cell and tag: values with their environment steps."""
    cells = defaultdict(lambda: defaultdict(list))
    for row in asked(store, "select * from training order by variant, seed, update"):
        for name, value in row.items():
            if name not in KEYS and value is not None:
                cells[row["variant"], row["seed"]][f"training/{name}"].append((row["steps"], value))
    for table, at in (("step", "episode * 40 + step + 1"), ("episode", "(episode + 1) * 40")):
        [first] = asked(store, f"select * from {table}s limit 1")
        means = ", ".join(f'avg("{name}") as "{name}"' for name in first if name not in KEYS | ACTIONS)
        for row in asked(store, f"select variant, seed, {at} as reached, {means} from {table}s group by all order by reached"):
            cell = cells[row.pop("variant"), row.pop("seed")]
            steps = row.pop("reached")
            for name, value in row.items():
                cell[f"{table}/{name}"].append((steps, value))
    for row in asked(store, "select * from episodes order by variant, seed, episode"):
        tags = cells[row["variant"], row["seed"]]
        for name, value in row.items():
            if name not in KEYS:
                tags[f"episode/{name}/{row['label']}"].append(((row["episode"] + 1) * 40, value))
        if row["agent"] == "agent_0":
            tags["episode/steps"].append(((row["episode"] + 1) * 40, row["steps"]))
    return cells


def final_means(store: Path) -> dict[str, dict[str, float]]:
    """By variant, the means of the report."""
    report = json.loads(agon("report", "latest", "--store", str(store), "--json"))
    return {
        variant["name"]: {
            **{f"final/{name}": estimate["mean"] for name, estimate in variant["channels"].items()},
            **{
                f"final/{name}": variant[name]["mean"]
                for name in ("pay", "objective", "welfare", "inequality", "steps", "terminated")
            },
        }
        for variant in report["variants"]
    }


def same_finals(found: dict[str, list[dict[str, float]]], store: Path, tolerance: float) -> None:
    """The means over seeds of what was exported are those of the report."""
    report = final_means(store)
    assert found.keys() == report.keys()
    for variant, seeds in found.items():
        assert len(seeds) == 2
        for name in {name for seed in seeds for name in seed}:
            mean = sum(seed[name] for seed in seeds) / len(seeds)
            assert mean == pytest.approx(report[variant][name], rel=tolerance, abs=1e-12), (variant, name)
        assert {name for name, mean in report[variant].items() if mean is not None} == set(seeds[0])


def single(value: float) -> float:
    """The nearest 32-bit number."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def test_the_fixtures_are_what_their_writers_write():
    for name, made in FILES.items():
        assert (ROOT / "test/fixtures/exports" / name).read_bytes() == made()


def test_tensorboard_reads_every_scalar(store, tmp_path):
    agon("export", "latest", "--store", str(store), "--format", "tensorboard", "--out", str(tmp_path))
    everything = {"scalars": 0, "tensors": 0}
    events = EventMultiplexer(size_guidance=everything).AddRunsFromDirectory(str(tmp_path)).Reload()
    cells = expected(store)
    finals = defaultdict(list)
    read = 0
    assert len(events.Runs()) == len(cells) == 8
    for run, tags in events.Runs().items():
        variant, seed = re.fullmatch(r"partners-[0-9a-f]+/(.+)/seed-(\d+)", run).groups()
        wanted = cells[variant, int(seed)]
        final = [tag for tag in tags["scalars"] if tag.startswith("final/")]
        finals[variant].append({tag: events.Scalars(run, tag)[0].value for tag in final})
        assert set(tags["scalars"]) == set(wanted) | set(final)
        for tag, points in wanted.items():
            found = [(event.step, event.value) for event in events.Scalars(run, tag)]
            assert [step for step, _ in found] == [step for step, _ in points], (run, tag)
            assert [value for _, value in found] == pytest.approx([single(value) for _, value in points], rel=1e-7)
            read += len(found)
    assert read > 10_000
    same_finals(finals, store, 1e-6)


class Recorder(BaseHTTPRequestHandler):
    """Answers as little of W&B's protocol as `wandb sync` needs, and keeps what it is sent."""

    def log_message(self, *_):
        pass

    def do_POST(self):
        data = self.rfile.read(int(self.headers["Content-Length"] or 0))
        if self.headers["Content-Encoding"] == "gzip":
            data = gzip.decompress(data)
        if self.path == "/graphql":
            self.answer({"data": self.graphql(json.loads(data))})
        elif self.path.endswith("/file_stream"):
            self.server.keep(self.path.split("/")[-2], json.loads(data))
            self.answer({"limits": {}})
        else:
            self.answer({})

    def do_PUT(self):
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.answer({})

    def graphql(self, asked):
        query, given = asked["query"], asked.get("variables") or {}
        if "upsertBucket" in query:
            run = self.server.runs[given["name"]]
            run.update({key: value for key, value in given.items() if value is not None})
            project = {"id": "p", "name": run["project"], "entity": {"id": "e", "name": "someone"}}
            bucket = {"id": given["name"], "name": given["name"], "displayName": "", "config": "{}", "project": project}
            return {"upsertBucket": {"bucket": bucket, "inserted": True}}
        if "createRunFiles" in query:
            files = [{"name": name, "uploadUrl": f"{self.server.url}/{name}"} for name in given["files"]]
            return {"createRunFiles": {"runID": given["run"], "uploadHeaders": [], "files": files}}
        return {"serverInfo": {"features": []}, "viewer": {"id": "u", "entity": "someone", "username": "someone"}}

    def answer(self, value):
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class Server(ThreadingHTTPServer):
    def __init__(self):
        super().__init__(("127.0.0.1", 0), Recorder)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.runs = defaultdict(dict)

    def keep(self, run: str, sent: dict) -> None:
        for name, file in sent.get("files", {}).items():
            kept = self.runs[run].setdefault(name, [])
            kept[file["offset"] :] = [json.loads(line) for line in file["content"]]
        if "exitcode" in sent:
            self.runs[run]["exitcode"] = sent["exitcode"]


def test_wandb_syncs_every_record(store, tmp_path):
    agon("export", "latest", "--store", str(store), "--format", "wandb", "--out", str(tmp_path / "wandb"))
    server = Server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    # A home of its own: no setting or key of the user's is read.
    own = {"HOME": str(tmp_path), "WANDB_BASE_URL": server.url, "WANDB_API_KEY": "a" * 40}
    folders = [str(folder) for folder in sorted((tmp_path / "wandb").iterdir())]
    wandb = [sys.executable, "-m", "wandb", "sync", *folders]
    subprocess.run(wandb, env={**os.environ, **own}, cwd=tmp_path, check=True, timeout=300)
    server.shutdown()
    cells = expected(store)
    finals = defaultdict(list)
    assert len(server.runs) == len(cells) == 8
    for run in server.runs.values():
        config = {name: entry["value"] for name, entry in json.loads(run["config"]).items()}
        variant, seed = config["variant"], config["seed"]
        assert run["project"] == "partners" and run["exitcode"] == 0
        assert config["environment"]["horizon"] == 40 and config["agents"]["policy"] == "ppo"
        found = defaultdict(list)
        for row, line in enumerate(run["wandb-history.jsonl"]):
            assert line.pop("_step") == row
            steps = line.pop("environment_steps")
            for name, value in line.items():
                if not name.startswith("_"):
                    found[name].append((steps, value))
        wanted = cells[variant, seed]
        assert found.keys() == wanted.keys()
        for tag, points in wanted.items():
            assert [step for step, _ in found[tag]] == [step for step, _ in points]
            assert [value for _, value in found[tag]] == pytest.approx([value for _, value in points], rel=1e-12)
        summary = run["wandb-summary.json"][-1]
        finals[variant].append({name: value for name, value in summary.items() if name.startswith("final/")})
        # The horizontal axis of every curve, by its place in the list.
        metrics = config["_wandb"]["m"]
        axis = next(place for place, metric in enumerate(metrics, 1) if metric["1"] == "environment_steps")
        assert {metric["1"] for metric in metrics if metric.get("5") == axis} == set(wanted)
    same_finals(finals, store, 1e-12)
