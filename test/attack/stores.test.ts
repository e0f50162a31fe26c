// Stores of strangers: links, pipes and paths in them lead to nothing outside, whatever asks; what they say of processes hits no other; and
// files of one cell are not taken for those of another.

import { execFileSync, spawn } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Blobs, blobOf } from "../../src/cluster/blobs.ts";
import { unpacked } from "../../src/cluster/luggage.ts";
import { sharedPlace } from "../../src/cluster/shared-place.ts";
import { checkedJson, parseChecked } from "../../src/core/checksum.ts";
import { beginningOf, HERE } from "../../src/core/process-place.ts";
import { votesFile } from "../../src/feedback/votes/votes-file.ts";
import { trustRun } from "../../src/lab/experiment/trust.ts";
import { votesOf } from "../../src/lab/judging/judged-run.ts";
import { refuseAtWork } from "../../src/lab/run/resumed.ts";
import { readRecord, trustQuestion } from "../../src/lab/store/run-record.ts";
import { openStore } from "../../src/lab/store/store.ts";
import { keepNotes } from "../../src/lab/view/run-notes.ts";
import { runIndex } from "../../src/server/run-index.ts";
import { openView } from "../../src/server/view.ts";
import { agon, contents, documentOf, finishedCells, scratch, scratchFolder } from "../cli/agon.ts";
import { start } from "../cli/process.ts";

const SMALL = `environment: { id: coopetition/slcd, horizon: 5 }
agents: { policy: random }
objective: joint.value
variants: { a: {}, b: { reward: cooperative } }
seeds: 2
`;
const SECRET = "what lies outside of the store";
const model = { ...scratchFolder(), run: "" };

beforeAll(async () => {
  writeFileSync(join(model.folder, "e.yaml"), SMALL);
  model.run = (await documentOf("run e.yaml", { cwd: model.folder })).run;
});
afterAll(model.gone);

/** A copy of the store, and a folder outside of it. */
function copied() {
  const folder = scratch();
  cpSync(model.folder, folder, { recursive: true, preserveTimestamps: true });
  const store = join(folder, ".agon");
  const outside = join(folder, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "secret"), SECRET);
  const [seal] = finishedCells(store);
  const cell = dirname(dirname(seal));
  return { folder, store, outside, secret: join(outside, "secret"), run: join(store, model.run), cell, seal };
}
type Place = ReturnType<typeof copied>;

/** Moves a file or a folder of the store out of it, and leaves a link to it. */
function movedOut(path: string, { outside }: Place): void {
  const to = join(outside, basename(path));
  renameSync(path, to);
  symlinkSync(to, path);
}

/** Puts a link to what is outside where a file lies, or may lie. */
function linked(path: string, { secret }: Place): void {
  rmSync(path, { force: true });
  symlinkSync(secret, path);
}

/** Changes what the record of the run says. */
function retold(place: Place, change: (record: Record<string, unknown>) => object): void {
  const file = join(place.run, "run.json");
  writeFileSync(file, checkedJson({ ...change({ ...parseChecked(readFileSync(file, "utf8")) }) }));
}

const withKey = (key: string) => (record: Record<string, unknown>) => ({
  ...record,
  variants: Array.isArray(record.variants) ? record.variants.map((variant) => ({ ...variant, key })) : [],
});

/** What a stranger has done, and what the report says of it; null where it says nothing. */
const WAYS_OUT: readonly (readonly [string, (place: Place) => void, RegExp | null])[] = [
  [
    "a run with a path for its name",
    (place) => retold(place, (own) => ({ ...own, run: "../outside" })),
    /run\.json is damaged/,
  ],
  ["a key that is a path", (place) => retold(place, withKey("../../outside")), /run\.json is damaged/],
  ["a key that leads up", (place) => retold(place, withKey("..")), /run\.json is damaged/],
  ["a run that is a link", (place) => movedOut(place.run, place), /is a link, which may lead out of/],
  ["a record that is a link", (place) => movedOut(join(place.run, "run.json"), place), /run\.json is a link/],
  ["cells that are a link", (place) => movedOut(join(place.store, "cells"), place), null],
  ["a cell that is a link", (place) => movedOut(place.cell, place), null],
  ["seals that are a link", (place) => movedOut(join(place.cell, "seals"), place), null],
  ["a seal that is a link", (place) => movedOut(place.seal, place), /seals\/0\.json/],
  ["steps that are a link", (place) => movedOut(join(place.cell, "steps"), place), /steps\/0\.parquet/],
  ["a table that is a link", (place) => movedOut(join(place.cell, "episodes", "0.parquet"), place), /0\.parquet/],
  ["a variant that is a link", (place) => linked(join(place.cell, "variant.json"), place), null],
  ["a finding that is a link", (place) => linked(join(place.run, "finding.json"), place), null],
  ["a failure that is a link", (place) => linked(join(place.run, "failure.json"), place), null],
  ["notes that are a link", (place) => linked(join(place.run, "notes.json"), place), null],
  ["a page that is a link", (place) => linked(join(place.run, "report.html"), place), null],
  ["episodes that are a link", (place) => linked(join(place.run, "episodes.parquet"), place), null],
];

