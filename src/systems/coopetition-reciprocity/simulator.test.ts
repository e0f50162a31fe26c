// TR-4's step against a second, plain reading of its equations, against figures of the released code, and its laws.

import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import {
  GATING_TRUST,
  meanAction,
  RESPONSE_DEFAULTS,
  type ReciprocityGame,
  reciprocitySimulator,
  reciprocityTrace,
} from "./simulator.ts";

const pair: ReciprocityGame = {
  dependence: [0, 0.8].map((d) => [d, 0.8 - d]),
  ...{ baseline: [0.3, 0.3], start: [0.5, 0.5], trust: 0.6, response: RESPONSE_DEFAULTS, trustLaw: GATING_TRUST },
  ...{ gain: 0.15, decay: 0.02, adaptation: 0, expectation: "baseline" },
};

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const three = fc.tuple(between(0, 1), between(0, 1), between(0, 1));
const response = fc.record({
  strength: between(0, 2),
  elasticity: between(0.8, 2),
  steepness: between(0.5, 2),
  memory: fc.integer({ min: 1, max: 6 }),
});
const games = fc
  .record({
    dependence: fc.tuple(three, three, three),
    baseline: three,
    start: three,
    trust: fc.tuple(three, three, three),
    response: response.map((own) => ({ ...RESPONSE_DEFAULTS, ...own })),
    adaptation: between(0, 0.5),
    decay: between(0, 0.2),
    expectation: fc.constantFrom("baseline" as const, "recent" as const),
  })
  .map((drawn) => {
    const dependence = drawn.dependence.map((row, i) => row.map((x, j) => (i === j ? 0 : x)));
    return { ...drawn, dependence, trustLaw: GATING_TRUST, gain: 0.12 } satisfies ReciprocityGame;
  });

/** The equations of the report once more, with nested arrays and the whole history kept. */
function plainRun(game: ReciprocityGame & { trust: readonly (readonly number[])[] }, steps: number) {
  const { strength, elasticity, steepness, memory, weight, amplification } = game.response;
  const clip = (x: number, high = 1) => Math.min(Math.max(x, 0), high);
  const path = [[...game.start]];
  let baseline = [...game.baseline];
  let trust = game.trust.map((row) => [...row]);
  let damage = trust.map((row) => row.map(() => 0));
  for (let t = 0; t < steps; t++) {
    const now = path[t];
    const recent = path.slice(Math.max(0, t - memory), t);
    const expected = now.map((_, j) =>
      game.expectation === "baseline" || recent.length === 0
        ? baseline[j]
        : recent.reduce((sum, actions) => sum + actions[j], 0) / recent.length,
    );
    const s = now.map((a, j) => a - expected[j]);
    path.push(
      now.map((a, i) => {
        const effects = now.map((_, j) => {
          const response = strength * game.dependence[i][j] ** elasticity * Math.tanh(steepness * s[j]);
          return i === j ? 0 : weight * trust[i][j] * (1 + amplification * game.dependence[i][j]) * response;
        });
        const effect = effects.reduce((sum, x) => sum + x, 0);
        return clip(a + game.gain * effect - game.decay * (a - baseline[i]));
      }),
    );
    const before = trust;
    const hurt = damage;
    trust = before.map((row, i) =>
      row.map((x, j) => {
        if (i === j) return x;
        const ceiling = Math.max(0, Math.min(0.9, 1 - 0.6 * hurt[i][j]));
        const change =
          s[j] > 0 ? 0.1 * s[j] * Math.max(0, ceiling - x) : 0.3 * s[j] * x * (1 + 0.5 * game.dependence[i][j]);
        return clip(x + change, ceiling);
      }),
    );
    damage = hurt.map((row, i) =>
      row.map((r, j) => (i === j ? 0 : clip(s[j] < 0 ? r + 0.6 * -s[j] * (1 - r) : r - 0.03 * r))),
    );
    baseline = baseline.map((b, j) => (1 - game.adaptation) * b + game.adaptation * now[j]);
  }
  return { last: path[steps], trust, damage, baseline };
}

function farthest(ours: ArrayLike<number>, theirs: readonly number[]): number {
  expect(ours.length).toBe(theirs.length);
  return Math.max(...theirs.map((x, k) => Math.abs(ours[k] - x)));
}

