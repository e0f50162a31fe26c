// Expected scores against another program's enumeration, and invariants of every table.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { againstAll, type SwissDynamicsRules, swissDynamics, winTable } from "./swiss-dynamics.ts";
import { expectedScores } from "./swiss-dynamics-exact.ts";

const FOUR = matrix("90 60 80 | 70 75 70 | 60 90 50 | 40 50 95");
const SIX = matrix("9 2 7 4 | 8 6 3 5 | 7 8 5 1 | 5 9 1 8 | 3 4 9 7 | 1 5 8 9");
/** Points of eight models at eight olympiads of 2024, from the site of LiveOIBench (CC BY-SA 4.0), as in examples/scores/olympiads.csv. */
const OLYMPIADS =
  matrix(`260 600 273 505 161 375 251 160 | 340 436 207 419 149 375 224 167 | 260 364 297 426 154 390 194 134
  | 260 336 223 382 139 282 293 67 | 260 191 237 353 137 229 219 112 | 260 171 107 171 17 113 30 120
  | 260 39 67 189 125 84 100 42 | 54 56 8 82 4 21 20 39`);

describe("expected scores", () => {
  it.each([
    [FOUR, [0], [2, 5 / 3, 4 / 3, 0]],
    [FOUR, [1, 0, 0], [1, 4 / 3, 2 / 3, 0]],
    [FOUR, [1, 1, 0], [1, 4 / 3, 2 / 3, 0]],
    [FOUR, [1], [1, 4 / 3, 2 / 3, 0]],
    [FOUR, [2, 1, 0], [1, 4 / 3, 2 / 3, 0]],
    [SIX, [0], [1.744033, 1.67572, 1.298765, 1.580247, 1.68642, 1.014815]],
    [SIX, [1], [1.720988, 1.57284, 1.298765, 1.274074, 0.511111, 0.622222]],
    [SIX, [1, 1, 0, 0], [1.790123, 1.881481, 1.298765, 1.792593, 0.525926, 0.711111]],
    [SIX, [2, 1, 0, 0], [2.177778, 1.333333, 0.955556, 0.933333, 0.6, 0]],
    [OLYMPIADS, [0], [3.442857, 2.114286, 3.097884, 2.224868, 1.862963, 1.109524, 0.57619, 0.142857]],
    [OLYMPIADS, [1], [2.919048, 1.714286, 2.271429, 1.740212, 1.374074, 0.909524, 0.5, 0]],
  ])("of a table with eliminations %#", (scores, eliminate, known) => {
    const expected = expectedScores(winTable(scores), { eliminate });
    for (const [k, value] of known.entries()) expect(expected[k]).toBeCloseTo(value, 6);
  });

  it("equal the means of simulated contests, with ties, byes and tests that were not taken", () => {
    const cell = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(Number.NaN));
    const tables = fc
      .record({ players: fc.integer({ min: 1, max: 6 }), tests: fc.integer({ min: 1, max: 4 }) })
      .chain(({ players, tests }) =>
        fc.array(fc.array(cell, { minLength: tests, maxLength: tests }), { minLength: players, maxLength: players }),
      );
    const rules = fc.record({
      eliminate: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }),
      bye: fc.constantFrom(0 as const, 0.5 as const, 1 as const),
    });
    fc.assert(
      fc.property(tables, rules, fc.integer({ min: 0, max: 999 }), (scores, given, seed) => {
        const table = winTable(scores);
        const exact = expectedScores(table, given);
        const { scores: means, errors } = swissDynamics(table, 2000, Random.of(seed), given);
        for (let k = 0; k < exact.length; k++)
          expect(Math.abs(means[k] - exact[k])).toBeLessThanOrEqual(5.5 * errors[k] + 0.01);
      }),
      { numRuns: 60, seed: 1 },
    );
  });
});

describe("random contests", () => {
  const played = (scores: readonly number[][], rules: SwissDynamicsRules = {}) =>
    swissDynamics(winTable(scores), 500, Random.of(3), rules);

  it("give one point per win: with floating pairs and an even number all points are awarded", () => {
    const { scores, byes } = played(SIX, { pairing: "floating" });
    expect(scores.reduce((a, b) => a + b, 0)).toBeCloseTo(3 * 4, 9);
    expect([...byes]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("give the odd player of a strict group a bye without a point", () => {
    const { scores, byes } = played([[3], [2], [1]]);
    expect(scores[0] + scores[1] + scores[2]).toBeCloseTo(1, 9);
    expect(byes[0] + byes[1] + byes[2]).toBeCloseTo(1, 9);
  });

  it("can be compared with a round robin", () => {
    expect([...againstAll(winTable(matrix("3 3 | 2 3 | 1 1")))]).toEqual([0.875, 0.625, 0]);
  });

  it("end for a player when it is eliminated", () => {
    const { rounds } = played(FOUR, { eliminate: [1] });
    expect(rounds[0]).toBeGreaterThan(1);
    expect(Math.min(...rounds)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...rounds)).toBeLessThanOrEqual(3);
  });

  it("rank equal models alike under elimination, and a point for a bye helps the weakest", () => {
    const equal = Array.from({ length: 8 }, () => [1, 1, 1, 1]);
    const { scores, errors } = swissDynamics(winTable(equal), 4000, Random.of(7), { eliminate: [1] });
    const middle = scores.reduce((a, b) => a + b, 0) / 8;
    for (const [k, points] of scores.entries()) expect(Math.abs(points - middle)).toBeLessThan(4 * errors[k] + 1e-9);
    const weakest = OLYMPIADS.length - 1;
    const table = winTable(OLYMPIADS);
    expect(expectedScores(table, { bye: 1 })[weakest]).toBeGreaterThan(expectedScores(table)[weakest] + 0.5);
  });

  it("are reproducible by seed", () => {
    expect(played(SIX, { eliminate: [1, 0] })).toEqual(played(SIX, { eliminate: [1, 0] }));
  });
});
