"""Writes the files that Agon's own tests compare exports with, by the parts that TensorBoard and Weights & Biases bring.

    python -m venv /tmp/venv && /tmp/venv/bin/pip install -r interop/exports-requirements.txt
    /tmp/venv/bin/python interop/export_fixtures.py test/fixtures/exports

The cell in them is the one of `src/lab/exports/exports.test.ts`.
"""

from __future__ import annotations

import hashlib
import io
import json
import struct
import sys
import zlib
from pathlib import Path

from tensorboard.compat.proto.event_pb2 import Event, SourceMetadata
from tensorboard.compat.proto.summary_pb2 import Summary, SummaryMetadata
from tensorboard.plugins.hparams.plugin_data_pb2 import HParamsPluginData, SessionEndInfo, SessionStartInfo
from tensorboard.summary.writer.record_writer import RecordWriter
from wandb.proto import wandb_internal_pb2 as wandb

VARIANT = "a, noise=−5"
DONE = 1.5
POINTS = [(0, {"step/pay": 0}), (300, {"step/pay": -0.1, "episode/pay": 1_000_000_000})]
FINAL = {"final/pay": 1 / 3}


def events() -> bytes:
    """A file of events as TensorBoard's writer writes it."""
    file = io.BytesIO()
    writer = RecordWriter(file)

    def write(**fields) -> None:
        writer.write(Event(wall_time=DONE, **fields).SerializeToString(deterministic=True))

    def write_hparams(tag: str, **info) -> None:
        content = HParamsPluginData(**info).SerializeToString(deterministic=True)
        metadata = SummaryMetadata(plugin_data=SummaryMetadata.PluginData(plugin_name="hparams", content=content))
        write(summary=Summary(value=[Summary.Value(tag=tag, metadata=metadata)]))

    write(file_version="brain.Event:2", source_metadata=SourceMetadata(writer="agon"))
    start = SessionStartInfo(group_name=VARIANT, start_time_secs=DONE)
    start.hparams["agents.noise"].number_value = -5
    start.hparams["variant"].string_value = VARIANT
    write_hparams("_hparams_/session_start_info", session_start_info=start)
    for step, values in [*POINTS, (POINTS[-1][0], FINAL)]:
        scalars = [Summary.Value(tag=tag, simple_value=value) for tag, value in values.items()]
        write(step=step, summary=Summary(value=scalars))
    end = SessionEndInfo(status=1, end_time_secs=DONE)
    write_hparams("_hparams_/session_end_info", session_end_info=end)
    writer.flush()
    return file.getvalue()


def offline_run() -> bytes:
    """An offline run: records as W&B's messages, in the log that its program reads; none is longer than a block."""
    log = bytearray(struct.pack("<4sHB", b":W&B", 0xBEE1, 0))
    count = 0

    def write(**fields) -> None:
        nonlocal count
        count += 1
        data = wandb.Record(num=count, **fields).SerializeToString(deterministic=True)
        whole = b"\1"
        log.extend(struct.pack("<IH", zlib.crc32(whole + data), len(data)) + whole + data)

    def updates(values: dict) -> list[dict]:
        return [{"key": key, "value_json": text} for key, text in values.items()]

    write(header={"version_info": {"producer": "agon", "min_consumer": "0.70.0"}})
    config = {
        "run": '"r"',
        "variant": f'"{VARIANT}"',
        "seed": "7",
        "environment": '{"id":"w"}',
        "agents": '"random"',
        "reward": '"private"',
        "objective": '"trust"',
    }
    write(
        run={
            "run_id": hashlib.sha256(f'["r","{VARIANT}",7]'.encode()).hexdigest()[:16],
            "project": "p",
            "config": {"update": updates(config)},
            "run_group": VARIANT,
            "display_name": f"{VARIANT}, seed 7",
            "notes": "T",
            "start_time": {"seconds": 1, "nanos": 500_000_000},
        }
    )
    write(metric={"name": "environment_steps", "options": {"defined": True}})
    known = set()
    for row, (steps, values) in enumerate(POINTS):
        for name in values:
            if name not in known:
                options = {"step_sync": True, "defined": True}
                write(metric={"name": name, "step_metric": "environment_steps", "options": options})
        known.update(values)
        items = {**values, "environment_steps": steps, "_step": row, "_timestamp": DONE, "_runtime": 0}
        texts = [{"nested_key": [name], "value_json": json.dumps(value)} for name, value in items.items()]
        write(history={"item": texts, "step": {"num": row}})
    write(summary={"update": updates({name: json.dumps(value) for name, value in FINAL.items()})})
    write(exit={})
    return bytes(log)


FILES = {"events.out.tfevents": events, "run.wandb": offline_run}

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for name, made in FILES.items():
        (Path(sys.argv[1]) / name).write_bytes(made())
