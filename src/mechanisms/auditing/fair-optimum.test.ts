// The fair optimum against its constraints and enumeration, and the inequality by which few errors and complaints make few violations.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { chancesOf, fairOptimum } from "./fair-optimum.ts";
import { reportedPair } from "./panel.ts";
import { decisionTable, separator, thresholdRules } from "./threshold-rules.ts";

const RULES = thresholdRules(4, 3, 1);
const features = (people: number) => {
  const random = Random.of(1, "features");
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

  test("where a panel objects to chances, they differ by ε more than those of the optimum for α − ε", async () => {
    const [slack, margin] = [0.1, 0.05];
    const distances = Float64Array.from({ length: rounds * people * people }, () => random.uniform(0, 0.6));
    const optimum = fairOptimum(await linearPrograms(), { ...problem, distances }, slack - margin);
    let violations = 0;
    for (let n = 0; n < 20; n++) {
      const raw = Float64Array.from({ length: RULES.count }, () => random.uniform() ** 6);
      const total = raw.reduce((sum, w) => sum + w, 0);
      const chances = chancesOf(
        raw.map((w) => w / total),
        table,
      );
      for (let t = 0; t < rounds; t++) {
        const [own, best] = [chances, optimum.chances].map((all) => all.subarray(t * people, (t + 1) * people));
        const pair = reportedPair(own, distances, t * people * people, slack);
        if (pair < 0) continue;
        const [a, b] = [Math.floor(pair / people), pair % people];
        violations += 1;
        expect(own[a] - own[b] - (best[a] - best[b])).toBeGreaterThanOrEqual(margin - 2e-8);
      }
    }
    expect(violations).toBeGreaterThan(100);
  });
});
