// What holds exactly: optimal advantages are log-probabilities, no shaping changes them, paid as a reward they need no plan, and the loss
// is at rest at the soft optimum.

import { expect, test } from "vitest";
import { garnet } from "../../../test/fixtures/garnet.ts";
import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { softValueIteration } from "../../algorithms/planning/value-iteration.ts";
import { contrastiveLoss } from "../../algorithms/preference/contrastive-loss.ts";
import { placeIn } from "../../algorithms/preference/contrastive-preference.ts";
import { playedSegments, type SegmentPairs } from "../../algorithms/preference/segments.ts";
import { potentialShaping } from "../../algorithms/reward-design/potential-shaping.ts";
import { trainingContext } from "../../algorithms/train.ts";
import { Random } from "../../core/random.ts";
import { openCells, pitProcess, pits, softAdvantages } from "../../environments/gridworld/pits.ts";
import { sampleNext, withReward } from "../../environments/tabular/mdp.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { weightedSum } from "../../rewards/channel-reward.ts";

/** Σ_t γ^t u(s_t, a_t) of a segment; `worth` is u, [rows × choices]. */
function segmentWorth(
  { length, entries }: Pick<SegmentPairs, "length" | "entries">,
  segment: number,
  worth: ArrayLike<number>,
  discount: number,
): number {
  let sum = 0;
  let weight = 1;
  for (let t = segment * length; t < (segment + 1) * length && entries[t] >= 0; t++, weight *= discount)
    sum += weight * worth[entries[t]];
  return sum;
}

const [ALPHA, SHARPNESS, DISCOUNT] = [0.1, 10, 0.95];
const process = pitProcess({ slip: 0.1, discount: DISCOUNT });
const { states, actions } = process;
const { actionValues } = softValueIteration(process, ALPHA);
const advantages = softAdvantages(process, ALPHA);
const policy = softmaxPolicy(process, actionValues, ALPHA);

const largestGap = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0);

/** Random play of the world, with rows in the order of cells; how it is compared does not matter here. */
const world = { makeEnvironment: () => pits.make({}), seed: 3, reward: weightedSum({ advantage: 1 }) };
const place = placeIn(pits.make({}).spec, { bins: 2, fields: ["y", "x"] });
const data = playedSegments(trainingContext(world), place, { pairs: 2000, length: 8, sharpness: 10, discount: 0.95 });

test("optimal advantages are α·ln π* and are the policy: no normalisation is left over", () => {
  expect(
    largestGap(
      policy.map((p) => ALPHA * Math.log(p)),
      advantages,
    ),
  ).toBeLessThan(1e-11);
  for (let s = 0; s < states; s++) {
    const row = advantages.subarray(s * actions, (s + 1) * actions);
    expect(row.reduce((sum, a) => sum + Math.exp(a / ALPHA), 0)).toBeCloseTo(1, 10);
  }
});

test("shaping changes no optimal advantage, and turns the order of segments by sums of pay", () => {
  const random = Random.of(0, "potentials");
  let turned = 0;
  for (let trial = 0; trial < 50; trial++) {
    const potential = Float64Array.from({ length: states }, () => random.normal());
    const shaped = withReward(process, potentialShaping(process, potential));
    expect(largestGap(softAdvantages(shaped, ALPHA), advantages)).toBeLessThan(1e-9);
    const lead = (reward: ArrayLike<number>, pair: number) =>
      segmentWorth(data, 2 * pair, reward, DISCOUNT) - segmentWorth(data, 2 * pair + 1, reward, DISCOUNT);
    for (let pair = 0; pair < data.pairs; pair++)
      if (lead(process.reward, pair) * lead(shaped.reward, pair) < 0) turned += 1 / (50 * data.pairs);
  }
  expect(turned).toBeGreaterThan(0.05);
});

test("optimal advantages as the reward: soft planning finds the policy that was there without it", () => {
  const planned = softValueIteration(withReward(process, advantages), ALPHA);
  expect(largestGap(planned.values, new Float64Array(states))).toBeLessThan(1e-9);
  expect(largestGap(softmaxPolicy(process, planned.actionValues, ALPHA), policy)).toBeLessThan(1e-9);
});

