// What greed is worth where it can be computed: the bandit with a map as a process of beliefs beside its closed forms, and
// Beta-Bernoulli bandits beside reference values from an independent program with exact fractions.

import { actionValues } from "../../algorithms/planning/evaluation.ts";
import { bestActions } from "../../algorithms/planning/policy.ts";
import { finiteHorizonValues } from "../../algorithms/planning/value-iteration.ts";
import { Random } from "../../core/random.ts";
import { mapBandit } from "../../environments/bandits/map.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { root } from "../../math/root.ts";
import { episodeRunner } from "../../play/episode.ts";
import { always, seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import { type Check, closeTo, holds } from "../../study/legacy.ts";
import { bayesAdaptiveValue, type Rule } from "./bayes-adaptive.ts";
import { type MapBeliefOptions, MapChoice, mapBelief } from "./map-belief.ts";

/** All of them; seconds. */
export function exactChecks(): Check[] {
  return [...closedForms(), ...thresholds(), ...blindPlans(), ...worldChecks(), ...betaChecks()];
}

/** Arms and pulls that the closed forms are compared at. */
const SIZES = Array.from({ length: 19 }, (_, k) => k + 2).flatMap((arms) =>
  [arms, 2 * arms, 3 * arms].map((horizon) => ({ arms, horizon })),
);

/** H − (N − 1)/2: arms are tried until one pays. */
export const searchValue = (arms: number, horizon: number): number => horizon - (arms - 1) / 2;

/** The worth of knowing nothing yet with `horizon` pulls to go. */
const optimum = (options: MapBeliefOptions, horizon: number) =>
  finiteHorizonValues(mapBelief(options), horizon)[horizon][0];

/** Q(map) − Q(arm) in a state with `left` pulls to go. */
function preference(process: TabularMdp, left: number, state = 0): number {
  const q = actionValues(process, finiteHorizonValues(process, left - 1)[left - 1]);
  return q[2 * state + MapChoice.map] - q[2 * state + MapChoice.arm];
}

function closedForms(): Check[] {
  const off = (of: (size: { arms: number; horizon: number }) => number) =>
    Math.max(...SIZES.map((s) => Math.abs(of(s))));
  const mapped = SIZES.filter(({ arms, horizon }) => preference(mapBelief({ arms, discount: 1 }), horizon) > 1e-9);
  const fewest = Math.min(...mapped.map(({ arms }) => arms));
  const all = SIZES.filter(({ arms }) => arms > 3).length;
  return [
    closeTo(
      "map bandit, 2 … 20 arms: plans with the map beside max(H − 1, H − (N − 1)/2), largest difference",
      off(({ arms, horizon }) => {
        return optimum({ arms, discount: 1 }, horizon) - Math.max(horizon - 1, searchValue(arms, horizon));
      }),
      0,
      1e-9,
      true,
    ),
    closeTo(
      "the same without the map beside H − (N − 1)/2",
      off(({ arms, horizon }) => optimum({ arms, discount: 1, map: "none" }, horizon) - searchValue(arms, horizon)),
      0,
      1e-9,
      true,
    ),
    holds(
      "the plan of the largest sum pulls the map first exactly where N > 3",
      `fewest arms 4, in all ${all} cases with N > 3`,
      `fewest arms ${fewest}, in ${mapped.length} cases`,
      fewest === 4 && mapped.length === all,
    ),
  ];
}

/** Σ_{t≥1} γ^t = Σ_{t≥0} γ^t·min(1, (t + 1)/N) at these; the third to five digits. */
const THRESHOLDS = [
  [4, Math.SQRT2 - 1],
  [8, (1 - Math.SQRT1_2) / 2],
  [16, 0.06699],
] as const;

function thresholds(): Check[] {
  return [
    ...THRESHOLDS.map(([arms, expected]) => {
      const found = [arms, 2 * arms, 50].map((horizon) =>
        root((discount) => preference(mapBelief({ arms, discount }), horizon), 1e-3, 0.999),
      );
      const worst = found.reduce((x, y) => (Math.abs(y - expected) > Math.abs(x - expected) ? y : x));
      return closeTo(
        `${arms} arms: discount above which the map wins, H = ${arms}, ${2 * arms}, 50, the farthest`,
        worst,
        expected,
        1e-5,
        true,
      );
    }),
    closeTo(
      "3 arms: the most by which the map is better, over discounts 0 … 1",
      Math.max(...discounts().map((discount) => preference(mapBelief({ arms: 3, discount }), 12))),
      0,
      1e-12,
      true,
    ),
  ];
}

const discounts = () => Array.from({ length: 101 }, (_, k) => k / 100);

/** Plans that see no farther than one pull, and maps that are worth nothing. */
function blindPlans(): Check[] {
  const myopic = SIZES.map(({ arms, horizon }) => {
    const { reward } = mapBelief({ arms, discount: 0 });
    const states = Array.from({ length: arms + 1 }, (_, s) => s);
    const maps = states.filter((s) => bestActions(reward, s, 2).includes(MapChoice.map)).length;
    // Since the map is never chosen, its plan is the plan without one.
    return { maps, gap: Math.abs(optimum({ arms, discount: 1, map: "none" }, horizon) - searchValue(arms, horizon)) };
  });
  const wrong = SIZES.flatMap(({ arms, horizon }) =>
    [0, 0.5, 0.9, 1].flatMap((discount) => {
      const process = mapBelief({ arms, discount, map: "wrong" });
      return Array.from({ length: arms + 1 }, (_, s) => preference(process, horizon, s));
    }),
  );
  return [
    holds(
      "γ = 0: the map is never pulled, and arms are still searched by elimination",
      "0 states with the map; value H − (N − 1)/2",
      `${myopic.reduce((sum, { maps }) => sum + maps, 0)} states; largest difference ${Math.max(...myopic.map(({ gap }) => gap)).toExponential(1)}`,
      myopic.every(({ maps, gap }) => maps === 0 && gap <= 1e-9),
    ),
    holds(
      "a map that shows a wrong arm is worse than an arm in every state, γ = 0, 0.5, 0.9, 1",
      "Q(map) < Q(arm)",
      `at most ${Math.max(...wrong).toFixed(4)}`,
      wrong.every((difference) => difference < 0),
    ),
  ];
}

/** The registered world pays what the closed forms say. */
function worldChecks(): Check[] {
  const blocks = 4000;
  const [arms, horizon] = [6, 10];
  const played = (parameters: object, by: "map" | "elimination" | "one arm") => {
    const world = mapBandit.make(parameters);
    const oracle = world.spec.oracles?.[by];
    const policy = oracle === undefined ? always([0]) : seated(world.spec, [oracle.play(0)]);
    const runner = episodeRunner(world, [privatePay]);
    const streams = (block: number) => streamsBelow(Random.of(0, "greedy-exploration", block));
    return Array.from({ length: blocks }, (_, k) => runner.play(policy, streams(k)).totals[0][0]);
  };
  const inside = (name: string, values: readonly number[], expected: number) => {
    const { mean, low, high } = estimate(values, 0.999);
    return holds(
      `world, ${name}: mean over ${blocks} blocks`,
      `${expected.toFixed(4)} inside the 99.9% interval`,
      `${mean?.toFixed(4)} (${low?.toFixed(4)} … ${high?.toFixed(4)})`,
      (low ?? expected) <= expected && (high ?? expected) >= expected,
    );
  };
  const mapped = played({}, "map");
  return [
    holds(
      "world, map first: every block",
      "9 = H − 1",
      `${Math.min(...mapped)} … ${Math.max(...mapped)}`,
      mapped.every((sum) => sum === 9),
    ),
    inside("elimination", played({}, "elimination"), searchValue(arms, horizon)),
    inside("one arm for ever, as good as any choice without a memory", played({}, "one arm"), horizon / arms),
    inside("nothing recurs, map first", played({ stays: false }, "map"), (horizon - 1) / arms),
    inside("nothing recurs, elimination", played({ stays: false }, "elimination"), horizon / arms),
  ];
}

/** Arms, pulls, and the reference values. */
const REFERENCES: readonly (readonly [number, number, Rule, number])[] = [
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

function betaChecks(): Check[] {
  const bounds = [5, 10, 20].map((horizon) => {
    const [best, myopic] = (["optimal", "myopic"] as const).map((rule) =>
      bayesAdaptiveValue({ arms: 2, horizon }, rule),
    );
    return { ordered: horizon / 2 < myopic && myopic < best && best < (2 * horizon) / 3, lost: 1 - myopic / best };
  });
  return [
    ...REFERENCES.map(([arms, horizon, rule, expected]) =>
      closeTo(
        `${arms} Bernoulli arms, ${horizon} pulls: ${rule} value`,
        bayesAdaptiveValue({ arms, horizon }, rule),
        expected,
        5e-8,
        true,
      ),
    ),
    holds(
      "2 arms: memoryless H/2 < myopic < optimal < oracle 2H/3 for 5, 10, 20 pulls",
      "in this order",
      `myopic loses ${bounds.map(({ lost }) => `${(100 * lost).toFixed(2)}%`).join(", ")}`,
      bounds.every(({ ordered }) => ordered),
    ),
  ];
}
