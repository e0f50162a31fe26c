// What holds exactly: optimal advantages are log-probabilities, no shaping changes them, paid as a reward they need no plan, and the loss
// is at rest at the soft optimum.

import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { potentialShaping } from "../../algorithms/reward-design/potential-shaping.ts";
import { Random } from "../../core/random.ts";
import { type TabularMdp, withReward } from "../../environments/tabular/mdp.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { atMost } from "../../study/bound.ts";
import { beside, type Claim, equation, is } from "../../study/claim.ts";
import { largestGap } from "../../study/matching.ts";
import { LENGTH } from "./arms.ts";
import { contrastiveLoss } from "./contrastive.ts";
import { drawSegments, type SegmentPairs, segmentWorth } from "./segments.ts";
import { ALPHA, liveCells, optimum, pitGrid, softOptimum } from "./world.ts";

const POTENTIALS = 50;
const PAIRS = 2000;
const SHARPNESS = 10;

export function identities(): Claim[] {
  const random = Random.of(0, "identities");
  const data = drawSegments(pitGrid, [optimum.policy], liveCells, { pairs: PAIRS, length: LENGTH }, random);
  const asPaid = withReward(pitGrid, optimum.advantages);
  const { values, policy } = softOptimum(asPaid, ALPHA);
  return [
    bijection(),
    shaping(data, random),
    equation("optimal advantages as the reward: soft planning finds the policy that was there without it", [
      is(Math.max(...values.map(Math.abs)), atMost(1e-9), "largest value of a cell"),
      is(largestGap(policy, optimum.policy), atMost(1e-9), "largest change of a probability"),
    ]),
    rest(data),
  ];
}

function bijection(): Claim {
  const logs = softmaxPolicy(pitGrid, optimum.actionValues, ALPHA).map((p) => ALPHA * Math.log(p));
  const rows = Array.from({ length: pitGrid.states }, (_, s) => s * pitGrid.actions);
  const sums = rows.map((row) =>
    optimum.advantages.subarray(row, row + pitGrid.actions).reduce((sum, a) => sum + Math.exp(a / ALPHA), 0),
  );
  return equation("optimal advantages are α·log π* and are the policy: no normalisation is left over", [
    is(largestGap(logs, optimum.advantages), atMost(1e-12), "largest |α·log π* − (Q* − V*)|"),
    is(Math.max(...sums.map((sum) => Math.abs(sum - 1))), atMost(1e-10), "largest |Σ_a exp(A*/α) − 1|"),
  ]);
}

/** Regrets of a hidden reward are those of any reward shaped from it; sums of pay are not. */
function shaping(data: SegmentPairs, random: Random): Claim {
  let [advantages, paid] = [0, 0];
  const sumOf = (segment: number, { reward, discount }: TabularMdp) => segmentWorth(data, segment, reward, discount);
  const turned = (shaped: TabularMdp, pair: number) => {
    const lead = (mdp: TabularMdp) => sumOf(2 * pair, mdp) - sumOf(2 * pair + 1, mdp);
    return lead(pitGrid) * lead(shaped) < 0 ? 1 : 0;
  };
  for (let trial = 0; trial < POTENTIALS; trial++) {
    const potential = Float64Array.from({ length: pitGrid.states }, () => random.normal());
    const shaped = withReward(pitGrid, potentialShaping(pitGrid, potential));
    advantages = Math.max(advantages, largestGap(softOptimum(shaped, ALPHA).advantages, optimum.advantages));
    for (let pair = 0; pair < data.pairs; pair++) paid += turned(shaped, pair) / (data.pairs * POTENTIALS);
  }
  return equation(`shaping with ${POTENTIALS} random potentials changes no optimal advantage`, [
    is(advantages, atMost(1e-9), "largest change"),
    beside("share of pairs whose order by sums of pay is turned", paid),
  ]);
}

/** With the annotators' true probabilities as labels the gradient at π* is nought; with any others it is not. */
function rest(data: SegmentPairs): Claim {
  const logits = optimum.actionValues.map((q) => q / ALPHA);
  const slopeWith = (worth: Float64Array, temperature: number): number => {
    const sum = (segment: number) => segmentWorth(data, segment, worth, pitGrid.discount);
    const labels = Float64Array.from({ length: data.pairs }, (_, k) =>
      preferenceProbability(sum(2 * k) - sum(2 * k + 1), SHARPNESS),
    );
    const gradient = new Float64Array(logits.length);
    const loss = contrastiveLoss({ data, labels }, pitGrid.actions, { temperature, discount: pitGrid.discount });
    loss(logits, gradient);
    return Math.max(...gradient.map(Math.abs)) / data.pairs;
  };
  const matched = SHARPNESS * ALPHA;
  return equation(
    "the loss is at rest at π* where labels are by regret and α is the sharpness times that of the mind",
    [
      is(slopeWith(optimum.advantages, matched), atMost(1e-12), "largest slope of a pair's loss"),
      beside("α three times as large", slopeWith(optimum.advantages, 3 * matched)),
      beside("labels by sums of pay", slopeWith(pitGrid.reward, matched)),
    ],
  );
}