describe.each(WAYS_OUT)("%s", (_, damage, says) => {
  test("leads to nothing outside", async () => {
    const place = copied();
    damage(place);
    const before = contents(place.outside);
    const outputs: string[] = [];
    for (const line of [
      "list runs",
      `report ${model.run}`,
      `query 'SELECT count(*) FROM episodes' --run ${model.run}`,
      `export ${model.run} --format tensorboard --out exported`,
      "run e.yaml --seeds 3",
    ]) {
      const { code, stdout, stderr, complaint } = await agon(line, { cwd: place.folder });
      expect([0, 2], `${line}: ${stderr}`).toContain(code);
      if (line.startsWith("report") && says !== null) expect(complaint).toMatch(says);
      if (code === 2) expect(complaint, line).toMatch(/^agon: .*\p{L}/u);
      outputs.push(stdout, stderr);
    }
    for (const { summary, live } of runIndex(place.store).look()) outputs.push(JSON.stringify([summary, live]));
    expect(outputs.join("\n")).not.toContain(SECRET);
    expect(outputs.join("\n")).not.toContain("Agon itself failed");
    expect(contents(place.outside)).toEqual(before);
  });
});

/** What no run was asked: numbers that no column of a table holds, and what would be counted twice. */
const ABSURD: readonly Readonly<Record<string, unknown>>[] = [
  ...[[1e15], [1e308], [0.5], [-1], [0, 1, 0], [], ["0"], 1e15].map((seeds) => ({ seeds })),
  ...[1e12, 1e308, 0.5, -1, null].map((episodes) => ({ episodes })),
  ...[-1, "much", "1e999 %"].map((margin) => ({ margin })),
  { variants: [] },
];

test.each(ABSURD)("a run of %j is damaged, and told in a sentence", async (fields) => {
  const place = copied();
  retold(place, (own) => ({ ...own, ...fields }));
  for (const line of ["list runs", "report latest", "export latest --format wandb --out exported", "resume latest"]) {
    const { code, complaint } = await agon(line, { cwd: place.folder });
    expect([code, complaint], line).toEqual([2, expect.stringContaining(`${place.run}/run.json is damaged`)]);
  }
  expect(runIndex(place.store).look()).toEqual([]);
});

/** What may lie in the place of the experiment that a run was asked for. */
const ODD_EXPERIMENTS: Readonly<Record<string, string>> = {
  "a bracket that is not closed": "{",
  "two documents": "a: 1\n---\nb: 2\n",
  "aliases of aliases": Array.from({ length: 9 }, (_, k) => `n${k}: &n${k} [${`*n${k - 1}, `.repeat(k && 9)}1]`).join(
    "\n",
  ),
  "brackets without end": "[".repeat(20_000),
};

test.each(Object.entries(ODD_EXPERIMENTS))("an experiment of %s is told in a sentence", async (_, text) => {
  const place = copied();
  writeFileSync(join(place.run, "experiment.yaml"), text);
  const { code, complaint } = await agon("resume latest", { cwd: place.folder });
  expect([code, complaint]).toEqual([2, expect.stringMatching(/^agon: \S*experiment\.yaml:\d+:\d+: [^\n]+\n?$/)]);
});

test("a variant that stands twice in a record is damage too", async () => {
  const place = copied();
  retold(place, (own) => ({ ...own, variants: Array.isArray(own.variants) ? [...own.variants, own.variants[0]] : [] }));
  const { complaint } = await agon("report latest", { cwd: place.folder });
  expect(complaint).toContain("run.json is damaged");
});

