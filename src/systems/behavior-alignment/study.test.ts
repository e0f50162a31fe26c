// The study as a whole, and the test bed that it stands on.

import { describe, expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { policyIteration } from "../../algorithms/planning/policy-iteration.ts";
import { withReward } from "../../environments/tabular/mdp.ts";
import { statusOf } from "../../study/legacy.ts";
import { field, heuristic, OPTIMUM } from "./field.ts";
import { behaviorAlignment } from "./study.ts";

describe("study", () => {
  test("checks, controls, and the two that do not come out", async () => {
    const result = await behaviorAlignment.run(legacyContext());
    expect(result.controls.filter((control) => !control.failed)).toEqual([]);
    const failing = result.checks.filter((check) => !check.pass).map((check) => check.name);
    expect(failing).toEqual([
      // One of the five settles in a policy that farms before the blend has turned; θ is never restarted.
      "noisy heuristic, exact gradients: learned blend against r_p only",
      // Farming is learned within a few batches, which then hold no goal: the outer gradient is nought.
      "noisy heuristic, sampled gradients: learned blend against r_p only",
    ]);
    expect(result.checks.length).toBeGreaterThan(15);
    expect(statusOf(result)).toBe("partly");
  });

  test("it stops when asked to", () => {
    expect(() => behaviorAlignment.run(legacyContext({ signal: AbortSignal.abort() }))).toThrow();
  });
});

describe("field", () => {
  test("the optimum is γ⁷", () => {
    expect(policyIteration(field).values[0]).toBeCloseTo(OPTIMUM, 12);
  });

  test("the bad heuristic is best farmed: added to r_p, it makes the optimum never reach the goal", () => {
    const { reward } = heuristic("bad", 0);
    const both = withReward(
      field,
      field.reward.map((r, at) => r + reward[at]),
    );
    const { choice, values } = policyIteration(both);
    let s = 0;
    for (let step = 0; step < 100; step++) s = field.next[field.offset[s * 4 + choice[s]]];
    expect(field.terminal[s]).toBe(0);
    // 0.3 at the second step and at every second one after that.
    expect(values[0]).toBeCloseTo((0.3 * 0.95) / (1 - 0.95 ** 2), 10);
  });

  test("the good heuristic leaves the optimum where it is, the adversarial one does not", () => {
    const best = (name: "good" | "adversarial") => {
      const { reward } = heuristic(name, 0);
      const { choice } = policyIteration(
        withReward(
          field,
          field.reward.map((r, at) => r + 10 * reward[at]),
        ),
      );
      let s = 0;
      for (let step = 0; step < 8; step++) s = field.next[field.offset[s * 4 + choice[s]]];
      return field.terminal[s] === 1;
    };
    expect([best("good"), best("adversarial")]).toEqual([true, false]);
  });

  test("only the noisy heuristic depends on the seed", () => {
    expect(heuristic("good", 1)).toEqual(heuristic("good", 2));
    expect(heuristic("noisy", 1)).not.toEqual(heuristic("noisy", 2));
  });
});
