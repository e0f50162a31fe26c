// Average-reward optima in closed form, by brute force, by value iteration and by the linear program.

import { describe, expect, test } from "vitest";
import { extendedValueIteration } from "../../algorithms/continuing/ucrl2.ts";
import { policyReward, transitionMatrix } from "../../algorithms/planning/evaluation.ts";
import { deterministicPolicy, greedyChoice, type Policy, uniformPolicy } from "../../algorithms/planning/policy.ts";
import { Random } from "../../core/random.ts";
import { type LinearRow, linearPrograms } from "../../math/linear-program.ts";
import { linearSolve } from "../../math/linear-solve.ts";
import { mixedRadix } from "../../math/mixed-radix.ts";
import { linear, ring, riverSwim } from "../continuing/worlds.ts";
import { type AverageOptimum, type AverageReward, relativeValueIteration, span } from "./long-run.ts";
import { type TabularMdp, tabularMdp } from "./mdp.ts";

const lp = await linearPrograms();

/** The optimum of a process with a unique gain. */
function optimumOf(mdp: TabularMdp): AverageOptimum {
  const optimum = relativeValueIteration(mdp);
  if (optimum === undefined) throw new Error("no gain");
  return optimum;
}

/** Gain and bias of a policy whose chain has one recurrent class: J + V = r_π + P_π V with V(0) = 0, one linear solve. */
function policyAverage(mdp: TabularMdp, policy: Policy): AverageReward {
  const { states: S } = mdp;
  // Unknowns J, V(1) … V(S−1): the column of state 0 in I − P is used for the gain.
  const system = transitionMatrix(mdp, policy).map((p) => -p);
  for (let s = 0; s < S; s++) {
    system[s * S + s] += 1;
    system[s * S] = 1;
  }
  const bias = linearSolve(system, policyReward(mdp, policy));
  const gain = bias[0];
  bias[0] = 0;
  return { gain, bias };
}

/** Share of time in each state under a policy with one recurrent class: π = πP_π, Σπ = 1. */
function stationaryDistribution(mdp: TabularMdp, policy: Policy): Float64Array {
  const { states: S } = mdp;
  const matrix = transitionMatrix(mdp, policy);
  const system = new Float64Array(S * S);
  // One of the balance equations is redundant and is replaced by the normalisation.
  for (let t = 1; t < S; t++) for (let s = 0; s < S; s++) system[t * S + s] = (s === t ? 1 : 0) - matrix[s * S + t];
  system.fill(1, 0, S);
  const one = new Float64Array(S);
  one[0] = 1;
  return linearSolve(system, one);
}

/**
 * J = max Σ ρ(s,a)·r(s,a) over ρ ≥ 0 with Σ_a ρ(s',a) = Σ_{s,a} ρ(s,a)P(s'|s,a) for each s' and Σ ρ = 1 (Manne, 1960; Puterman, 1994,
 * section 8.8). Valid for communicating processes and those with one recurrent class under each policy. Its dual prices are the biases in
 * the states that the optimal policy visits; `frequencies` is the share of time in each state and action, [states × actions].
 */
function averageRewardProgram(mdp: TabularMdp) {
  const { states: S, actions: A } = mdp;
  const columns = Array.from({ length: S }, (): number[] => []);
  const values = Array.from({ length: S }, (): number[] => []);
  for (let at = 0; at < S * A; at++) {
    const s = Math.floor(at / A);
    columns[s].push(at);
    values[s].push(1);
    for (let k = mdp.offset[at]; k < mdp.offset[at + 1]; k++) {
      columns[mdp.next[k]].push(at);
      values[mdp.next[k]].push(-mdp.probability[k]);
    }
  }
  const rows: LinearRow[] = columns.map((row, s) => ({ columns: row, values: values[s], lower: 0, upper: 0 }));
  rows.push({ columns: mdp.reward.map((_, at) => at), values: new Float64Array(S * A).fill(1), lower: 1, upper: 1 });
  const { objective, x, rowDuals } = lp.optimum({ sense: "maximise", objective: mdp.reward, rows });
  return { gain: objective, frequencies: x, bias: rowDuals.slice(0, S).map((dual, _, all) => dual - all[0]) };
}

