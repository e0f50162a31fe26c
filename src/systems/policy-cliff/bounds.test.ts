// Gaps by hand, the reward that moves an optimum, and bounds that are met and not passed.

import { expect, test } from "vitest";
import { valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { Random } from "../../core/random.ts";
import { withReward } from "../../environments/tabular/mdp.ts";
import { largestGap } from "../../study/matching.ts";
import { actionGaps, raised, safeRadius, tieBreaker, tiePolicy, totalVariation } from "./bounds.ts";
import { garnet } from "./random-processes.ts";

test("gaps and ties by hand", () => {
  const q = [1, 3, 3, 2, -1, 0, 5, 5, 5];
  expect(actionGaps(q, 3, 3)).toEqual([
    { state: 0, best: [1, 2], gap: 2 },
    { state: 1, best: [0], gap: 2 },
    { state: 2, best: [0, 1, 2], gap: Number.POSITIVE_INFINITY },
  ]);
  const policy = tiePolicy(q, 3, 3);
  expect([...policy.slice(0, 6)]).toEqual([0, 0.5, 0.5, 1, 0, 0]);
  expect(totalVariation(policy, tiePolicy([1, 4, 3, 2, -1, 0, 5, 5, 5], 3, 3), 0, 3)).toBe(0.5);
});

// Inversions, soft policies and the bound that is met are the study's equations, of hundreds of processes.
test.each([1, 2, 3, 4])(
  "in random process %i any action can be made the only best one within (1 + γ)(Δ/2 + margin), and none within the safe radius",
  (seed) => {
    const random = Random.of(seed, "policy cliff test");
    const mdp = garnet({ states: 5, actions: 3, branching: 2, discount: 0.9, random });
    const { actionValues: q } = valueIteration(mdp);

    for (const { state, best, gap } of actionGaps(q, 5, 3)) {
      for (let action = 0; action < 3; action++) {
        const worse = q[state * 3 + best[0]] - q[state * 3 + action];
        const reward = tieBreaker(mdp, q, state, action, 1e-3);
        const { actionValues } = valueIteration(withReward(mdp, reward));
        expect(actionGaps(actionValues, 5, 3)[state].best).toEqual([action]);
        expect(largestGap(actionValues, raised(mdp, q, state, action, 1e-3))).toBeLessThan(1e-10);
        expect(largestGap(reward, mdp.reward)).toBeLessThanOrEqual(1.9 * (worse / 2 + 1e-3) + 1e-10);
        if (worse > 0) expect(largestGap(reward, mdp.reward)).toBeGreaterThan(safeRadius(gap, 0.9));
      }
    }
  },
);
