"""Rollouts of a Python process, weighed: the same figures from a file, a list of dicts and any data frame; falsy and wrong arguments.

AGON_COMMAND="node dist/cli/main.js" /tmp/weigh/bin/pytest interop/test_weigh.py
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
from pathlib import Path

import agonlab
import numpy as np
import pandas
import polars
import pyarrow
import pytest
from agonlab.server import default_command

LOG = Path(__file__).parent.parent / "examples" / "rollouts.csv"
PAYS = ["accuracy_reward", "accuracy_reward + 0.02 * length"]


def rows():
    with LOG.open(encoding="utf-8") as file:
        kinds = {"step": int, "accuracy_reward": np.float32, "format_reward": np.int64, "gold": float}
        return [{name: kinds.get(name, str)(value) for name, value in row.items()} for row in csv.DictReader(file)]


def printed(*words):
    done = subprocess.run([*default_command(), "weigh", *words, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def expected():
    return printed(str(LOG), "--want", "gold", "--pay", PAYS[0], "--pay", PAYS[1], "--by", "step")


def same(found, expected):
    """Texts of a log's rows are the same; numbers that were read as 32 bits are 0 and 1."""
    assert {**found, "file": ""} == {**expected, "file": ""}


FRAMES = {
    "dicts": rows,
    "pandas": lambda: pandas.DataFrame(rows()),
    "polars": lambda: polars.DataFrame(rows()),
    "lazy polars": lambda: polars.LazyFrame(rows()),
    "pyarrow": lambda: pyarrow.Table.from_pylist(rows()),
    "path": lambda: LOG,
    "text": lambda: str(LOG),
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES.keys())
def test_the_same_figures_from_each_kind_of_rows(frame, expected):
    same(agonlab.weigh(frame(), want="gold", pays=PAYS, by="step"), expected)


def test_without_pyarrow_a_data_frame_goes_as_json_lines(monkeypatch, expected):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    frame = pandas.DataFrame(rows())
    same(agonlab.weigh(frame, want="gold", pays=PAYS, by="step"), expected)
    frame.loc[3, "gold"] = np.nan
    found = agonlab.weigh(frame, want="gold", pays=PAYS)
    assert found.answers == len(frame) - 1
    assert 'Left out: 1 row without a number for "gold".' in found.caveats


def test_the_result_is_an_object_and_a_dict_and_its_text_the_finding(tmp_path):
    page = tmp_path / "w.html"
    found = agonlab.weigh(LOG, want="gold", pays={"now": PAYS[0], "longer": PAYS[1]}, page=page)
    assert str(found) == found.finding == found["finding"]
    assert [pay.id for pay in found.pays] == ["now", "longer"]
    assert found.pay("longer").formula == PAYS[1]
    assert found.pay("now").forecast[0].kl == 0.05
    assert found.pay("now").slope.normalised.mean > 0
    assert found.file == str(LOG)
    embedded = page.read_text(encoding="utf-8").split('id="report-data">')[1].split("</script>")[0]
    assert json.loads(embedded)["weighing"]["finding"] == found.finding
    with pytest.raises(KeyError, match="no pay is called 'then'"):
        found.pay("then")
    with pytest.raises(AttributeError, match="there is no findings; there is file"):
        _ = found.findings


def test_columns_and_conditions_are_those_of_the_command():
    renamed = [
        {"ask": row["prompt"], "said": row["completion"], **{k: row[k] for k in ("gold", "accuracy_reward", "step")}}
        for row in rows()
    ]
    columns = {"prompt": "ask", "completion": "said"}
    frame = pandas.DataFrame(renamed)
    found = agonlab.weigh(frame, want="gold", pays="accuracy_reward", columns=columns, where="step > 0")
    assert found.columns == columns
    assert found.answers == 640
    assert found.file == "the data"


