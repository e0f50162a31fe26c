"""Reward functions of Python, unchanged: how they are called, what goes wrong, and what is refused to them.

    npm run build
    AGON_COMMAND="node dist/cli/main.js" /tmp/venv/bin/pytest interop/test_text_rewards.py
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "python/src/agonlab/scoring/__main__.py"
COMMAND = shlex.split(os.environ.get("AGON_COMMAND", "node dist/cli/main.js"))
AGON = [str(ROOT / word) if word.endswith("main.js") else word for word in COMMAND]

FUNCTIONS = """
import asyncio
import socket


def trl(prompts, completions, answer, **kwargs):
    print("a print breaks no protocol")
    return [1.0 if text == gold else None for text, gold in zip(completions, answer)]


def taking(completions, **kwargs):
    return [float(text == gold) for text, gold in zip(completions, kwargs["answer"])]


def spreading(completions, **kwargs):
    return [len(kwargs) for _ in completions]


async def later(completions, **kwargs):
    await asyncio.sleep(0)
    return [2] * len(completions)


def chat(completions):
    return [len(messages) + (messages[0]["role"] == "assistant") for messages in completions]


def compute_score(data_source, solution_str, ground_truth, extra_info=None):
    return {"score": solution_str == ground_truth, "acc": 1}


def batch(data_sources, solution_strs, ground_truths, extra_infos):
    return [float(text == gold) for text, gold in zip(solution_strs, ground_truths)]


def either(completions, solution_str):
    return []


def neither(a, b):
    return 0


def raises(completions):
    return [1 / 0 for _ in completions]


def hangs(completions):
    while True:
        pass


def text(completions):
    return ["0.5" for _ in completions]


def infinite(completions):
    return [float("inf") for _ in completions]


def odd(completions):
    return [float("nan")] * len(completions)


def short(completions):
    return [1.0]


def alone(completions):
    return 1.0


def unpacked(completions):
    import a_package_that_is_not_there


def connects(completions):
    try:
        socket.create_connection(("192.0.2.1", 80), 1)
    except OSError:
        return [0.0] * len(completions)


def writes(completions):
    with open("scores.txt", "w") as file:
        file.write("x")


class Rubric:
    def __init__(self, funcs, weights):
        self.funcs, self.weights = funcs, weights


def right(completion, answer):
    return float(completion == answer)


def stated(completion, state):
    return len(state["answer"])


