// Rules, learners and the fair optimum against enumeration and closed forms.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { chancesOf, fairOptimum } from "../../systems/one-sided-feedback/fair-optimum.ts";
import { enumerationOracle, ftpl, geometricResampling, laplace } from "../../systems/one-sided-feedback/ftpl.ts";
import { playOneSided } from "../../systems/one-sided-feedback/play.ts";
import { estimateCosts, exp2 } from "./exp2.ts";
import { decisionTable, separator, thresholdRules } from "./rules.ts";

const RULES = thresholdRules(4, 3, 1);
const features = (people: number, seed = 1) => {
  const random = Random.of(seed, "features");
  return Float64Array.from({ length: 2 * people }, () => random.normal());
};

describe("rules", () => {
  test("directions by thresholds, all people and none", () => {
    expect(RULES.count).toBe(14);
    const table = decisionTable(RULES, Float64Array.of(0.5, -2));
    // East at −1, 0, 1; north; west; south; all, none.
    expect([...table]).toEqual([1, 1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 0]);
    expect(table[RULES.acceptAll]).toBe(1);
  });

  test("a separator tells apart all rules that the whole table does", () => {
    const table = decisionTable(RULES, features(200));
    const rows = separator(table, RULES.count);
    const column = (of: Uint8Array, h: number) => of.filter((_, k) => k % RULES.count === h).join("");
    const names = (of: Uint8Array) => new Set(Array.from({ length: RULES.count }, (_, h) => column(of, h))).size;
    expect(names(rows)).toBe(names(table));
    expect(rows.length).toBeLessThan(table.length / 10);
  });
});

describe("Exp2", () => {
  test("weights are those of the losses so far, and each person is accepted with at least the mixture's chance", () => {
    const table = decisionTable(RULES, features(2));
    const rules = RULES.count;
    const options = { rules, people: 2, acceptAll: RULES.acceptAll, mixture: 0.05, rate: (t: number) => 1 / t };
    const learner = exp2({ ...options, initial: new Float64Array(rules).fill(7) }, Random.of(1));
    const chances = new Float64Array(2);
    learner.deploy(table, 0, chances);
    learner.learn(Float64Array.of(3, -1));
    learner.deploy(table, 0, chances);
    const raw = Array.from({ length: rules }, (_, h) => Math.exp(-0.5 * (3 * table[h] - table[rules + h])));
    const total = raw.reduce((sum, w) => sum + w, 0);
    for (let h = 0; h < rules; h++)
      expect(learner.weights[h]).toBeCloseTo((0.95 * raw[h]) / total + (h === RULES.acceptAll ? 0.05 : 0), 12);
    expect(chances[1]).toBeCloseTo(chancesOf(learner.weights, table)[1], 12);
    expect(learner.inverse(1)).toBe(1 / chances[1]);
    learner.learn(Float64Array.of(1e6, 1e6));
    learner.deploy(table, 0, chances);
    expect(Math.min(...chances)).toBeCloseTo(0.05, 12);
  });
});

describe("the perturbed leader", () => {
  test("the oracle finds the cheapest rule, disturbed or not", () => {
    const table = decisionTable(RULES, features(50));
    const rules = RULES.count;
    const random = Random.of(3);
    const oracle = enumerationOracle(rules);
    const sums = new Float64Array(rules);
    const none = new Uint8Array(0);
    for (let row = 0; row < 48; row += 2) {
      const costs = Float64Array.from({ length: 2 }, () => random.uniform(-1, 1));
      oracle.add(table, row * rules, costs);
      for (let h = 0; h < rules; h++)
        sums[h] += costs[0] * table[row * rules + h] + costs[1] * table[(row + 1) * rules + h];
      expect(oracle.best(none, new Float64Array(0))).toBe(sums.indexOf(Math.min(...sums)));
      const extra = table.subarray(49 * rules);
      const disturbed = sums.map((sum, h) => sum + 2 * extra[h]);
      expect(oracle.best(extra, Float64Array.of(2))).toBe(disturbed.indexOf(Math.min(...disturbed)));
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
        acceptAll: RULES.acceptAll,
        mixture: 0.1,
        separator: table,
        leaders: 4,
        cap: 50,
        scale: () => 0,
      },
      Random.of(1),
    );
    const chances = new Float64Array(3);
    learner.deploy(table, 0, chances);
    learner.learn(Float64Array.of(1, 1, 1));
    learner.deploy(table, 0, chances);
    // The first rule of those that accept none of the three.
    expect([...chances]).toEqual([0.1, 0.1, 0.1]);
    const tries = Array.from({ length: 2000 }, () => learner.inverse(0));
    expect(tries.reduce((sum, n) => sum + n, 0) / 2000).toBeGreaterThan(8.5);
    expect(tries.reduce((sum, n) => sum + n, 0) / 2000).toBeLessThan(11.5);
    expect(Math.max(...tries)).toBeLessThanOrEqual(50);
  });
});

