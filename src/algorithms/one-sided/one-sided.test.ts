// One-sided learners against enumeration and closed forms: weights, estimates, oracles, resampling and noise.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { acceptanceCost, chancesOf } from "../../mechanisms/auditing/fair-optimum.ts";
import { decisionTable, thresholdRules } from "../../mechanisms/auditing/threshold-rules.ts";
import { type CostRule, estimateCosts, exp2 } from "./exp2.ts";
import { enumerationOracle, ftpl, geometricResampling, laplace } from "./ftpl.ts";

const RULES = thresholdRules(4, 3, 1);
const features = (people: number, seed = 1) => {
  const random = Random.of(seed, "features");
  return Float64Array.from({ length: 2 * people }, () => random.normal());
};

describe("Exp2", () => {
  test("weights are those of the losses so far, and each person is accepted with at least the mixture's chance", () => {
    const table = decisionTable(RULES, features(2));
    const rules = RULES.count;
    const options = { rules, people: 2, acceptAll: RULES.acceptAll, mixture: 0.05, rate: (t: number) => 1 / t };
    const learner = exp2(options);
    const chances = new Float64Array(2);
    learner.deploy(table, chances);
    learner.learn(Float64Array.of(3, -1));
    learner.deploy(table, chances);
    const raw = Array.from({ length: rules }, (_, h) => Math.exp(-0.5 * (3 * table[h] - table[rules + h])));
    const total = raw.reduce((sum, w) => sum + w, 0);
    for (let h = 0; h < rules; h++)
      expect(learner.weights[h]).toBeCloseTo((0.95 * raw[h]) / total + (h === RULES.acceptAll ? 0.05 : 0), 12);
    expect(chances[1]).toBeCloseTo(chancesOf(learner.weights, table)[1], 12);
    expect(learner.inverse(1)).toBe(1 / chances[1]);
    learner.learn(Float64Array.of(1e6, 1e6));
    learner.deploy(table, chances);
    expect(Math.min(...chances)).toBeCloseTo(0.05, 12);
  });
});

describe("the perturbed leader", () => {
  test("the oracle finds the cheapest rule, disturbed or not", () => {
    const table = decisionTable(RULES, features(50));
    const rules = RULES.count;
    const random = Random.of(3);
    const extra = table.subarray(49 * rules);
    const oracle = enumerationOracle(rules, extra);
    const sums = new Float64Array(rules);
    for (let row = 0; row < 48; row += 2) {
      const costs = Float64Array.from({ length: 2 }, () => random.uniform(-1, 1));
      oracle.add(table.subarray(row * rules), costs);
      for (let h = 0; h < rules; h++)
        sums[h] += costs[0] * table[row * rules + h] + costs[1] * table[(row + 1) * rules + h];
      expect(oracle.best(new Float64Array(0))).toBe(sums.indexOf(Math.min(...sums)));
      const disturbed = sums.map((sum, h) => sum + 2 * extra[h]);
      expect(oracle.best(Float64Array.of(2))).toBe(disturbed.indexOf(Math.min(...disturbed)));
    }
  });

  test("resampling asks 1/p times in the mean, but for the cap", () => {
    const random = Random.of(5);
    const [p, cap, draws] = [0.2, 8, 40_000];
    let sum = 0;
    for (let k = 0; k < draws; k++) sum += geometricResampling(() => random.uniform() < p, cap);
    // The deviation of one draw is below 2.7, so 0.06 is more than four of the mean.
    expect(Math.abs(sum / draws - (1 - (1 - p) ** cap) / p)).toBeLessThan(0.06);
    expect(geometricResampling(() => false, cap)).toBe(cap);
    expect(geometricResampling(() => true, cap)).toBe(1);
  });

  test("noise is Laplace: quantiles", () => {
    const at = (u: number) => laplace(2, { uniform: () => u, integer: () => 0 });
    expect(at(0.5)).toBeCloseTo(0, 12);
    expect(at(0.25)).toBeCloseTo(2 * Math.log(0.5), 12);
    expect(at(0.75)).toBeCloseTo(-2 * Math.log(0.5), 12);
    expect(Number.isFinite(at(0))).toBe(true);
  });

  test("it deploys shares of its leaders, and without noise follows the best rule", () => {
    const table = decisionTable(RULES, features(3));
    const rules = RULES.count;
    const learner = ftpl(
      {
        rules,
        people: 3,
        mixture: 0.1,
        separator: table,
        leaders: 4,
        cap: 50,
        scale: () => 0,
      },
      Random.of(1),
    );
    const chances = new Float64Array(3);
    learner.deploy(table, chances);
    learner.learn(Float64Array.of(1, 1, 1));
    learner.deploy(table, chances);
    // The first rule of those that accept none of the three.
    expect([...chances]).toEqual([0.1, 0.1, 0.1]);
    const tries = Array.from({ length: 2000 }, () => learner.inverse(0));
    expect(tries.reduce((sum, n) => sum + n, 0) / 2000).toBeGreaterThan(8.5);
    expect(tries.reduce((sum, n) => sum + n, 0) / 2000).toBeLessThan(11.5);
    expect(Math.max(...tries)).toBeLessThanOrEqual(50);
  });
});

