// The graph and the signal of tasks as the study checks them, and what training and cloning make of a choice on one seed.

import { expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { graphChecks } from "./graph-checks.ts";
import { cloned } from "./imitation.ts";
import { ranking, signalChecks, signalControls } from "./signal-checks.ts";
import { topocurate } from "./study.ts";
import { type Picker, trained } from "./training.ts";

test("the graph holds what the machines behind it hold", () => {
  const checks = graphChecks(7, 20_000);
  expect(checks).toHaveLength(4);
  expect(checks.filter(({ pass }) => !pass)).toEqual([]);
});

test("error branches tell which tasks have a gradient, and not without outcomes or without merging", () => {
  const rankings = [7, 8].map(ranking);
  expect(signalChecks(rankings).map(({ pass }) => pass)).toEqual([true, true, true, true]);
  expect(signalControls(rankings).map(({ failed }) => failed)).toEqual([true, true]);
});

test("tasks chosen by topology teach more than those of a middling pass rate", () => {
  const all = [2, 3].map(trained);
  const of = (picker: Picker) => mean(all.map(({ success }) => success[picker]));
  expect(of("topology") - of("pass rate")).toBeGreaterThan(0.05);
  // What has a gradient is chosen more often than it is there.
  expect(mean(all.map(({ branches }) => branches.topology))).toBeGreaterThan(0.65);
  expect(trained(2)).toEqual(all[0]);
});

test("successes chosen by topology teach to come back", () => {
  const all = [1, 2].map(cloned);
  for (const { topology, random, nobody } of all) {
    expect(topology.success).toBeGreaterThan(random.success);
    expect(random.success).toBeGreaterThan(nobody.success);
    expect(topology.recoveries).toBeGreaterThan(2 * random.recoveries);
  }
});

test.skipIf(process.env.LONG !== "1")("the controls fail", async () => {
  const { controls } = await topocurate.run(legacyContext());
  expect(controls.map(({ failed }) => failed)).toEqual([true, true]);
});
