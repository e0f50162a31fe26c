// Something else where a file or a folder of a store should be: one sentence says where, and all else is read.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agon, filesOfCells, scratch } from "./agon.ts";

const one = ["--workers", "1"];
let model = "";
let run = "";

beforeAll(async () => {
  model = mkdtempSync(join(tmpdir(), "agon-"));
  const text =
    "environment: { id: coopetition/slcd, horizon: 5 }\nagents: { policy: random }\nobjective: joint.value\nvariants: { a: {}, b: { reward: cooperative } }\nseeds: 2\n";
  writeFileSync(join(model, "e.yaml"), text);
  ({ run } = JSON.parse((await agon(["run", "e.yaml", "--json", ...one], { cwd: model })).stdout));
});
afterAll(() => rmSync(model, { recursive: true, force: true }));

/** A copy of the store, and paths in it. */
function copied() {
  const folder = scratch();
  cpSync(model, folder, { recursive: true });
  const store = join(folder, ".agon");
  const [steps] = filesOfCells(store, /\/steps\/0\.parquet$/);
  return { folder, store, run: join(store, run), cell: dirname(dirname(steps)), steps };
}
type Place = ReturnType<typeof copied>;

function folderAt(path: string): string {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path);
  return path;
}
function fileAt(path: string): string {
  rmSync(path, { recursive: true, force: true });
  writeFileSync(path, "");
  return path;
}
function linkAt(path: string): string {
  rmSync(path, { recursive: true, force: true });
  symlinkSync("/nowhere/at/all", path);
  return path;
}

const again = "run the experiment again; its cells are kept";
const away = "what was computed before is kept; move it away, and run again";

test.each<[string, string, (place: Place) => string, string]>([
  [
    "a folder for the record",
    "report",
    (p) => folderAt(join(p.run, "run.json")),
    `cannot be read: it is a folder; ${again}`,
  ],
  ["a folder for the record", "run", (p) => folderAt(join(p.run, "run.json")), `it is a folder; ${away}`],
  [
    "a folder for the experiment",
    "report",
    (p) => folderAt(join(p.run, "experiment.yaml")),
    `it is a folder; ${again}`,
  ],
  [
    "a folder for the experiment",
    "resume",
    (p) => folderAt(join(p.run, "experiment.yaml")),
    `it is a folder; ${again}`,
  ],
  [
    "a link to nowhere for the experiment",
    "report",
    (p) => linkAt(join(p.run, "experiment.yaml")),
    `is missing; ${again}`,
  ],
  ["a folder for a seal", "run", (p) => folderAt(join(p.cell, "seals/0.json")), `it is a folder; ${away}`],
  ["a file for the seals", "run", (p) => fileAt(join(p.cell, "seals")), `a part of the path is not a folder; ${away}`],
  ["a file for the steps", "run", (p) => fileAt(join(p.cell, "steps")), `a part of the path is not a folder; ${away}`],
  ["a link to nowhere for the run", "run", (p) => linkAt(p.run), `something else is there; ${away}`],
])("%s is told by agon %s", async (_, command, damage, sentence) => {
  const place = copied();
  const file = damage(place);
  const args = command === "run" ? ["run", "e.yaml", ...one] : [command, run];
  const { code, complaint } = await agon(args, { cwd: place.folder });
  const last = complaint.trim().split("\n").at(-1);
  expect(last).toContain(`${file}`);
  expect(last).toContain(sentence);
  expect(code).toBe(2);
});

test.each<[string, (place: Place) => void, number]>([
  ["a file for the seals", ({ cell }) => fileAt(join(cell, "seals")), 0],
  ["a file for a cell", ({ cell }) => fileAt(cell), 0],
  ["a file for the steps", ({ cell }) => fileAt(join(cell, "steps")), 2],
  ["a folder for steps", ({ steps }) => folderAt(steps), 2],
])("with %s the report shows what is left", async (_, damage, expected) => {
  const place = copied();
  damage(place);
  const { code, stdout } = await agon(["report", "latest", "--json"], { cwd: place.folder });
  expect(JSON.parse(stdout).variants).toHaveLength(2);
  expect(code).toBe(expected);
});

test.each(["report.html", "finding.json", "episodes.parquet"])(
  "where %s cannot be written the numbers are told, and another folder is",
  async (name) => {
    const place = copied();
    const file = folderAt(join(place.run, name));
    const { code, stdout, complaint } = await agon(["report", run], { cwd: place.folder });
    expect(stdout).toContain("cooperation");
    expect(stdout).not.toContain("report: ");
    expect(complaint.trim()).toBe(
      `agon: cannot write to ${file}: it is a folder; what was computed is kept; agon report RUN --out FOLDER writes the report elsewhere`,
    );
    expect(code).toBe(2);
    const elsewhere = await agon(["report", run, "--out", "else/where", "--json"], { cwd: place.folder });
    expect(elsewhere.code).toBe(0);
    const to = join(place.folder, "else/where");
    expect(JSON.parse(elsewhere.stdout).report).toBe(join(to, "report.html"));
    expect(readdirSync(to).sort()).toEqual(["episodes.parquet", "finding.json", "report.html"]);
  },
);

test("a run that is a link to its folder is found", async () => {
  const { folder, run: place } = copied();
  renameSync(place, join(folder, "moved"));
  symlinkSync("../moved", place);
  expect((await agon(["report", "latest"], { cwd: folder })).code).toBe(0);
});

test("a store without runs says so", async () => {
  const { folder, store, run: place } = copied();
  rmSync(place, { recursive: true });
  const { code, complaint } = await agon(["report", "latest"], { cwd: folder });
  expect(complaint.trim()).toBe(`agon: the store ${store} holds no run; agon run FILE makes one`);
  expect(code).toBe(2);
});
