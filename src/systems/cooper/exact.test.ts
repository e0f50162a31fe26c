// The loophole without any language: a policy over three arms, right in the rule's form, right in another form, and the hack,
// which a judge pays r = σ(s). The policy ascends its expected pay, the judge the likelihood of pairs (right in the rule's form,
// hack), both as differential equations; they stand beside their closed form, and beside draws.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";

/** Right in the rule's form, right in another, hack. */
const [PLAIN, ODD, HACK] = [0, 1, 2];

/** What the judge pays at first. */
const FIRST_PAY = [0.9, 0.8, 0.95];

/** Logits of the policy, then scores of the judge. */
type LoopholeState = Float64Array;

interface BanditOptions {
  /** How fast the judge learns beside the policy; 0 is a fixed judge. */
  readonly rate: number;
  /** Time that passes, and in how many steps. */
  readonly time: number;
  readonly steps: number;
}

/** A judge that stands still, and one that learns. */
const FIXED: BanditOptions = { rate: 0, time: 600, steps: 12_000 };
const LEARNING: BanditOptions = { rate: 0.1, time: 200, steps: 4_000 };

/** Stretches of equal length at whose ends both are looked at. */
const SAMPLES = 20;

/** Probabilities of the three arms. */
function policyAt(standing: LoopholeState): Float64Array {
  const weights = standing.subarray(0, 3).map(Math.exp);
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / total);
}

/** Where both are at equal times, the first included, if `step` moves them. */
function collected(steps: number, step: (at: LoopholeState) => LoopholeState): LoopholeState[] {
  const path: LoopholeState[] = [];
  let at: LoopholeState = Float64Array.from([0, 0, 0, ...FIRST_PAY.map((pay) => Math.log(pay / (1 - pay)))]);
  for (let k = 0; k <= steps; k++, at = step(at)) if (k % (steps / SAMPLES) === 0) path.push(at);
  return path;
}

/** θ̇ₐ = πₐ(rₐ − Σ π r), ṡ_plain = −ṡ_hack = rate·σ(s_hack − s_plain). */
function slope(at: LoopholeState, rate: number): LoopholeState {
  const policy = policyAt(at);
  const pay = [0, 1, 2].map((arm) => preferenceProbability(at[3 + arm]));
  const mean = policy.reduce((sum, share, arm) => sum + share * pay[arm], 0);
  const push = rate * preferenceProbability(at[3 + HACK] - at[3 + PLAIN]);
  return Float64Array.from([...policy.map((share, arm) => share * (pay[arm] - mean)), push, 0, -push]);
}

/** The equations, by the classical method of Runge and Kutta. */
function flow({ rate, time, steps }: BanditOptions): LoopholeState[] {
  const h = time / steps;
  return collected(steps, (at) => {
    const ahead = (from: LoopholeState, by: number) => at.map((x, k) => x + by * from[k]);
    const k1 = slope(at, rate);
    const k2 = slope(ahead(k1, h / 2), rate);
    const k3 = slope(ahead(k2, h / 2), rate);
    const k4 = slope(ahead(k3, h), rate);
    return at.map((x, k) => x + (h / 6) * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]));
  });
}

/** s_plain − s_hack. */
const gapOf = (at: LoopholeState) => at[3 + PLAIN] - at[3 + HACK];

/** The gap D that the equations have at time t: D + e^D grows by 2·rate·t, since Ḋ = 2·rate/(1 + e^D). */
const gapGrowth = (gap: number) => gap + Math.exp(gap);

/**
 * The same in draws: `answers` arms are drawn at each step, each compared with the mean of the others, and the judge learns from a pair
 * where an arm that the rule confirms was drawn.
 */
function draws({ rate, time, steps }: BanditOptions, answers: number, random: Random): LoopholeState[] {
  const h = time / steps;
  const counts = new Float64Array(3);
  return collected(steps, (at) => {
    const policy = policyAt(at);
    counts.fill(0);
    for (let k = 0; k < answers; k++) {
      const u = random.uniform();
      counts[u < policy[0] ? 0 : u < policy[0] + policy[1] ? 1 : 2] += 1;
    }
    const pay = [0, 1, 2].map((arm) => preferenceProbability(at[3 + arm]));
    const total = counts.reduce((sum, count, arm) => sum + count * pay[arm], 0);
    const next = at.slice();
    let credit = 0;
    for (let arm = 0; arm < 3; arm++) {
      const advantage = (counts[arm] * (pay[arm] - (total - pay[arm]) / (answers - 1))) / answers;
      next[arm] += h * advantage;
      credit += advantage;
    }
    for (let arm = 0; arm < 3; arm++) next[arm] -= h * credit * policy[arm];
    if (counts[PLAIN] > 0) {
      const push = h * rate * preferenceProbability(at[3 + HACK] - at[3 + PLAIN]);
      next[3 + PLAIN] += push;
      next[3 + HACK] -= push;
    }
    return next;
  });
}

test("the bandit: a fixed judge of 0.9, 0.8 and 0.95 ends in the hack, one that learns in right answers of either form", () => {
  const [fixed, learning] = [FIXED, LEARNING].map((options) => policyAt(flow(options)[SAMPLES]));
  expect(fixed[HACK]).toBeGreaterThan(0.95);
  expect(learning[PLAIN] + learning[ODD]).toBeGreaterThan(0.95);
});

test("the bandit: D + e^D of the gap D between the learning judge's scores is its closed form", () => {
  const path = flow(LEARNING);
  const expected = gapGrowth(gapOf(path[0])) + 2 * LEARNING.rate * LEARNING.time;
  expect(Math.abs(gapGrowth(gapOf(path[path.length - 1])) / expected - 1)).toBeLessThan(1e-8);
});

test("the bandit: a policy whose judge stands still keeps the judge's gap, and a faster judge has a wider one", () => {
  const gaps = [0, 0.1, 0.2].map((rate) => flow({ rate, time: 20, steps: 400 }).map(gapOf));
  expect(new Set(gaps[0].map((gap) => gap.toFixed(12))).size).toBe(1);
  const [from, to] = [gaps[1][0], gaps[1][gaps[1].length - 1]];
  expect(gapGrowth(to) - gapGrowth(from)).toBeCloseTo(2 * 0.1 * 20, 8);
  expect(gaps[2][20]).toBeGreaterThan(to);
});

test.each([FIXED, LEARNING].map((options, k) => [k, options] as const))(
  "the bandit: in draws of 32: case %s",
  (k, options) => {
    const drawn = draws({ ...options, steps: options.steps / 10 }, 32, Random.of(101, "bandit", k)).map(policyAt);
    const gaps = flow(options).flatMap((at, t) => [...policyAt(at)].map((p, arm) => Math.abs(p - drawn[t][arm])));
    expect(gaps).toHaveLength(63);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(0.05);
  },
);