test("what pages keep is not added to a file outside, and what they ask for is not read there", async () => {
  const place = copied();
  const served = join(place.run, "episodes.parquet");
  for (const name of ["episodes.parquet", "votes.jsonl", "notes.json", "experiment.yaml"]) {
    linked(join(place.run, name), place);
  }
  const votes = votesFile(votesOf(place.store, model.run), { store: place.store });
  expect(() => votes.add({ id: "a", takes_back: "b", judge: "j", date: "2026-01-01T00:00:00Z" })).toThrow("is a link");
  expect(() => votes.read()).toThrow("is a link");
  keepNotes(place.run, { note: "mine", tags: [] });
  const view = await openView({ store: openStore(place.store), port: 0 });
  onTestFinished(() => view.close());
  for (const path of [basename(served), "experiment", "judging/board"]) {
    const answer = await fetch(new URL(`api/runs/${model.run}/${path}`, view.url));
    expect(answer.ok, path).toBe(false);
    expect(await answer.text()).not.toContain(SECRET);
  }
  expect(readFileSync(place.secret, "utf8")).toBe(SECRET);
});

test.skipIf(process.platform === "win32")("pipes are not waited for", async () => {
  const place = copied();
  const other = join(place.store, "other-00000000");
  mkdirSync(other);
  const pipes = [
    join(other, "run.json"),
    ...["notes.json", "finding.json", "work.json", "failure.json", "live-12.json", "load-1-1.json"].map((name) =>
      join(place.run, name),
    ),
    place.seal,
    join(place.cell, "steps", "1.parquet"),
  ];
  for (const pipe of pipes) rmSync(pipe, { force: true });
  execFileSync("mkfifo", pipes);
  for (const [line, expected] of [
    ["list runs", /other-00000000\/run\.json is no file: it is a pipe/],
    [`report ${model.run}`, /seals\/0\.json: it is no file of this store/],
    ["report other-00000000", /run\.json is no file: it is a pipe/],
  ] as const) {
    const command = start(line, { cwd: place.folder });
    // What hangs is ended.
    const limit = setTimeout(() => command.process.kill("SIGKILL"), 120_000);
    const { code, complaint } = await command.done;
    clearTimeout(limit);
    expect([code, complaint], line).toEqual([2, expect.stringMatching(expected)]);
  }
});

test("the store may lie behind a link", async () => {
  const { folder, store } = copied();
  renameSync(store, join(folder, "elsewhere"));
  symlinkSync("elsewhere", store);
  expect((await agon("report latest", { cwd: folder })).code).toBe(0);
  expect((await agon("run e.yaml --seeds 3", { cwd: folder })).code).toBe(0);
});

describe("what is said of processes", () => {
  const ABOUT = { host: "", begun: "", cells: 0, missing: 1, trainings: [] };
  const live = (place: Place, record: { pid: number; place: string; born?: string }): string => {
    const file = join(place.run, `live-${record.place}-${record.pid}.json`);
    writeFileSync(file, JSON.stringify({ ...ABOUT, ...record }));
    return file;
  };

  test("hits no process that has the number of another", async () => {
    const place = copied();
    const stranger = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    const ended = new Promise((resolve) => stranger.once("exit", (_, signal) => resolve(signal)));
    const pid = stranger.pid ?? 0;
    const view = await openView({ store: openStore(place.store), port: 0 });
    onTestFinished(() => view.close());
    const stopped = async (): Promise<unknown> => {
      const request = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
      return (await fetch(new URL(`api/runs/${model.run}/stop`, view.url), request)).json();
    };
    // A stranger may know when a process began.
    live(place, { pid, place: HERE, born: beginningOf(pid) });
    expect(await stopped()).toMatchObject({ problems: [{ code: "foreign-run" }] });
    trustRun(trustQuestion(place.run, readRecord(place.run)));
    for (const born of [undefined, "", "1", "Thu Jan  1 00:00:00 1970"]) {
      live(place, { pid, place: HERE, ...(born === undefined ? {} : { born }) });
      expect(await stopped(), String(born)).toEqual({ stopped: 0 });
    }
    for (const none of [0, -1, -pid]) live(place, { pid: none, place: HERE, born: "" });
    expect(await stopped()).toEqual({ stopped: 0 });
    stranger.kill("SIGKILL");
    expect(await ended).toBe("SIGKILL");
  });

  test.each([
    ["of another place, years ahead", "0123456789ab", 4_070_908_800],
    ["of another place, an hour ahead", "0123456789ab", Date.now() / 1000 + 3600],
    ["of this place, years ahead, that says no beginning", HERE, 4_070_908_800],
    ["of this place, an hour ago, that says no beginning", HERE, Date.now() / 1000 - 3600],
  ])("%s stops no run", (_, where, at) => {
    const place = copied();
    utimesSync(live(place, { pid: process.pid, place: where }), at, at);
    expect(() => refuseAtWork(place.store, model.run)).not.toThrow();
  });

  test("of this place with another beginning stops no run", () => {
    const place = copied();
    live(place, { pid: process.pid, place: HERE, born: "12" });
    expect(() => refuseAtWork(place.store, model.run)).not.toThrow();
  });
});

