// Turns of which the merit is known: how well the advantages of each comparison tell turns of merit from idle ones, and what the root
// does to the size of sums.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { areaUnderCurve } from "../../evaluation/statistics/classification.ts";
import { deviation } from "../../evaluation/statistics/moments.ts";
import { standings, turnAdvantages } from "./method.ts";

const ANSWERS = 8;
const LONGEST = 8;
/** Columns: every turn with a gain, and the last. */
const MOST = LONGEST + 1;

/** Questions with eight answers each. */
interface Simulated {
  /** Turns with a gain: of 1 to 8, the same for all answers to a question. */
  readonly early: { readonly counts: Int32Array; readonly most: number };
  /** [rows × most] 1 for turns of merit, 0 for idle ones. */
  readonly merit: Float64Array;
  readonly gains: Float64Array;
  /** [rows] 1 with a probability that is the share of turns with merit. */
  readonly pay: Float64Array;
}

/** Merit by the toss of a coin; gains s_t·(merit + 0.1·noise) with s_t = shrink^t. */
function simulate(questions: number, shrink: number, seed: number): Simulated {
  const random = Random.of(seed, "turns");
  const rows = questions * ANSWERS;
  const counts = new Int32Array(rows);
  const pay = new Float64Array(rows);
  const [merit, gains] = [0, 1].map(() => new Float64Array(rows * MOST));
  for (let question = 0; question < questions; question++) {
    const turns = 1 + random.integer(LONGEST);
    for (let row = question * ANSWERS; row < (question + 1) * ANSWERS; row++) {
      counts[row] = turns;
      let sum = 0;
      for (let turn = 0; turn < turns; turn++) {
        const u = random.uniform() < 0.5 ? 1 : 0;
        merit[row * MOST + turn] = u;
        gains[row * MOST + turn] = shrink ** turn * (u + 0.1 * random.normal());
        sum += u;
      }
      pay[row] = random.uniform() < sum / turns ? 1 : 0;
    }
  }
  return { early: { counts, most: MOST }, merit, gains, pay };
}

/** How gains become advantages: by default as in the paper. */
interface Crediting {
  readonly compared?: "same turn" | "joint";
  readonly weight?: number;
  readonly rescaled?: boolean;
  /** 1: later gains count in full; 0: a turn has its own alone. */
  readonly discount?: number;
  /** Whether the outcome is added. */
  readonly outcome?: boolean;
}

const CREDIT = { baseline: "group", scale: "group", fewest: 3 } as const;

const turnsWithGains = (counts: Int32Array) =>
  [...counts].flatMap((count, row) => Array.from({ length: count }, (_, turn) => row * MOST + turn));

/** A_t of every turn with a gain beside its merit: the chance that a turn of merit stands above an idle one. */
function separation({ early, merit, gains, pay }: Simulated, given: Crediting = {}): number {
  const { compared = "same turn", weight = 0.3, rescaled = true, discount = 1, outcome = true } = given;
  const found = standings(gains, pay, early, ANSWERS, { ...CREDIT, compared });
  if (!outcome) found.outcomes.fill(0);
  const advantages = turnAdvantages(found, early, { weight, rescaled, discount });
  const places = turnsWithGains(early.counts);
  const [values, useful] = [places.map((place) => advantages[place]), places.map((place) => merit[place] === 1)];
  return areaUnderCurve(values, useful) ?? Number.NaN;
}

/** How much better the same turn's comparison tells merit than that of everything. */
const better = (simulated: Simulated, given: Crediting = {}) =>
  separation(simulated, given) - separation(simulated, { ...given, compared: "joint" });

/** Variance of D_t by the number of turns that it sums, 1 to 8. */
function variances({ early, gains, pay }: Simulated, rescaled: boolean): number[] {
  const found = standings(gains, pay, early, ANSWERS, { ...CREDIT, compared: "same turn" });
  const alone = { gains: found.gains, outcomes: new Float64Array(found.outcomes.length) };
  const sums = turnAdvantages(alone, early, { weight: 1, discount: 1, rescaled });
  const places = turnsWithGains(early.counts);
  return Array.from({ length: LONGEST }, (_, k) => {
    const own = places.filter((place) => early.counts[Math.floor(place / MOST)] - (place % MOST) === k + 1);
    return deviation(own.map((place) => sums[place])) ** 2;
  });
}

describe("known merit", () => {
  const halving = simulate(2000, 0.5, 3);

  test("is told better by the same turn's comparison where gains halve with every turn, most where a turn has its own alone", () => {
    expect(better(halving)).toBeGreaterThan(0.04);
    expect(better(halving)).toBeLessThan(0.05);
    expect(better(halving, { weight: 1 })).toBeGreaterThan(0.05);
    const own = { outcome: false, discount: 0, rescaled: false };
    expect(better(halving, own)).toBeGreaterThan(0.05);
    expect(separation(halving, own)).toBeGreaterThan(0.99);
  });

  test("is told no better by it where gains are as large at every depth", () => {
    expect(better(simulate(2000, 1, 3))).toBeLessThan(0);
  });

  test("is hardly told by the outcome alone", () => {
    expect(separation(halving, { weight: 0 })).toBeCloseTo(0.61, 1.7);
  });
});

test("sums of k gains have a variance of k, and of 1 over the root of their number", () => {
  const simulated = simulate(2000, 0.5, 5);
  for (const [k, variance] of variances(simulated, false).entries()) expect(variance / (k + 1)).toBeCloseTo(1, 0);
  const rescaled = variances(simulated, true);
  for (const variance of rescaled) expect(Math.abs(variance - 1)).toBeLessThan(0.1);
  expect(Math.max(...rescaled) / Math.min(...rescaled)).toBeLessThan(1.3);
});
