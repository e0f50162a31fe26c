// TR-4's step against an independent, direct implementation of its equations, against results of the released code, and its invariants.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { meanAction, reciprocityTrace } from "../../../test/fixtures/reciprocity.ts";
import { oracles } from "../../../test/fixtures/seats.ts";
import { Random } from "../../core/random.ts";
import { deviation } from "../../evaluation/statistics/moments.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { sequentialReciprocity } from "./sequential-reciprocity.ts";

/** A dependent actor and an independent one. */
const pair = {
  dependence: matrix("0 0.8 | 0.8 0"),
};
const still = { ...pair, gain: 0, decay: 0 };

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const three = fc.tuple(between(0, 1), between(0, 1), between(0, 1));
const games = fc
  .record({
    ...{
      dependence: fc.tuple(three, three, three),
      baseline: three,
      start: three,
      trust: fc.tuple(three, three, three),
    },
    ...{ strength: between(0, 2), elasticity: between(0.8, 2), steepness: between(0.5, 2) },
    ...{ memory: fc.integer({ min: 1, max: 6 }), adaptation: between(0, 0.5), decay: between(0, 0.2) },
    expectation: fc.constantFrom("baseline" as const, "recent" as const),
  })
  .map((drawn) => ({
    ...drawn,
    dependence: drawn.dependence.map((row, i) => row.map((x, j) => (i === j ? 0 : x))),
    gain: 0.12,
  }));
type Game = Parameters<typeof plainRun>[0];

/** Direct implementation of the report's equations, with nested arrays and the complete history. */
function plainRun(game: typeof games extends fc.Arbitrary<infer G> ? G : never, steps: number) {
  const { strength, elasticity, steepness, memory } = game;
  const clip = (x: number, high = 1) => Math.min(Math.max(x, 0), high);
  const path: number[][] = [[...game.start]];
  let baseline: number[] = [...game.baseline];
  let trust: number[][] = game.trust.map((row) => [...row]);
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
          return i === j ? 0 : trust[i][j] * (1 + 0.6 * game.dependence[i][j]) * response;
        });
        const effect = effects.reduce((sum, x) => sum + x, 0);
        return clip(a + game.gain * effect - game.decay * (a - baseline[i]));
      }),
    );
    const [before, hurt] = [trust, damage];
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
  return { next: path[steps], trust: trust.flat(), damage: damage.flat(), baseline };
}

function farthest(ours: ArrayLike<number>, theirs: readonly number[]): number {
  expect(ours.length).toBe(theirs.length);
  return Math.max(...theirs.map((x, k) => Math.abs(ours[k] - x)));
}

describe("a step", () => {
  law.prop([games])("moves actions, trust, damage and baselines as the equations say", (game: Game) => {
    const { last } = reciprocityTrace(game, 12);
    const plain = plainRun(game, 12);
    for (const part of ["next", "trust", "damage", "baseline"] as const)
      expect(farthest(last[part], plain[part])).toBeLessThan(1e-12);
  });

  law.prop([games])("keeps responses below ρ_0·D^η and everything else in its range", (game: Game) => {
    const { modifiers, actions, last } = reciprocityTrace(game, 12);
    const bounds = game.dependence.flat().map((d) => game.strength * d ** game.elasticity);
    expect([...modifiers].filter((m, at) => !(Math.abs(m) <= bounds[at % 9]))).toEqual([]);
    // The diagonal of trust is never used.
    const others = Array.from(last.trust).filter((_, at) => at % 4 !== 0);
    expect(others.filter((x) => !(x >= 0 && x <= 0.9))).toEqual([]);
    expect([...actions, ...last.damage, ...last.baseline].filter((x) => !(x >= 0 && x <= 1))).toEqual([]);
  });

  test("noise is drawn once per actor, in order of seats", () => {
    const draws = [0.1, -0.2, 0.3, 0.9];
    const { actions } = reciprocityTrace(still, 2, { noise: () => draws.shift() ?? 0 });
    expect(farthest(actions, [0.5, 0.5, 0.6, 0.3, 0.9, 1])).toBeLessThan(1e-15);
  });
});

