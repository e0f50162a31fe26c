import { expect, test } from "vitest";
import { normalMaximum } from "../../../test/fixtures/normal-law.ts";
import { Random } from "../../core/random.ts";
import { DRAWS, goldBesideProxy, type PressedSeed } from "./gold-beside-proxy.ts";

/** Tries whose pay is `scale` times the objective plus noise; above `turn` the objective falls again. */
function tries(seed: number, { scale = 5, noise = 1, turn = Number.POSITIVE_INFINITY } = {}): PressedSeed["tries"] {
  const random = Random.of(seed, "tries");
  return Array.from({ length: 8 }, () => {
    const worth = Float64Array.from({ length: 400 }, () => random.normal());
    const gold = worth.map((one) => (one > turn ? 2 * turn - one : one));
    return { gold, proxy: worth.map((one) => scale * (one + noise * random.normal())) };
  });
}
const seedsOf = (options: object, more: Omit<PressedSeed, "tries"> = { training: [] }): PressedSeed[] =>
  [901, 902, 903, 904, 905].map((seed) => ({ ...more, tries: tries(seed, options) }));

test("pay that is the objective plus noise predicts the gains of normal order statistics", () => {
  const comparison = goldBesideProxy(seedsOf({}));
  if (comparison === undefined) throw new Error("there are tries");
  const { unit, selection, training, end } = comparison;
  // Cov(g, 5(g + e))/Var(5(g + e)) is 1/10.
  expect(unit.mean).toBeCloseTo(0.1, 2);
  expect(selection.pressure).toEqual(DRAWS);
  expect(selection.apart).toBeNull();
  for (const [k, n] of DRAWS.entries()) {
    const expected = n === 1 ? 0 : normalMaximum(n).mean / Math.SQRT2;
    expect(Math.abs((selection.proxy[k].mean ?? 0) - expected)).toBeLessThan(0.06);
    expect(Math.abs((selection.gold[k].mean ?? 0) - expected)).toBeLessThan(0.12);
  }
  expect([training, end]).toEqual([null, null]);
});

test("where more pay means less of the objective, proxy and gold diverge from some n on", () => {
  const comparison = goldBesideProxy(seedsOf({ turn: 1, noise: 0.1 }));
  expect(comparison?.selection.apart).toBeGreaterThan(1);
  expect(comparison?.parting).toMatchObject({ parted: 5, curves: 5 });
  const last = DRAWS.length - 1;
  expect(comparison?.selection.gold[last].high).toBeLessThan(comparison?.selection.proxy[last].low ?? 0);
});

test("a training is reported in the objective's unit, and diverges where its intervals show it", () => {
  const training = [0, 1, 2, 3, 4].map((k) => ({ steps: 100 * k, pay: 50 * k, objective: k < 2 ? 5.2 * k : 5 - k }));
  const comparison = goldBesideProxy(seedsOf({}, { training, trained: { pay: 200, objective: -1 } }));
  expect(comparison?.training?.pressure).toEqual([0, 100, 200, 300, 400]);
  expect(comparison?.training?.proxy[2].mean).toBeCloseTo(100 * (comparison?.unit.mean ?? 0), 9);
  expect(comparison?.training?.gold[2].mean).toBeCloseTo(3, 9);
  expect(comparison?.training?.apart).toBe(200);
  expect(comparison?.end?.proxy.mean).toBeCloseTo(20, 0);
  expect(comparison?.end?.gold.mean).toBeCloseTo(-1, 1);
  expect(comparison?.end?.gap.low).toBeGreaterThan(15);
});

test("one seed gives no intervals and no divergence; tries with equal pay give no result", () => {
  const one = goldBesideProxy(seedsOf({ turn: 1 }).slice(0, 1));
  expect([one?.selection.apart, one?.unit.low]).toEqual([null, null]);
  expect(goldBesideProxy([])).toBeUndefined();
  const same = { gold: [1, 2], proxy: [3, 3] };
  expect(goldBesideProxy([{ tries: [same], training: [] }])).toBeUndefined();
});

test("best-of-n of few tries is right on average: the best of 8 is no more than that of 8 fresh tries", () => {
  const seeds = Array.from({ length: 400 }, (_, seed): PressedSeed => {
    const random = Random.of(seed, "few tries");
    const gold = Float64Array.from({ length: 8 }, () => random.normal());
    return { training: [], tries: [{ gold, proxy: gold }] };
  });
  const selection = goldBesideProxy(seeds)?.selection;
  expect(selection?.pressure).toEqual([1, 2, 4, 8]);
  // Shares Fⁿ of the eight would give 0.9 at most.
  for (const n of [2, 4, 8]) {
    const { mean, low, high } = selection?.gold[Math.log2(n)] ?? {};
    expect(Math.abs((mean ?? 0) - normalMaximum(n).mean)).toBeLessThan(0.1);
    expect([low, high].map((bound) => (bound ?? 0) > normalMaximum(n).mean)).toEqual([false, true]);
  }
});
