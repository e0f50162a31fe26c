// What greed is worth where it can be computed: plans of the map bandit beside closed forms, and Bernoulli arms beside exact fractions of an
// independent program and plain recursion.

import { describe, expect, test } from "vitest";
import { actionValues } from "../../algorithms/planning/evaluation.ts";
import { bestActions } from "../../algorithms/planning/policy.ts";
import { finiteHorizonValues } from "../../algorithms/planning/value-iteration.ts";
import { type TabularMdp, tabularMdp } from "../../environments/tabular/mdp.ts";
import { root } from "../../math/root.ts";

/** Choices: the map, or an arm that has not failed (once it is known, the one that pays). */
const MapChoice = { map: 0, arm: 1 } as const;

interface MapBeliefOptions {
  /** Arms, of which one pays 1. */
  readonly arms: number;
  readonly discount: number;
  /** What the map shows: the arm that pays, one of the others, or (there is none) it is one more pull of an arm. Default the first. */
  readonly map?: "winner" | "wrong" | "none";
}

/**
 * What the player of the map bandit knows, as a process of its own: the exact answer to the world that `environments/bandits/map.ts` plays.
 * State k < arms: k arms are ruled out; state `arms`: the arm that pays is known. Nothing ends: solvers set the horizon.
 */
function mapBelief({ arms, discount, map = "winner" }: MapBeliefOptions): TabularMdp {
  const known = arms;
  const isMap = (action: number) => action === MapChoice.map && map !== "none";
  return tabularMdp({
    states: arms + 1,
    actions: 2,
    discount,
    transitions(state, action) {
      if (state === known) return [[known, 1]];
      const left = arms - state;
      if (!isMap(action)) {
        return [
          [known, 1 / left],
          [Math.min(state + 1, known), 1 - 1 / left],
        ];
      }
      if (map === "winner") return [[known, 1]];
      // One of the arms that do not pay, of which `left` − 1 are not ruled out yet.
      const news = (left - 1) / (arms - 1);
      return [
        [left === 1 ? known : state + 1, news],
        [state, 1 - news],
      ];
    },
    reward: (state, action) => (isMap(action) ? 0 : state === known ? 1 : 1 / (arms - state)),
  });
}

/** Arms and pulls that the closed forms are compared at. */
const SIZES = Array.from({ length: 19 }, (_, k) => k + 2).flatMap((arms) =>
  [arms, 2 * arms, 3 * arms].map((horizon) => ({ arms, horizon })),
);

/** H − (N − 1)/2: arms are tried until one pays. */
const searchValue = (arms: number, horizon: number): number => horizon - (arms - 1) / 2;

/** The worth of knowing nothing yet. */
const optimum = (map: "winner" | "none", arms: number, horizon: number) =>
  finiteHorizonValues(mapBelief({ arms, discount: 1, map }), horizon)[horizon][0];

/** Q(map) − Q(arm) in a state with `left` pulls to go. */
function preference(process: TabularMdp, left: number, state = 0): number {
  const q = actionValues(process, finiteHorizonValues(process, left - 1)[left - 1]);
  return q[2 * state + MapChoice.map] - q[2 * state + MapChoice.arm];
}

const statesOf = (arms: number) => Array.from({ length: arms + 1 }, (_, s) => s);

describe("the map bandit, 2 to 20 arms", () => {
  test("is worth max(H − 1, H − (N − 1)/2), and without the map the search by elimination", () => {
    for (const { arms, horizon } of SIZES) {
      const searched = searchValue(arms, horizon);
      expect(optimum("winner", arms, horizon)).toBeCloseTo(Math.max(horizon - 1, searched), 9);
      expect(optimum("none", arms, horizon)).toBeCloseTo(searched, 9);
    }
  });

  test("the plan of the largest sum pulls the map first exactly where N > 3", () => {
    for (const { arms, horizon } of SIZES)
      expect(preference(mapBelief({ arms, discount: 1 }), horizon) > 1e-9, `${arms} arms`).toBe(arms > 3);
  });

  // Σ_{t≥1} γ^t = Σ_{t≥0} γ^t·min(1, (t + 1)/N) at these.
  test.each([
    [4, Math.SQRT2 - 1],
    [8, (1 - Math.SQRT1_2) / 2],
    [16, 0.06699],
  ])("of %i arms the map wins from the discount %f on, for H = N, 2N and 50", (arms, expected) => {
    for (const horizon of [arms, 2 * arms, 50]) {
      const found = root((discount) => preference(mapBelief({ arms, discount }), horizon), 1e-3, 0.999);
      expect(Math.abs(found - expected)).toBeLessThan(1e-5);
    }
  });

  test("of 3 arms the map is never better", () => {
    for (let k = 0; k <= 100; k++)
      expect(preference(mapBelief({ arms: 3, discount: k / 100 }), 12)).toBeLessThan(1e-12);
  });

  test("with γ = 0 the map is never pulled, and a map that shows a wrong arm is worse in every state", () => {
    for (const { arms, horizon } of SIZES) {
      const { reward } = mapBelief({ arms, discount: 0 });
      for (const s of statesOf(arms)) expect(bestActions(reward, s, 2)).not.toContain(MapChoice.map);
      for (const discount of [0, 0.5, 0.9, 1]) {
        const process = mapBelief({ arms, discount, map: "wrong" });
        for (const s of statesOf(arms)) expect(preference(process, horizon, s)).toBeLessThan(0);
      }
    }
  });
});