test("the loss is at rest at π* where labels are by regret and α is the sharpness times that of the person", () => {
  const logits = actionValues.map((q) => q / ALPHA);
  const slope = (worth: Float64Array, temperature: number): number => {
    const sum = (segment: number) => segmentWorth(data, segment, worth, DISCOUNT);
    const labels = Float64Array.from({ length: data.pairs }, (_, k) =>
      preferenceProbability(sum(2 * k) - sum(2 * k + 1), SHARPNESS),
    );
    const gradient = new Float64Array(logits.length);
    contrastiveLoss({ ...data, labels }, actions, { temperature, discount: DISCOUNT })(logits, gradient);
    return largestGap(gradient, new Float64Array(gradient.length)) / data.pairs;
  };
  expect(slope(advantages, SHARPNESS * ALPHA)).toBeLessThan(1e-12);
  expect(slope(advantages, 3 * SHARPNESS * ALPHA)).toBeGreaterThan(1e-3);
  expect(slope(process.reward, SHARPNESS * ALPHA)).toBeGreaterThan(1e-3);
});

test("in 60 drawn processes the loss of comparisons by regret is least at the optimal policy, and of comparisons by pay is not", () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = Random.of(seed, "drawn process");
    const size = { states: 2 + random.integer(6), actions: 2 + random.integer(3), branching: 2 };
    const drawn = garnet({ ...size, discount: random.uniform(0.5, 0.95), random });
    const [alpha, sharpness] = [random.uniform(0.05, 1), random.uniform(1, 10)];
    const [pairs, length] = [30, 6];
    const entries = new Int32Array(2 * pairs * length);
    for (let at = 0, state = 0; at < entries.length; at++) {
      if (at % length === 0) state = random.integer(drawn.states);
      const action = random.integer(drawn.actions);
      entries[at] = state * drawn.actions + action;
      state = sampleNext(drawn, state, action, random.uniform());
    }
    const best = softValueIteration(drawn, alpha).actionValues.map((q) => q / alpha);
    /** By how much the loss at the optimal policy is above the entropy of the labels, below which no policy's loss is. */
    const excess = (worth: Float64Array): number => {
      const lead = (k: number) =>
        segmentWorth({ length, entries }, 2 * k, worth, drawn.discount) -
        segmentWorth({ length, entries }, 2 * k + 1, worth, drawn.discount);
      const labels = Float64Array.from({ length: pairs }, (_, k) => preferenceProbability(lead(k), sharpness));
      const entropy = labels.reduce((sum, p) => sum - p * Math.log(p) - (1 - p) * Math.log1p(-p), 0);
      const options = { temperature: sharpness * alpha, discount: drawn.discount };
      return contrastiveLoss({ pairs, length, entries, labels }, drawn.actions, options)(best, best.slice()) - entropy;
    };
    expect(Math.abs(excess(softAdvantages(drawn, alpha))), String(seed)).toBeLessThan(1e-9);
    expect(excess(drawn.reward), String(seed)).toBeGreaterThan(1e-3);
  }
});

test("segments of random play begin where episodes do, and are compared by what their steps are paid", () => {
  const rows = new Set(
    Array.from(
      data.entries.filter((entry) => entry >= 0),
      (entry) => Math.floor(entry / actions),
    ),
  );
  expect([...rows].sort((a, b) => a - b)).toEqual(openCells);
  let [first, expected] = [0, 0];
  for (let k = 0; k < data.pairs; k++) {
    const lead = segmentWorth(data, 2 * k, advantages, DISCOUNT) - segmentWorth(data, 2 * k + 1, advantages, DISCOUNT);
    if (lead <= 0) continue;
    first += data.labels[k];
    expected += preferenceProbability(lead, SHARPNESS);
  }
  expect(Math.abs(first / expected - 1)).toBeLessThan(0.05);
});
