// Both signs of decoupling: a component that is rare at first, and one that is nearly solved and of which only noise is left.
// Every arm learns at the rate that was best for it on other seeds, since the two advantages differ in size.
//
// What decoupling can gain is limited. A success of component k in a group has the advantage w_k(1 − μ_k)/σ_k decoupled and
// w_k(1 − μ_k)/σ joint, σ the deviation of the whole pay: σ/σ_k times as much. But σ ≤ √(J(1 − J)) for pay in [0, 1], which is
// 0.3 where J = 0.9, and σ_k is 0.14 at a chance of 0.02: the joint advantage turns to what is left as soon as the rest is learnt.

import { type ComponentCredit, decoupledCredit, jointCredit, weighted } from "../../algorithms/component-credit.ts";
import { exactEpisodes } from "../../algorithms/tabular/exact-episodes.ts";
import { type Component, groupAscent } from "../../algorithms/tabular/group-ascent.ts";
import { Random } from "../../core/random.ts";
import { type ComponentAdvice, componentAdvice } from "../../evaluation/component-advice.ts";
import { type Estimate, estimate, ratio } from "../../evaluation/statistics/interval.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, holds } from "../../study/legacy.ts";
import { binaryPicture, type Picture } from "./binary-picture.ts";

const ARMS = ["joint", "decoupled"] as const;
type Arm = (typeof ARMS)[number];

const CREDIT = { baseline: "group", scale: "group" } as const;

/** A case in which the two are compared. */
interface Case {
  readonly weights: readonly number[];
  readonly group: number;
  /** Pictures of an update. */
  readonly starts: number;
  /** Probability of the format at the start, or null where it is replaced by a coin that nobody controls. */
  readonly format: number | null;
  /** Of what an expert would do, at the start. */
  readonly boost: number;
  readonly rates: Readonly<Record<Arm, number>>;
}

/** P of the coin: nearly solved, and what is missing is noise. */
const COIN = 0.99;
/** Share of digits that are misread in the second case, so that answers never become certain. */
const FAILURE = 0.1;

// Rates are the best for each arm of at least five, by the mean over seeds 1 … 80.
const RARE: Case = {
  weights: [0.25, 0.05, 0.7],
  group: 64,
  starts: 4,
  format: 0.02,
  boost: 1.5,
  rates: { joint: 12, decoupled: 16 },
};
const NOISE: Case = {
  weights: [0.7, 0.05, 0.25],
  group: 128,
  starts: 1,
  format: null,
  boost: 2,
  rates: { joint: 8, decoupled: 20 },
};
const sameRate = (given: Case, rate: number): Case => ({ ...given, rates: { joint: rate, decoupled: rate } });

/** J that is to be reached, the most updates that are waited, and the updates of the second case. */
const GOAL = 0.9;
const LONGEST = 200;
const UPDATES = 40;

function learner({ weights, group, starts, format, boost, rates }: Case, picture: Picture, arm: Arm) {
  const { tree, components } = picture;
  const coin = new Float64Array(tree.played.length).fill(COIN);
  const paid: Component[] = components.map((scores, k) =>
    k === 0 && format === null ? { scores: coin, drawn: true } : { scores },
  );
  const table = picture.table(format ?? 0.5, boost);
  const make: (weights: readonly number[], options: typeof CREDIT) => ComponentCredit =
    arm === "joint" ? jointCredit : decoupledCredit;
  const ascent = groupAscent(tree, table, paid, {
    group,
    credit: make(weights, CREDIT),
    rate: rates[arm],
    starts,
  });
  const exact = exactEpisodes(tree);
  const total = weighted(
    paid.map(({ scores }) => Float64Array.from(scores)),
    weights,
  );
  return { ascent, value: () => exact.value(table.policy, total) };
}

/** Updates until J ≥ 0.9, at most `LONGEST`. */
function updatesTo(given: Case, picture: Picture, arm: Arm, seed: number): number {
  const { ascent, value } = learner(given, picture, arm);
  const random = Random.of(seed, "tool-augmented decoupling");
  for (let update = 0; update < LONGEST; update++) {
    if (value() >= GOAL) return update;
    ascent.update(random);
  }
  return LONGEST;
}