def test_rewards_of_texts_groups_blanks_and_an_audit_are_arguments(tmp_path, monkeypatch):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "reward.mjs").write_text("export default (_, completion) => completion.length % 3;\n")
    monkeypatch.chdir(tmp_path)
    arguments = ["--want", "gold", "--pay", "./own/reward.mjs", "--pay", "2 * m", "--group", "4", "--join-blanks"]
    by_hand = printed(str(LOG), *arguments, "--score", "m=./own/reward.mjs")
    pays = ["./own/reward.mjs", "2 * m"]
    scores = {"m": "./own/reward.mjs"}
    found = agonlab.weigh(rows(), want="gold", pays=pays, scores=scores, group=4, join_blanks=True)
    same(found, by_hand)
    judged = agonlab.weigh(
        [{**row, "gold": row["gold"] if k % 3 == 0 else None} for k, row in enumerate(rows())],
        want="gold",
        judge="./own/reward.mjs",
        pays=PAYS[0],
    )
    assert judged.labels.judge == "./own/reward.mjs"
    known = [{**rows()[0], "completion": "worst", "gold": -1.0, "accuracy_reward": 1.0, "mass": 0.01}]
    attacked = agonlab.weigh(rows(), want="gold", pays=PAYS[0], attack=known)
    assert (attacked.attack.answers, attacked.attack.file) == (1, "attack")


WRONG = {
    "judge": ["", 0, []],
    "scores": [[], {"m": ""}, {"m": 0}],
    "group": [0, 1, 2.5, "4", True],
    "join_blanks": [0, ""],
    "attack": ["", [], 0, {}],
    "want": ["", 0, None, [], b"gold"],
    "pays": ["", [], {}, 0, None, [""], {"": "gold"}, {"a": ""}, {"a": 0}, np.array([])],
    "by": ["", 0, False, []],
    "where": ["", 0],
    "columns": [[], "prompt", {"prompt": 0}, {"prompt": ""}],
    "skip_bad_rows": [0, "", np.bool_(False)],
    "page": [""],
    "timeout": [0, -1, "", float("nan"), True],
    "log": ["", [], 0, None, {}, [0], [[]], [{"gold": object()}]],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_what_says_nothing_is_refused_in_a_sentence(name, value):
    arguments = {"log": LOG, "want": "gold", "pays": PAYS[0]} | {name: value}
    log = arguments.pop("log")
    with pytest.raises((ValueError, TypeError)) as caught:
        agonlab.weigh(log, **arguments)
    assert str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"want": "goald"}, 'no column is called "goald", which the formula names; did you mean "gold"?'),
        (
            {"pays": {"a": "acuracy_reward"}},
            'no column is called "acuracy_reward", which the formula names; did you mean "accuracy_reward"?',
        ),
        ({"by": "stage"}, 'by: no column is called "stage"; valid: step, prompt, completion, accuracy_reward, format_reward, gold'),
        ({"timeout": 0.001}, "the weighing took longer than 0.001 s"),
    ],
)
def test_a_mistake_is_agons_sentence_without_the_file_between(arguments, said):
    with pytest.raises(agonlab.NotWeighed) as caught:
        agonlab.weigh(rows(), **{"want": "gold", "pays": PAYS} | arguments)
    assert str(caught.value) == said


def test_rows_of_arrays_are_lists_and_a_pay_may_be_numpys_text():
    messages = [{**row, "prompt": [{"role": "user", "content": row["prompt"]}], "gold": np.float64(row["gold"])} for row in rows()]
    found = agonlab.weigh(messages, want=np.str_("gold"), pays=[np.str_("accuracy_reward")])
    assert found.prompts == agonlab.weigh(LOG, want="gold", pays="accuracy_reward").prompts


def test_no_file_is_left():
    before = set(os.listdir(Path(os.environ.get("TMPDIR", "/tmp"))))
    agonlab.weigh(rows(), want="gold", pays=PAYS[0])
    assert not [name for name in set(os.listdir(Path(os.environ.get("TMPDIR", "/tmp")))) - before if name.startswith("agon-weigh")]
