// Files for TensorBoard and Weights & Biases: a cell beside what their own parts write of it, and a run read back record by record.

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { Type } from "protobufjs/light.js";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { chatServer } from "../../../test/fixtures/chat-server.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { type Ran, ran } from "../../../test/fixtures/ran.ts";
import { buildReport } from "../report/report.ts";
import { cellFile } from "../store/store.ts";
import type { CellSeries, SeriesPoint } from "./cell-series.ts";
import { exportRun, pageRecords } from "./export.ts";
import { EVENT_MESSAGES, eventRecords, eventsFile } from "./tensorboard.ts";
import { WANDB_MESSAGES, wandbFile, wandbRecords } from "./wandb.ts";

const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/exports/${name}`, import.meta.url));

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-exports-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The cell of interop/export_fixtures.py. */
function cellOf(points: readonly SeriesPoint[], variant = "a, noise=−5"): CellSeries {
  return {
    record: {
      ...{ format: 3, run: "r", name: "p", title: "T", directory: ".", objective: "trust", margin: "5 %" },
      ...{ seeds: [7], episodes: 1, record: "steps", variants: [] },
    },
    variant: {
      ...{ name: variant, key: "k", settings: { "agents.noise": "−5" } },
      description: { environment: { id: "w" }, agents: "random", reward: "private" },
    },
    seed: 7,
    doneAt: 1500,
    final: { "final/pay": 1 / 3 },
    async *points() {
      yield* points;
    },
    async pages() {
      return undefined;
    },
  };
}
const POINTS = [
  { steps: 0, values: { "step/pay": 0 } },
  { steps: 300, values: { "step/pay": -0.1, "episode/pay": 1e9 } },
];

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const bytes of pieces) all.push(bytes);
  return Buffer.concat(all);
}

const decoded = (type: Type, data: Uint8Array): unknown =>
  type.toObject(type.decode(data), { longs: Number, bytes: Array });

/** CRC-32C, bit by bit. */
function crc32c(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** Events of a file, every checksum looked at. */
function eventsIn(file: Buffer): unknown[] {
  const events: unknown[] = [];
  const expectSum = (data: Buffer, at: number) => {
    const sum = crc32c(data);
    expect(file.readUInt32LE(at)).toBe((((sum >>> 15) | (sum << 17)) + 0xa282ead8) >>> 0);
  };
  for (let at = 0; at < file.length; ) {
    const length = Number(file.readBigUInt64LE(at));
    expectSum(file.subarray(at, at + 8), at + 8);
    const data = file.subarray(at + 12, at + 12 + length);
    expectSum(data, at + 12 + length);
    events.push(decoded(EVENT_MESSAGES.lookupType("Event"), data));
    at += length + 16;
  }
  return events;
}

/** Records of an offline run; pieces lie within blocks of 32 KiB, and every checksum is looked at. */
function recordsIn(file: Buffer): unknown[] {
  expect(file.subarray(0, 7)).toEqual(Buffer.from(":W&B\xe1\xbe\0", "latin1"));
  const records: unknown[] = [];
  let parts: Buffer[] = [];
  for (let at = 7; at < file.length; ) {
    const left = 32_768 - (at % 32_768);
    if (left < 7) {
      at += left;
      continue;
    }
    const length = file.readUInt16LE(at + 4);
    expect(length + 7).toBeLessThanOrEqual(left);
    expect(file.readUInt32LE(at)).toBe(crc32(file.subarray(at + 6, at + 7 + length)));
    const kind = file[at + 6];
    expect(kind === 1 || kind === 2).toBe(parts.length === 0);
    parts.push(file.subarray(at + 7, at + 7 + length));
    if (kind === 1 || kind === 4) {
      records.push(decoded(WANDB_MESSAGES.lookupType("Record"), Buffer.concat(parts)));
      parts = [];
    }
    at += 7 + length;
  }
  expect(parts).toEqual([]);
  return records;
}

test("a cell is what TensorBoard's own parts write of it, byte by byte", async () => {
  const file = await bytesOf(eventRecords(cellOf(POINTS)));
  expect(eventsIn(file)).toEqual(eventsIn(fixture("events.out.tfevents")));
  expect(file).toEqual(fixture("events.out.tfevents"));
});

test("a cell is what W&B's own messages make of it, byte by byte", async () => {
  const file = await bytesOf(wandbRecords(cellOf(POINTS)));
  expect(recordsIn(file)).toEqual(recordsIn(fixture("run.wandb")));
  expect(file).toEqual(fixture("run.wandb"));
});

test.each([32_768 - 7, 32_768 - 14, 70_000])("records of %i bytes are cut at the ends of blocks", async (size) => {
  const tag = `step/${"x".repeat(size)}`;
  // Rooms of every size, down to none, are left at the ends of blocks.
  const fill = Array.from({ length: 40 }, (_, k) => ({ steps: k, values: { [`${"y".repeat(811 + k)}`]: k } }));
  const records = recordsIn(
    await bytesOf(wandbRecords(cellOf([...fill, { steps: 40, values: { [tag]: 1 } }, ...POINTS]))),
  );
  const history = z.object({ history: z.object({ item: z.array(z.object({ nestedKey: z.array(z.string()) })) }) });
  const names = records.flatMap(
    (record) => history.safeParse(record).data?.history.item.map((item) => item.nestedKey[0]) ?? [],
  );
  expect(names.filter((name) => name === tag)).toHaveLength(1);
  expect(names.filter((name) => name === "_step")).toHaveLength(43);
});

test("numbers that are none are texts in JSON, and stay what they are in events", async () => {
  const cell = cellOf([{ steps: 1, values: { a: Number.NaN, b: Number.NEGATIVE_INFINITY } }]);
  expect(JSON.stringify(recordsIn(await bytesOf(wandbRecords(cell))))).toContain(
    String.raw`"valueJson":"\"-Infinity\""`,
  );
  expect(eventsIn(await bytesOf(eventRecords(cell)))[2]).toMatchObject({
    summary: { value: [{ tag: "a", simpleValue: Number.NaN }, { simpleValue: Number.NEGATIVE_INFINITY }] },
  });
});

test("variants have folders of their own, also where a name is none for a folder", () => {
  const folders = ["a, noise=−5", "a/b", "a:b", "..", "x".repeat(300)].map((name) => eventsFile(cellOf([], name)));
  expect(folders[0]).toBe("r/a, noise=−5/seed-7/events.out.tfevents.agon");
  expect(new Set(folders).size).toBe(5);
  for (const folder of folders) expect(folder).toMatch(/^r\/(?!\.+\/)[^/:]{1,120}\/seed-7\/[^/]+$/);
});

const scalars = z.object({
  step: z.number().default(0),
  summary: z.object({ value: z.array(z.object({ tag: z.string(), simpleValue: z.number() })) }),
});

/** Values of a tag by their steps. */
function valuesOf(events: readonly unknown[], tag: string): [number, number][] {
  return events.flatMap((event) => {
    const { data } = scalars.safeParse(event);
    return data === undefined
      ? []
      : data.summary.value.flatMap((value): [number, number][] =>
          value.tag === tag ? [[data.step, value.simpleValue]] : [],
        );
  });
}

const EXPERIMENT = `
environment: { id: coopetition/trust-dilemma, horizon: 6 }
agents: { policy: ppo, steps: 48, copies: 2, rollout: 6, hidden: [4] }
objective: joint.value
variants:
  private: { reward: private }
  both: { reward: cooperative }
