"""Agon's checks in OpenEnv's validation: found by OpenEnv's own registry, run by its scheduler, judged by its policy, all unmodified.

python -m venv /tmp/venv && /tmp/venv/bin/pip install -r interop/openenv-requirements.txt ./python
npm run build
AGON_COMMAND="node dist/cli/main.js" /tmp/venv/bin/pytest interop/test_openenv_graders.py

OpenEnv 0.10 reserves both checks for the hub's lane, and its command loads no graders of others: a hub does, by these calls.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import entry_points
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlencode

import agonlab
import pytest

validation = pytest.importorskip("openenv.validation", reason="openenv-core has no validation of packages")

from openenv.validation.graders import ENTRY_POINT_GROUP, Grader, GraderRegistry, Subject  # noqa: E402
from openenv.validation.parsers.openenv_yaml import OpenEnvYamlParser  # noqa: E402
from openenv.validation.policy import apply_policy, load_policy  # noqa: E402
from openenv.validation.runtime.scheduler import execute_graders  # noqa: E402
from openenv.validation.types import CheckStatus, Lane, Level, Verdict  # noqa: E402

EXAMPLES = Path(__file__).parent.parent / "examples" / "accuracy"
FLOOR, GAP = "statistical.adversarial_floor", "statistical.gameability_gap"
MANIFEST = """
spec_version: 1
name: sums
version: "1"
validation:
  reward: { floor_margin: 0.5 }
  resources: { cpu: 1, memory_mb: 512, disk_mb: 512, episode_timeout_s: 60 }
  capabilities: { verifier: { kind: reward_channel } }
  types: { tags: [math] }
"""


def package(root: Path, declared: object) -> Path:
    (root / "validation").mkdir()
    (root / "openenv.yaml").write_text(MANIFEST)
    shutil.copy(EXAMPLES / "rewards.py", root)
    shutil.copy(EXAMPLES / "sums.jsonl", root / "validation")
    if declared is not None:
        (root / "validation" / "agon.json").write_text(declared if isinstance(declared, str) else json.dumps(declared))
    return root


@pytest.fixture
def folder():
    """A folder that others may read: where root runs this, the confined program has a user of its own."""
    with tempfile.TemporaryDirectory(prefix="agon-graders-") as made:
        Path(made).chmod(0o755)
        yield Path(made)


def graded(root: Path, running: object = None):
    """Both results by their ids, and the verdict of the hub's lane."""
    registry = GraderRegistry()
    assert registry.load_entry_points() >= 2
    manifest = OpenEnvYamlParser().parse(root)
    selected = [one for one in registry.select(manifest, Level.STATISTICAL) if one.check_id in (FLOOR, GAP)]
    assert len(selected) == 2 and all(isinstance(one, Grader) for one in selected)
    assert not [one for one in registry.select(manifest, Level.SEMANTIC) if one.check_id in (FLOOR, GAP)]
    subject = Subject(root=root, manifest=manifest, image_ref=None, running=running, outputs_dir=root / "outputs")
    results = execute_graders(selected, subject)
    return {one.check_id: one for one in results}, apply_policy(results, load_policy("v2"), Lane.HUB)


DATA = {"data": "validation/sums.jsonl"}


def test_both_are_entry_points():
    named = {one.name: one for one in entry_points(group=ENTRY_POINT_GROUP)}
    assert {named[name].load()().check_id for name in ("adversarial_floor", "gameability_gap")} == {FLOOR, GAP}


