// Something else where a file or a folder of a store should be: one sentence says where, and all else is read.

import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageCase, words } from "../fixtures/words.ts";
import { agon, documentOf, filesOfCells, scratch, scratchFolder } from "./agon.ts";
import { complaintOf } from "./mistakes.ts";

const SMALL = `environment: { id: coopetition/slcd, horizon: 5 }
agents: { policy: random }
objective: joint.value
variants: { a: {}, b: { reward: cooperative } }
seeds: 2
`;
const model = scratchFolder();
let run = "";

beforeAll(async () => {
  writeFileSync(join(model.folder, "e.yaml"), SMALL);
  ({ run } = await documentOf("run e.yaml", { cwd: model.folder }));
});
afterAll(model.gone);

/** A copy of the store, and paths in it. */
function copied() {
  const folder = scratch();
  cpSync(model.folder, folder, { recursive: true });
  const store = join(folder, ".agon");
  const [steps] = filesOfCells(store, /\/steps\/0\.parquet$/);
  return { folder, store, run: join(store, run), cell: dirname(dirname(steps)), steps };
}
type Place = ReturnType<typeof copied>;

/** Puts something else where `path` is. */
const at = (path: string, put: (path: string) => void): string => {
  rmSync(path, { recursive: true, force: true });
  put(path);
  return path;
};
const folderAt = (path: string) => at(path, mkdirSync);
const fileAt = (path: string) => at(path, (place) => writeFileSync(place, ""));
const linkAt = (path: string) => at(path, (place) => symlinkSync("/nowhere/at/all", place));

const DAMAGES: Readonly<Record<string, readonly [(place: Place) => string, commands: string]>> = {
  "a folder for the record": [(p) => folderAt(join(p.run, "run.json")), "report run"],
  "a folder for the experiment": [(p) => folderAt(join(p.run, "experiment.yaml")), "report resume"],
  "a link to nowhere for the experiment": [(p) => linkAt(join(p.run, "experiment.yaml")), "report"],
  "a folder for a seal": [(p) => folderAt(join(p.cell, "seals/0.json")), "run"],
  "a file for the seals": [(p) => fileAt(join(p.cell, "seals")), "run"],
  "a file for the steps": [(p) => fileAt(join(p.cell, "steps")), "run"],
  "a link to nowhere for the run": [(p) => linkAt(p.run), "run"],
};
words(
  "damaged-stores",
  Object.entries(DAMAGES).flatMap(([name, [damage, commands]]) =>
    commands.split(" ").map(
      (command): MessageCase => [
        `${name}: agon ${command}`,
        async () => {
          const place = copied();
          const file = damage(place);
          const line = command === "run" ? "run e.yaml" : `${command} ${run}`;
          const [last = ""] = (await complaintOf(line, { cwd: place.folder })).trim().split("\n").slice(-1);
          return last.replace(file.replace(place.folder, "FOLDER"), "PLACE");
        },
      ],
    ),
  ),
);

test.each<[string, (place: Place) => void, number]>([
  ["a file for the seals", ({ cell }) => fileAt(join(cell, "seals")), 0],
  ["a file for a cell", ({ cell }) => fileAt(cell), 0],
  ["a file for the steps", ({ cell }) => fileAt(join(cell, "steps")), 2],
  ["a folder for steps", ({ steps }) => folderAt(steps), 2],
])("with %s the report shows what is left", async (_, damage, expected) => {
  const place = copied();
  damage(place);
  const { code, stdout } = await agon("report latest --json", { cwd: place.folder });
  expect(JSON.parse(stdout).variants).toHaveLength(2);
  expect(code).toBe(expected);
});

test.each(["report.html", "finding.json", "episodes.parquet"])(
  "where %s cannot be written the numbers are told, and another folder is",
  async (name) => {
    const place = copied();
    const file = folderAt(join(place.run, name));
    const { code, stdout, complaint } = await agon(`report ${run}`, { cwd: place.folder });
    expect(stdout).toContain("cooperation");
    expect(stdout).not.toContain("report: ");
    expect(complaint.trim()).toBe(
      `agon: cannot write to ${file}: it is a folder; what was computed is kept; agon report RUN --out FOLDER writes the report elsewhere`,
    );
    expect(code).toBe(2);
    const { report } = await documentOf(`report ${run} --out else/where`, { cwd: place.folder });
    const to = join(place.folder, "else/where");
    expect(report).toBe(join(to, "report.html"));
    expect(readdirSync(to).sort()).toEqual(["episodes.parquet", "finding.json", "report.html"]);
  },
);

test("a store without runs says so", async () => {
  const { folder, run: place } = copied();
  rmSync(place, { recursive: true });
  expect(await complaintOf("report latest", { cwd: folder })).toBe(
    "agon: the store FOLDER/.agon holds no run; agon run FILE makes one\n",
  );
});