describe("expectations", () => {
  test("relative to recent play, steady actions cause no response; relative to the baseline, they do", () => {
    expect(reciprocityTrace({ ...still, expectation: "recent" }, 10).modifiers[9 * 4 + 1]).toBe(0);
    expect(reciprocityTrace(still, 10).modifiers[9 * 4 + 1]).toBeCloseTo(0.8 * Math.tanh(0.2), 12);
  });

  test("the expectation is the mean of the k actions before the current one", () => {
    const shocks = [4, 5, 6, 7].map((step) => ({ step, actor: 1, change: 0.3 }));
    const game = { ...still, expectation: "recent", memory: 3, shocks: shocks.slice(0, 1) };
    const { modifiers } = reciprocityTrace(game, 8);
    const answer = (t: number) => modifiers[t * 4 + 1] / 0.8;
    // The action stays at its shocked value, as nothing pulls it back.
    expect(answer(4)).toBeCloseTo(Math.tanh(0.3), 12);
    expect(answer(5)).toBeCloseTo(Math.tanh(0.8 - 1.8 / 3), 12);
    expect(answer(7)).toBeCloseTo(0, 12);
  });
});

test("a shock is added to the action, clipped, and answered in the same step", () => {
  const shocks = [
    { step: 1, actor: 0, change: -0.2 },
    { step: 2, actor: 1, change: -0.4 },
    { step: 3, actor: 1, change: -0.4 },
  ];
  const { actions, modifiers } = reciprocityTrace({ ...still, shocks }, 4);
  expect(farthest(actions, [0.5, 0.5, 0.3, 0.5, 0.3, 0.1, 0.3, 0, 0.3, 0])).toBeLessThan(1e-15);
  expect(modifiers[2 * 4 + 1]).toBeCloseTo(0.8 * Math.tanh(0.1 - 0.3), 12);
});

// Released code of arXiv 2604.01240, its first functional experiment: 0.3 + 0.2·0.98^30 without reciprocity, 1 with it.
test("the published final actions of two actors after 30 steps", () => {
  expect(meanAction(reciprocityTrace({ ...pair, strength: 0 }, 30), 30)).toBeCloseTo(0.4090968639, 10);
  expect(meanAction(reciprocityTrace(pair, 30), 30)).toBe(1);
});

test("its reference player follows the rule, and the environment reports executed actions", () => {
  const world = sequentialReciprocity.make({ ...pair, horizon: 20 });
  const runner = episodeRunner(world);
  const done: number[] = [];
  const player = seated(world.spec, oracles(world, "reciprocity"));
  runner.play(player, streamsBelow(Random.of(1)), ({ outcomes }) => done.push(outcomes[0]));
  const { actions } = reciprocityTrace(pair, 20);
  // Observations are in single precision.
  expect(
    farthest(
      done,
      Array.from({ length: 20 }, (_, t) => actions[2 * t]),
    ),
  ).toBeLessThan(1e-6);
});

test("action noise has its standard deviation, and no random numbers are drawn without noise", () => {
  const middle = { ...still, start: [0.5, 0.5], baseline: [0.5, 0.5], horizon: 400 };
  const done = (parameters: object) => {
    const world = sequentialReciprocity.make({ ...middle, ...parameters });
    const payoffs: number[] = [];
    const steady = { act: ({ actions }: { actions: Float64Array }) => void actions.fill(0.5) };
    episodeRunner(world).play(steady, streamsBelow(Random.of(3)), ({ outcomes }) => payoffs.push(outcomes[0]));
    return { found: payoffs, deterministic: world.spec.deterministic };
  };
  expect(done({})).toEqual({ found: new Array(400).fill(0.5), deterministic: true });
  const noisy = done({ noise: 0.05 });
  expect(noisy.deterministic).toBe(false);
  expect(Math.abs(deviation(noisy.found) / 0.05 - 1)).toBeLessThan(0.15);
});

test("lists of wrong lengths, and shocks of unknown actors, are rejected", () => {
  expect(() => sequentialReciprocity.make({ baseline: [0.1, 0.2, 0.3] })).toThrow("baseline is of 3 actors");
  expect(() =>
    sequentialReciprocity.make({
      trust: matrix("0 0.5 1 | 0.5 0 1"),
    }),
  ).toThrow("trust is of 3 actors");
  const shocks = [{ step: 1, actor: 2, change: 0.1 }];
  expect(() => sequentialReciprocity.make({ shocks })).toThrow("there are 2 actors");
});