test("costs: by every rule of estimation, with a complaint and without", () => {
  const labels = Uint8Array.of(1, 0, 1);
  const learner = { inverse: (i: number) => [2, 4, 8][i] };
  const accepted = Uint8Array.of(1, 1, 0);
  const costs = new Float64Array(3);
  const of = (rule: CostRule, pair: number) => {
    estimateCosts(rule, accepted, labels, learner, pair, 10, costs);
    return [...costs];
  };
  expect(of("weighted", -1)).toEqual([-2, 4, 0]);
  expect(of("weighted", 2)).toEqual([8, 4, -10]);
  expect(of("unweighted", -1)).toEqual([-1, 1, 0]);
  expect(of("missing as negative", -1)).toEqual([-1, 1, 1]);
});

test("estimated costs are right in the mean over all decisions, and only those that are divided by chances", () => {
  expect(largestBias("weighted")).toBeLessThan(1e-12);
  expect(largestBias("unweighted")).toBeGreaterThan(0.5);
  expect(largestBias("missing as negative")).toBeGreaterThan(0.5);
});

test("an error is the label, and the cost of accepting where one accepts", () => {
  for (const decision of [0, 1])
    for (const y of [0, 1]) expect(y + decision * acceptanceCost(y)).toBe(decision === y ? 0 : 1);
});

/** Largest distance of E[ĉ_i] from c_i + C·([i = a] − [i = b]) over 50 problems of three people, each over all eight decisions. */
function largestBias(rule: CostRule): number {
  const [people, penalty] = [3, 3];
  const random = Random.of(1, "estimates");
  const costs = new Float64Array(people);
  let largest = 0;
  for (let n = 0; n < 50; n++) {
    const table = decisionTable(RULES, features(people, n));
    const learner = exp2({ rules: RULES.count, people, acceptAll: RULES.acceptAll, mixture: 0.1, rate: () => 0.5 });
    const chances = new Float64Array(people);
    learner.deploy(table, chances);
    learner.learn(Float64Array.from({ length: people }, () => random.uniform(-2, 2)));
    learner.deploy(table, chances);
    const labels = Uint8Array.from({ length: people }, () => random.integer(2));
    const pair = [-1, 1, 5, 6][random.integer(4)];
    const mean = new Float64Array(people);
    for (let drawn = 0; drawn < 2 ** people; drawn++) {
      const accepted = Uint8Array.from({ length: people }, (_, i) => (drawn >> i) & 1);
      const chance = accepted.reduce((product, one, i) => product * (one === 1 ? chances[i] : 1 - chances[i]), 1);
      estimateCosts(rule, accepted, labels, learner, pair, penalty, costs);
      for (let i = 0; i < people; i++) mean[i] += chance * costs[i];
    }
    for (let i = 0; i < people; i++) {
      const complaint = pair < 0 ? 0 : Number(i === Math.floor(pair / people)) - Number(i === pair % people);
      largest = Math.max(largest, Math.abs(mean[i] - acceptanceCost(labels[i]) - penalty * complaint));
    }
  }
  return largest;
}