/**
 * How arms are chosen: by the largest expected sum of all that follows, or by the largest expected payoff of this pull, with
 * ties by chance.
 */
type ArmRule = "optimal" | "myopic";

type Prior = readonly [a: number, b: number];

/**
 * Expected sum of `horizon` pulls of Bernoulli arms, whose probabilities are drawn from a beta distribution:
 * V(b) = max_i p_i·(1 + V(b with a success of i)) + (1 − p_i)·V(b with a failure of i) (Duff, 2002). Beliefs that differ by the names of
 * arms are one.
 */
function bayesAdaptiveValue(arms: number, horizon: number, rule: ArmRule, [a, b]: Prior = [1, 1]): number {
  // An arm with n pulls and s successes has the code n(n + 1)/2 + s.
  const codes = (horizon * (horizon + 1)) / 2;
  const outcomes = Array.from({ length: horizon }, (_, n) =>
    Array.from({ length: n + 1 }, (__, s) => ({ chance: (a + s) / (a + b + n), failed: ((n + 1) * (n + 2)) / 2 + s })),
  ).flat();
  const values = new Map<number, number>();
  function value(belief: readonly number[], left: number): number {
    if (left === 0) return 0;
    const number = belief.reduce((sum, code) => sum * codes + code, 0);
    const known = values.get(number);
    if (known !== undefined) return known;
    const after = (i: number, code: number) =>
      value(
        belief.with(i, code).sort((x, y) => x - y),
        left - 1,
      );
    const worths = belief.map((code, i) => {
      const { chance, failed } = outcomes[code];
      return chance * (1 + after(i, failed + 1)) + (1 - chance) * after(i, failed);
    });
    const found = chosen(
      rule,
      worths,
      belief.map((code) => outcomes[code].chance),
    );
    values.set(number, found);
    return found;
  }
  return value(new Array<number>(arms).fill(0), horizon);
}

/** What a rule's choice is worth, by the worth of each arm and its chance to pay now. */
function chosen(rule: ArmRule, worths: readonly number[], chances: readonly number[]): number {
  if (rule === "optimal") return Math.max(...worths);
  const best = worths.filter((_, i) => chances[i] === Math.max(...chances));
  return best.reduce((x, y) => x + y, 0) / best.length;
}

/** The same by plain recursion over ordered arms, without the use of symmetry. */
function plainly(counts: readonly Prior[], left: number, rule: ArmRule): number {
  if (left === 0) return 0;
  const chances = counts.map(([won, lost]) => won / (won + lost));
  const worths = counts.map(([won, lost], i) => {
    const after = (success: 0 | 1) => plainly(counts.with(i, [won + success, lost + 1 - success]), left - 1, rule);
    return chances[i] * (1 + after(1)) + (1 - chances[i]) * after(0);
  });
  return chosen(rule, worths, chances);
}

describe("Bernoulli arms of unknown chances", () => {
  test.each([
    [2, 2, "optimal", 13 / 12],
    [2, 5, "optimal", 26 / 9],
    [2, 10, "optimal", 6.0217857],
    [2, 20, "optimal", 12.4312649],
    [2, 5, "myopic", 2.8847222],
    [2, 10, "myopic", 6.0058108],
    [2, 20, "myopic", 12.3653519],
    [3, 5, "optimal", 3.0069444],
    [3, 10, "optimal", 6.4096429],
    [3, 5, "myopic", 3.0009259],
    [3, 10, "myopic", 6.383116],
  ] as const)("%i arms and %i pulls, %s: the value of exact fractions", (arms, horizon, rule, expected) => {
    expect(Math.abs(bayesAdaptiveValue(arms, horizon, rule) - expected)).toBeLessThan(5e-8);
  });

  test.each(["optimal", "myopic"] as const)("the %s value is what plain recursion gives", (rule) => {
    const cases = [
      [2, 6, [1, 1]],
      [3, 4, [1, 1]],
      [2, 5, [2, 3]],
      [1, 7, [1, 4]],
    ] as const;
    for (const [arms, horizon, prior] of cases) {
      const counts = Array.from({ length: arms }, () => prior);
      expect(bayesAdaptiveValue(arms, horizon, rule, prior)).toBeCloseTo(plainly(counts, horizon, rule), 12);
    }
  });

  test.each([5, 10, 20])(
    "2 arms, %i pulls: H/2 without memory < myopic < optimal < 2H/3 with known arms",
    (horizon) => {
      const [best, myopic] = (["optimal", "myopic"] as const).map((rule) => bayesAdaptiveValue(2, horizon, rule));
      expect(myopic).toBeGreaterThan(horizon / 2);
      expect(best).toBeGreaterThan(myopic);
      expect(best).toBeLessThan((2 * horizon) / 3);
    },
  );
});
