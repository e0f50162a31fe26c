"""What other pays would have bought of what is wanted, from rollouts that exist: ``agon weigh`` on a file or on rows of this process."""

from __future__ import annotations

import importlib.util
import json
import math
import os
import re
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agonlab.arguments import as_json, listed, mapping, refused, seconds, text, whole
from agonlab.errors import NotWeighed
from agonlab.server import default_command

ROWS = "a path, a data frame of pandas, Polars or PyArrow, or a list of dicts"


class Record(dict[str, Any]):
    """A part of the result: a dict whose keys are attributes too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no {name}; there is {', '.join(self)}") from None


class Weighing(Record):
    """What ``agon weigh --json`` prints: ``finding``, ``pays``, ``comparisons`` and more; as a text it is its finding."""

    def __str__(self) -> str:
        return str(self["finding"])

    def pay(self, name: str) -> Record:
        """The pay of this name."""
        for one in self["pays"]:
            if one["id"] == name:
                return one
        raise KeyError(f"no pay is called {name!r}; there is {', '.join(one['id'] for one in self['pays'])}")


def weigh(
    log: Any,
    *,
    want: str,
    pays: str | list[str] | Mapping[str, str],
    by: str | None = None,
    where: str | None = None,
    judge: str | None = None,
    scores: Mapping[str, str] | None = None,
    attack: Any = None,
    group: int | None = None,
    join_blanks: bool = False,
    columns: Mapping[str, str] | None = None,
    skip_bad_rows: bool = False,
    page: str | os.PathLike[str] | None = None,
    timeout: float | None = None,
) -> Weighing:
    """Weighs pays against what is wanted, on rollouts: a file's path, a data frame, or a list of dicts with a row for each answer.

    ``want`` and ``pays`` are columns or formulas over columns, pays perhaps by names: ``{"capped": "least(correct, 0.5)"}``. ``by`` looks at
    rollouts with each value of a column apart, ``where`` is a condition on rows, ``columns`` says what the log calls prompt and completion,
    and ``page`` is where a page for a browser is written.

    A want, a pay or a ``judge`` may be a reward of texts, ``./reward.py:score``, by a path from the working folder; ``scores`` names such
    rewards for formulas. ``judge`` is a score of all answers, where the want is known of a part. ``attack`` has the answers that an audit
    found, rows or a path as the log's, each with its chance in ``mass``. ``group`` is the number of answers in a group of the trainer, by
    default those to a prompt, and ``join_blanks`` takes prompts that differ by blanks alone as one.

    A mistake in any argument raises `NotWeighed` with Agon's sentence::

        found = agonlab.weigh(frame, want="gold", pays={"now": "reward", "less format": "reward - 0.5 * format"}, by="step")
        print(found)
        found.pay("now").forecast[-1].want
    """
    rewards: dict[str, str] = {}

    def placed(score: str) -> str:
        moved = _placed(score)
        if moved != score:
            rewards[moved] = score
        return moved

    file = {
        "want": placed(text("want", want)),
        "pays": {name: placed(one) for name, one in _pays(pays).items()},
        "columns": _texts_by_name("columns", columns) if columns is not None else {},
    }
    if by is not None:
        file["by"] = text("by", by)
    if where is not None:
        file["where"] = text("where", where)
    if judge is not None:
        file["judge"] = placed(text("judge", judge))
    if scores is not None:
        file["scores"] = {name: placed(one) for name, one in _texts_by_name("scores", scores).items()}
    if group is not None:
        file["group"] = whole("group", group, least=2)
    for name, flag in (("skip_bad_rows", skip_bad_rows), ("join_blanks", join_blanks)):
        if not isinstance(flag, bool):
            raise refused(name, flag, "True or False")
    if join_blanks:
        file["joinBlanks"] = True
    limit = None if timeout is None else seconds(timeout)
    output = [] if page is None else ["--page", text("page", os.fspath(page))]
    with tempfile.TemporaryDirectory(prefix="agon-weigh-") as folder:
        is_file = isinstance(log, (str, os.PathLike))
        place = _file("log", log, Path(folder))
        if attack is not None:
            file["attack"] = str(_file("attack", attack, Path(folder)))
        description = Path(folder) / "weigh.yaml"
        # JSON is YAML.
        description.write_text(as_json("weigh", {"log": str(place), "skipBadRows": skip_bad_rows, **file}), encoding="utf-8")
        command = [*default_command(), "weigh", str(description), "--json", *output]
        try:
            done = subprocess.run(
                command, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8", timeout=limit
            )
        except subprocess.TimeoutExpired:
            raise NotWeighed(f"the weighing took longer than {limit:g} s") from None
        shown = str(log) if is_file else "the data"
        named = str(attack) if isinstance(attack, (str, os.PathLike)) else "attack"

        def said(words: str) -> str:
            plain = re.sub(rf"{re.escape(str(description))}:\d+:\d+: ", "", words).replace(str(place), shown)
            return called(plain.replace(str(file.get("attack", place)), named))

        def called(words: str) -> str:
            """Rewards as they were given."""
            for moved, score in rewards.items():
                words = words.replace(moved, score)
            return words

        if done.returncode != 0:
            lines = [line.removeprefix("agon: ") for line in done.stderr.splitlines() if line.startswith("agon: ")]
            raise NotWeighed(said("\n".join(lines) or done.stderr.strip() or f"the command ended with {done.returncode}"))
        found = Weighing(json.loads(called(done.stdout), object_hook=Record))
    for pay in found["pays"]:
        if pay.get("formula") == pay["id"]:
            del pay["formula"]
    found["file"] = shown
    if "attack" in found:
        found["attack"]["file"] = named
    return found


def _pays(given: Any) -> dict[str, str]:
    if isinstance(given, str):
        return {text("pays", given): given}
    if isinstance(given, Mapping):
        found = _texts_by_name("pays", given)
        if not found:
            raise refused("pays", given, "one pay or more")
        return found
    pays = [text(f"pays[{k}]", one) for k, one in enumerate(listed("pays", given))]
    if not pays:
        raise refused("pays", given, "one pay or more")
    if len(set(pays)) < len(pays):
        raise refused("pays", given, "pays of which none is named twice")
    return {one: one for one in pays}


def _placed(score: str) -> str:
    """A score; a reward of texts with its path from the working folder, since the description lies in another one."""
    found = re.fullmatch(r"(judge:|preferences:)(.+)|([^:]*\.(?:py|m?[jt]s))(:[A-Za-z_$][\w.$]*)?", score, re.DOTALL)
    if found is None:
        return score
    kind, path, code, name = found.groups()
    return f"{kind or ''}{os.path.abspath(path or code)}{name or ''}"


def _texts_by_name(name: str, given: Any) -> dict[str, str]:
    return {text(f"a name of {name}", key): text(f"{name}[{key!r}]", one) for key, one in (mapping(name, given) or {}).items()}


def _file(name: str, rows: Any, folder: Path) -> Path:
    """The file that was given, or one of the rows."""
    return Path(text(name, os.fspath(rows))).resolve() if isinstance(rows, (str, os.PathLike)) else _written(name, rows, folder)


def _written(name: str, rows: Any, folder: Path) -> Path:
    """The rows as a file: Parquet where a library that writes it is at hand, else JSON Lines."""
    parquet = folder / f"{name}.parquet"
    library = type(rows).__module__.partition(".")[0]
    if library == "polars":
        (rows.collect() if type(rows).__name__ == "LazyFrame" else rows).write_parquet(parquet)
        return parquet
    if hasattr(rows, "__arrow_c_stream__") and importlib.util.find_spec("pyarrow") is not None:
        import pyarrow
        import pyarrow.parquet

        table = pyarrow.Table.from_pandas(rows, preserve_index=False) if library == "pandas" else pyarrow.table(rows)
        pyarrow.parquet.write_table(table, parquet)
        return parquet
    records = rows.to_dict("records") if library == "pandas" and hasattr(rows, "to_dict") else rows
    if library == "datasets" and hasattr(rows, "to_list"):
        records = rows.to_list()
    lines = folder / f"{name}.jsonl"
    try:
        given = listed(name, records)
    except ValueError:
        raise refused(name, rows, ROWS) from None
    if not given:
        raise refused(name, rows, "rollouts, one or more")
    with lines.open("w", encoding="utf-8") as file:
        for k, row in enumerate(given):
            if not isinstance(row, Mapping):
                raise refused(f"{name}[{k}]", row, "a dict of columns")
            file.write(as_json(f"{name}[{k}]", {str(key): _known(value) for key, value in row.items()}) + "\n")
    return lines


def _known(value: Any) -> Any:
    """None in the place of a number that is none, as data frames have it where a value is missing."""
    try:
        return None if value is None or (not isinstance(value, (str, bytes)) and math.isnan(value)) else value
    except TypeError:
        return value