seeds: 2
episodes: 2
`;

const query = async ({ database }: Ran, sql: string) =>
  (await database.query(sql)).rows.map(({ steps, value }) => [Number(steps), Number(value)]);

test("a run's events are its tables and its report", async () => {
  const run = await ran(EXPERIMENT);
  const out = scratch();
  const { planned, cells } = await exportRun(run.folder, { format: "tensorboard", out });
  expect([planned, cells.length]).toEqual([4, 4]);
  const single = (rows: number[][]) => rows.map(([steps, value]) => [steps, Math.fround(value)]);
  const finals: Record<string, number[]> = {};
  for (const { variant, seed, file } of cells) {
    const events = eventsIn(readFileSync(file));
    const own = `variant = '${variant}' and seed = ${seed}`;
    const training = await query(run, `select steps, surrogate as value from training where ${own} order by steps`);
    expect(training.length).toBeGreaterThan(2);
    expect(valuesOf(events, "training/surrogate")).toEqual(single(training));
    const trust = `select episode * 6 + step + 1 as steps, avg(trust) as value from steps where ${own} group by all order by 1`;
    expect(valuesOf(events, "step/trust")).toEqual(single(await query(run, trust)));
    const [, label] = (await run.database.query("select distinct label from episodes order by label")).rows.map(
      (row) => row.label,
    );
    const pay = `select (episode + 1) * 6 as steps, pay as value from episodes where ${own} and label = '${label}' order by 1`;
    expect(valuesOf(events, `episode/pay/${label}`)).toEqual(single(await query(run, pay)));
    expect(valuesOf(events, "episode/steps")).toEqual(matrix("6 6 | 12 6"));
    finals[variant] = [...(finals[variant] ?? []), valuesOf(events, "final/welfare")[0][1]];
  }
  for (const { name, welfare } of (await buildReport(run.folder)).variants)
    expect((finals[name][0] + finals[name][1]) / 2).toBeCloseTo(welfare.mean ?? Number.NaN, 3);

  const briefly = scratch();
  const without = await exportRun(run.folder, { format: "tensorboard", out: briefly, steps: false });
  expect(valuesOf(eventsIn(readFileSync(without.cells[0].file)), "step/trust")).toEqual([]);
});

test("an export is written over only when that is asked for, and then is the same to the byte", async () => {
  const run = await ran(EXPERIMENT.replace(/policy: ppo.*?\}/, "policy: tit-for-tat }"));
  const out = scratch();
  const options = { format: "wandb", out } as const;
  const { cells } = await exportRun(run.folder, options);
  const before = cells.map(({ file }) => readFileSync(file));
  const [{ file }] = cells;
  await expect(exportRun(run.folder, options)).rejects.toThrow(`${file} is there already; --overwrite writes over it`);
  await exportRun(run.folder, { ...options, overwrite: true });
  expect(cells.map(({ file }) => readFileSync(file))).toEqual(before);
  expect(existsSync(join(file, "../files"))).toBe(true);
  expect(recordsIn(before[0])[1]).toMatchObject({
    run: {
      project: "e",
      runGroup: "private",
      config: { update: expect.arrayContaining([{ key: "reward", valueJson: '"private"' }]) },
    },
  });
  expect(statSync(file).size).toBe(before[0].length);
  expect(file.startsWith(join(out, "offline-run-"))).toBe(true);
});

test("of an episode that failed only what was counted is exported", async () => {
  const server = await chatServer((one) =>
    one.messages.at(-1)?.content.includes("France") ? { status: 500 } : "Rome",
  );
  const { folder } = await ran(
    `
