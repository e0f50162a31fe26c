// What each seed computes: the method and its baselines on the same labelled pairs, variants of the loss, and pairs that hide some actions.

import { expectedReturn } from "../../algorithms/planning/evaluation.ts";
import { type Policy, uniformPolicy } from "../../algorithms/planning/policy.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { studyJob } from "../../study/study.ts";
import { cloned, fittedReward, planned } from "./baselines.ts";
import { fitContrastive, logSoftmax, type PreferenceLossOptions } from "./contrastive.ts";
import {
  drawSegments,
  firstPairs,
  type LabelledPairs,
  labelsBy,
  mixedWithUniform,
  type SegmentPairs,
} from "./segments.ts";
import { BASELINE_SETTINGS, CONTRASTIVE_SETTINGS, type Mind, PLAIN_DECAY, type Sharpness, SIZES } from "./settings.ts";
import { ALPHA, greedyReturn, liveCells, meanDivergence, optimum, pitGrid } from "./world.ts";

export const LENGTH = 8;
const LARGEST = SIZES[SIZES.length - 1];
/** Added to each count of an action that is cloned. */
const PRIOR = 0.1;

/** What came of a policy. */
export interface Outcome {
  /** Mean KL(π*‖π) over cells. */
  readonly divergence: number;
  /** Exact value of its likeliest actions. */
  readonly greedy: number;
  /** Exact value of the policy as it is. */
  readonly acts: number;
}

function outcome(logPolicy: Float64Array): Outcome {
  const acts = expectedReturn(pitGrid, logPolicy.map(Math.exp));
  return { divergence: meanDivergence(logPolicy), greedy: greedyReturn(logPolicy), acts };
}

const logPolicyOf = (values: Float64Array, temperature: number): Float64Array =>
  logSoftmax(
    values.map((q) => q / temperature),
    pitGrid.actions,
    new Float64Array(values.length),
  );

const uniform = uniformPolicy(pitGrid);
const mixed = [uniform, mixedWithUniform(pitGrid, optimum.policy)];

const draw = (seed: number, policies: readonly Policy[], pairs: number, name: string): SegmentPairs =>
  drawSegments(pitGrid, policies, liveCells, { pairs, length: LENGTH }, Random.of(seed, name));

function labelled(data: SegmentPairs, seed: number, mind: Mind, sharpness: number): LabelledPairs {
  const worth = mind === "regret" ? optimum.advantages : pitGrid.reward;
  return {
    data,
    labels: labelsBy(data, worth, pitGrid.discount, sharpness, Random.of(seed, "labels", mind, sharpness)),
  };
}

const contrastive = (pairs: LabelledPairs, sharpness: number, options: Partial<PreferenceLossOptions>): Float64Array =>
  fitContrastive(pairs, pitGrid, { temperature: sharpness * ALPHA, discount: pitGrid.discount, ...options });

export interface ComparingJob {
  readonly seed: number;
  readonly mind: Mind;
  readonly sharpness: Sharpness;
}

/** Arms at one size of data; *plain* is with λ = 1, *reward alone* without a plan. */
export type ComparedArms = Readonly<
  Record<"CPL" | "plain CPL" | "reward and plan" | "reward alone" | "cloning all" | "cloning preferred", Outcome>
>;

export const comparing = studyJob(import.meta.url, compareArms);

/** One for each size. */
export async function compareArms({ seed, mind, sharpness }: ComparingJob): Promise<ComparedArms[]> {
  const all = labelled(draw(seed, mixed, LARGEST, "segments"), seed, mind, sharpness);
  return SIZES.map((size) => {
    const pairs = firstPairs(all, size);
    const settings = BASELINE_SETTINGS[mind][sharpness][size];
    const temperature = sharpness * ALPHA;
    const reward = fittedReward(pairs, pitGrid.reward.length, pitGrid.discount, settings.ridge);
    const plan = planned(pitGrid, reward, settings.planning * temperature);
    return {
      CPL: outcome(contrastive(pairs, sharpness, CONTRASTIVE_SETTINGS[mind][sharpness][size])),
      "plain CPL": outcome(contrastive(pairs, sharpness, { decay: PLAIN_DECAY })),
      "reward and plan": outcome(logPolicyOf(plan, settings.planning * temperature)),
      "reward alone": outcome(logPolicyOf(reward, temperature)),
      "cloning all": outcome(cloned(pairs, pitGrid, "all", PRIOR)),
      "cloning preferred": outcome(cloned(pairs, pitGrid, "preferred", PRIOR)),
    };
  });
}

