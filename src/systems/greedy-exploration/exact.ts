// What greed is worth where it can be computed: the bandit with a map as a process of beliefs beside its closed forms, and
// Beta-Bernoulli bandits beside reference values from an independent program with exact fractions.

import { actionValues } from "../../algorithms/planning/evaluation.ts";
import { bestActions } from "../../algorithms/planning/policy.ts";
import { finiteHorizonValues } from "../../algorithms/planning/value-iteration.ts";
import { Random } from "../../core/random.ts";
import { mapBandit } from "../../environments/bandits/map.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { root } from "../../math/root.ts";
import { episodeRunner } from "../../play/episode.ts";
import { always, seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import { above, agreeingWith, below, equalTo, near } from "../../study/bound.ts";
import { type Claim, equation, inAll, is, never } from "../../study/claim.ts";
import { sampled } from "../../study/figure.ts";
import { largestGap, matching } from "../../study/matching.ts";
import { MAP } from "./agents.ts";
import { type ArmRule, bayesAdaptiveValue } from "./bayes-adaptive.ts";
import { type MapBeliefOptions, MapChoice, mapBelief } from "./map-belief.ts";

/** All of them; seconds. */
export function exactEquations(): Claim[] {
  return [...closedForms(), ...thresholds(), ...blindPlans(), ...worldEquations(), ...betaEquations()];
}

/** Arms and pulls that the closed forms are compared at. */
const SIZES = Array.from({ length: 19 }, (_, k) => k + 2).flatMap((arms) =>
  [arms, 2 * arms, 3 * arms].map((horizon) => ({ arms, horizon })),
);

/** H − (N − 1)/2: arms are tried until one pays. */
export const searchValue = (arms: number, horizon: number): number => horizon - (arms - 1) / 2;

/** The worth of knowing nothing yet, at each size. */
const optima = (map?: MapBeliefOptions["map"]) =>
  SIZES.map(
    ({ arms, horizon }) =>
      finiteHorizonValues(mapBelief({ arms, discount: 1, ...(map && { map }) }), horizon)[horizon][0],
  );

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
      is(largestGap(optima(), most), near(0, 1e-9)),
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

/** The registered world pays what the closed forms say. */
function worldEquations(): Claim[] {
  const blocks = 4000;
  const { arms, pulls: horizon } = MAP;
  const played = (parameters: object, by: "map" | "elimination" | "one arm") => {
    const world = mapBandit.make(parameters);
    const oracle = world.spec.oracles?.[by];
    const policy = oracle === undefined ? always([0]) : seated(world.spec, [oracle.play(0)]);
    const runner = episodeRunner(world, [privatePay]);
    const streams = (block: number) => streamsBelow(Random.of(0, "greedy-exploration", block));
    return Array.from({ length: blocks }, (_, k) => runner.play(policy, streams(k)).totals[0][0]);
  };
  const inside = (name: string, values: readonly number[], expected: number) =>
    equation(`world, ${name}: mean over ${blocks} blocks, 99.9%`, is(sampled(values, 0.999), agreeingWith(expected)));
  const mapped = played({}, "map");
  return [
    equation("world, map first: every block pays H − 1", [
      is(Math.min(...mapped), equalTo(horizon - 1), "least"),
      is(Math.max(...mapped), equalTo(horizon - 1), "most"),
    ]),
    inside("elimination", played({}, "elimination"), searchValue(arms, horizon)),
    inside("one arm for ever, as good as any choice without a memory", played({}, "one arm"), horizon / arms),
    inside("nothing recurs, map first", played({ stays: false }, "map"), (horizon - 1) / arms),
    inside("nothing recurs, elimination", played({ stays: false }, "elimination"), horizon / arms),
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
    const [best, myopic] = (["optimal", "myopic"] as const).map((rule) =>
      bayesAdaptiveValue({ arms: 2, horizon }, rule),
    );
    return [
      is(myopic, above(horizon / 2), `${horizon} pulls: myopic`),
      is(1 - myopic / best, above(0), "its share lost"),
      is(best, below((2 * horizon) / 3), "optimal"),
    ];
  });
  return [
    equation(
      "Bernoulli arms: values beside exact fractions",
      matching(
        REFERENCES.map(([arms, horizon, rule]) => `${arms} arms, ${horizon} pulls, ${rule}`),
        REFERENCES.map(([arms, horizon, rule]) => bayesAdaptiveValue({ arms, horizon }, rule)),
        REFERENCES.map(([, , , expected]) => expected),
        5e-8,
      ),
    ),
    equation("2 arms: memoryless H/2 < myopic < optimal < oracle 2H/3 for 5, 10, 20 pulls", order),
  ];
}