test("costs: by every rule of guessing, with a complaint and without", () => {
  const labels = { reads: 0, decide() {}, read: (i: number) => [1, 0, 1][i] };
  const learner = { inverse: (i: number) => [2, 4, 8][i] };
  const accepted = Uint8Array.of(1, 1, 0);
  const costs = new Float64Array(3);
  const of = (...[rule, pair]: [Parameters<typeof estimateCosts>[0], number]) => {
    estimateCosts(rule, accepted, labels, learner, pair, 10, costs);
    return [...costs];
  };
  expect(of("weighted", -1)).toEqual([-2, 4, 0]);
  expect(of("weighted", 2)).toEqual([8, 4, -10]);
  expect(of("unweighted", -1)).toEqual([-1, 1, 0]);
  expect(of("missing as negative", -1)).toEqual([-1, 1, 1]);
  expect(of("all", 7)).toEqual([-1, -9, 9]);
});

describe("the fair optimum", () => {
  const [rounds, people] = [200, 3];
  const table = decisionTable(RULES, features(rounds * people));
  const random = Random.of(8);
  const labels = Uint8Array.from({ length: rounds * people }, () => random.integer(2));
  const problem = { rules: RULES.count, people, table, labels };
  const error = (chances: Float64Array) =>
    chances.reduce((sum, p, i) => sum + labels[i] + p * (1 - 2 * labels[i]), 0) / labels.length;

  test("keeps every constraint, and says its own error", async () => {
    const distances = Float64Array.from({ length: rounds * people * people }, () => random.uniform(0, 0.6));
    const { weights, chances, error: said } = fairOptimum(await linearPrograms(), { ...problem, distances }, 0.05);
    expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 9);
    expect(said).toBeCloseTo(error(chances), 9);
    for (let p = 0; p < distances.length; p++) {
      const round = Math.floor(p / (people * people));
      const [a, b] = [Math.floor(p / people) % people, p % people];
      const apart = chances[round * people + a] - chances[round * people + b];
      if (a !== b) expect(apart).toBeLessThanOrEqual(distances[p] + 0.05 + 2e-8);
    }
  });

  test("without constraints it is the best rule; where all must be equal, the better of all and none", async () => {
    const solver = await linearPrograms();
    const free = new Float64Array(rounds * people * people).fill(1);
    const errors = Array.from({ length: RULES.count }, (_, h) =>
      error(Float64Array.from({ length: rounds * people }, (_, i) => table[i * RULES.count + h])),
    );
    expect(fairOptimum(solver, { ...problem, distances: free }, 0).error).toBeCloseTo(Math.min(...errors), 9);
    const equal = fairOptimum(solver, { ...problem, distances: new Float64Array(free.length) }, 0).error;
    expect(equal).toBeCloseTo(Math.min(errors[RULES.count - 2], errors[RULES.count - 1]), 6);
  });
});

test("a mixture played against itself has no regret, and violates what it is told it does", () => {
  const table = decisionTable(RULES, features(40));
  const random = Random.of(9);
  const labels = Uint8Array.from({ length: 40 }, () => random.integer(2));
  const rules = RULES.count;
  const benchmark = chancesOf(
    Float64Array.from({ length: rules }, (_, h) => (h < 3 ? 1 / 3 : 0)),
    table,
  );
  let round = -1;
  const learner = {
    deploy: (_table: Uint8Array, from: number, chances: Float64Array) => {
      round = from / rules / 4;
      chances.set(benchmark.subarray(round * 4, round * 4 + 4));
    },
    draw: (accepted: Uint8Array) => accepted.fill(1),
    inverse: () => 1,
    learn() {},
  };
  const game = {
    rules,
    people: 4,
    table,
    labels,
    distances: new Float64Array(160),
    slack: 0.1,
    costs: "weighted" as const,
    penalty: () => 2,
    benchmark,
    windows: 2,
  };
  const played = playOneSided(game, learner);
  for (const windows of [played.regret, played.lagrangian])
    for (const value of windows) expect(value).toBeCloseTo(0, 12);
  let violations = 0;
  for (let t = 0; t < 10; t++) {
    const own = benchmark.subarray(t * 4, t * 4 + 4);
    if (Math.max(...own) - Math.min(...own) > 0.1) violations += 1;
  }
  expect(violations).toBeGreaterThan(0);
  expect((played.violations[0] + played.violations[1]) * 5).toBeCloseTo(violations, 9);
  expect(played.penalties).toBeCloseTo(2 * violations, 9);
  expect(played.leastGap).toBeCloseTo(0, 12);
});
