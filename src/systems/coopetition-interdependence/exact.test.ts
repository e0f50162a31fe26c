// TR-1's validation to its digits: equilibria of six cases under both value functions, and their sixty points, for parameters as they are,
// moved one at a time, shaken, and drawn blindly. Dependence is stored by who leans on whom: a bare matrix is how the report's figures
// and the released code's drifted apart. The thresholds of the points are the release's, and fit the case that they judge.
// Sources: Pant & Yu, arXiv 2510.18802 (TR-1), validation suite of vikpant/strategic-coopetition; figures from an exact
// independent solution of the same first-order conditions, which the released minimiser meets to its two digits.

import { describe, expect, test } from "vitest";
import { mt19937 } from "../../../test/fixtures/mt19937.ts";
import { type Criterion, met, scoreRubric } from "../../../test/fixtures/rubric.ts";
import { Random } from "../../core/random.ts";
import { coopetitiveEquilibrium, type EquilibriumOptions } from "../../environments/coopetition/equilibrium.ts";
import {
  LOGARITHMIC,
  ownValue,
  POWER,
  privatePayoffs,
  synergy,
  type ValueGame,
} from "../../environments/coopetition/value.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";

/** Total value V = Σ f(a_i) + γ·g(a) (TR-1 eq. 8). */
function totalValue(actions: ArrayLike<number>, game: Pick<ValueGame, "value" | "gamma">): number {
  let own = 0;
  for (let i = 0; i < actions.length; i++) own += ownValue(actions[i], game.value);
  return own + game.gamma * synergy(actions);
}

/** The value functions that TR-1 compares, each with the synergy weight of its validation. */
const FORMS = { power: { value: POWER, gamma: 0.5 }, logarithmic: { value: LOGARITHMIC, gamma: 0.65 } };
type Form = keyof typeof FORMS;
const forms = ["power", "logarithmic"] as const;

/** What sets one case apart from another. Both have 100 to invest. */
interface Relation {
  readonly endowment: readonly number[];
  readonly share: readonly number[];
  readonly firstOnSecond: number;
  readonly secondOnFirst: number;
}
const relation = (first: number, firstOnSecond: number, secondOnFirst: number): Relation => ({
  ...{ endowment: [100, 100], share: [first, 1 - first], firstOnSecond, secondOnFirst },
});
/** Samsung (first) and Sony (second), as the released code has them: Sony leans on Samsung. */
const slcd = { ...relation(0.55, 0.64, 0.86), share: [0.55, 0.45] };
/** The two dependencies exchanged: the matrix from which the report's own figures come out. */
const swapped = { ...slcd, firstOnSecond: 0.86, secondOnFirst: 0.64 };
const independent = { ...slcd, firstOnSecond: 0, secondOnFirst: 0 };

type Outcome = ReturnType<typeof outcomeOf>;

/** The equilibrium of a case beside the one without dependence and synergy, and the figures that the points read. */
function outcomeOf(of: Relation, form: Form, { gamma, ...options }: EquilibriumOptions & { gamma?: number } = {}) {
  const { value, gamma: published } = FORMS[form];
  const game = { endowment: of.endowment, share: of.share, value, gamma: gamma ?? published };
  const rows = (first: number, second: number) => [
    [0, first],
    [second, 0],
  ];
  const { actions, converged } = coopetitiveEquilibrium(game, rows(of.firstOnSecond, of.secondOnFirst), options);
  const baseline = coopetitiveEquilibrium({ ...game, gamma: 0 }, rows(0, 0), options).actions;
  const [payoffs, baselinePayoffs] = [actions, baseline].map((investments) => privatePayoffs(investments, game));
  return {
    ...{ actions, converged, baseline, payoffs, baselinePayoffs },
    value: totalValue(actions, game),
    /** Rise of the mean investment over the baseline, and of the value over that of the baseline's investments, in percent. */
    cooperation: 100 * (mean(actions) / mean(baseline) - 1),
    valueRise: 100 * (totalValue(actions, game) / totalValue(baseline, game) - 1),
    share: payoffs[0] / (payoffs[0] + payoffs[1]),
    asymmetry: Math.abs(actions[0] - actions[1]) / mean(actions),
  };
}

/** Symmetric cases sit on an edge (share = 1/2) where rounding would decide. */
const EDGE = 1e-9;
const above = (x: number, limit: number) => x > limit + EDGE;
const below = (x: number, limit: number) => x < limit - EDGE;
const within = (x: number, low: number, high: number) => x >= low - EDGE && x <= high + EDGE;
const everyAbove = (values: readonly number[], limits: readonly number[]) =>
  values.every((value, i) => above(value, limits[i]));

