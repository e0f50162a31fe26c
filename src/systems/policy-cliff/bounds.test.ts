// Gaps by hand, the reward that moves an optimum, and bounds that are met and not passed.

import { describe, expect, test } from "vitest";
import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { softValueIteration, valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { Random } from "../../core/random.ts";
import { withReward } from "../../environments/tabular/mdp.ts";
import { largestGap } from "../../study/matching.ts";
import {
  actionGaps,
  bellmanInversion,
  raised,
  safeRadius,
  softPolicyBound,
  softValueBound,
  tieBreaker,
  tiePolicy,
  totalVariation,
} from "./bounds.ts";
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

describe.each([1, 2, 3, 4])("random process %i", (seed) => {
  const random = Random.of(seed, "policy cliff test");
  const mdp = garnet({ states: 5, actions: 3, branching: 2, discount: 0.9, random });
  const { actionValues: q } = valueIteration(mdp);

  test("inverting Bellman's equation gives the reward back", () => {
    expect(largestGap(bellmanInversion(mdp, q), mdp.reward)).toBeLessThan(1e-10);
  });

  test("any action can be made the only best one within (1 + γ)(Δ/2 + margin), and none within the safe radius", () => {
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
  });

  test("soft policies move within both bounds", () => {
    const other = withReward(
      mdp,
      mdp.reward.map((r) => r + random.uniform(-0.05, 0.05)),
    );
    for (const temperature of [0.05, 0.5]) {
      const [one, two] = [mdp, other].map((process) => softValueIteration(process, temperature).actionValues);
      const [first, second] = [one, two].map((values) => softmaxPolicy(mdp, values, temperature));
      const sharp = softValueBound(largestGap(one, two), temperature);
      expect(sharp).toBeLessThanOrEqual(softPolicyBound(largestGap(mdp.reward, other.reward), temperature, 0.9));
      for (let s = 0; s < 5; s++) expect(totalVariation(first, second, s, 3)).toBeLessThanOrEqual(sharp);
    }
  });
});

test("the sharp bound is met where logits move apart as far as they can", () => {
  const p = (x: number) => 1 / (1 + Math.exp(-x));
  // Q from (−d, d)/2 to (d, −d)/2: each value moves by d, the difference of logits from −d/α to d/α.
  for (const d of [0.1, 1, 5]) expect(p(d / 0.7) - p(-d / 0.7)).toBeCloseTo(softValueBound(d, 0.7), 12);
});
