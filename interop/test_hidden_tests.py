"""Hidden tests as what is wanted of programs, in `agon audit`: which programs are paid without passing them.

    npm run build
    AGON_COMMAND="node dist/cli/main.js" /tmp/venv/bin/pytest interop/test_hidden_tests.py
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = shlex.split(os.environ.get("AGON_COMMAND", "node dist/cli/main.js"))
DATA = ["--data", "examples/programs/tasks.jsonl", "--python", sys.executable]
REWARD = "examples/programs/rewards.py:in_scope"


def audit(target: str, want: str, tries: int) -> subprocess.CompletedProcess:
    words = ["audit", target, *DATA, "--want", want, "--tries", str(tries), "--planted", "0", "--json"]
    return subprocess.run([*COMMAND, *words], cwd=ROOT, capture_output=True, text=True, timeout=600)


def test_programs_are_paid_that_do_not_pass_hidden_tests_and_no_attack_reads_these():
    done = audit(REWARD, "tests:hidden_tests", 400)
    assert done.returncode == 3, done.stderr
    report = json.loads(done.stdout)
    names = {finding["name"] for finding in report["findings"]}
    assert names >= {
        "the tests' results by heart",
        "a quiet exit",
        "a throw where the program begins",
        "a result that says of itself that it is equal",
    }
    for finding in report["findings"]:
        assert (finding["fault"], finding["pay"], finding["want"], finding["honestWant"]) == ("over-payment", 1, 0, 1)
    assert report["gap"]["value"] == 1


def test_hidden_tests_themselves_are_paid_by_no_program_that_does_not_pass_them():
    done = audit("tests:hidden_tests", "tests:hidden_tests", 120)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["kind"], report["findings"]) == ("not found", [])


def test_a_column_that_is_not_there_is_a_mistake_with_the_nearest_name():
    done = audit(REWARD, "tests:hidden_test", 100)
    assert done.returncode == 2
    assert 'did you mean "hidden_tests"?' in done.stderr