const RUBRIC: readonly Criterion<Outcome>[] = [
  met("convergence", "best responses settle", 2, (o) => o.converged),
  met("convergence", "all invest", 2, (o) => o.actions.every((a) => above(a, 0))),
  met("convergence", "none invests all", 2, (o) => o.actions.every((a) => below(a, 100))),
  met("convergence", "payoffs are finite", 2, (o) => o.payoffs.every(Number.isFinite)),
  met("convergence", "value is finite", 2, (o) => Number.isFinite(o.value)),
  met("cooperation", "rises", 1, (o) => above(o.cooperation, 0)),
  met("cooperation", "rises by more than 10%", 2, (o) => above(o.cooperation, 10)),
  met("cooperation", "rises by more than 15%", 2, (o) => above(o.cooperation, 15)),
  met("cooperation", "rises by less than 100%", 3, (o) => below(o.cooperation, 100)),
  met("cooperation", "rises by less than 80%", 2, (o) => below(o.cooperation, 80)),
  met("cooperation", "rises by 15% to 60%", 3, (o) => within(o.cooperation, 15, 60)),
  met("cooperation", "both invest more", 2, (o) => everyAbove(o.actions, o.baseline)),
  met("value", "rises", 2, (o) => above(o.valueRise, 0)),
  met("value", "rises by more than 10%", 2, (o) => above(o.valueRise, 10)),
  met("value", "rises by more than 15%", 2, (o) => above(o.valueRise, 15)),
  met("value", "rises by less than 100%", 3, (o) => below(o.valueRise, 100)),
  met("value", "rises by 10% to 50%", 3, (o) => within(o.valueRise, 10, 50)),
  met("value", "exceeds the baseline's", 3, (o) => above(o.valueRise, 0)),
  met("distribution", "payoffs are positive", 3, (o) => o.payoffs.every((payoff) => above(payoff, 0))),
  met("distribution", "both are paid more", 3, (o) => everyAbove(o.payoffs, o.baselinePayoffs)),
  met("distribution", "first gets 50% to 65%", 4, (o) => within(o.share, 0.5, 0.65)),
  met("realism", "best responses settle", 3, (o) => o.converged),
  met("realism", "mean investment exceeds the baseline's", 3, (o) => above(o.cooperation, 0)),
  met("realism", "investments differ by 2% to 30%", 4, (o) => above(o.asymmetry, 0.02) && below(o.asymmetry, 0.3)),
];

const pointsOf = (...setting: Parameters<typeof outcomeOf>) => scoreRubric(RUBRIC, outcomeOf(...setting)).points;

/** The release's flag for agreement with the venture's history: cooperation rises by 15% to 50%. */
const historical = ({ cooperation }: Outcome) => within(cooperation, 15, 50);

// Both investments, rises in percent, first actor's share, asymmetry, points. In the symmetric cases the first actor's share is exactly
// 1/2, the edge: counted as reached here, the power points are 42 and 45, where rounding in the released minimiser gives 38 and 41.
describe.each<[string, Relation, Readonly<Record<Form, readonly number[]>>]>([
  [
    "released code: S-LCD",
    slcd,
    {
      power: [0.8329467, 0.87670529, 170.1672, 120.0892, 0.500131, 0.05119, 46],
      logarithmic: [26.63337683, 27.39914184, 42.1908, 14.1378, 0.503327, 0.028345, 58],
    },
  ],
  [
    "paper (swapped dependence): S-LCD",
    swapped,
    {
      power: [0.87648345, 0.80768522, 166.1402, 117.4282, 0.500068, 0.0817, 46],
      logarithmic: [27.47968693, 26.26969873, 41.4458, 13.9085, 0.502366, 0.045023, 58],
    },
  ],
  [
    "released code: symmetric, high",
    relation(0.5, 0.9, 0.9),
    {
      power: [0.93602115, 0.93602115, 195.8289, 136.6631, 0.5, 0, 42],
      logarithmic: [27.93309222, 27.93309222, 47.0163, 15.5672, 0.5, 0, 56],
    },
  ],
  [
    "released code: symmetric, medium",
    relation(0.5, 0.5, 0.5),
    {
      power: [0.726025, 0.726025, 129.4598, 93.2293, 0.5, 0, 45],
      logarithmic: [25.44628099, 25.44628099, 33.9278, 11.6247, 0.5, 0, 54],
    },
  ],
  [
    "released code: strong asymmetry",
    relation(0.6, 0.9, 0.2),
    {
      power: [0.80495178, 0.60573649, 122.9236, 88.1897, 0.500084, 0.282437, 49],
      logarithmic: [27.16383411, 23.44696681, 33.1863, 11.2844, 0.504038, 0.14688, 58],
    },
  ],
  [
    "released code: platform and developer",
    relation(0.833, 0.1, 0.84),
    {
      power: [0.82701102, 0.83561923, 162.7366, 115.2666, 0.500695, 0.010355, 39],
      logarithmic: [26.66013648, 26.81197388, 40.7161, 13.6998, 0.519568, 0.005679, 51],
    },
  ],
])("%s", (_, of, known) => {
  test.each(forms)("%s", (form) => {
    const { actions, cooperation, valueRise, share, asymmetry } = outcomeOf(of, form);
    const measured = [...actions, cooperation, valueRise, share, asymmetry, pointsOf(of, form)];
    // Investments to 1e-6, the figures to their printed digits, points exactly.
    const tolerances = [1e-6, 1e-6, 1e-4, 1e-4, 1e-6, 1e-6, 0];
    for (const [k, x] of known[form].entries()) expect(Math.abs(measured[k] - x)).toBeLessThanOrEqual(tolerances[k]);
  });
});