/** Random transitions to every state, so that every policy has one recurrent class. */
function randomMdp(seed: number, states: number, actions: number): TabularMdp {
  const random = Random.of(seed, "average-reward test");
  const rows = Array.from({ length: states * actions }, () => {
    const weights = Array.from({ length: states }, () => random.uniform() ** 4 + 1e-3);
    const total = weights.reduce((a, b) => a + b, 0);
    return weights.map((w, s) => [s, w / total] as const);
  });
  const reward = rows.map(() => random.uniform(-1, 1));
  return tabularMdp({
    states,
    actions,
    discount: 1,
    transitions: (s, a) => rows[s * actions + a],
    reward: (s, a) => reward[s * actions + a],
  });
}

/** Two states, left with probabilities p and q; the second pays 1. */
const switching = (p: number, q: number) =>
  tabularMdp({
    states: 2,
    actions: 1,
    discount: 1,
    transitions: (s) => [1 - p, p, q, 1 - q].slice(2 * s, 2 * s + 2).map((chance, to) => [to, chance]),
    reward: (s) => s,
  });

describe("two states", () => {
  test("share p/(p + q) and bias 1/(p + q)", () => {
    const [p, q] = [0.3, 0.12];
    const mdp = switching(p, q);
    const policy = uniformPolicy(mdp);
    const { gain, bias } = policyAverage(mdp, policy);
    expect(gain).toBeCloseTo(p / (p + q), 12);
    expect(bias[1]).toBeCloseTo(1 / (p + q), 12);
    expect(stationaryDistribution(mdp, policy)[1]).toBeCloseTo(p / (p + q), 12);
  });

  test("a periodic chain converges with the aperiodicity transform, and oscillates without", () => {
    const { gain, bias } = optimumOf(switching(1, 1));
    expect(gain).toBeCloseTo(0.5, 12);
    expect(bias[1]).toBeCloseTo(0.5, 12);
    expect(relativeValueIteration(switching(1, 1), { step: 1, maxSweeps: 1000 })).toBeUndefined();
  });
});

describe.each([1, 2, 3])("random process %i", (seed) => {
  const mdp = randomMdp(seed, 5, 3);
  const optimum = optimumOf(mdp);

  test("value iteration, the linear program and all 243 policies agree on the gain", () => {
    let best = Number.NEGATIVE_INFINITY;
    for (let code = 0; code < 3 ** 5; code++) {
      const choice = Array.from({ length: 5 }, (_, s) => Math.floor(code / 3 ** s) % 3);
      best = Math.max(best, policyAverage(mdp, deterministicPolicy(mdp, choice)).gain);
    }
    expect(optimum.gain).toBeCloseTo(best, 10);
    expect(averageRewardProgram(mdp).gain).toBeCloseTo(best, 9);
  });

  test("the linear program's dual prices are the biases, and its frequencies those of the optimal policy", () => {
    const { bias, frequencies } = averageRewardProgram(mdp);
    const choice = greedyChoice(mdp, optimum.actionValues);
    const share = stationaryDistribution(mdp, deterministicPolicy(mdp, choice));
    for (let s = 0; s < 5; s++) {
      expect(bias[s]).toBeCloseTo(optimum.bias[s], 8);
      expect(frequencies[s * 3 + choice[s]]).toBeCloseTo(share[s], 8);
    }
  });

  test("Bellman's equation holds, and the optimal policy's own gain and bias equal the optimum's", () => {
    for (let s = 0; s < 5; s++) {
      expect(Math.max(...optimum.actionValues.slice(3 * s, 3 * s + 3))).toBeCloseTo(optimum.bias[s], 11);
    }
    const own = policyAverage(mdp, deterministicPolicy(mdp, greedyChoice(mdp, optimum.actionValues)));
    expect(own.gain).toBeCloseTo(optimum.gain, 11);
    expect(span(own.bias.map((value, s) => value - optimum.bias[s]))).toBeLessThan(1e-10);
  });
});

test.each([riverSwim, ring, linear].map(({ entry, process }) => [entry.id, process({})] as const))(
  "%s: the linear program agrees, and Bellman's equation holds",
  (_, world) => {
    const optimum = optimumOf(world);
    expect(Math.abs(averageRewardProgram(world).gain - optimum.gain)).toBeLessThanOrEqual(1e-8);
    for (let s = 0; s < world.states; s++) {
      const best = Math.max(...optimum.actionValues.slice(s * world.actions, (s + 1) * world.actions));
      expect(Math.abs(best - optimum.bias[s])).toBeLessThanOrEqual(1e-10);
    }
  },
);

