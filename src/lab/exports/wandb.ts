// A cell as a file of an offline run that `wandb sync` reads: a log in the form of LevelDB's, with another head and checksum, whose
// entries are `Record`s. Formats: wandb/proto/wandb_internal.proto, LevelDB's doc/log_format.md.

import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import protobuf from "protobufjs/light.js";
import type { CellSeries } from "./cell-series.ts";

/** The fields that are written, by their numbers. */
export const WANDB_MESSAGES = protobuf.Root.fromJSON({
  nested: {
    Record: {
      fields: {
        num: { type: "int64", id: 1 },
        history: { type: "HistoryRecord", id: 2 },
        summary: { type: "UpdateRecord", id: 3 },
        metric: { type: "MetricRecord", id: 12 },
        run: { type: "RunRecord", id: 17 },
        exit: { type: "RunExitRecord", id: 18 },
        header: { type: "HeaderRecord", id: 21 },
      },
    },
    HeaderRecord: { fields: { versionInfo: { type: "VersionInfo", id: 1 } } },
    VersionInfo: { fields: { producer: { type: "string", id: 1 }, minConsumer: { type: "string", id: 2 } } },
    RunRecord: {
      fields: {
        runId: { type: "string", id: 1 },
        project: { type: "string", id: 3 },
        config: { type: "UpdateRecord", id: 4 },
        runGroup: { type: "string", id: 6 },
        displayName: { type: "string", id: 8 },
        notes: { type: "string", id: 9 },
        startTime: { type: "Timestamp", id: 17 },
      },
    },
    Timestamp: { fields: { seconds: { type: "int64", id: 1 }, nanos: { type: "int32", id: 2 } } },
    // SummaryRecord and ConfigRecord are alike in what is written of them.
    UpdateRecord: { fields: { update: { rule: "repeated", type: "UpdateItem", id: 1 } } },
    UpdateItem: { fields: { key: { type: "string", id: 1 }, valueJson: { type: "string", id: 16 } } },
    MetricRecord: {
      fields: {
        name: { type: "string", id: 1 },
        stepMetric: { type: "string", id: 4 },
        options: { type: "MetricOptions", id: 6 },
      },
    },
    MetricOptions: { fields: { stepSync: { type: "bool", id: 1 }, defined: { type: "bool", id: 3 } } },
    HistoryRecord: {
      fields: { item: { rule: "repeated", type: "HistoryItem", id: 1 }, step: { type: "HistoryStep", id: 2 } },
    },
    HistoryStep: { fields: { num: { type: "int64", id: 1 } } },
    HistoryItem: {
      fields: { nestedKey: { rule: "repeated", type: "string", id: 2 }, valueJson: { type: "string", id: 16 } },
    },
    RunExitRecord: { fields: { exitCode: { type: "int32", id: 1 } } },
  },
});
const RECORD = WANDB_MESSAGES.lookupType("Record");

/** The axis that curves are drawn over. */
const STEPS = "environment_steps";

/** The first version of W&B's program that reads such a file. */
const READER = "0.70.0";

/** Where a cell's file lies. The name of a run is the same whenever it is exported, so that what is synced twice is one run. */
export function wandbFile({ record, variant, seed, doneAt }: CellSeries): string {
  const id = runIdOf(record.run, variant.name, seed);
  const [date, time] = new Date(doneAt)
    .toISOString()
    .replaceAll(/[-:]|\..*/g, "")
    .split("T");
  return `offline-run-${date}_${time}-${id}/run-${id}.wandb`;
}

const runIdOf = (run: string, variant: string, seed: number): string =>
  createHash("sha256")
    .update(JSON.stringify([run, variant, seed]))
    .digest("hex")
    .slice(0, 16);

/** The file, piece by piece. */
export async function* wandbRecords(series: CellSeries): AsyncGenerator<Uint8Array> {
  const log = new LogWriter();
  yield log.head();
  for await (const record of recordsOf(series)) yield log.entry(RECORD.encode(RECORD.fromObject(record)).finish());
}

