// Comparison of variants of two runs: only differences are listed, and effects are paired over common seeds.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { parseExperiment } from "../experiment/experiment.ts";
import { keptIn } from "../experiment/store-place.ts";
import { buildReport } from "../report/report.ts";
import { runExperiment } from "../run/run.ts";
import { sideBySide, sideSources, sidesIn } from "./side-by-side.ts";
import { comparison } from "./side-comparison.ts";
import type { SideBySide } from "./side-data.ts";

const yaml = ({ title = "One", baseline = 50, objective = "joint.value", seeds = 4, reward = "private" } = {}) => `
title: ${title}
environment: { id: coopetition/slcd, horizon: 5 }
agents: { policy: constant, noise: 5, level: ${baseline} }
objective: ${objective}
variants: { selfish: { reward: ${reward} }, shared: { reward: cooperative } }
seeds: ${seeds}
`;

async function compared(...files: readonly string[]) {
  const store = mkdtempSync(join(tmpdir(), "agon-sides-"));
  onTestFinished(() => rmSync(store, { recursive: true, force: true }));
  const folders: string[] = [];
  for (const [k, file] of files.entries()) {
    const experiment = await parseExperiment(file, join(store, `e${k}.yaml`), { cache: keptIn(store) });
    folders.push((await runExperiment(experiment, { store, workers: 0 })).folder);
  }
  const runs = folders.map((folder) => basename(folder));
  /** The comparison from the store, checked against the one from files. */
  const of = async (...texts: readonly string[]): Promise<SideBySide> => {
    const sides = sidesIn(store, texts);
    const stored = await sideBySide(store, sides);
    const sources = (await Promise.all(runs.map((run) => sideSources(store, run)))).flat();
    expect(comparison(sides, JSON.parse(JSON.stringify(sources)))).toEqual(stored);
    return stored;
  };
  return { store, folders, runs, of };
}

test("estimates and differences of one run agree with its report", async () => {
  const { folders, runs, of } = await compared(yaml());
  const { effects, variants } = await buildReport(folders[0]);
  const { settings, measures, sameMeasures } = await of(runs[0]);
  expect(settings).toEqual([{ path: "reward", values: ["private", "cooperative"] }]);
  // The reward does not change how these agents act.
  expect(measures.map(({ name }) => name)).toEqual(["pay"]);
  expect(sameMeasures).toContain("objective");
  expect(measures[0].estimates).toEqual(variants.map(({ pay }) => pay));
  const { a, b, ...paired } = effects.find(({ measure }) => measure === "pay") ?? { a: "", b: "" };
  expect([a, b]).toEqual(["selfish", "shared"]);
  expect(measures[0].effects).toEqual([null, expect.objectContaining(paired)]);
});

test("two runs: differing settings and measures, paired over common seeds", async () => {
  const { folders, runs, of } = await compared(yaml(), yaml({ title: "Two", baseline: 80, seeds: 3 }));
  const [one, two] = runs.map((run) => `${run}/selfish`);
  const { sides, settings, measures, sameMeasures } = await of(one, two);
  // All episodes of both last to the horizon, on four and on three seeds.
  expect(sameMeasures).toContain("steps");
  expect(sides.map(({ title, cells }) => [title, cells])).toEqual([
    ["One", 4],
    ["Two", 3],
  ]);
  expect(settings).toEqual([
    { path: "agents.level", values: ["50", "80"] },
    { path: "seeds", values: ["0 to 3", "0 to 2"] },
  ]);
  const value = measures.find(({ name }) => name === "objective");
  const points = await Promise.all(folders.map(async (folder) => (await buildReport(folder)).variants[0].points));
  const wanted = pairedEffect(
    points[0].slice(0, 3).map(({ objective }) => objective),
    points[1].map(({ objective }) => objective),
  );
  expect(value?.effects[0]).toBeNull();
  expect(value?.effects[1]).toMatchObject({ n: 3, difference: wanted.mean, low: wanted.low, high: wanted.high });
  // With the two sides exchanged, the difference changes its sign.
  const turned = (await of(two, one)).measures.find(({ name }) => name === "objective");
  expect(turned?.effects[1]?.difference).toBeCloseTo(-(wanted.mean ?? Number.NaN), 10);
});

test("different objectives and units of pay are not compared, and unknown sides are rejected", async () => {
  const { runs, of } = await compared(
    yaml(),
    yaml({ title: "Two", objective: "trust", reward: "{ weights: { trust: 1 } }", baseline: 80, seeds: 1 }),
  );
  const { measures } = await of(`${runs[0]}/selfish`, `${runs[1]}/selfish`);
  const measure = (name: string) => measures.find((one) => one.name === name);
  expect(measure("objective")).toMatchObject({ apart: "their objectives differ", effects: [null, null] });
  expect(measure("pay")?.apart).toBe("they are paid in different coins");
  // With one common seed there is no estimate of spread.
  expect(measure("trust")).toMatchObject({ apart: null, effects: [null, null] });
  for (const [sides, says] of [
    [[`${runs[0]}/selfish`], /1 side cannot be compared.*from 2 to 12/s],
    [["run"], /run of this store.*run/],
    [[`${runs[0]}/sellfish`, runs[1]], /variant of .*did you mean "selfish"/],
    [["../x/selfish"], /run of this store/],
  ] as const)
    await expect((async () => of(...sides))()).rejects.toThrow(says);
});
