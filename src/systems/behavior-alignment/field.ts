// The test bed of the behaviour-alignment study: an open field with a goal, heuristics that help, mislead or can be
// farmed, and the arms that are compared on it.

import { expectedReturn } from "../../algorithms/planning/evaluation.ts";
import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { potentialShaping } from "../../algorithms/reward-design/potential-shaping.ts";
import { Random } from "../../core/random.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { manhattan, openGrid } from "../../environments/tabular/open-grid.ts";
import { studyJob } from "../../study/study.ts";
import { alignBehavior, type Blend, exactLearner, type InnerLearner, sampledLearner } from "./implicit-gradient.ts";

const SIDE = 5;
const GOAL = SIDE * SIDE - 1;
/** The cell (1, 1), next to the way. */
const DISTRACTOR = SIDE + 1;

/** 5 × 5 cells from corner to corner, 1 for entering the goal, γ = 0.95: J* = 0.95⁷. */
export const field = openGrid({ width: SIDE, height: SIDE, discount: 0.95 });
export const OPTIMUM = 0.95 ** 7;
/** λ_θ of every inner learner here. */
export const DECAY = 1e-3;

const nearer = (s: number) => -0.1 * manhattan(SIDE, s, GOAL);

/** Heuristics in the order of the report: r_aux, [states × actions], and Φ, [states], as a designer would shape with it. */
const HEURISTICS = {
  good: () => [entering((s, next) => nearer(next) - nearer(s)), perState(nearer)],
  bad: () => [
    entering((s, next) => (next === DISTRACTOR && s !== DISTRACTOR ? 0.3 : 0)),
    perState((s) => (s === DISTRACTOR ? 0.3 : 0)),
  ],
  noisy: (seed) => {
    const random = Random.of(seed, "noisy heuristic");
    const potential = perState(() => random.uniform(-0.3, 0.3));
    return [entering((_, next) => potential[next]), potential];
  },
  adversarial: () => [entering((s, next) => nearer(s) - nearer(next)), perState((s) => -nearer(s))],
} as const satisfies Record<string, (seed: number) => readonly [reward: Float64Array, potential: Float64Array]>;

export type HeuristicName = keyof typeof HEURISTICS;
const heuristicNames = Object.keys(HEURISTICS) as HeuristicName[];

/** A heuristic as a reward, and as a potential; only "noisy" draws numbers. */
export function heuristic(name: HeuristicName, seed: number) {
  const [reward, potential] = HEURISTICS[name](seed);
  return { reward, potential };
}

function perState(value: (s: number) => number): Float64Array {
  return Float64Array.from({ length: field.states }, (_, s) => value(s));
}

/** Moves here never slip, so that each has one successor. */
function entering(value: (s: number, next: number) => number): Float64Array {
  return field.reward.map((_, at) => {
    const s = Math.floor(at / field.actions);
    return field.terminal[s] === 1 ? 0 : value(s, field.next[field.offset[at]]);
  });
}

/** The same step cost everywhere, −1 where its weight is −1. */
export const everywhere = entering(() => 1);

/** First logits of a policy. */
export function firstLogits(seed: number, mdp: TabularMdp = field): Float64Array {
  const random = Random.of(seed, "first logits");
  return Float64Array.from({ length: mdp.states * mdp.actions }, () => 0.1 * random.normal());
}

/** J by the designer's reward alone. */
export function worth(theta: Float64Array, mdp: TabularMdp = field): number {
  return expectedReturn(mdp, softmaxPolicy(mdp, theta));
}

/**
 * How the two loops run; the number of inner updates is the same for every arm. With sampled gradients the blend has to
 * move faster than the policy: once a policy farms the heuristic, its batches hold no goal and say nothing of r_p. Arms
 * with a fixed blend have no such reason to be slow and learn with `fixedStep`.
 */
const loops = {
  exact: { warmUp: 100, inner: 20, outer: 40, innerStep: 50, fixedStep: 50, outerStep: 0.1, inverse: "exact" },
  sampled: {
    warmUp: 0,
    inner: 2,
    outer: 400,
    innerStep: 0.02,
    fixedStep: 1,
    outerStep: 0.3,
    inverse: { step: 1, terms: 10 },
  },
} as const;

/** Gradients by formula, or from batches of 20 episodes. */
type Gradients = keyof typeof loops;

/** Every heuristic with both kinds of gradients. */
export const CASES = (["exact", "sampled"] as const).flatMap((gradients) =>
  heuristicNames.map((name) => ({ name, gradients })),
);

export const ARMS = ["r_p only", "r_p + r_aux", "potential shaping", "learned blend"] as const;
export type Arm = (typeof ARMS)[number];

/** What an arm ended with: J by the designer's reward alone, and the weights of what it was paid. */
export type End = { readonly J: number; readonly weights: Float64Array };

/** One heuristic under one seed. */
export type Encounter = { readonly name: HeuristicName; readonly gradients: Gradients; readonly seed: number };

/** All arms from the same first policy. */
export async function compareArms({ name, gradients, seed }: Encounter): Promise<Readonly<Record<Arm, End>>> {
  const { reward, potential } = heuristic(name, seed);
  const arm = (channels: readonly Float64Array[], align = false): End => {
    const options = { mdp: field, channels, decay: DECAY };
    const batches = { episodes: 20, horizon: 60, random: Random.of(seed, "batches") };
    const learner = gradients === "exact" ? exactLearner(options) : sampledLearner({ ...options, ...batches });
    const first = channels.map(() => 1);
    const { theta, blend } = learn(learner, firstLogits(seed), gradients, first, align);
    return { J: worth(theta), weights: blend.weights };
  };
  return {
    "r_p only": arm([field.reward]),
    "r_p + r_aux": arm([field.reward, reward]),
    "potential shaping": arm([potentialShaping(field, potential)]),
    "learned blend": arm([field.reward, reward], true),
  };
}

export const comparing = studyJob(import.meta.url, compareArms);

/** Runs the loops from a blend; without `align` the same number of inner updates with the blend as it is. */
export function learn(
  learner: InnerLearner,
  theta: Float64Array,
  gradients: Gradients,
  weights: readonly number[],
  align: boolean,
  discount: number = field.discount,
) {
  const loop = loops[gradients];
  const blend: Blend = { weights: Float64Array.from(weights), discount };
  const updates = loop.warmUp + loop.inner * loop.outer;
  const counts = align ? {} : { warmUp: updates, outer: 0, innerStep: loop.fixedStep };
  return alignBehavior({ learner, theta, blend, ...loop, ...counts });
}