def test_the_command_of_openenv_is_as_before_where_the_package_is_installed(folder):
    command = [str(Path(sys.executable).parent / "openenv"), "validate", str(package(folder, DATA)), "--level", "static", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    report = json.loads(done.stdout)
    assert report["verdict"] == "pass" and [one["check_id"] for one in report["results"]] == ["static.manifest"]


def test_a_reward_that_pays_denials_fails_both(folder):
    results, verdict = graded(package(folder, {**DATA, "reward": "rewards.py:last_number"}))
    floor, gap = results[FLOOR], results[GAP]
    assert floor.status is CheckStatus.FAIL and gap.status is CheckStatus.FAIL and verdict is Verdict.FAIL
    assert floor.measured["adversarial_floor"] == 1 and "do not pay for" in floor.remediation
    assert "the right answer denied" in [one["name"] for one in floor.measured["over_payments"]]
    assert gap.measured["gameability_gap"]["value"] == 1
    # The second check reads the first one's audit.
    assert gap.duration_s < floor.duration_s / 10


def test_what_is_wanted_may_be_a_function_and_columns_may_have_other_names(folder):
    declared = {**DATA, "reward": "rewards.py:last_number", "want": "rewards.py:last_number", "columns": {"gold": "answer"}}
    results, verdict = graded(package(folder, declared))
    # What is paid is what is wanted.
    assert [one.status for one in results.values()] == [CheckStatus.PASS] * 2 and verdict is Verdict.PASS, results


def test_a_reward_that_reads_exactly_passes_both(folder):
    results, verdict = graded(package(folder, {**DATA, "reward": "rewards.py:exact"}))
    assert [one.status for one in results.values()] == [CheckStatus.PASS] * 2 and verdict is Verdict.PASS
    assert results[FLOOR].measured["adversarial_floor"] is None and results[GAP].measured["gameability_gap"]["value"] == 0
    assert "a search that finds nothing is no proof" in results[FLOOR].evidence


def test_a_started_environment_is_audited_by_its_address(folder):
    rows = [json.loads(line) for line in (EXAMPLES / "sums.jsonl").read_text().splitlines()]
    (folder / "quiz.jsonl").write_text("".join(json.dumps({"question": row["prompt"], "answer": row["answer"]}) + "\n" for row in rows))
    (folder / "package").mkdir()
    root = package(folder / "package", DATA)
    with agonlab.Server(["language/questions"], allow=[str(folder)]) as server:
        for judge, status in [("pattern", CheckStatus.FAIL), ("number", CheckStatus.PASS)]:
            parameters = {"file": str(folder / "quiz.jsonl"), "prompt": "question", "answer": "answer", "judge": {"use": judge}}
            query = {"parameters": json.dumps(parameters), "reward": json.dumps({"channel": "correct"})}
            # What OpenEnv's providers start has an address alone; Agon's own server is told by its query what it asks.
            running = SimpleNamespace(base_url=f"{server.url}/env/language/questions?{urlencode(query)}")
            results, _ = graded(root, running)
            assert [one.status for one in results.values()] == [status] * 2, results[FLOOR].evidence


def test_what_is_missing_is_skipped_with_the_reason(folder):
    for k, (declared, why) in enumerate([(None, "there is no validation/agon.json"), (DATA, "the environment was not started")]):
        (folder / str(k)).mkdir()
        results, verdict = graded(package(folder / str(k), declared))
        assert [one.status for one in results.values()] == [CheckStatus.SKIP] * 2 and verdict is Verdict.WARN
        assert all(why in one.evidence[0] for one in results.values())


@pytest.mark.parametrize(
    ("declared", "why"),
    [
        ("{", "is no JSON"),
        ({"reward": "rewards.py:exact"}, "needs data"),
        ({**DATA, "python": "sh"}, "has python"),
        ({"data": "../tasks.jsonl", "reward": "rewards.py:exact"}, "lies out of the package"),
        ({"data": "validation/none.jsonl", "reward": "rewards.py:exact"}, "there is no file"),
        ({**DATA, "reward": "judge:rubric.md"}, "is no function of Python"),
        ({**DATA, "reward": "./reward.ts:score"}, "is no function of Python"),
        ({**DATA, "reward": "../rewards.py:exact"}, "lies out of the package"),
        ({**DATA, "reward": "rewards.py:exact", "want": "./want.ts:truth"}, "is no function of Python"),
        ({**DATA, "reward": "rewards.py:exact", "want": "http://localhost:1"}, "is no function of Python"),
        ({**DATA, "reward": "rewards.py:exact", "want": "--rows=made.jsonl"}, "is no function of Python"),
        ({**DATA, "reward": "rewards.py:exact", "columns": {"--rows": "made.jsonl"}}, "a map of names"),
        ({**DATA, "reward": "rewards.py:nothing"}, "nothing"),
        ({**DATA, "reward": "rewards.py:exact", "want": "label"}, "label"),
    ],
)
def test_mistakes_of_a_package_are_errors_with_agons_sentence(folder, declared, why):
    results, verdict = graded(package(folder, declared))
    assert [one.status for one in results.values()] == [CheckStatus.ERROR] * 2 and verdict is Verdict.FAIL
    assert all(why in one.evidence[0] for one in results.values()), results[FLOOR].evidence
