// The solver against closed forms, against the results of an independent solver for the published cases, and against the definition of an
// equilibrium: no actor gains by a unilateral deviation.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { coopetitiveEquilibrium } from "./equilibrium.ts";
import { integratedUtilities, LOGARITHMIC, POWER, privatePayoffs, type ValueGame } from "./value.ts";

const pair = (value: ValueGame["value"], gamma: number, firstShare = 0.5): ValueGame => ({
  endowment: [100, 100],
  share: [firstShare, 1 - firstShare],
  value,
  gamma,
});
const depends = (first: number, second: number) => [
  [0, first],
  [second, 0],
];

describe("closed forms (TR-1 def. 3, solved by hand)", () => {
  test("without synergy: θ − 1 and β^(1/(1−β))", () => {
    expect(coopetitiveEquilibrium(pair(LOGARITHMIC, 0), depends(0.9, 0.9)).actions[0]).toBeCloseTo(19, 11);
    expect(coopetitiveEquilibrium(pair(POWER, 0), depends(0.9, 0.9)).actions[1]).toBeCloseTo(0.75 ** 4, 11);
  });

  test("symmetric actors: θ/(1 − wγ/N) − 1 and (β/(1 − wγ/N))^(1/(1−β))", () => {
    for (const d of [0, 0.3, 0.9]) {
      const w = 0.5 + 0.5 * d;
      const log = coopetitiveEquilibrium(pair(LOGARITHMIC, 0.65), depends(d, d)).actions;
      const power = coopetitiveEquilibrium(pair(POWER, 0.5), depends(d, d)).actions;
      for (const a of log) expect(a).toBeCloseTo(20 / (1 - (w * 0.65) / 2) - 1, 9);
      for (const a of power) expect(a).toBeCloseTo((0.75 / (1 - (w * 0.5) / 2)) ** 4, 9);
    }
  });

  test("one actor alone internalises the whole synergy", () => {
    const game: ValueGame = { endowment: [100], share: [1], value: LOGARITHMIC, gamma: 0.5 };
    expect(coopetitiveEquilibrium(game, [[0]]).actions[0]).toBeCloseTo(20 / 0.5 - 1, 10);
  });
});

describe("worlds of Coopetition-Gym (exact equilibria; arXiv 2605.02063's own minimiser is off by up to 0.02)", () => {
  // Independent solution of the same first-order conditions with the constants of the release.
  test.each([
    ["SLCD", 100, [0.55, 0.45], 20, 0.65, depends(0.64, 0.86), [26.633377, 27.399142]],
    ["TrustDilemma", 100, [0.5, 0.5], 20, 0.7, depends(0.6, 0.6), [26.777778, 26.777778]],
    ["RenaultNissan, mature", 100, [0.48, 0.52], 22, 0.58, depends(0.51, 0.66), [27.171832, 27.923849]],
  ])("%s", (_name, endowment, share, theta, gamma, dependence, expected) => {
    const game: ValueGame = {
      endowment: [endowment, endowment],
      share,
      value: { form: "logarithmic", theta },
      gamma,
    };
    const { actions, converged } = coopetitiveEquilibrium(game, dependence);
    expect(converged).toBe(true);
    actions.forEach((a, i) => {
      expect(Math.abs(a - expected[i])).toBeLessThan(1e-6);
    });
  });
});

const unit = fc.double({ min: 0, max: 1, noNaN: true });
law.prop([unit, unit, fc.double({ min: 0.3, max: 0.7, noNaN: true }), unit, fc.boolean()], { numRuns: 60 })(
  "no actor gains by moving alone",
  (first, second, share, gamma, logarithmic) => {
    const game = pair(logarithmic ? LOGARITHMIC : POWER, gamma, share);
    const dependence = depends(first, second);
    const { actions, converged } = coopetitiveEquilibrium(game, dependence);
    expect(converged).toBe(true);
    const at = integratedUtilities(privatePayoffs(actions, game), dependence);
    for (const i of [0, 1]) {
      for (const shift of [0.01, 0.8, 0.99, 1.01, 1.2, 3]) {
        const moved = actions.map((a, k) => (k === i ? a * shift : a));
        const after = integratedUtilities(privatePayoffs(moved, game), dependence)[i];
        expect(after).toBeLessThan(at[i] + 1e-9);
      }
    }
  },
);

test("binding bounds are equilibrium actions", () => {
  const game = pair(LOGARITHMIC, 0.65);
  expect(coopetitiveEquilibrium(game, depends(0.6, 0.6), { ceiling: 20 }).actions).toEqual([20, 20]);
  expect(coopetitiveEquilibrium(pair(POWER, 0), depends(0, 0), { floor: 0.5 }).actions).toEqual([0.5, 0.5]);
});