rubric = Rubric([right, stated], [1.0, 0.5])
faulty = Rubric([right, lambda completion: 1 / 0], [1.0, 1.0])
"""

TEXTS = {
    "prompts": ["2+2?", "2+2?", "3+3?"],
    "completions": ["4", "5", "6"],
    "fields": {"answer": ["4", "4", "6"], "ground_truth": ["4", "4", "6"], "data_source": ["sums"] * 3},
}


class Scorer:
    """The program that scores, and its answers."""

    def __init__(self, folder: Path):
        self.folder = folder
        (folder / "reward.py").write_text(FUNCTIONS)
        self.process = subprocess.Popen([sys.executable, PROGRAM], stdin=-1, stdout=-1, stderr=-3, cwd=folder)

    def ask(self, **message):
        self.process.stdin.write(json.dumps({"seconds": 2, **message}).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def open(self, name: str, signature: str | None = None, columns=tuple(TEXTS["fields"])):
        named = {"file": str(self.folder / "reward.py"), "module": None, "object": name, "environment": False, "tasks": 0}
        return self.ask(kind="open", **named, roots=[str(self.folder)], columns=columns, signature=signature, seconds=60)

    def score(self, **texts):
        return self.ask(kind="score", **{**TEXTS, **texts})


@pytest.fixture
def scorer(tmp_path):
    one = Scorer(tmp_path)
    yield one
    one.process.kill()
    one.process.wait()


@pytest.mark.parametrize(
    ("name", "signature", "fields", "scores"),
    [
        ("trl", "trl", ["answer"], [1.0, None, 1.0]),
        ("taking", "trl", ["answer"], [1.0, 0.0, 1.0]),
        ("spreading", "trl", None, [4.0] * 3),
        ("later", "trl", [], [2.0] * 3),
        ("compute_score", "verl", ["data_source", "ground_truth"], [1.0, 0.0, 1.0]),
        ("batch", "verl", ["data_source", "ground_truth"], [1.0, 0.0, 1.0]),
        ("rubric", "verifiers", ["answer", "ground_truth", "data_source"], [1.5, 0.5, 1.5]),
    ],
)
def test_a_function_is_called_by_its_signature(scorer, name, signature, fields, scores):
    told = scorer.open(name)
    assert told["signature"] == signature
    assert told["fields"] is None if fields is None else sorted(told["fields"]) == sorted(fields)
    assert told["needs"] == []
    assert [file for file, _ in told["files"]] == [str(scorer.folder / "reward.py")]
    assert scorer.score() == {"scores": scores, "odd": 0, "refused": []}


def test_messages_stay_messages(scorer):
    scorer.open("chat")
    said = json.dumps([{"role": "assistant", "content": "4"}])
    assert scorer.score(prompts=["2+2?"], completions=[said], fields={})["scores"] == [2.0]


def test_of_a_conversation_verl_is_given_the_last_text(scorer):
    scorer.open("compute_score")
    said = json.dumps([{"role": "assistant", "content": "4"}])
    assert scorer.score(completions=[said, "4", "4"])["scores"] == [1.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("either", "takes (completions, solution_str), which may be read in two ways: say --signature trl, verl or verifiers"),
        ("neither", "takes (a, b), which is neither TRL's nor verl's: say --signature trl, verl or verifiers"),
        ("trlx", "has no 'trlx'"),
    ],
)
def test_what_cannot_be_told_is_asked(scorer, name, error):
    assert scorer.open(name)["error"] == error


def test_columns_that_are_missing_are_named_before_a_text_is_scored(scorer):
    assert scorer.open("trl", columns=["gold"])["needs"] == ["answer"]
    assert scorer.open("compute_score", columns=[])["needs"] == ["data_source", "ground_truth"]
    assert scorer.open("compute_score", columns=["data_source", "reward_model"])["needs"] == []
    assert scorer.open("rubric", columns=[])["needs"] == ["answer"]


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("raises", "raised ZeroDivisionError: division by zero (reward.py:"),
        ("hangs", "has not ended after 2 s (reward.py:"),
        ("text", "returned '0.5', which is no number, of the answer '4'"),
        ("infinite", "returned inf, which is not finite, of the answer '4'"),
        ("short", "returned 1 score for 3 answers"),
        ("alone", "returned float for 3 answers, and no list of numbers"),
        ("unpacked", "raised ModuleNotFoundError: No module named 'a_package_that_is_not_there' (reward.py:"),
        ("faulty", "raised ZeroDivisionError: division by zero (reward.py:"),
    ],
)
def test_a_mistake_is_one_sentence(scorer, name, error):
    scorer.open(name)
    assert scorer.score()["error"].startswith(error)


def test_what_is_not_a_number_is_not_scored_and_counted(scorer):
    scorer.open("odd")
    assert scorer.score() == {"scores": [None] * 3, "odd": 3, "refused": []}


def test_a_connection_is_refused_and_told_also_where_the_function_hides_it(scorer):
    scorer.open("connects")
    assert scorer.score() == {"scores": [0.0] * 3, "odd": 0, "refused": ["connect to 192.0.2.1"]}


def test_a_file_is_not_written(scorer):
    scorer.open("writes")
    told = scorer.score()
    assert told["refused"] == [f"write {scorer.folder / 'scores.txt'}"]
    assert told["error"].startswith("raised PermissionError: it may not write")
    assert not (scorer.folder / "scores.txt").exists()


ROWS = [(prompt, answer) for prompt in range(20) for answer in ("4", "5", "44", "4 4")]


def weigh(folder: Path, file: str, *words: str, code: int = 0):
    """What `agon weigh` finds, and what it says beside; its mistakes where it is to fail."""
    folder.chmod(0o755)
    (folder / "reward.py").write_text(FUNCTIONS)
    more = ["--python", sys.executable, "--json"] if code == 0 else ["--python", sys.executable]
    done = subprocess.run([*AGON, "weigh", file, *words, *more], cwd=folder, capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    return (json.loads(done.stdout) if code == 0 else None), done.stderr


@pytest.fixture
def log(tmp_path):
    lines = [f"sum {prompt},{text},{int(text == '4')},4,x,4" for prompt, text in ROWS]
    (tmp_path / "log.csv").write_text("\n".join(["prompt,completion,gold,answer,data_source,ground_truth", *lines, ""]))
    return tmp_path


@pytest.mark.parametrize("pay", ["taking", "compute_score", "batch", "rubric"])
def test_a_function_is_a_pay_of_a_log(log, pay):
    found, said = weigh(log, "log.csv", "--want", "gold", "--pay", f"./reward.py:{pay}")
    # Of four answers one is right: the covariance with the want is its variance.
    assert found["pays"][0]["slope"]["plain"]["mean"] == pytest.approx(0.25)
    assert "by Python" in said


def test_a_module_is_found_in_the_working_folder_and_a_name_in_formulas(log):
    found, _ = weigh(log, "log.csv", "--want", "reward:rubric", "--score", "fmt=./reward.py:taking", "--pay", "2 * fmt + 0 * gold")
    assert found["pays"][0]["slope"]["plain"]["mean"] == pytest.approx(0.5)


def test_a_log_of_messages_gives_lists_of_messages(tmp_path):
    def line(prompt, text):
        said = [{"role": "assistant", "content": text}]
        return {"prompt": [{"role": "user", "content": f"sum {prompt}"}], "completion": said, "gold": len(text)}

    rows = [line(prompt, text) if text != "5" else {**line(prompt, text), "completion": []} for prompt, text in ROWS]
    rows = [{**row, "completion": row["completion"] or [{"role": "user", "content": "?"}]} for row in rows]
    (tmp_path / "log.jsonl").write_text("\n".join(map(json.dumps, rows)))
    found, _ = weigh(tmp_path, "log.jsonl", "--want", "gold", "--pay", "./reward.py:chat")
    # 2 for a message of the assistant, 1 for another.
    assert found["pays"][0]["slope"]["plain"]["mean"] == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["raises"], "./reward.py:raises raised ZeroDivisionError: division by zero (reward.py:"),
        (["hangs", "--seconds", "1"], "./reward.py:hangs has not ended after 1 s (reward.py:"),
        (["unpacked"], "-m pip install a_package_that_is_not_there"),
        (["trl", "--columns", "answer=golden"], 'did you mean "gold"'),
        (["neither"], "say --signature trl, verl or verifiers"),
        (["taking", "--signature", "verifiers"], "./reward.py:taking is no rubric of verifiers"),
        (["writes"], "tried to write"),
    ],
)
def test_a_mistake_ends_with_2_and_one_sentence(log, words, says):
    _, said = weigh(log, "log.csv", "--want", "gold", "--pay", f"./reward.py:{words[0]}", *words[1:], code=2)
    assert says in said


def test_a_missing_column_is_named_with_those_that_are_there(log):
    text = (log / "log.csv").read_text().replace("answer", "solution", 1)
    (log / "other.csv").write_text(text)
    _, said = weigh(log, "other.csv", "--want", "gold", "--pay", "./reward.py:trl", code=2)
    assert 'needs "answer", and the file has no such column; --columns answer=' in said
    found, _ = weigh(log, "other.csv", "--want", "gold", "--pay", "./reward.py:taking", "--columns", "answer=solution")
    assert found["pays"][0]["slope"]["plain"]["mean"] == pytest.approx(0.25)


def test_the_file_system_around_the_function_is_closed(log):
    (log / "other.py").write_text("def score(completions):\n    return [float(len(open('/etc/passwd').read())) for _ in completions]\n")
    means = subprocess.run(["unshare", "--user", "true"], capture_output=True).returncode == 0 or os.getuid() == 0
    if means and sys.platform == "linux":
        _, said = weigh(log, "log.csv", "--want", "gold", "--pay", "./other.py:score", code=2)
        assert "raised FileNotFoundError" in said