/** J after `UPDATES` updates. */
function valueAfter(given: Case, picture: Picture, arm: Arm, seed: number): number {
  const { ascent, value } = learner(given, picture, arm);
  const random = Random.of(seed, "tool-augmented decoupling");
  for (let update = 0; update < UPDATES; update++) ascent.update(random);
  return value();
}

/** What is advised from as many scores as fifty updates see, before anything is learnt. */
function advised(given: Case, picture: Picture, seed: number): ComponentAdvice {
  const still = { ...given, rates: { joint: 0, decoupled: 0 } };
  const { ascent } = learner(still, picture, "joint");
  const random = Random.of(seed, "tool-augmented advice");
  const scores: number[][] = given.weights.map(() => []);
  for (let batch = 0; batch < 50; batch++) {
    ascent.update(random);
    for (const [k, one] of ascent.scores.entries()) scores[k].push(...one);
  }
  return componentAdvice(scores, given.weights, given.group);
}

/** Both cases over `seeds`. */
export function decouplingChecks(seeds: readonly number[]): { readonly checks: Check[]; readonly measured: string } {
  const [sure, misread] = [0, FAILURE].map((failure) => binaryPicture(failure));
  const over = (given: Case, picture: Picture, of: typeof updatesTo) =>
    ARMS.map((arm) => seeds.map((seed) => of(given, picture, arm, seed)));
  const rare = over(RARE, sure, updatesTo);
  const noise = over(NOISE, misread, valueAfter);
  const faster = ratio(rare[0], rare[1]);
  const gain = pairedEffect(noise[1], noise[0]);
  const advice = { rare: advised(RARE, sure, seeds[0]), noise: advised(NOISE, misread, seeds[0]) };
  const common = over({ ...RARE, format: 0.5 }, sure, updatesTo);
  const rareAlike = over(sameRate(RARE, 6), sure, updatesTo);
  const noiseAlike = over(sameRate(NOISE, 8), misread, valueAfter);
  return {
    checks: [
      holds(
        "P(format) = 0.02 at first: updates to J ≥ 0.9, joint over decoupled, each at its best rate",
        "≥ 1.5",
        `${shown(faster, 2)}: ${shown(estimate(rare[0]), 1)} over ${shown(estimate(rare[1]), 1)}, ${seeds.length} seeds`,
        (faster.mean ?? 0) >= 1.5,
      ),
      holds(
        "most of the weight is a coin of 0.99: J at the end, joint less decoupled, each at its best rate",
        "≥ 0.01",
        `${shown(gain, 4)}, d = ${gain.effectSize?.toFixed(2)}: ${shown(estimate(noise[0]), 3)} and ${shown(estimate(noise[1]), 3)}, ${seeds.length} seeds`,
        (gain.mean ?? 0) >= 0.01,
      ),
      holds(
        "advice from the scores of the policies that these begin with",
        "decouple, and joint",
        `${advice.rare.advice} (${inWords(advice.rare)}), ${advice.noise.advice} (${inWords(advice.noise)})`,
        advice.rare.advice === "decouple" && advice.noise.advice === "joint",
      ),
    ],
    measured:
      `joint over decoupled in updates where the format is common at first (0.5): ${shown(ratio(common[0], common[1]), 2)}; ` +
      `at one rate for both: ${shown(ratio(rareAlike[0], rareAlike[1]), 2)} with the rare format, and J ${shown(pairedEffect(noiseAlike[1], noiseAlike[0]), 4)} with the coin`,
  };
}

function inWords({ correlation, lifted, components }: ComponentAdvice): string {
  if (lifted === null) return "nothing lifted";
  const { jointShare, decoupledShare } = components[lifted];
  return `correlation ${correlation?.toFixed(2)}, component ${lifted + 1} from ${jointShare.toFixed(2)} to ${decoupledShare.toFixed(2)} of the weight`;
}

function shown({ mean, low, high }: Pick<Estimate, "mean" | "low" | "high">, digits: number): string {
  const figure = (x: number | null) => (x === null ? "—" : x.toFixed(digits));
  return `${figure(mean)} (${figure(low)} … ${figure(high)})`;
}
