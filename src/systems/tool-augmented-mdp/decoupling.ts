// Both signs of decoupling: a component that is rare at first, and one that is nearly solved and of which only noise is left.
//
// What decoupling can gain is limited. A success of component k in a group has the advantage w_k(1 − μ_k)/σ_k decoupled and
// w_k(1 − μ_k)/σ joint, σ the deviation of the whole pay: σ/σ_k times as much. But σ ≤ √(J(1 − J)) for pay in [0, 1], which is
// 0.3 where J = 0.9, and σ_k is 0.14 at a chance of 0.02: the joint advantage turns to what is left as soon as the rest is learnt.

import { exactEpisodes } from "../../algorithms/tabular/exact-episodes.ts";
import { type Component, groupAscent } from "../../algorithms/tabular/group-ascent.ts";
import { decoupledCredit, jointCredit, weighted } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import { atLeast } from "../../study/bound.ts";
import { beside, claim, equation, inAll, is } from "../../study/claim.ts";
import { difference, geometricRatio, ratioOf, sampled, share } from "../../study/figure.ts";
import { type StudyResult, studyJob } from "../../study/study.ts";
import { type ComponentAdvice, componentAdvice } from "./component-advice.ts";
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

// The two advantages differ in size. Rates are each arm's best of six on seeds 901 … 1100: by geometric means of updates, or by mean J.
const RARE: Case = {
  weights: [0.25, 0.05, 0.7],
  group: 64,
  starts: 4,
  format: 0.02,
  boost: 1.5,
  rates: { joint: 16, decoupled: 20 },
};
const COINS: Case = {
  weights: [0.7, 0.05, 0.25],
  group: 128,
  starts: 1,
  format: null,
  boost: 2,
  rates: { joint: 6, decoupled: 24 },
};
/** Those of the two claims, and the first with a format that is not rare. */
const CASES = { rare: RARE, coin: COINS, common: { ...RARE, format: 0.5 } };

/** J that is to be reached, the most updates that are waited, and the updates of the second case. */
const GOAL = 0.9;
const LONGEST = 200;
const UPDATES = 40;

/** One arm's learner on its seed: `update` learns, `value` is J now, `scores` are those of the last update. */
function learner({ weights, group, starts, format, boost, rates }: Case, picture: Picture, arm: Arm, random: Random) {
  const { tree, components } = picture;
  const coin = new Float64Array(tree.played.length).fill(COIN);
  const columns = format === null ? [coin, ...components.slice(1)] : components;
  const paid = columns.map((scores, k): Component => ({ scores, drawn: format === null && k === 0 }));
  const own = picture.table(format ?? 0.5, boost);
  const credit = (arm === "joint" ? jointCredit : decoupledCredit)(weights, CREDIT);
  const ascent = groupAscent(tree, own, paid, { group, credit, rate: rates[arm], starts });
  const total = weighted(columns, weights);
  const { value } = exactEpisodes(tree);
  return { update: () => ascent.update(random), value: () => value(own.policy, total), ascent };
}

/** What one arm comes to under a seed: the updates until J ≥ 0.9, or J after `UPDATES` where a coin is most of the pay. */
function reached(given: Case, picture: Picture, arm: Arm, seed: number): number {
  const { update, value } = learner(given, picture, arm, Random.of(seed, "tool-augmented decoupling"));
  let updates = 0;
  if (given.format === null) for (; updates < UPDATES; updates++) update();
  else for (; updates < LONGEST && value() < GOAL; updates++) update();
  return given.format === null ? value() : updates;
}

/** What both arms came to in each case under a seed. */
type Decoupled = Readonly<Record<keyof typeof CASES, Readonly<Record<Arm, number>>>>;

export async function decouple(seeds: readonly number[]): Promise<Decoupled[]> {
  const [sure, misread] = [0, FAILURE].map((failure) => binaryPicture(failure));
  const both = (name: keyof Decoupled, seed: number) => {
    const [joint, decoupled] = ARMS.map((arm) => reached(CASES[name], name === "coin" ? misread : sure, arm, seed));
    return { joint, decoupled };
  };
  return seeds.map((seed) => ({ rare: both("rare", seed), coin: both("coin", seed), common: both("common", seed) }));
}

export const decouplingPart = studyJob(import.meta.url, decouple);

/** What is advised from as many scores as fifty updates see, before anything is learnt. */
function advised(given: Case, picture: Picture, seed: number): ComponentAdvice {
  const { update, ascent } = learner(
    { ...given, rates: { joint: 0, decoupled: 0 } },
    picture,
    "joint",
    Random.of(seed, "tool-augmented advice"),
  );
  const scores: number[][] = given.weights.map(() => []);
  for (let batch = 0; batch < 50; batch++) {
    update();
    for (const [k, one] of ascent.scores.entries()) scores[k].push(...one);
  }
  return componentAdvice(scores, given.weights, given.group);
}

/** Both cases by what they came to, and advice on a seed. */
export function decouplingClaims(seed: number, found: readonly Decoupled[]): StudyResult {
  const [sure, misread] = [0, FAILURE].map((failure) => binaryPicture(failure));
  const of = (name: keyof Decoupled) => ARMS.map((arm) => found.map(({ [name]: both }) => both[arm]));
  const means = (both: readonly number[][]) => ARMS.map((arm, k) => beside(arm, sampled(both[k])));
  const [rare, coin] = [of("rare"), of("coin")];
  const late = (updates: readonly number[]) => share(updates.filter((u) => u >= LONGEST).length, updates.length);
  const factor = ([joint, decoupled]: readonly number[][]) => geometricRatio(joint, decoupled);
  const advice = [advised(RARE, sure, seed), advised(COINS, misread, seed)];
  const reasons = advice.flatMap(({ correlation, lifted, components }) => {
    const { jointShare, decoupledShare } = components[lifted ?? 0];
    const weight = `weight of component ${(lifted ?? 0) + 1} from`;
    return [beside("correlation", correlation), beside(weight, jointShare), beside("to", decoupledShare)];
  });
  return {
    claims: [
      claim("P(format) = 0.02 at first: updates to J ≥ 0.9, joint over decoupled, each at its best rate", [
        is(factor(rare), atLeast(1.5), "geometric mean"),
        beside("of sums", ratioOf(rare[0], rare[1])),
        ...means(rare),
        ...ARMS.map((arm, k) => beside(`${arm}, not within ${LONGEST}`, late(rare[k]))),
        beside("geometric mean where the format is common at first (0.5)", factor(of("common"))),
      ]),
      claim("most of the weight is a coin of 0.99: J at the end, joint less decoupled, each at its best rate", [
        is(difference(coin[0], coin[1]), atLeast(0.01)),
        ...means(coin),
      ]),
      equation(
        "advice from the scores of the policies that these begin with: decouple, and joint",
        [inAll(advice.filter((one, k) => one.advice === ["decouple", "joint"][k]).length, 2), ...reasons],
        { note: `advised: ${advice.map((one) => one.advice).join(", ")}` },
      ),
    ],
    controls: [],
  };
}
