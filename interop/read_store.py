"""Reads a run's Parquet files with DuckDB, pandas and Polars, and checks that each of them and `agon query` agree.

    python interop/read_store.py .agon [RUN]

RUN is a folder of the store; without it, the one touched last is read. Means per variant of every numeric column, over
episodes and over steps where they were kept, must agree to a relative 1e-12: the files hold the same doubles for every reader,
and only the order of summation may differ. Exit code 1 where they do not.
"""

import json
import math
import subprocess
import sys
from pathlib import Path

import duckdb
import pandas
import polars

ROOT = Path(__file__).resolve().parent.parent
TOLERANCE = 1e-12
KEYS = {"cell", "run", "variant", "seed", "episode", "step", "agent", "label", "policy", "terminated", "truncated"}

Means = dict[str, dict[str, float]]


def latest_run(store: Path) -> Path:
    """The run whose run.json was written last."""
    records = sorted(store.glob("*/run.json"), key=lambda file: file.stat().st_mtime)
    if not records:
        sys.exit(f"{store} holds no run")
    return records[-1].parent


def with_duckdb(files: list[str], columns: list[str]) -> Means:
    """Straight from the files, by SQL."""
    selected = ", ".join(f'avg("{name}") AS "{name}"' for name in columns)
    relation = duckdb.execute(
        f"SELECT cell, {selected} FROM read_parquet(?, union_by_name = true) GROUP BY cell", [files]
    )
    names = [column[0] for column in relation.description]
    rows = [dict(zip(names, row, strict=True)) for row in relation.fetchall()]
    return {row["cell"]: {name: row[name] for name in columns} for row in rows}


def with_pandas(files: list[str], columns: list[str]) -> Means:
    """A data frame of all files, read by pyarrow."""
    frame = pandas.concat([pandas.read_parquet(file, engine="pyarrow") for file in files], ignore_index=True)
    means = frame.groupby("cell")[columns].mean()
    return {str(cell): {name: float(means.loc[cell, name]) for name in columns} for cell in means.index}


def with_polars(files: list[str], columns: list[str]) -> Means:
    """A lazy frame over all files."""
    frame = polars.concat([polars.scan_parquet(file) for file in files], how="diagonal")
    means = frame.group_by("cell").agg(polars.col(columns).mean()).collect()
    return {row["cell"]: {name: row[name] for name in columns} for row in means.to_dicts()}


def with_agon(run: Path, table: str, columns: list[str]) -> Means:
    """What Agon's own command line answers."""
    selected = ", ".join(f'avg("{name}") AS "{name}"' for name in columns)
    sql = f"SELECT variant, {selected} FROM {table} GROUP BY variant"
    command = ["node", str(ROOT / "dist/cli/main.js"), "query", sql, "--run", str(run), "--json"]
    answer = subprocess.run(command, capture_output=True, text=True)
    if answer.returncode != 0:
        sys.exit(f"agon query ended with {answer.returncode}: {answer.stderr.strip()}")
    rows = json.loads(answer.stdout)
    return {row["variant"]: {name: row[name] for name in columns} for row in rows}


def furthest(expected: Means, found: Means) -> float:
    """Largest relative difference; infinite where variants or missing values differ."""
    if expected.keys() != found.keys():
        return math.inf
    worst = 0.0
    for variant, means in expected.items():
        for name, mean in means.items():
            other = found[variant][name]
            absent = [value is None or math.isnan(value) for value in (mean, other)]
            if all(absent):
                continue
            if any(absent):
                return math.inf
            worst = max(worst, abs(mean - other) / max(abs(mean), abs(other), 1e-300))
    return worst


def files_of(run: Path, table: str) -> list[str]:
    """A table's files of all cells that the run has and the store holds."""
    record = json.loads((run / "run.json").read_text())
    keys = sorted({variant["key"] for variant in record["variants"]})
    files = [run.parent / "cells" / key / table / f"{seed}.parquet" for key in keys for seed in record["seeds"]]
    return [str(file) for file in files if file.exists()]


def by_variant(run: Path, found: Means) -> Means:
    """What was found of cells, by the names of the run's variants."""
    variants = json.loads((run / "run.json").read_text())["variants"]
    return {variant["name"]: found[variant["key"]] for variant in variants if variant["key"] in found}


def compare(run: Path, table: str) -> bool:
    """Prints a line for each reader and the pay of each variant; true where all agree."""
    files = files_of(run, table)
    schema = duckdb.execute("DESCRIBE SELECT * FROM read_parquet(?, union_by_name = true)", [files]).fetchall()
    columns = [name for name, *_ in schema if name not in KEYS]
    expected = with_agon(run, table, columns)
    readers = {"duckdb": with_duckdb, "pandas": with_pandas, "polars": with_polars}
    print(f"{table}: {len(files)} files, {len(columns)} columns, {len(expected)} variants")
    for variant, means in sorted(expected.items()):
        print(f"  {variant:12}  pay {means['pay']:.6g}, objective {means['objective']:.6g}")
    agree = True
    for name, reader in readers.items():
        difference = furthest(expected, by_variant(run, reader(files, columns)))
        fine = difference <= TOLERANCE
        agree = agree and fine
        print(f"  {name:12}  {'agrees' if fine else 'DIFFERS'}, largest relative difference {difference:.1e}")
    return agree


def main() -> None:
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    store = Path(sys.argv[1])
    run = store / sys.argv[2] if len(sys.argv) == 3 else latest_run(store)
    versions = f"duckdb {duckdb.__version__}, pandas {pandas.__version__}, polars {polars.__version__}"
    print(f"{run.name} read with {versions}")
    tables = [table for table in ("episodes", "steps") if files_of(run, table)]
    results = [compare(run, table) for table in tables]
    sys.exit(0 if results and all(results) else 1)


if __name__ == "__main__":
    main()