describe("points", () => {
  test("by category, as published: of 10, 15, 15, 10 and 10", () => {
    const of = (form: Form) => [...scoreRubric(RUBRIC, outcomeOf(slcd, form)).categories.values()];
    expect(of("logarithmic").map(({ most }) => most)).toEqual([10, 15, 15, 10, 10]);
    expect(of("logarithmic").map(({ points }) => points)).toEqual([10, 15, 13, 10, 10]);
    expect(of("power").map(({ points }) => points)).toEqual([10, 7, 9, 10, 10]);
  });

  const tenths = (first: number) => Array.from({ length: 11 - first }, (_, k) => (first + k) / 10);

  test("by γ from 0.1 to 1", () => {
    const [power, logarithmic] = forms.map((form) => tenths(1).map((gamma) => pointsOf(slcd, form, { gamma })));
    expect(power).toEqual([54, 60, 54, 49, 46, 46, 46, 46, 46, 46]);
    expect(logarithmic).toEqual([42, 44, 49, 49, 53, 58, 60, 60, 57, 55]);
  });

  test("by D_01 from 0.3 to 1, with D_10 at 0.64 (the release labels it Sony on Samsung)", () => {
    const [power, logarithmic] = forms.map((form) =>
      tenths(3).map((firstOnSecond) => pointsOf({ ...slcd, firstOnSecond, secondOnFirst: 0.64 }, form)),
    );
    expect(power).toEqual([49, 49, 42, 42, 46, 46, 46, 46]);
    expect(logarithmic).toEqual([58, 58, 54, 54, 58, 58, 58, 58]);
  });

  test("say little of dependence: without it the power form has 54, more than with it, and the other 53", () => {
    expect(forms.map((form) => pointsOf(independent, form))).toEqual([54, 53]);
  });

  test("of settling are lost after one sweep; history asks for a rise of 15 to 50 %", () => {
    expect(outcomeOf(slcd, "logarithmic", { maxSweeps: 1 }).converged).toBe(false);
    expect(pointsOf(slcd, "logarithmic", { maxSweeps: 1 })).toBeLessThanOrEqual(58 - 5);
    expect([historical(outcomeOf(slcd, "logarithmic")), historical(outcomeOf(slcd, "power"))]).toEqual([true, false]);
  });
});

test("without dependence the own share of the synergy alone lifts investment above 19, below that with dependence", () => {
  const caring = outcomeOf(slcd, "logarithmic").actions;
  for (const [i, alone] of outcomeOf(independent, "logarithmic").actions.entries()) {
    expect(alone).toBeGreaterThan(19);
    expect(alone).toBeLessThan(caring[i]);
  }
});

test.each(forms)("%s: settles in the same place from fifty random starts", (form) => {
  const random = Random.of(0, "starts");
  const expected = outcomeOf(slcd, form).actions;
  for (let k = 0; k < 50; k++) {
    const start = [random.uniform(0.01, 100), random.uniform(0.01, 100)];
    const { actions, converged } = outcomeOf(slcd, form, { start });
    expect(converged).toBe(true);
    for (const [i, a] of actions.entries()) expect(Math.abs(a - expected[i])).toBeLessThan(1e-6);
  }
});

