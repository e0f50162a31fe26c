// The signal of tasks as the study checks them, and what training and cloning make of a choice on one seed.

import { expect, test } from "vitest";
import { long, studyContext, unmet } from "../../../test/fixtures/study.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { verdict } from "../../study/claim.ts";
import { cloned } from "./imitation.ts";
import { ranking, signalClaims } from "./signal.ts";
import { topocurate } from "./study.ts";
import { type Picker, trained } from "./training.ts";

test("error branches tell which tasks have a gradient, and not without outcomes or without merging", () => {
  const found = signalClaims([7, 8, 9, 10].map(ranking));
  const named = "Spearman's ρ of error branches with the exact signal-to-noise ratio";
  expect(unmet(found).filter((name) => name !== named)).toEqual([]);
  // Four seeds do not decide this one.
  expect(found.claims.find(({ name }) => name === named)?.tests[0].figure.value).toBeGreaterThan(0.6);
});

test("tasks chosen by topology teach more than those of a middling pass rate", () => {
  const all = [2, 3].map(trained);
  const of = (picker: Picker) => mean(all.map(({ [picker]: { success } }) => success));
  expect(of("topology") - of("pass rate")).toBeGreaterThan(0.05);
  // What has a gradient is chosen more often than it is there.
  expect(mean(all.map(({ topology }) => topology.branches))).toBeGreaterThan(0.65);
  expect(trained(2)).toEqual(all[0]);
});

test("successes chosen by topology teach to come back", () => {
  const all = [1, 2].map(cloned);
  for (const { topology, random, novice } of all) {
    expect(topology.success).toBeGreaterThan(random.success);
    expect(random.success).toBeGreaterThan(novice.success);
    expect(topology.recoveries).toBeGreaterThan(2 * random.recoveries);
  }
});

long("the controls fail", async () => {
  const { controls } = await topocurate.run(studyContext({ seeds: [901, 902, 903, 904, 905, 906, 907, 908] }));
  expect(controls.map(verdict)).toEqual(["fails", "fails"]);
});
