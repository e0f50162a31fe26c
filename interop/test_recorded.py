"""Data sets of Minari as `recorded/episodes` plays them, beside what Minari itself reads.

    python -m venv /tmp/venv && /tmp/venv/bin/pip install -r interop/recorded-requirements.txt
    npm run build
    AGON_COMMAND="node dist/cli/main.js" /tmp/venv/bin/pytest interop/test_recorded.py
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

import numpy as np
import pytest
from minari.dataset.minari_storage import MinariStorage
from recorded_fixtures import FORMATS, cart_pole, make, nested

ROOT = Path(__file__).resolve().parent.parent
AGON = shlex.split(os.environ.get("AGON_COMMAND", "agon"))
EPISODES = 6


def agon(*words: str) -> str:
    return subprocess.run([*AGON, *words], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def columns(name: str, value, steps: int):
    """Columns of what Minari reads, as Agon names them; what holds no numbers has none."""
    if isinstance(value, (dict, tuple)):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in parts:
            yield from columns(f"{name}_{key}", part, steps)
        return
    array = np.asarray(value)
    if array.dtype == object and isinstance(array[0], dict):
        # Minari gives dictionaries within infos row by row where they lie in tables.
        value = {key: np.stack([row[key] for row in array]) for key in array[0]}
        yield from columns(name, value, steps)
        return
    if array.dtype.kind not in "biuf":
        return
    flat = array.reshape(len(array), -1).astype(float)[-steps:]
    if flat.shape[1] <= 512:
        for k in range(flat.shape[1]):
            yield (name if flat.shape[1] == 1 else f"{name}_{k}"), flat[:, k]


@pytest.mark.parametrize("data_format", FORMATS)
@pytest.mark.parametrize("env", [cart_pole, nested, lambda: nested(image=True)], ids=["cart-pole", "nested", "pictures"])
def test_what_is_played_is_what_minari_reads(tmp_path, env, data_format):
    name = "cart-pole" if env is cart_pole else "nested"
    folder = make(tmp_path / "sets", name, env(), data_format, EPISODES)
    (tmp_path / "e.yaml").write_text(
        f"environment: {{ id: recorded/episodes, log: {json.dumps(str(folder.parent))} }}\n"
        f"agents: oracle\nreward: private\nobjective: payoff\nseeds: {EPISODES}\n"
    )
    store = str(tmp_path / "store")
    agon("run", str(tmp_path / "e.yaml"), "--store", store, "--json")
    episodes = json.loads(agon("query", "select * from episodes", "--store", store, "--json"))
    assert {row["recording"] for row in episodes} == {f"episode {k}" for k in range(EPISODES)}
    read = {f"episode {one['id']}": one for one in MinariStorage.read(folder).get_episodes(range(EPISODES))}
    for row in episodes:
        mine = read[row["recording"]]
        count = len(mine["rewards"])
        assert (row["steps"], row["followed"]) == (count, 1)
        assert (row["terminated"], row["truncated"]) == (mine["terminations"][-1], mine["truncations"][-1])
        assert row["pay"] == pytest.approx(sum(mine["rewards"]), rel=1e-12)
        steps = json.loads(
            agon("query", f"select * from steps where seed = {row['seed']} order by step", "--store", store, "--json")
        )
        assert [step["payoff"] for step in steps] == list(mine["rewards"])
        names = set()
        for part in ("actions", "observations", "infos"):
            for column, values in columns(part, mine.get(part) or {} if part == "infos" else mine[part], count):
                names.add(column)
                assert [step[column] for step in steps] == list(values), column
        rest = {"run", "variant", "seed", "episode", "step", "agent", "pay", "objective", "payoff", "followed"}
        assert {name for name in steps[0] if not name.startswith("action") or name.startswith("actions")} - rest == names
