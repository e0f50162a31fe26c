// The study as a whole, and the test bed that it stands on.

import { describe, expect, test } from "vitest";
import { long, studyContext, unmet, verdicts } from "../../../test/fixtures/study.ts";
import { policyIteration } from "../../algorithms/planning/value-iteration.ts";
import { withReward } from "../../environments/tabular/mdp.ts";
import { verdict } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { exactClaims } from "./exact.ts";
import { type Arm, compareArms, type End, field, heuristic, OPTIMUM } from "./field.ts";
import { armClaims, behaviorAlignment, blendAsObjective } from "./study.ts";

describe("in small", () => {
  test("the equations hold, and without H⁻¹ they do not", () => {
    const result = exactClaims();
    expect(unmet(result)).toEqual([]);
    expect([result.claims?.length, result.controls?.length]).toEqual([3, 1]);
  });

  // Exact gradients: first policies differ, and hardly anything else.
  test.each([["good", 1] as const, ["bad", 3] as const])("%s heuristic: two seeds suffice", async (name, count) => {
    const ends = [901, 902].map((seed) => compareArms({ name, gradients: "exact", seed }));
    const claims = armClaims(name, name, comparison<Arm, End>(await Promise.all(ends)));
    expect(unmet({ claims })).toEqual([]);
    expect(claims).toHaveLength(count);
  });

  test("an outer loop that climbs what is paid ends with farming", () => {
    expect(verdict(blendAsObjective([901, 902]))).toBe("fails");
  });
});

long("the whole, on seeds of its own: what does not come out", async () => {
  const { claims, controls } = await behaviorAlignment.run(studyContext({ seeds: [901, 902, 903, 904] }));
  expect(claims.filter((one) => verdict(one) === "fails").map(({ name }) => name)).toEqual([
    "bad heuristic, sampled gradients: the heuristic's weight falls by 80 %, from 1",
    // Farming is learned within a few batches, which then hold no goal: the outer gradient is nought.
    "noisy heuristic, sampled gradients: learned blend less r_p only",
  ]);
  expect(claims.length).toBeGreaterThan(14);
  expect(verdicts(controls)).toBe("fails fails");
});

describe("field", () => {
  test("the optimum is γ⁷", () => {
    expect(policyIteration(field).values[0]).toBeCloseTo(OPTIMUM, 12);
  });

  /** The state after so many steps of the best policy where a heuristic is paid too, and what that policy is worth at first. */
  const best = (name: Parameters<typeof heuristic>[0], weight: number, steps: number) => {
    const { reward } = heuristic(name, 0);
    const paid = field.reward.map((r, at) => r + weight * reward[at]);
    const { choice, values } = policyIteration(withReward(field, paid));
    let s = 0;
    for (let step = 0; step < steps; step++) s = field.next[field.offset[s * 4 + choice[s]]];
    return { ends: field.terminal[s] === 1, worth: values[0] };
  };

  test("the bad heuristic is best farmed: added to r_p, it makes the optimum never reach the goal", () => {
    const { ends, worth } = best("bad", 1, 100);
    expect(ends).toBe(false);
    // 0.3 at the second step and at every second one after that.
    expect(worth).toBeCloseTo((0.3 * 0.95) / (1 - 0.95 ** 2), 10);
  });

  test("the good heuristic leaves the optimum where it is, the adversarial one does not", () => {
    expect([best("good", 10, 8).ends, best("adversarial", 10, 8).ends]).toEqual([true, false]);
  });

  test("only the noisy heuristic depends on the seed", () => {
    expect(heuristic("good", 1)).toEqual(heuristic("good", 2));
    expect(heuristic("noisy", 1)).not.toEqual(heuristic("noisy", 2));
  });
});