/** Points of both forms, trial by trial on the same parameters; d is over the population deviation, as TR-1 takes it. */
function trials(count: number, draw: () => Relation) {
  const outcomes = Array.from({ length: count }, () => {
    const drawn = draw();
    return forms.map((form) => outcomeOf(drawn, form));
  });
  const [power, logarithmic] = [0, 1].map((k) => outcomes.map((pair) => scoreRubric(RUBRIC, pair[k]).points));
  const aligned = [0, 1].map((k) => outcomes.filter((pair) => historical(pair[k])).length);
  return { power, logarithmic, aligned, effect: pairedEffect(power, logarithmic, { lost: 0 }) };
}

/** Every parameter of a case moved by up to `spread`, drawn from NumPy's legacy stream of 42 as in the release. */
function shaken(of: Relation, spread: number) {
  const stream = mt19937(42);
  return trials(500, () => {
    const [z0, z1, z2, z3] = Array.from({ length: 4 }, () => 1 + stream.uniform(-spread, spread));
    const [first, second] = [of.share[0] * z1, of.share[1] * z2];
    return {
      endowment: of.endowment.map((e) => e * z0),
      share: [first / (first + second), second / (first + second)],
      firstOnSecond: Math.min(1, Math.max(0, of.firstOnSecond * z2)),
      secondOnFirst: Math.min(1, Math.max(0, of.secondOnFirst * z3)),
    };
  });
}

const sixDigits = (x: number | null, known: number) => expect(Math.abs((x ?? 0) / known - 1)).toBeLessThan(1e-5);

describe("500 trials with shaken parameters", () => {
  test("±15 %, released matrix: the logarithmic form wins all, by 11.32 points, d = 7.07", () => {
    const { power, logarithmic, aligned, effect } = shaken(slcd, 0.15);
    for (const [values, middle, spread] of [
      [power, 45.408, 1.46476],
      [logarithmic, 56.728, 1.99149],
    ] as const) {
      sixDigits(mean(values), middle);
      sixDigits(deviation(values, 0), spread);
    }
    sixDigits(effect.mean, 11.32);
    sixDigits(effect.effectSize, 7.0728);
    expect(logarithmic.filter((points, k) => points > power[k])).toHaveLength(500);
    expect(aligned).toEqual([0, 500]);
  });

  test("±5 %: by 11.904, d = 19.4, t = 434.36", () => {
    const { effect } = shaken(slcd, 0.05);
    sixDigits(effect.mean, 11.904);
    sixDigits(effect.effectSize, 19.44475);
    sixDigits(effect.t, 434.36);
  });

  test("±15 %, the report's matrix: by 12.14, with the published d > 9 and p < 0.001", () => {
    const { effect } = shaken(swapped, 0.15);
    sixDigits(effect.mean, 12.14);
    sixDigits(effect.effectSize, 9.83262);
    expect(effect.p).toBeLessThan(0.001);
  });
});

test("blind cases, D in [0, 1]² and α_0 in [0.3, 0.7], have the points of S-LCD often, so that these say little of it", () => {
  const draws = 2000;
  const random = Random.of(20_001, "blind");
  const { power, logarithmic } = trials(draws, () =>
    relation(random.uniform(0.3, 0.7), random.uniform(), random.uniform()),
  );
  // The authors' own null is over 20,000 draws: both samples' errors count, four of them, and ties, as its 96.8 % must.
  const fourErrors = (spread: number) => 4 * spread * Math.sqrt(1 / draws + 1 / 20_000);
  expect(Math.abs(mean(power) - 45.8)).toBeLessThan(fourErrors(deviation(power)) + 0.05);
  expect(Math.abs(mean(logarithmic) - 54.2)).toBeLessThan(fourErrors(deviation(logarithmic)) + 0.05);
  const atLeast = logarithmic.filter((points, k) => points >= power[k]).length / draws;
  expect(Math.abs(atLeast - 0.968)).toBeLessThan(fourErrors(Math.sqrt(0.968 * 0.032)) + 0.0005);
  expect(logarithmic.filter((points, k) => points > power[k]).length / draws).toBeGreaterThan(0.95);
  expect(power.filter((points) => points >= 46).length / draws).toBeGreaterThan(0.45);
  expect(logarithmic.filter((points) => points >= 58).length / draws).toBeGreaterThan(0.25);
});