describe("a cell with the files and the seal", () => {
  const put = (place: Place, from: { cell: string; seed: number }, seed: number): void => {
    for (const [part, ending] of [
      ["episodes", "parquet"],
      ["steps", "parquet"],
      ["seals", "json"],
    ])
      copyFileSync(join(from.cell, part, `${from.seed}.${ending}`), join(place.cell, part, `${seed}.${ending}`));
  };

  test.each([
    ["of another seed", (place: Place) => put(place, { cell: place.cell, seed: 0 }, 1)],
    [
      "of another variant",
      (place: Place) => {
        const [other] = readdirSync(dirname(place.cell)).filter((name) => name !== basename(place.cell));
        put(place, { cell: join(dirname(place.cell), other), seed: 1 }, 1);
      },
    ],
  ])("%s is told, and computed anew", async (_, damage) => {
    const place = copied();
    const cells = contents(join(place.store, "cells"));
    damage(place);
    const report = await agon("report latest --json", { cwd: place.folder });
    expect([report.code, report.stderr]).toEqual([2, expect.stringContaining("seals/1.json")]);
    expect((await agon("run e.yaml", { cwd: place.folder })).code).toBe(0);
    expect(contents(join(place.store, "cells"))).toEqual(cells);
    expect((await agon("report latest", { cwd: place.folder })).code).toBe(0);
  });

  test("of an earlier version, which does not say whose it is, counts", async () => {
    const place = copied();
    for (const seal of finishedCells(place.store)) {
      const { key: _, seed: __, ...rest } = parseChecked(readFileSync(seal, "utf8"));
      writeFileSync(seal, checkedJson(rest));
    }
    const before = contents(join(place.store, "cells"));
    expect((await agon("report latest", { cwd: place.folder })).code).toBe(0);
    const { stderr } = await agon("run e.yaml", { cwd: place.folder });
    expect(stderr).not.toContain("seals/");
    expect(contents(join(place.store, "cells"))).toEqual(before);
  });
});

describe("a cluster's database", () => {
  test.each([
    ["beside the folder", "", "../st-sibling/x"],
    ["above it", "", "../../x"],
    ["by a start above it", "../../st-sibling", "x"],
  ])("lays no file %s", async (_, from, path) => {
    const home = scratch();
    const [folder, store] = [join(home, "files"), join(home, "st")];
    const content = blobOf(Buffer.from("x"));
    for (const part of ["files", "inStore"]) {
      const list = { start: from, files: [], inStore: [], [part]: [{ path, hash: content.hash, executable: false }] };
      const listed = blobOf(Buffer.from(JSON.stringify(list)));
      const read: Blobs["read"] = async () =>
        new Map([content, listed].map(({ hash, bytes }) => [hash, Buffer.from(bytes)]));
      const laid = unpacked(listed.hash, { ...NONE, read }, { folder, store });
      await expect(laid).rejects.toThrow("leads out of");
    }
    expect(readdirSync(home).filter((name) => !["files", "st"].includes(name))).toEqual([]);
  });

  test("names no file by what is no hash", async () => {
    const home = scratch();
    mkdirSync(join(home, "shared"));
    writeFileSync(join(home, "mine"), SECRET);
    const shared = await sharedPlace(join(home, "shared"));
    await expect(shared.remove("../mine")).rejects.toThrow("is no SHA-256");
    await expect(shared.get("/../../mine")).rejects.toThrow("is no SHA-256");
    expect(existsSync(join(home, "mine"))).toBe(true);
  });
});

const refuse = (): never => {
  throw new Error("is not asked for");
};
const NONE: Blobs = { missing: refuse, placed: refuse, keep: refuse, read: refuse, find: refuse, forget: refuse };
