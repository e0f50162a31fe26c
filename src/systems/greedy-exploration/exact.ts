// What greed is worth where it can be computed: the bandit with a map as a process of beliefs beside its closed forms, and
// Beta-Bernoulli bandits beside reference values from an independent program with exact fractions.

import { actionValues } from "../../algorithms/planning/evaluation.ts";
import { bestActions } from "../../algorithms/planning/policy.ts";
import { finiteHorizonValues } from "../../algorithms/planning/value-iteration.ts";
import { type TabularMdp, tabularMdp } from "../../environments/tabular/mdp.ts";
import { root } from "../../math/root.ts";
import { above, below, equalTo, near } from "../../study/bound.ts";
import { type Claim, equation, inAll, is, never } from "../../study/claim.ts";
import { largestGap } from "../../study/matching.ts";
import { type ArmRule, bayesAdaptiveValue } from "./bayes-adaptive.ts";

/** All of them; seconds. */
export function exactEquations(): Claim[] {
  return [...closedForms(), ...thresholds(), ...blindPlans(), ...betaEquations()];
}

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
export const searchValue = (arms: number, horizon: number): number => horizon - (arms - 1) / 2;

/** The worth of knowing nothing yet, at each size. */
const optima = (map: "winner" | "none") =>
  SIZES.map(({ arms, horizon }) => finiteHorizonValues(mapBelief({ arms, discount: 1, map }), horizon)[horizon][0]);

/** Q(map) − Q(arm) in a state with `left` pulls to go. */
function preference(process: TabularMdp, left: number, state = 0): number {
  const q = actionValues(process, finiteHorizonValues(process, left - 1)[left - 1]);
  return q[2 * state + MapChoice.map] - q[2 * state + MapChoice.arm];
}

function closedForms(): Claim[] {
  const searched = SIZES.map(({ arms, horizon }) => searchValue(arms, horizon));
  const mapped = SIZES.filter(({ arms, horizon }) => preference(mapBelief({ arms, discount: 1 }), horizon) > 1e-9);
  const most = SIZES.map(({ horizon }, k) => Math.max(horizon - 1, searched[k]));
  return [
    equation(
      "map bandit, 2 … 20 arms: plans with the map beside max(H − 1, H − (N − 1)/2), largest difference",
      is(largestGap(optima("winner"), most), near(0, 1e-9)),
    ),
    equation("the same without the map beside H − (N − 1)/2", is(largestGap(optima("none"), searched), near(0, 1e-9))),
    equation("the plan of the largest sum pulls the map first exactly where N > 3", [
      is(Math.min(...mapped.map(({ arms }) => arms)), equalTo(4), "fewest arms"),
      inAll(mapped.length, SIZES.filter(({ arms }) => arms > 3).length, "cases with N > 3"),
    ]),
  ];
}

/** Σ_{t≥1} γ^t = Σ_{t≥0} γ^t·min(1, (t + 1)/N) at these; the third to five digits. */
const THRESHOLDS = [
  [4, Math.SQRT2 - 1],
  [8, (1 - Math.SQRT1_2) / 2],
  [16, 0.06699],
] as const;

function thresholds(): Claim[] {
  const discounts = Array.from({ length: 101 }, (_, k) => k / 100);
  return [
    equation(
      "discount above which the map wins, with H = N, 2N, 50",
      THRESHOLDS.flatMap(([arms, expected]) =>
        [arms, 2 * arms, 50].map((horizon) => {
          const found = root((discount) => preference(mapBelief({ arms, discount }), horizon), 1e-3, 0.999);
          return is(found, near(expected, 1e-5), `${arms} arms, H = ${horizon}`);
        }),
      ),
    ),
    equation(
      "3 arms: the most by which the map is better, over discounts 0 … 1",
      is(Math.max(...discounts.map((discount) => preference(mapBelief({ arms: 3, discount }), 12))), near(0, 1e-12)),
    ),
  ];
}

/** Plans that see no farther than one pull, and maps that are worth nothing. */
function blindPlans(): Claim[] {
  const statesOf = (arms: number) => Array.from({ length: arms + 1 }, (_, s) => s);
  const maps = SIZES.flatMap(({ arms }) => {
    const { reward } = mapBelief({ arms, discount: 0 });
    return statesOf(arms).filter((s) => bestActions(reward, s, 2).includes(MapChoice.map));
  });
  const wrong = SIZES.flatMap(({ arms, horizon }) =>
    [0, 0.5, 0.9, 1].flatMap((discount) => {
      const process = mapBelief({ arms, discount, map: "wrong" });
      return statesOf(arms).map((s) => preference(process, horizon, s));
    }),
  );
  return [
    // Its plan is the plan without a map, whose worth is compared above.
    equation(
      "γ = 0: the map is never pulled, and arms are still searched by elimination",
      never(maps.length, "states"),
    ),
    equation(
      "a map that shows a wrong arm is worse than an arm in every state, γ = 0, 0.5, 0.9, 1",
      is(Math.max(...wrong), below(0), "most of Q(map) − Q(arm)"),
    ),
  ];
}

/** Arms, pulls, and the reference values. */
const REFERENCES: readonly (readonly [number, number, ArmRule, number])[] = [
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
];

function betaEquations(): Claim[] {
  const order = [5, 10, 20].flatMap((horizon) => {
    const values = (["optimal", "myopic"] as const).map((rule) => bayesAdaptiveValue({ arms: 2, horizon }, rule));
    const [best, myopic] = values;
    return [
      is(myopic, above(horizon / 2), `${horizon} pulls: myopic`),
      is(1 - myopic / best, above(0), "its share lost"),
      is(best, below((2 * horizon) / 3), "optimal"),
    ];
  });
  const beside = REFERENCES.map(([arms, horizon, rule, expected]) =>
    is(bayesAdaptiveValue({ arms, horizon }, rule), near(expected, 5e-8), `${arms} arms, ${horizon} pulls, ${rule}`),
  );
  return [
    equation("Bernoulli arms: values beside exact fractions", beside),
    equation("2 arms: memoryless H/2 < myopic < optimal < oracle 2H/3 for 5, 10, 20 pulls", order),
  ];
}
