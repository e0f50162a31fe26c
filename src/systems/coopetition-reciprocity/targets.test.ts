// The six behavioural targets that TR-4 checks on a grid of 5⁶ parameter settings, with its thresholds, and its five small experiments, each a
// comparison of the idea with itself switched off or turned down. Each setting is four deterministic runs of two actors.
// Source: Pant & Yu, arXiv 2604.01240 (TR-4), and its released code, whose counts and figures these are.

import { describe, expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { meanAction, type ReciprocityTrace, reciprocityTrace } from "../../../test/fixtures/reciprocity.ts";
import { sweep } from "../../../test/fixtures/sweep.ts";
import { pearson } from "../../evaluation/statistics/correlation.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";

const GRID = {
  strength: [0.5, 0.875, 1.25, 1.625, 2],
  elasticity: [0.8, 1.1, 1.4, 1.7, 2],
  steepness: [0.5, 0.875, 1.25, 1.625, 2],
  weight: [0.5, 0.875, 1.25, 1.625, 2],
  trust: [0.3, 0.45, 0.6, 0.75, 0.9],
};
/** The sixth parameter, k, enters only through the time at which forgiveness is read. */
const MEMORIES = [1, 5, 10, 15, 20];

/** Both start 0.2 above a fixed baseline of 0.3. */
const pair = (dependence: readonly (readonly number[])[]) => ({ dependence, baseline: [0.3, 0.3], start: [0.5, 0.5] });
const PAIR = {
  ...pair(matrix("0 0.8 | 0.4 0")),
  decay: 0.01,
};
const EXCHANGED = {
  ...PAIR,
  dependence: matrix("0 0.4 | 0.8 0"),
};

/** Mean action of both actors over steps 3 … 20. */
const early = (trace: ReciprocityTrace) => mean(Array.from({ length: 18 }, (_, k) => meanAction(trace, 3 + k)));
/** Action of actor 0 at t, or where the run ends before that, its last. */
const victim = ({ actions, steps, actors }: ReciprocityTrace, t: number) => actions[Math.min(t, steps) * actors];

/** Actor 0 withholds more than 0.005 in all over steps 11 … 59, or trusts less by more than 0.01 at step 15. */
function punished(together: ReciprocityTrace, betrayed: ReciprocityTrace): boolean {
  let withheld = 0;
  for (let t = 11; t < 60; t++) withheld += Math.max(0, victim(together, t) - victim(betrayed, t));
  return withheld > 0.005 || together.trust[15][1] - betrayed.trust[15][1] > 0.01;
}

/** At h = min(20 + 2k, 90) actor 0 is back above half of undisturbed play, or on the way up, or off its lowest point. */
function forgiven(together: ReciprocityTrace, betrayed: ReciprocityTrace, memory: number): boolean {
  const h = Math.min(20 + 2 * memory, 90);
  const now = victim(betrayed, h);
  if (now > 0.5 * victim(together, h)) return true;
  if (now - victim(betrayed, Math.max(h - 10, 15)) > 0.001 && now > 0.35) return true;
  const since = Array.from({ length: Math.min(40, h) - 11 }, (_, k) => victim(betrayed, 11 + k));
  return now > Math.min(...since) + 0.02;
}

type Game = typeof PAIR & Readonly<Record<keyof typeof GRID, number>> & { readonly cap?: number };

/** Plays the four runs of a game and holds them against the thresholds, for each length of memory. */
function targetsOf(game: Game) {
  const together = reciprocityTrace(game, 30);
  const betrayed = reciprocityTrace(game, 100, { instead: { at: 10, actor: 1, value: 0.1 } });
  const [trusting, wary] = [0.9, 0.3].map((trust) => reciprocityTrace({ ...game, trust }, 20));
  const cooperation = meanAction(together, 30);
  const asymmetry = Math.abs(together.modifiers[1]) / Math.abs(together.modifiers[2]);
  const largest = together.modifiers.reduce((most, modifier) => Math.max(most, Math.abs(modifier)), 0);
  const bound = game.strength * Math.max(...game.dependence.flat()) ** game.elasticity;
  return MEMORIES.map((memory) => ({
    met: {
      emergence: cooperation > 0.53,
      punishment: punished(together, betrayed),
      forgiveness: forgiven(together, betrayed, memory),
      asymmetry: asymmetry > 1.5,
      gating: early(trusting) > early(wary) + 0.005,
      bounded: largest <= bound,
    },
    parameters: { ...game, memory },
    asymmetry,
    cooperation,
  }));
}

/** How many settings meet each target. */
function counts(results: readonly ReturnType<typeof targetsOf>[number][]) {
  const names = ["emergence", "punishment", "forgiveness", "asymmetry", "gating", "bounded"] as const;
  return Object.fromEntries(names.map((name) => [name, results.filter(({ met }) => met[name]).length]));
}

const settings = sweep(GRID).flatMap((point) => targetsOf({ ...PAIR, ...point }));
const middle = { strength: 1.25, elasticity: 1.4, steepness: 1.25, weight: 1.25, trust: 0.6 };

describe("15,625 settings", () => {
  test("97.5, 100, 87.9, 100, 100 and 100 % meet the targets", () => {
    expect(counts(settings)).toEqual({
      ...{ emergence: 15_235, punishment: 15_625, forgiveness: 13_728 },
      ...{ asymmetry: 15_625, gating: 15_625, bounded: 15_625 },
    });
  });

  test("|M_01|/|M_10| lies between 2^0.8 and 2², 1.57 deviations from 1.5", () => {
    const ratios = settings.map(({ asymmetry }) => asymmetry);
    const { effectSize, t, p } = pairedEffect(
      ratios.map(() => 1.5),
      ratios,
    );
    expect(mean(ratios)).toBeCloseTo(2.754534692, 8);
    expect(deviation(ratios)).toBeCloseTo(0.801198218, 8);
    expect(effectSize).toBeCloseTo(1.565823119, 8);
    expect(t).toBeCloseTo(195.7279, 4);
    expect(p).toBeLessThan(0.001);
    expect(Math.min(...ratios)).toBeCloseTo(2 ** 0.8, 9);
    expect(Math.max(...ratios)).toBeCloseTo(4, 9);
  });

  test("correlation of parameters with final cooperation", () => {
    const known = {
      ...{ strength: 0.455611, weight: 0.455611, steepness: 0.398653, trust: 0.18952, elasticity: -0.22079, memory: 0 },
    };
    const cooperation = settings.map((setting) => setting.cooperation);
    for (const name of ["strength", "weight", "steepness", "trust", "elasticity", "memory"] as const) {
      const values = settings.map(({ parameters }) => parameters[name]);
      expect(pearson(values, cooperation), name).toBeCloseTo(known[name], 6);
    }
  });
});

describe("the targets without the idea", () => {
  test("punishment and forgiveness do not need reciprocity; emergence, asymmetry and gating do", () => {
    const without = sweep({ trust: GRID.trust }).flatMap((point) =>
      targetsOf({ ...PAIR, ...middle, ...point, strength: 0 }),
    );
    expect(counts(without)).toEqual({
      ...{ emergence: 0, punishment: 25, forgiveness: 25, asymmetry: 0, gating: 0, bounded: 25 },
    });
  });

  test("with trust held at zero nothing emerges; an initial trust of zero alone grows", () => {
    const points = sweep({ ...GRID, trust: [0] });
    expect(counts(points.flatMap((point) => targetsOf({ ...PAIR, ...point, cap: 0 }))).emergence).toBe(0);
    expect(5 * counts(points.flatMap((point) => targetsOf({ ...PAIR, ...point }))).emergence).toBe(12_375);
  });

  test("with dependence exchanged no setting has the asymmetry", () => {
    const points = sweep({ ...GRID, trust: [0.6] });
    expect(counts(points.flatMap((point) => targetsOf({ ...EXCHANGED, ...point }))).asymmetry).toBe(0);
  });

  test("actions drift back as 0.3 + 0.2·0.99^t, without reciprocity and without trust", () => {
    for (const off of [{ strength: 0 }, { trust: 0, cap: 0 }]) {
      const { actions } = reciprocityTrace({ ...PAIR, ...off }, 30);
      for (const [k, a] of actions.entries()) expect(a).toBeCloseTo(0.3 + 0.2 * 0.99 ** Math.floor(k / 2), 12);
    }
  });
});

/** Actors that all depend on each other alike. */
function equals(actors: number, dependence: number, baseline: number, start: number) {
  const all = <T>(value: (j: number) => T) => Array.from({ length: actors }, (_, j) => value(j));
  return {
    dependence: all((i) => all((j) => (i === j ? 0 : dependence))),
    baseline: all(() => baseline),
    start: all(() => start),
  };
}

const finalMean = (game: object, steps: number) => meanAction(reciprocityTrace(game, steps), steps);

describe("the five experiments", () => {
  test("1: two actors after 30 steps, with reciprocity 2.44 times as much as without", () => {
    const [without, reciprocal] = [0, 1].map((strength) => finalMean({ ...equals(2, 0.8, 0.3, 0.5), strength }, 30));
    expect(without).toBeCloseTo(0.3 + 0.2 * 0.98 ** 30, 9);
    expect(reciprocal).toBe(1);
    expect(reciprocal / without).toBeCloseTo(2.444409, 5);
  });

  test("2: the dependent partner of a defector answers 4.5 times as strongly as the independent one", () => {
    const dependence = matrix("0 0.9 0.2 | 0.5 0 0.5 | 0.2 0.2 0");
    const shocks = [{ step: 5, actor: 1, change: -0.35 }];
    const three = { dependence, baseline: [0.3, 0.3, 0.3], start: [0.6, 0.6, 0.6], trust: 0.7, decay: 0.01, shocks };
    const { modifiers } = reciprocityTrace(three, 25);
    const answers = [1, 7].map((at) => Math.abs(modifiers[8 * 9 + at]));
    expect(answers[0]).toBeCloseTo(0.3149477922, 9);
    expect(answers[1]).toBeCloseTo(0.0699883983, 9);
    expect(answers[0] / answers[1]).toBeCloseTo(4.5, 6);
  });

  /** Steps until the mean action is at 90 % of what it was before the betrayal, and until half of its loss is made good. */
  function recoveries(expectation: "baseline" | "recent") {
    return [1, 3, 5, 10].map((memory) => {
      const game = { ...equals(2, 0.7, 0.3, 0.6), trust: 0.7, expectation, memory };
      const undisturbed = reciprocityTrace(game, 50);
      const shocked = reciprocityTrace({ ...game, shocks: [{ step: 10, actor: 1, change: -0.35 }] }, 50);
      const gap = (t: number) => meanAction(undisturbed, t) - meanAction(shocked, t);
      const steps = Array.from({ length: 41 }, (_, k) => 10 + k);
      const until = (condition: (t: number) => boolean) => steps.findIndex(condition);
      return {
        back: until((t) => meanAction(shocked, t) >= 0.9 * meanAction(undisturbed, 10)),
        halved: until((t) => gap(t) <= 0.5 * gap(10)),
      };
    });
  }

  test("3: recovery takes two steps for every memory, which is inert in the released simulator", () => {
    expect(recoveries("baseline").map(({ back }) => back)).toEqual([2, 2, 2, 2]);
  });

  test("3, with expectations that remember (eq. 20): no pair is back at 90 %, and k moves recovery by two steps at most", () => {
    const remembering = recoveries("recent");
    expect(remembering.map(({ back }) => back)).toEqual([-1, -1, -1, -1]);
    const halved = remembering.map((one) => one.halved);
    expect(Math.min(...halved)).toBeGreaterThan(0);
    expect(Math.max(...halved) - Math.min(...halved)).toBeLessThanOrEqual(2);
  });

  test("4: high trust brings 2.62 times what low trust brings", () => {
    const last = [0.3, 0.6, 0.9].map((trust) => finalMean({ ...equals(2, 0.7, 0.3, 0.6), trust, decay: 0.1 }, 50));
    for (const [k, known] of [0.381067063, 0.721448277, 1].entries()) expect(last[k]).toBeCloseTo(known, 8);
    expect(last[2] / last[0]).toBeCloseTo(2.62421, 5);
  });

  test("5: three actors do 162 % more in all", () => {
    const [without, reciprocal] = [0, 1].map(
      (strength) => 3 * finalMean({ ...equals(3, 0.5, 0.2, 0.5), trust: 0.7, strength }, 25),
    );
    expect(without).toBeCloseTo(1.1431182568, 9);
    expect(reciprocal).toBeCloseTo(3, 12);
    expect(100 * (reciprocal / without - 1)).toBeCloseTo(162.44, 1);
  });
});