describe("a step", () => {
  test.prop([games])("moves actions, trust, damage and baselines as the equations say", (game) => {
    const simulator = reciprocitySimulator(game);
    for (let t = 0; t < 12; t++) simulator.step();
    const plain = plainRun(game, 12);
    expect(farthest(simulator.actions, plain.last)).toBeLessThan(1e-12);
    expect(farthest(simulator.trust, plain.trust.flat())).toBeLessThan(1e-12);
    expect(farthest(simulator.damage, plain.damage.flat())).toBeLessThan(1e-12);
    expect(farthest(simulator.baseline, plain.baseline)).toBeLessThan(1e-12);
  });

  test.prop([games])("keeps responses below ρ_0·D^η and everything else in its range", (game) => {
    const simulator = reciprocitySimulator(game);
    const { strength, elasticity } = game.response;
    const most = game.dependence.flat().map((d) => strength * d ** elasticity);
    for (let t = 0; t < 12; t++) {
      const ceiling = simulator.damage.map((r) => Math.min(0.9, 1 - 0.6 * r));
      simulator.step();
      expect([...simulator.modifiers].filter((m, at) => !(Math.abs(m) <= most[at]))).toEqual([]);
      // Trust in oneself is never read.
      const others = Array.from(simulator.trust.entries()).filter(([at]) => at % 4 !== 0);
      expect(others.filter(([at, x]) => !(x >= 0 && x <= ceiling[at]))).toEqual([]);
      const shares = [...simulator.actions, ...simulator.damage, ...simulator.baseline];
      expect(shares.filter((x) => !(x >= 0 && x <= 1))).toEqual([]);
    }
  });

  test("draws noise once per actor, in order of seats", () => {
    const still = { ...pair, gain: 0, decay: 0 };
    const simulator = reciprocitySimulator(still);
    const draws = [0.1, -0.2, 0.3, 0.9];
    let at = 0;
    const next = () => draws[at++];
    simulator.step(next);
    expect(Array.from(simulator.actions)).toEqual([0.6, 0.3]);
    simulator.step(next);
    expect(at).toBe(4);
    expect(farthest(simulator.actions, [0.9, 1])).toBeLessThan(1e-15);
  });
});

describe("expectations", () => {
  test("held against recent play, steady actions earn no answer; held against the baseline, they do", () => {
    const steady = { ...pair, gain: 0, decay: 0 };
    const remembered = reciprocityTrace({ ...steady, expectation: "recent" }, 10);
    const fixed = reciprocityTrace(steady, 10);
    expect(remembered.modifiers[9 * 4 + 1]).toBe(0);
    expect(fixed.modifiers[9 * 4 + 1]).toBeCloseTo(0.8 * Math.tanh(0.2), 12);
  });

  test("the mean is of the k actions before the current one", () => {
    const steady = { ...pair, gain: 0, decay: 0, expectation: "recent" as const };
    const remembering = { ...steady, response: { ...RESPONSE_DEFAULTS, memory: 3 } };
    const { modifiers } = reciprocityTrace(remembering, 8, [{ at: 4, actor: 1, kind: "set", value: 0.8 }]);
    const answer = (t: number) => modifiers[t * 4 + 1] / 0.8;
    expect(answer(4)).toBeCloseTo(Math.tanh(0.3), 12);
    expect(answer(5)).toBeCloseTo(Math.tanh(0.8 - 1.8 / 3), 12);
    expect(answer(7)).toBeCloseTo(0, 12);
  });
});

describe("a script of shocks", () => {
  test("adds to or replaces the recorded action, clipped, and is answered in the same step", () => {
    const still = { ...pair, gain: 0, decay: 0 };
    const trace = reciprocityTrace(still, 4, [
      { at: 1, actor: 0, kind: "add", value: -0.2 },
      { at: 2, actor: 1, kind: "set", value: 0.1 },
      { at: 3, actor: 1, kind: "add", value: -0.4 },
    ]);
    const expected = [0.5, 0.5, 0.3, 0.5, 0.3, 0.1, 0.3, 0, 0.3, 0];
    expect(farthest(trace.actions, expected)).toBeLessThan(1e-15);
    expect(trace.modifiers[2 * 4 + 1]).toBeCloseTo(0.8 * Math.tanh(0.1 - 0.3), 12);
  });

  // Released code of arXiv 2604.01240, its first functional experiment: 0.3 + 0.2·0.98^30 without reciprocity, 1 with it.
  test("leaves the published final actions of two actors after 30 steps", () => {
    const off = { ...pair, response: { ...RESPONSE_DEFAULTS, strength: 0 } };
    expect(meanAction(reciprocityTrace(off, 30), 30)).toBeCloseTo(0.4090968639, 10);
    expect(meanAction(reciprocityTrace(pair, 30), 30)).toBe(1);
  });
});