test.each([
  [4, 0.431085044],
  [6, 0.4286224338],
  [8, 0.4285724694],
])("RiverSwim with %i states has the gain of an independent implementation", (states, gain) => {
  const optimum = optimumOf(riverSwim.process({ states }));
  expect(Math.abs(optimum.gain - gain)).toBeLessThanOrEqual(1e-9);
  if (states === 6) expect(Math.abs(optimum.span - 6.3103243)).toBeLessThanOrEqual(1e-6);
});

test("RiverSwim: the best of 64 deterministic policies has the optimal gain, also by stationary distributions", () => {
  const world = riverSwim.process({});
  const choices = mixedRadix(new Array<number>(world.states).fill(world.actions));
  const gains = Array.from({ length: choices.count }, (_, code) => {
    const policy = deterministicPolicy(world, choices.digits(code));
    const reward = policyReward(world, policy);
    const gain = stationaryDistribution(world, policy).reduce((sum, share, s) => sum + share * reward[s], 0);
    expect(gain).toBeCloseTo(policyAverage(world, policy).gain, 9);
    return gain;
  });
  expect(Math.abs(Math.max(...gains) - optimumOf(world).gain)).toBeLessThanOrEqual(1e-8);
});

describe("optimism over transitions", () => {
  const mdp = randomMdp(4, 4, 2);
  const dense = (spread: number) => {
    const probability = new Float64Array(4 * 2 * 4);
    for (let at = 0; at < 8; at++)
      for (let k = mdp.offset[at]; k < mdp.offset[at + 1]; k++) probability[at * 4 + mdp.next[k]] = mdp.probability[k];
    return { states: 4, actions: 2, probability, spread: new Float64Array(8).fill(spread), reward: mdp.reward };
  };

  test("without uncertainty it is the process's own optimum; with total uncertainty the best reward for ever", () => {
    const gain = (spread: number) => extendedValueIteration(dense(spread), { tolerance: 1e-11 }).gain;
    expect(gain(0)).toBeCloseTo(optimumOf(mdp).gain, 10);
    expect(gain(2)).toBeCloseTo(Math.max(...mdp.reward), 10);
  });

  test("its gain is that of the linear program over the ball", () => {
    // max over p in the ball for fixed V, one program each; the best process for a policy is then evaluated exactly.
    const process = dense(0.3);
    const { gain, bias, choice } = extendedValueIteration(process, { tolerance: 1e-11 });
    for (let s = 0; s < 4; s++) {
      const backed = [0, 1].map((a) => {
        const at = s * 2 + a;
        const centre = process.probability.slice(at * 4, at * 4 + 4);
        // Variables: p (4), then |p − centre| (4).
        const { objective } = lp.optimum({
          sense: "maximise",
          objective: [...bias, 0, 0, 0, 0],
          lower: [0, 0, 0, 0, 0, 0, 0, 0],
          rows: [
            { columns: [0, 1, 2, 3], values: [1, 1, 1, 1], lower: 1, upper: 1 },
            { columns: [4, 5, 6, 7], values: [1, 1, 1, 1], upper: 0.3 },
            ...[0, 1, 2, 3].flatMap((t) => [
              { columns: [t, 4 + t], values: [1, -1], upper: centre[t] },
              { columns: [t, 4 + t], values: [1, 1], lower: centre[t] },
            ]),
          ],
        });
        return process.reward[at] + objective;
      });
      expect(Math.max(...backed) - bias[s]).toBeCloseTo(gain, 9);
      expect(backed[choice[s]]).toBeCloseTo(Math.max(...backed), 9);
    }
  });
});

test("a process without a unique gain is rejected", () => {
  const apart = tabularMdp({ states: 2, actions: 1, discount: 1, transitions: (s) => [[s, 1]], reward: (s) => s });
  expect(relativeValueIteration(apart, { maxSweeps: 1000 })).toBeUndefined();
  const terminal = (s: number) => s === 1;
  const last = { terminal, transitions: () => [[1, 1] as const], reward: () => 1 };
  const ends = tabularMdp({ states: 2, actions: 1, discount: 1, ...last });
  expect(() => relativeValueIteration(ends)).toThrow("state 1 ends an episode");
});