environment: { id: language/questions, file: quiz.csv }
agents: { policy: llm, model: small, endpoint: "${server.url}", retries: 0 }
objective: correct
reward: { channel: correct }
seeds: 1
episodes: 2
`,
    { "quiz.csv": "question,answer\nThe capital of France?,Paris\nThe capital of Italy?,Rome\n" },
  );
  const { cells } = await exportRun(folder, { format: "tensorboard", out: scratch(), steps: false });
  const events = eventsIn(readFileSync(cells[0].file));
  expect(valuesOf(events, "episode/failed").map(([, value]) => value)).toEqual([1, 0]);
  expect(valuesOf(events, "episode/pay").map(([, value]) => value)).toEqual([1]);
  expect(valuesOf(events, "final/correct").map(([, value]) => value)).toEqual([1]);
  expect(valuesOf(events, "final/failed").map(([, value]) => value)).toEqual([0.5]);
});

test("cells that are not done are left out, and a run without any is told", async () => {
  const run = await ran(EXPERIMENT.replace(/policy: ppo.*?\}/, "policy: tit-for-tat }"));
  const [{ key }] = await keysOf(run);
  const store = join(run.folder, "..");
  rmSync(cellFile(store, { key, seed: 0 }, "episodes"));
  const { planned, cells } = await exportRun(run.folder, { format: "wandb", out: scratch() });
  expect([planned, cells.length]).toEqual([4, 3]);
  rmSync(join(store, "cells"), { recursive: true });
  await expect(exportRun(run.folder, { format: "wandb", out: scratch() })).rejects.toThrow("agon resume");
});

test("the time of a point is that at which its cell was done", async () => {
  const run = await ran(EXPERIMENT.replace(/policy: ppo.*?\}/, "policy: tit-for-tat }"));
  const [{ key }] = await keysOf(run);
  utimesSync(cellFile(join(run.folder, ".."), { key, seed: 0 }, "episodes"), 1e9, 1e9);
  const { cells } = await exportRun(run.folder, { format: "wandb", out: scratch() });
  expect(cells[0].file).toContain("/offline-run-20010909_014640-");
  expect(wandbFile({ ...cellOf([]), doneAt: 1e12 })).toMatch(/^offline-run-20010909_014640-(\w{16})\/run-\1\.wandb$/);
});

const keysOf = async ({ database }: Ran) =>
  (await database.query("select distinct cell from cells where variant = 'private'")).rows.map(({ cell }) => ({
    key: String(cell),
  }));

test("pages of a cell stand in frames, each escaped; a world without pages is named", async () => {
  const series = cellOf([], "a <b>");
  const html = '<!doctype html><p class="x">1 & 2</p>';
  const pages = async () => [{ episode: 3, pay: 0.5, html }];
  const file = (await bytesOf(pageRecords({ ...series, pages }))).toString("utf8");
  expect(file).toContain("<h1>T: a &lt;b&gt;, seed 7</h1>");
  const [, frame = ""] = /srcdoc="([^"]*)"/.exec(file) ?? [];
  const back = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
  const plain = Object.entries(back).reduce((text, [from, to]) => text.replaceAll(from, to), frame);
  expect(plain).toBe(html);
  await expect(bytesOf(pageRecords(series))).rejects.toThrow("keeps no text `html`");
});
