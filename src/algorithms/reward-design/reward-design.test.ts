// Designed rewards: against tables computed independently, against the meaning of their own objective, and that they keep
// what is optimal.

import { beforeAll, describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { chain } from "../../environments/tabular/chain.ts";
import { withReward } from "../../environments/tabular/mdp.ts";
import { fourRooms, fourRoomsStates, lineWithKey } from "../../environments/tabular/rooms.ts";
import { type LinearPrograms, linearPrograms } from "../../math/linear-program.ts";
import { actionValues, policyValues } from "../planning/evaluation.ts";
import { softmaxPolicy } from "../planning/policy.ts";
import { valueIteration } from "../planning/value-iteration.ts";
import { adaptiveDesigner, informativenessCoefficients, invariantReward } from "./adaptive.ts";
import { designExplicable, designGreedily, informativeness } from "./explicable.ts";
import { changedStates, optimalTarget } from "./invariance.ts";
import { potentialShaping } from "./potential-shaping.ts";
import { explorationBonus, selfShaping } from "./self-shaping.ts";

let programs: LinearPrograms;
beforeAll(async () => {
  programs = await linearPrograms();
});

const line = chain({ length: 8, discount: 0.9, prize: 10 });
const horizons = [1, 4, 8];

describe("target", () => {
  test("gaps of a chain are V(s)·(1 − γ²), and V(0)·(1 − γ) at the wall", () => {
    const { gap, choice } = optimalTarget(line);
    expect(Array.from(choice.subarray(0, 8))).toEqual(new Array(8).fill(1));
    for (let s = 1; s < 8; s++) expect(gap[s]).toBeCloseTo(10 * 0.9 ** (7 - s) * 0.19, 12);
    expect(gap[0]).toBeCloseTo(10 * 0.9 ** 7 * 0.1, 12);
    expect(gap[8]).toBe(0);
  });

  test("actions that tie are all optimal and leave the gap to the others", () => {
    const rooms = fourRooms({ slip: 0 });
    const { optimal, gap } = optimalTarget(rooms);
    // At the start both right and down lead to a door in the fewest steps.
    expect(Array.from(optimal.subarray(32, 36))).toEqual([0, 1, 1, 0]);
    expect(gap[8]).toBeCloseTo(10 * 0.95 ** 10 * (1 - 0.95 ** 2), 10);
  });
});

describe("explicable", () => {
  test("informativeness by definition: truncated action values of the target", () => {
    // Q^H with rewards 0 … H by rolling the target policy out, which on a chain is walking right.
    const reward = Float64Array.from({ length: 18 }, (_, k) => (k < 16 ? Math.sin(k) : 0));
    const { gap } = optimalTarget(line);
    const q = (s: number, a: number, horizon: number) => {
      let [value, at, action] = [0, s, a];
      for (let t = 0; t <= horizon && at < 8; t++) {
        value += 0.9 ** t * reward[at * 2 + action];
        at = action === 1 ? at + 1 : Math.max(0, at - 1);
        action = 1;
      }
      return value;
    };
    let missing = 0;
    for (const h of horizons) for (let s = 0; s < 8; s++) missing += Math.max(0, gap[s] - (q(s, 1, h) - q(s, 0, h)));
    expect(informativeness(line, reward, { horizons })).toBeCloseTo(-missing / 27, 12);
  });

  test("the table of an independent solver, to 1e-6", () => {
    expect(informativeness(line, line.reward, { horizons })).toBeCloseTo(-0.3478008, 6);
    const best = [0, 1, 2, 3].map((budget) => designGreedily(programs, line, { horizons, first: [7], budget }));
    const expected = [-0.3478008, -0.237576, -0.1083, 0];
    best.forEach((design, budget) => {
      expect(design.informativeness).toBeCloseTo(expected[budget], 6);
      expect(informativeness(line, design.reward, { horizons })).toBeCloseTo(expected[budget], 6);
      expect(design.active).toHaveLength(budget + 1);
      for (let s = 0; s < 8; s++)
        if (!design.active.includes(s)) expect(Array.from(design.reward.subarray(2 * s, 2 * s + 2))).toEqual([0, 0]);
    });
    expect(designExplicable(programs, line, { horizons })?.informativeness).toBeCloseTo(0, 9);
  });

  test("without the goal there is no design at all", () => {
    expect(designExplicable(programs, line, { horizons, active: [0, 1] })).toBeUndefined();
  });

  test.each(["keep", "break"] as const)("four rooms: ties: %s", (ties) => {
    const rooms = fourRooms();
    const target = optimalTarget(rooms);
    const { goal } = fourRoomsStates;
    const design = designGreedily(programs, rooms, { first: [goal], budget: 2, ties, choose: "sparing" });
    expect(design.informativeness).toBeGreaterThan(informativeness(rooms, rooms.reward) + 0.01);
    const q = valueIteration(withReward(rooms, design.reward)).actionValues;
    for (let s = 0; s < 49; s++) {
      const best = q[s * 4 + target.choice[s]];
      for (let a = 0; a < 4; a++) {
        const margin = best - q[s * 4 + a];
        if (target.optimal[s * 4 + a] === 0) expect(margin).toBeGreaterThan(target.gap[s] - 1e-5);
        else if (ties === "keep") expect(Math.abs(margin)).toBeLessThan(1e-6);
        else expect(margin).toBeGreaterThan(-1e-6);
      }
    }
    if (ties === "keep") expect(changedStates(rooms, target, design.reward)).toEqual([]);
    expect(design.reward.every((r) => r === 0 || Math.abs(r) >= 1e-6)).toBe(true);
  });

  test("the sparing design is as informative and pays less", () => {
    const rooms = fourRooms();
    const stakes = (reward: Float64Array) => {
      let sum = 0;
      for (let s = 0; s < 49; s++) sum += Math.max(...reward.subarray(4 * s, 4 * s + 4).map(Math.abs));
      return sum;
    };
    const options = { first: [fourRoomsStates.goal], budget: 2 };
    const any = designGreedily(programs, rooms, options);
    const sparing = designGreedily(programs, rooms, { ...options, choose: "sparing" });
    expect(sparing.informativeness).toBeCloseTo(any.informativeness, 6);
    expect(stakes(sparing.reward)).toBeLessThan(0.6 * stakes(any.reward));
  });
});

describe("adaptive", () => {
  const mdp = lineWithKey();
  const n = mdp.states * 3;
  const random = Random.of(1, "reward design test");
  const policy = softmaxPolicy(
    mdp,
    Float64Array.from({ length: n }, () => random.normal()),
  );

  test("coefficients by definition", () => {
    const target = optimalTarget(mdp);
    const reward = Float64Array.from({ length: n }, () => random.normal());
    const c = informativenessCoefficients(mdp, target, policy);
    // Weights are read off where the reward is A* itself in one state: I is then a weighted variance, so positive.
    for (let s = 0; s < 20; s++) {
      const row = [0, 1, 2].map((a) => s * 3 + a);
      const meanOf = (x: Float64Array) => row.reduce((sum, at) => sum + policy[at] * x[at], 0);
      const direct = row.reduce(
        (sum, at) =>
          sum + policy[at] * (target.actionValues[at] - meanOf(target.actionValues)) * (reward[at] - meanOf(reward)),
        0,
      );
      const linear = row.reduce((sum, at) => sum + c[at] * reward[at], 0);
      const variance = row.reduce((sum, at) => sum + c[at] * target.actionValues[at], 0);
      const square = row.reduce(
        (sum, at) => sum + policy[at] * (target.actionValues[at] - meanOf(target.actionValues)) ** 2,
        0,
      );
      expect(linear / variance).toBeCloseTo(direct / square, 6);
    }
  });

  test("a small gradient step on the design agrees with the target more than on any other reward that keeps it", () => {
    const target = optimalTarget(mdp);
    const c = informativenessCoefficients(mdp, target, policy);
    const worth = (reward: Float64Array) => reward.reduce((sum, r, at) => sum + c[at] * r, 0);
    const design = adaptiveDesigner(programs, mdp, { ties: "keep" })(policy);
    expect(changedStates(mdp, target, design)).toEqual([]);
    expect(Math.max(...design.map(Math.abs))).toBeLessThan(10 + 1e-6);
    const others = [mdp.reward, invariantReward(programs, mdp, { ties: "keep" })];
    const opposite = adaptiveDesigner(programs, mdp, { ties: "keep", sign: -1 })(policy);
    for (const other of [...others, opposite]) {
      expect(changedStates(mdp, target, other)).toEqual([]);
      expect(worth(design)).toBeGreaterThan(worth(other) + 1e-3);
    }
  });

  test("without the constraints the optimum moves", () => {
    const free = adaptiveDesigner(programs, mdp, { margin: "none" })(policy);
    expect(changedStates(mdp, optimalTarget(mdp), free)).not.toEqual([]);
  });

  test("a reward that is linear in features stays in their span", () => {
    // Two channels, the original and a step cost; with only these the design is a weighting of channels.
    const cost = Float64Array.from({ length: n }, (_, at) => (mdp.terminal[Math.floor(at / 3)] === 1 ? 0 : -1));
    const design = adaptiveDesigner(programs, mdp, { features: [mdp.reward, cost] })(policy);
    const weight = -design[0];
    for (let at = 0; at < 60; at++) {
      if (mdp.reward[at] === 0) expect(design[at]).toBeCloseTo(-weight, 6);
    }
  });
});

describe("potential", () => {
  test("every policy's values fall by Φ", () => {
    const mdp = fourRooms();
    const random = Random.of(2, "reward design test");
    const phi = Float64Array.from({ length: 50 }, () => random.normal());
    const shaped = withReward(mdp, potentialShaping(mdp, phi));
    const policy = softmaxPolicy(
      mdp,
      Float64Array.from({ length: 200 }, () => random.normal()),
    );
    const [before, after] = [policyValues(mdp, policy), policyValues(shaped, policy)];
    for (let s = 0; s < 49; s++) expect(after[s]).toBeCloseTo(before[s] - phi[s], 10);
    expect(changedStates(mdp, optimalTarget(mdp), shaped.reward)).toEqual([]);
  });

  test("with Φ = V* the best action of every state is worth nothing, the others less", () => {
    const mdp = fourRooms();
    const { values, optimal } = optimalTarget(mdp);
    const shaped = potentialShaping(mdp, values);
    const q = actionValues(mdp, values);
    for (let at = 0; at < 196; at++) {
      expect(shaped[at]).toBeCloseTo(q[at] - values[Math.floor(at / 4)], 12);
      if (optimal[at] === 1) expect(shaped[at]).toBeCloseTo(0, 9);
    }
  });
});

describe("self-shaping", () => {
  test("bonuses: the largest at unseen states, λ/√n after long", () => {
    expect(explorationBonus(0, 2, 0.5)).toBe(0.5);
    expect(explorationBonus(1e6, 2, 0.5)).toBeCloseTo(2e-3, 7);
  });

  test("one episode by hand", () => {
    // A chain of four cells; right from 2 to the goal 3, then right there for the prize; all states are new.
    const own = selfShaping({
      ...{ states: 5, actions: 2, discount: 0.5, horizon: 5 },
      chances: (_, into) => into.set([0.2, 0.8]),
      bonus: { weight: 1, largest: 1 },
      shaping: { rate: 0.1, criticRate: 0.5, every: 1, window: 10 },
    });
    expect(own.beside(2, 1, 0, 3, false)).toBe(1);
    expect(own.beside(3, 1, 1, 3, false)).toBe(1);
    own.end();
    // G = 0.5 and 1, V = 0: φ(2,·) = 0.1·0.8·0.5·(−0.2, 0.2), φ(3,·) twice that; V moves by half of G over 2 visits.
    const { shaping, values, visits } = own.weights;
    expect(Array.from(shaping.subarray(4, 8))).toEqual([-0.008, 0.008, -0.016, 0.016].map((x) => expect.closeTo(x, 8)));
    expect(Array.from(values.subarray(2, 4))).toEqual([expect.closeTo(0.125, 8), expect.closeTo(0.25, 8)]);
    expect(Array.from(visits)).toEqual([0, 0, 1, 1, 0]);
    // Next time: φ, and the bonus of a state visited once, 1/√2; none for an ending.
    expect(own.beside(2, 1, 0, 3, false)).toBeCloseTo(0.008 + Math.SQRT1_2, 8);
    expect(own.beside(0, 0, 0, 4, true)).toBe(0);
  });
});
