// Published tables, and the models of ties against fits of another implementation.

import { describe, expect, it } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { countsOf } from "../../../test/fixtures/pair-matrices.ts";
import { bradleyTerry, Refits, waldErrors } from "./bradley-terry.ts";
import { connectedGroups } from "./pair-counts.ts";

/** American League 1987 (Agresti): Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore. */
const BASEBALL = countsOf([
  [0, 7, 9, 7, 7, 9, 11],
  [6, 0, 7, 5, 11, 9, 9],
  [4, 6, 0, 7, 7, 8, 12],
  [6, 8, 6, 0, 6, 7, 10],
  [6, 2, 6, 7, 0, 7, 12],
  [4, 4, 5, 6, 6, 0, 6],
  [2, 4, 1, 3, 1, 7, 0],
]);
const PLAIN = { ties: "half", ridge: 0 } as const;

const TIED = countsOf(matrix("0 6 7 9 | 3 0 5 8 | 2 4 0 6 | 1 1 3 0"), matrix("0 3 2 1 | 3 0 3 2 | 2 3 0 4 | 1 2 4 0"));

const near = (actual: ArrayLike<number>, wanted: readonly number[], digits = 6) => {
  expect(actual).toHaveLength(wanted.length);
  for (const [k, value] of wanted.entries()) expect(actual[k], `entry ${k}`).toBeCloseTo(value, digits);
};

describe("Bradley-Terry", () => {
  it("finds the strengths of four players", () => {
    const { strengths } = bradleyTerry(countsOf(matrix("0 2 0 1 | 3 0 5 0 | 0 3 0 1 | 4 0 3 0")), PLAIN);
    near(strengths.map(Math.exp), [0.639835, 1.043314, 0.65981, 2.270377]);
  });

  it("finds the baseball teams of 1987, with their standard errors", () => {
    const fit = bradleyTerry(BASEBALL, PLAIN);
    near(fit.strengths, [0.531153, 0.386206, 0.244283, 0.197415, 0.057495, -0.36635, -1.050203]);
    expect(fit.logLikelihood).toBeCloseTo(-172.248176, 6);
    const { errors, between } = waldErrors(fit);
    near(errors, [0.207419, 0.204157, 0.202062, 0.201604, 0.200919, 0.205044, 0.232462]);
    const toBaltimore = Array.from({ length: 6 }, (_, k) => between(k, 6));
    near(toBaltimore, [0.343256, 0.339569, 0.336669, 0.335861, 0.333878, 0.331877]);
  });

  it("shrinks differences of strengths by a ridge", () => {
    const fit = bradleyTerry(BASEBALL, { ties: "half", ridge: 0.01 });
    near(fit.strengths, [0.530533, 0.385752, 0.243984, 0.197167, 0.057395, -0.365986, -1.048845]);
    const inElo = 400 / Math.LN10;
    near(
      waldErrors(fit).errors.map((error) => error * inElo),
      [36.0094, 35.4446, 35.0818, 35.0026, 34.884, 35.598, 40.3402],
      3,
    );
  });

  it("rates players as equal whose games were all ties", () => {
    const none = matrix("0 0 | 0 0");
    const twice = matrix("0 2 | 2 0");
    const fit = bradleyTerry(countsOf(none, twice), { ties: "davidson", ridge: 0.01 });
    near(fit.strengths, [0, 0], 12);
    expect(fit.logLikelihood).toBeCloseTo(0, 6);
    // Counts that a resample may contain.
    const counts = countsOf([[0, 1], none[1]], matrix("0 1 | 1 0"));
    const refits = new Refits(
      counts,
      { ties: "davidson", ridge: 0.01 },
      bradleyTerry(counts, { ties: "davidson", ridge: 0.01 }),
    );
    const into = new Float64Array(2);
    refits.strengths(Float64Array.of(0), Float64Array.of(0), Float64Array.of(2), into);
    near(into, [0, 0], 6);
  });

  it.each([
    ["davidson", [1.107638, 0.347203, -0.230165, -1.224676], 0.665214, -64.962811],
    ["rao-kupper", [0.896078, 0.274673, -0.201918, -0.968833], 1.740534, -64.778572],
  ] as const)("has ties by %s", (ties, strengths, parameter, logLikelihood) => {
    const fit = bradleyTerry(TIED, { ties, ridge: 0 });
    near(fit.strengths, strengths);
    expect(fit.ties).toBeCloseTo(parameter, 6);
    expect(fit.logLikelihood).toBeCloseTo(logLikelihood, 6);
  });

  it("treats ties as half games, which is a different model", () => {
    near(bradleyTerry(TIED, PLAIN).strengths, [0.819257, 0.256982, -0.170937, -0.905302]);
  });

  it("gives the same fit from other starting strengths", () => {
    for (const ties of ["half", "davidson", "rao-kupper"] as const) {
      const terms = { ties, ridge: 0 };
      const refits = new Refits(TIED, terms, bradleyTerry(TIED, terms));
      const [won, lost, tied] = [TIED.won, TIED.lost, TIED.tied].map((all) => all.map((x, k) => x + ((k * 7) % 3)));
      const strengths = new Float64Array(4);
      refits.strengths(won, lost, tied, strengths);
      near(strengths, [...bradleyTerry({ ...TIED, won, lost, tied }, terms).strengths]);
    }
  });

  it("is finite with a ridge where a player has won all games, and reports connected groups", () => {
    const counts = countsOf(matrix("0 3 2 0 | 0 0 1 0 | 0 1 0 0 | 0 0 0 0"));
    expect(connectedGroups(counts)).toEqual([[1, 2], [0], [3]]);
    const { strengths } = bradleyTerry(counts, { ties: "davidson", ridge: 0.01 });
    expect(strengths.every(Number.isFinite)).toBe(true);
    expect(strengths[0]).toBeGreaterThan(strengths[1]);
    expect(strengths[3]).toBeCloseTo(0, 9);
    expect(connectedGroups(TIED)).toEqual([[0, 1, 2, 3]]);
  });
});
