// Changed, truncated, exchanged and removed files of a cell are detected.

import { mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { breakSeal, CellWriter, damageOf, findCell, seedsDone, trainedFile, wholeFile } from "./cell-files.ts";
import { cellFile, cellsFolder } from "./store.ts";

const ALL = ["episodes", "steps", "trained"] as const;

/** Creates a store with cells of these seeds. */
function cells(...seeds: readonly number[]) {
  const store = mkdtempSync(join(tmpdir(), "agon-cells-"));
  onTestFinished(() => rmSync(store, { recursive: true, force: true }));
  for (const seed of seeds) {
    const writer = new CellWriter({ store, key: "k", seed, episodes: 1, record: "steps", directory: store });
    for (const file of ALL) writer.write(file, new TextEncoder().encode(`the ${file} of ${seed}`));
    writer.seal();
  }
  const cell = { store, key: "k", seed: seeds[0] };
  const places = {
    episodes: cellFile(store, cell, "episodes"),
    steps: cellFile(store, cell, "steps"),
    trained: trainedFile(cell),
    seal: join(cellsFolder(store, "k"), "seals", `${cell.seed}.json`),
  };
  return { store, cell, places };
}

test("an unchanged cell is complete, and has the requested files", () => {
  const { store, cell, places } = cells(3);
  expect(findCell(cell)).toEqual({
    whole: new Set(ALL),
    damaged: [],
    node: Number.parseInt(process.versions.node, 10),
  });
  expect(findCell({ ...cell, seed: 4 })).toBeUndefined();
  expect(wholeFile(cell, "steps")).toBe(places.steps);
  expect(wholeFile(cell, "texts")).toBeUndefined();
  expect(seedsDone(store, "k", ["episodes", "steps"], [3, 4])).toEqual({ done: new Set([3]), damaged: [] });
  expect(seedsDone(store, "k", ["episodes", "texts"], [3])).toEqual({ done: new Set(), damaged: [] });
  expect(seedsDone(store, "other", ["episodes"], [3])).toEqual({ done: new Set(), damaged: [] });
});

describe.each(ALL)("%s", (file) => {
  test("one flipped bit is detected anywhere", () => {
    const { store, cell, places } = cells(3);
    const bytes = readFileSync(places[file]);
    for (let k = 0; k < 8 * bytes.length; k++) {
      const turned = Buffer.from(bytes);
      turned[k >> 3] ^= 1 << (k & 7);
      writeFileSync(places[file], turned);
      expect(findCell(cell)?.damaged, `bit ${k}`).toEqual([places[file]]);
    }
    expect(() => wholeFile(cell, file)).toThrow(`${places[file]} is not as it was written; run the experiment again`);
    expect(seedsDone(store, "k", ["episodes"], [3])).toEqual({
      done: new Set(),
      damaged: [{ seed: 3, files: [places[file]] }],
    });
  });

  test("a file that is truncated, missing or of another seed is detected", () => {
    const { cell, places } = cells(3, 4);
    truncateSync(places[file], 5);
    expect(findCell(cell)?.damaged).toEqual([places[file]]);
    const others = {
      episodes: cellFile(cell.store, { key: "k", seed: 4 }, "episodes"),
      steps: cellFile(cell.store, { key: "k", seed: 4 }, "steps"),
      trained: trainedFile({ ...cell, seed: 4 }),
    };
    renameSync(others[file], places[file]);
    expect(findCell(cell)?.damaged).toEqual([places[file]]);
    expect(damageOf(cell, places[file])).toBe("is not as it was written");
    rmSync(places[file]);
    expect(findCell(cell)?.damaged).toEqual([places[file]]);
    expect(damageOf(cell, places[file])).toBe("is gone");
  });
});

test("a flipped bit in the seal is always detected", () => {
  const { cell, places } = cells(3);
  const bytes = readFileSync(places.seal);
  for (let k = 0; k < 8 * bytes.length; k++) {
    const turned = Buffer.from(bytes);
    turned[k >> 3] ^= 1 << (k & 7);
    writeFileSync(places.seal, turned);
    expect(findCell(cell)?.damaged, `bit ${k}`).not.toEqual([]);
  }
});

test("a seal of an earlier version lists only the files", () => {
  const { cell, places } = cells(3);
  writeFileSync(places.seal, JSON.stringify(JSON.parse(readFileSync(places.seal, "utf8")).files));
  expect(findCell(cell)).toEqual({ whole: new Set(ALL), damaged: [], node: undefined });
});

test("a cell whose seal was broken is not done", () => {
  const { store, cell } = cells(3);
  breakSeal(cell);
  expect(findCell(cell)).toBeUndefined();
  expect(seedsDone(store, "k", ["episodes"], [3])).toEqual({ done: new Set(), damaged: [] });
});
