// Turns whose merit is known: gains that halve with every turn, an outcome that merit makes likely, and how well the advantages
// of each comparison tell turns of merit from idle ones.

import { Random } from "../../core/random.ts";
import { areaUnderCurve } from "../../evaluation/statistics/classification.ts";
import { deviation } from "../../evaluation/statistics/moments.ts";
import { atLeast, atMost } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, equation, is } from "../../study/claim.ts";
import { difference, type Figure, sampled } from "../../study/figure.ts";
import { standings, turnAdvantages } from "./method.ts";

const ANSWERS = 8;
const LONGEST = 8;
/** Columns: every turn with a gain, and the last. */
const MOST = LONGEST + 1;

/** Questions with eight answers each. */
interface Simulated {
  /** Turns with a gain: of 1 to 8, the same for all answers to a question. */
  readonly early: { readonly counts: Int32Array; readonly most: number };
  /** [rows × most] 1 for turns of merit, 0 for idle ones. */
  readonly merit: Float64Array;
  readonly gains: Float64Array;
  /** [rows] 1 with a probability that is the share of turns with merit. */
  readonly pay: Float64Array;
}

/** Merit by the toss of a coin; gains s_t·(merit + 0.1·noise) with s_t = shrink^t. */
export function simulate(questions: number, shrink: number, seed: number): Simulated {
  const random = Random.of(seed, "turns");
  const rows = questions * ANSWERS;
  const counts = new Int32Array(rows);
  const pay = new Float64Array(rows);
  const [merit, gains] = [0, 1].map(() => new Float64Array(rows * MOST));
  for (let question = 0; question < questions; question++) {
    const turns = 1 + random.integer(LONGEST);
    for (let row = question * ANSWERS; row < (question + 1) * ANSWERS; row++) {
      counts[row] = turns;
      let sum = 0;
      for (let turn = 0; turn < turns; turn++) {
        const u = random.uniform() < 0.5 ? 1 : 0;
        merit[row * MOST + turn] = u;
        gains[row * MOST + turn] = shrink ** turn * (u + 0.1 * random.normal());
        sum += u;
      }
      pay[row] = random.uniform() < sum / turns ? 1 : 0;
    }
  }
  return { early: { counts, most: MOST }, merit, gains, pay };
}

/** How gains become advantages. */
interface Crediting {
  readonly compared: "same turn" | "separate" | "joint";
  readonly weight: number;
  readonly rescaled: boolean;
  /** Default 1: later gains count in full; 0: a turn has its own alone. */
  readonly discount?: number;
  /** Whether the outcome is added; default it is. */
  readonly outcome?: boolean;
}

/** The paper's, and the same with one comparison of everything. */
export const TURN_GROUP: Crediting = { compared: "same turn", weight: 0.3, rescaled: true };
const JOINT: Crediting = { ...TURN_GROUP, compared: "joint" };

const CREDIT = { baseline: "group", scale: "group", fewest: 3 } as const;

/** A_t of every turn with a gain beside its merit: the chance that a turn of merit stands above an idle one. */
export function separation(
  { early, merit, gains, pay }: Simulated,
  { compared, outcome = true, discount = 1, ...summed }: Crediting,
): number {
  const found = standings(gains, pay, early, ANSWERS, { ...CREDIT, compared });
  if (!outcome) found.outcomes.fill(0);
  const advantages = turnAdvantages(found, early, { ...summed, discount });
  const places = turnsWithGains(early.counts);
  return (
    areaUnderCurve(
      places.map((place) => advantages[place]),
      places.map((place) => merit[place] === 1),
    ) ?? Number.NaN
  );
}

/** Variance of D_t by the number of turns that it sums, 1 to 8. */
export function variances({ early, gains, pay }: Simulated, rescaled: boolean): number[] {
  const found = standings(gains, pay, early, ANSWERS, { ...CREDIT, compared: "same turn" });
  const alone = { gains: found.gains, outcomes: new Float64Array(found.outcomes.length) };
  const sums = turnAdvantages(alone, early, { weight: 1, discount: 1, rescaled });
  const places = turnsWithGains(early.counts);
  return Array.from({ length: LONGEST }, (_, k) => {
    const own = places.filter((place) => early.counts[Math.floor(place / MOST)] - (place % MOST) === k + 1);
    return deviation(own.map((place) => sums[place])) ** 2;
  });
}

function turnsWithGains(counts: Int32Array): number[] {
  return [...counts].flatMap((count, row) => Array.from({ length: count }, (_, turn) => row * MOST + turn));
}

const QUESTIONS = 2000;

/** What known merit shows of the comparison and of the root. */
export function simulationClaims(seeds: readonly number[]): Claim[] {
  const simulated = seeds.map((seed) => simulate(QUESTIONS, 0.5, seed));
  const area = (crediting: Crediting) => sampled(simulated.map((one) => separation(one, crediting)));
  const pair = (name: string, change: Partial<Crediting> = {}) => [
    beside(`turn-group, ${name}`, area({ ...TURN_GROUP, ...change })),
    beside(`joint, ${name}`, area({ ...JOINT, ...change })),
  ];
  const spread = (rescaled: boolean) =>
    sampled(
      simulated.map((one) => {
        const all = variances(one, rescaled);
        return Math.max(...all) / Math.min(...all);
      }),
    );
  return [
    claim(
      "known merit, gains that halve with every turn: area by which A_t tells merit from idleness, turn-group less joint",
      [
        is(advantage(simulated), atLeast(0.1)),
        ...pair("as in the paper"),
        ...pair("weight 1", { weight: 1 }),
        ...pair("without the outcome", { outcome: false }),
        ...pair("a turn's own gain alone", { outcome: false, discount: 0, rescaled: false }),
        beside("the outcome alone", area({ ...TURN_GROUP, weight: 0 })),
        beside(
          "joint by the recipe of arXiv 2510.14967, weight 1 without the root",
          area({ ...JOINT, weight: 1, rescaled: false }),
        ),
      ],
    ),
    equation("largest over smallest variance of D_t, by turns left", [
      is(spread(true), atMost(1.3), "with the root of their number"),
      is(spread(false), atLeast(4), "without it"),
    ]),
  ];
}

/** Where gains are as large at every depth, nothing is gained by comparing the same turn. */
export function flatControl(seeds: readonly number[]): Control {
  const simulated = seeds.map((seed) => simulate(QUESTIONS, 1, seed));
  const area = (crediting: Crediting) => sampled(simulated.map((one) => separation(one, crediting)));
  return control(
    "known merit, gains of the same size at every depth: turn-group tells merit by 0.10 better than joint",
    [is(advantage(simulated), atLeast(0.1)), beside("turn-group", area(TURN_GROUP)), beside("joint", area(JOINT))],
  );
}

function advantage(simulated: readonly Simulated[]): Figure {
  const [own, joint] = [TURN_GROUP, JOINT].map((crediting) => simulated.map((one) => separation(one, crediting)));
  return difference(own, joint);
}
