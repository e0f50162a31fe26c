// Both signs of decoupling: a component that is rare at first, and one that is nearly solved and of which only noise is left.
// Every arm learns at the rate that was best for it on other seeds, since the two advantages differ in size.
//
// What decoupling can gain is limited. A success of component k in a group has the advantage w_k(1 − μ_k)/σ_k decoupled and
// w_k(1 − μ_k)/σ joint, σ the deviation of the whole pay: σ/σ_k times as much. But σ ≤ √(J(1 − J)) for pay in [0, 1], which is
// 0.3 where J = 0.9, and σ_k is 0.14 at a chance of 0.02: the joint advantage turns to what is left as soon as the rest is learnt.

import { exactEpisodes } from "../../algorithms/tabular/exact-episodes.ts";
import { type Component, groupAscent } from "../../algorithms/tabular/group-ascent.ts";
import { decoupledCredit, jointCredit, weighted } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import { type ComponentAdvice, componentAdvice } from "../../evaluation/component-advice.ts";
import { atLeast } from "../../study/bound.ts";
import { beside, claim, inAll, is } from "../../study/claim.ts";
import { played } from "../../study/comparison.ts";
import { exact } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { binaryPicture, type Picture } from "./picture.ts";

const ARMS = ["joint", "decoupled"] as const;
type Arm = (typeof ARMS)[number];

const CREDIT = { baseline: "group", scale: "group" } as const;

/** A case in which the two are compared. */
interface Case {
  readonly weights: readonly number[];
  readonly group: number;
  /** Pictures of an update. */
  readonly starts: number;
  /** Probability of the format at the start, or null where it is replaced by a coin that no policy controls. */
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

/** One arm's learner on its seed: `update` learns, `value` is J now, `scores` are those of the last update. */
function learner({ weights, group, starts, format, boost, rates }: Case, picture: Picture, arm: Arm, random: Random) {
  const { tree, components } = picture;
  const coin = new Float64Array(tree.played.length).fill(COIN);
  const paid = components.map(
    (scores, k): Component => (k === 0 && format === null ? { scores: coin, drawn: true } : { scores }),
  );
  const own = picture.table(format ?? 0.5, boost);
  const credit = (arm === "joint" ? jointCredit : decoupledCredit)(weights, CREDIT);
  const ascent = groupAscent(tree, own, paid, { group, credit, rate: rates[arm], starts });
  const columns = paid.map(({ scores }) => Float64Array.from(scores));
  const total = weighted(columns, weights);
  const { value } = exactEpisodes(tree);
  return { update: () => ascent.update(random), value: () => value(own.policy, total), ascent };
}

/** Updates until J ≥ 0.9, at most `LONGEST`. */
function updatesTo(given: Case, picture: Picture, arm: Arm, seed: number): number {
  const { update, value } = learner(given, picture, arm, Random.of(seed, "tool-augmented decoupling"));
  let updates = 0;
  for (; updates < LONGEST && value() < GOAL; updates++) update();
  return updates;
}

/** J after `UPDATES` updates. */
function valueAfter(given: Case, picture: Picture, arm: Arm, seed: number): number {
  const { update, value } = learner(given, picture, arm, Random.of(seed, "tool-augmented decoupling"));
  for (let done = 0; done < UPDATES; done++) update();
  return value();
}

/** What is advised from as many scores as fifty updates see, before anything is learnt. */
function advised(given: Case, picture: Picture, seed: number): ComponentAdvice {
  const { update, ascent } = learner(sameRate(given, 0), picture, "joint", Random.of(seed, "tool-augmented advice"));
  const scores: number[][] = given.weights.map(() => []);
  for (let batch = 0; batch < 50; batch++) {
    update();
    for (const [k, one] of ascent.scores.entries()) scores[k].push(...one);
  }
  return componentAdvice(scores, given.weights, given.group);
}

/** Both cases over `seeds`. */
export function decouplingClaims(seeds: readonly number[]): StudyResult {
  const [sure, misread] = [0, FAILURE].map((failure) => binaryPicture(failure));
  const over = (given: Case, picture: Picture, of: typeof updatesTo) =>
    played(ARMS, seeds, (arm, seed) => ({ reached: of(given, picture, arm, seed) }));
  const rare = over(RARE, sure, updatesTo);
  const noise = over(NOISE, misread, valueAfter);
  const common = over({ ...RARE, format: 0.5 }, sure, updatesTo);
  const rareAlike = over(sameRate(RARE, 6), sure, updatesTo);
  const noiseAlike = over(sameRate(NOISE, 8), misread, valueAfter);
  const both = ({ mean }: typeof rare) => ARMS.map((arm) => beside(arm, mean(arm, "reached")));
  const advice = [advised(RARE, sure, seeds[0]), advised(NOISE, misread, seeds[0])];
  const reasons = advice.flatMap(({ correlation, lifted, components }) => {
    const { jointShare, decoupledShare } = components[lifted ?? 0];
    const weight = `weight of component ${(lifted ?? 0) + 1} from`;
    return [
      beside("correlation", exact(correlation ?? Number.NaN)),
      beside(weight, exact(jointShare)),
      beside("to", exact(decoupledShare)),
    ];
  });
  return {
    claims: [
      claim("P(format) = 0.02 at first: updates to J ≥ 0.9, joint over decoupled, each at its best rate", [
        is(rare.ratio("joint", "decoupled", "reached"), atLeast(1.5)),
        ...both(rare),
      ]),
      claim("most of the weight is a coin of 0.99: J at the end, joint less decoupled, each at its best rate", [
        is(noise.less("joint", "decoupled", "reached"), atLeast(0.01)),
        ...both(noise),
      ]),
      claim(
        "advice from the scores of the policies that these begin with: decouple, and joint",
        [inAll(advice.filter((one, k) => one.advice === ["decouple", "joint"][k]).length, 2), ...reasons],
        { note: `advised: ${advice.map((one) => one.advice).join(", ")}` },
      ),
    ],
    tables: [
      table("joint beside decoupled in other settings", {
        "format common at first (0.5)": { "ratio of updates": common.ratio("joint", "decoupled", "reached") },
        "rare format, one rate for both": { "ratio of updates": rareAlike.ratio("joint", "decoupled", "reached") },
        "coin, one rate for both": { "difference of J": noiseAlike.less("joint", "decoupled", "reached") },
      }),
    ],
    controls: [],
  };
}