async function* recordsOf(series: CellSeries): AsyncGenerator<object> {
  const { record, variant, seed, doneAt, final } = series;
  let num = 0;
  const next = (body: object) => {
    num += 1;
    return { num, ...body };
  };
  yield next({ header: { versionInfo: { producer: "agon", minConsumer: READER } } });
  const { environment, agents, reward } = variant.description;
  const config = {
    run: record.run,
    variant: variant.name,
    seed,
    environment,
    agents,
    reward,
    objective: record.objective,
  };
  yield next({
    run: {
      runId: runIdOf(record.run, variant.name, seed),
      project: record.name,
      config: { update: updates(config) },
      runGroup: variant.name,
      displayName: `${variant.name}, seed ${seed}`,
      notes: record.title,
      startTime: { seconds: Math.floor(doneAt / 1000), nanos: (doneAt % 1000) * 1_000_000 },
    },
  });
  yield next({ metric: { name: STEPS, options: { defined: true } } });
  const defined = new Set<string>();
  let row = 0;
  for await (const { steps, values } of series.points()) {
    for (const name of Object.keys(values)) {
      if (defined.has(name)) continue;
      defined.add(name);
      yield next({ metric: { name, stepMetric: STEPS, options: { stepSync: true, defined: true } } });
    }
    const item = { ...values, [STEPS]: steps, _step: row, _timestamp: doneAt / 1000, _runtime: 0 };
    yield next({
      history: {
        item: Object.entries(item).map(([name, value]) => ({ nestedKey: [name], valueJson: jsonOf(value) })),
        step: { num: row },
      },
    });
    row += 1;
  }
  yield next({ summary: { update: updates(final) } });
  yield next({ exit: { exitCode: 0 } });
}

const updates = (values: Readonly<Record<string, unknown>>): object[] =>
  Object.entries(values).map(([key, value]) => ({ key, valueJson: jsonOf(value) }));

/** JSON has no word for numbers that are none; W&B reads them as texts. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(typeof value === "number" && !Number.isFinite(value) ? String(value) : value);

const BLOCK = 32_768;
const HEAD = 7;
const [WHOLE, FIRST, MIDDLE, LAST] = [1, 2, 3, 4];

/** Entries of a log, cut into pieces that lie each within a block of the file. */
class LogWriter {
  #written = 0;

  /** The first bytes of the file: the name of the form, and its version. */
  head(): Uint8Array {
    return this.#count(Buffer.from([...Buffer.from(":W&B"), 0xe1, 0xbe, 0]));
  }

  entry(data: Uint8Array): Uint8Array {
    const pieces: Uint8Array[] = [];
    let [done, first] = [0, true];
    do {
      const left = BLOCK - (this.#written % BLOCK);
      if (left < HEAD) pieces.push(this.#count(new Uint8Array(left)));
      const room = BLOCK - (this.#written % BLOCK) - HEAD;
      const part = data.subarray(done, done + room);
      const last = done + part.length === data.length;
      pieces.push(this.#count(piece(part, first ? (last ? WHOLE : FIRST) : last ? LAST : MIDDLE)));
      [done, first] = [done + part.length, false];
    } while (done < data.length);
    return Buffer.concat(pieces);
  }

  #count(bytes: Uint8Array): Uint8Array {
    this.#written += bytes.length;
    return bytes;
  }
}

/** Checksum of kind and data, length, kind, data. The checksum is the common CRC-32, as it stands. */
function piece(data: Uint8Array, kind: number): Uint8Array {
  const bytes = Buffer.alloc(HEAD + data.length);
  bytes.writeUInt16LE(data.length, 4);
  bytes[6] = kind;
  bytes.set(data, HEAD);
  bytes.writeUInt32LE(crc32(bytes.subarray(6)), 0);
  return bytes;
}