/** Of the plain loss, if not said otherwise. */
export type Varied = Readonly<
  Record<
    | "α × 3"
    | "α ÷ 3"
    | "γ left out of the loss"
    | "shuffled labels"
    | "CPL-BC"
    | "CPL-KL"
    | "uniform segments"
    | "uniform segments, cloning preferred"
    | "uniform segments, reward and plan",
    Outcome
  >
> & {
  /** Mean mass on actions that no segment shows, by λ. */
  readonly unseen: { readonly plain: number; readonly conservative: number };
};

export const varying = studyJob(import.meta.url, varyLoss);

const SHARP = 10;

/** With 10,000 pairs and sharpness 10; the hidden actions with 500. */
export async function varyLoss({ seed }: { readonly seed: number }): Promise<Varied> {
  const pairs = labelled(draw(seed, mixed, LARGEST, "segments"), seed, "regret", SHARP);
  const even = labelled(draw(seed, [uniform], LARGEST, "uniform segments"), seed, "regret", SHARP);
  const fitted = (options: Partial<PreferenceLossOptions>, of = pairs) =>
    outcome(contrastive(of, SHARP, { decay: PLAIN_DECAY, ...options }));
  const order = randomOrder(LARGEST, Random.of(seed, "shuffled"));
  const shuffled = { data: pairs.data, labels: Float64Array.from(order, (k) => pairs.labels[k]) };
  const { ridge, planning } = BASELINE_SETTINGS.regret[SHARP][LARGEST];
  const reward = fittedReward(even, pitGrid.reward.length, pitGrid.discount, ridge);
  const temperature = planning * SHARP * ALPHA;
  return {
    "α × 3": fitted({ temperature: 3 * SHARP * ALPHA }),
    "α ÷ 3": fitted({ temperature: (SHARP * ALPHA) / 3 }),
    "γ left out of the loss": fitted({ discount: 1 }),
    "shuffled labels": fitted({}, shuffled),
    // One part of cloning averaged over the steps of a pair.
    "CPL-BC": fitted({ cloning: { weight: 1 / (2 * LENGTH), of: "all" } }),
    "CPL-KL": fitted({ reference: cloned(pairs, pitGrid, "all", PRIOR) }),
    "uniform segments": fitted({}, even),
    "uniform segments, cloning preferred": outcome(cloned(even, pitGrid, "preferred", PRIOR)),
    "uniform segments, reward and plan": outcome(logPolicyOf(planned(pitGrid, reward, temperature), temperature)),
    unseen: unseenMass(seed),
  };
}

/** 500 pairs by policies that never take one action, drawn for each of half of the cells. */
function unseenMass(seed: number): Varied["unseen"] {
  const random = Random.of(seed, "hidden actions");
  const order = randomOrder(liveCells.length, random);
  const hidden = order
    .slice(0, Math.floor(liveCells.length / 2))
    .map((k) => liveCells[k] * pitGrid.actions + random.integer(pitGrid.actions));
  const policies = mixed.map((policy) => without(policy, hidden));
  const pairs = labelled(draw(seed, policies, SIZES[0], "hiding segments"), seed, "regret", SHARP);
  const mass = (bias: number) => {
    const logPolicy = contrastive(pairs, SHARP, { bias, decay: PLAIN_DECAY });
    return mean(hidden.map((at) => Math.exp(logPolicy[at])));
  };
  return { plain: mass(1), conservative: mass(0.5) };
}

/** The policy that never takes those actions. */
function without(policy: Policy, hidden: readonly number[]): Policy {
  const left = policy.map((p, at) => (hidden.includes(at) ? 0 : p));
  for (const at of hidden) {
    const row = at - (at % pitGrid.actions);
    for (let a = row; a < row + pitGrid.actions; a++) left[a] /= 1 - policy[at];
  }
  return left;
}
