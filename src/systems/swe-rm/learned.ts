// A verifier that is trained: it reads a trajectory's features and some noisy traces of its end, and is told of some trajectories whether they
// solved their task.

import type { Random } from "../../core/random.ts";
import { fitDenseLogistic } from "../../math/dense-logistic.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { measured, type Solved, type VerifierMeasures } from "./measures.ts";
import type { Pay } from "./training.ts";
import { rewardOf } from "./verifiers.ts";
import { CANDIDATES, DRAWN, drawnTask, drawnTrajectories, FEATURES, policyOn, type Task } from "./world.ts";

/** Traces of a trajectory's end, and how far each speaks for a solution, in units of its noise. */
const TRACES = 4;
const TELLING = 0.6;
/** What is read, and a constant. */
const READ = FEATURES + TRACES + 1;
const RIDGE = 1;

/** Trajectories as they are read, and whether they solved. */
interface Labelled {
  readonly features: Float64Array;
  readonly labels: Float64Array;
}

/** Writes what is read of a trajectory. */
function read({ features }: Task, row: number, solved: number, random: Random, into: Float64Array, at: number): void {
  into.set(features.subarray(row * FEATURES, (row + 1) * FEATURES), at);
  for (let k = 0; k < TRACES; k++) into[at + FEATURES + k] = TELLING * (solved === 1 ? 1 : -1) + random.normal();
  into[at + READ - 1] = 1;
}

/** What a verifier is trained on. */
export interface VerifierData {
  /** Trajectories. */
  readonly size: number;
  /** Share of them that solved; undefined leaves them as they come. */
  readonly positives?: number;
  /** Share of them by this policy; the others are by the first one. */
  readonly own?: { readonly share: number; readonly theta: Float64Array };
  /** Whether labels are dealt anew. */
  readonly isShuffled?: boolean;
}

/** Trajectories of one of eight tasks each, until there are enough of both kinds. */
function gathered(skill: Float64Array, { size, positives, own, isShuffled }: VerifierData, random: Random): Labelled {
  const features = new Float64Array(size * READ);
  const labels = new Float64Array(size);
  const policy = new Float64Array(CANDIDATES);
  const first = new Float64Array(FEATURES);
  const wanted = positives === undefined ? undefined : Math.round(positives * size);
  const left = [size - (wanted ?? 0), wanted ?? size];
  for (let number = 0, count = 0; count < size; number++) {
    const rng = random.stream("task", number);
    const task = drawnTask(skill, rng);
    policyOn(task, own !== undefined && rng.uniform() < own.share ? own.theta : first, policy);
    const { rows, solved } = drawnTrajectories(task, policy, rng.stream("trajectories"));
    for (let k = 0; k < DRAWN && count < size; k++) {
      if (wanted !== undefined && left[solved[k]] === 0) continue;
      left[solved[k]] -= 1;
      read(task, rows[k], solved[k], rng.stream("traces", k), features, count * READ);
      labels[count] = solved[k];
      count += 1;
    }
  }
  if (isShuffled === true) shuffle(labels, random.stream("labels"));
  return { features, labels };
}

/** Weights of a logistic verifier. With a chosen share of positives the odds are put right again by the share that comes by itself. */
export function trainedVerifier(skill: Float64Array, data: VerifierData, base: number, random: Random): Float64Array {
  const { weights } = fitDenseLogistic(gathered(skill, data, random), READ, { ridge: RIDGE });
  if (data.positives !== undefined) {
    const odds = (share: number) => Math.log(share / (1 - share));
    weights[READ - 1] += odds(base) - odds(data.positives);
  }
  return weights;
}

/** Logits of a task's trajectories. */
function logitsBy(weights: Float64Array): Pay {
  const row = new Float64Array(READ);
  return (solved, { task, rows }, random) =>
    solved.map((one, k) => {
      read(task, rows[k], one, random, row, 0);
      return row.reduce((sum, x, j) => sum + x * weights[j], 0);
    });
}

/** Rewards by a trained verifier. */
export function verifierPay(weights: Float64Array): Pay {
  const logits = logitsBy(weights);
  return (...given) => logits(...given).map(rewardOf);
}

/** Tests that exist for half of the tasks and are wrong about a trajectory in one of twenty. */
const COVERED = 0.5;
const WRONG = 0.05;

/** What tests say of a task's trajectories; undefined where the task has none. */
function tested(solved: Float64Array, random: Random): Float64Array | undefined {
  const isCovered = random.uniform() < COVERED;
  const said = solved.map((one) => (random.uniform() < WRONG ? 1 - one : one));
  return isCovered ? said : undefined;
}

/** Tests alone: nothing is paid where there are none. */
export const executionPay: Pay = (solved, _, random) =>
  tested(solved, random.stream("tests")) ?? new Float64Array(solved.length);

/** 1 + r where tests pass, r − 1/2 where they fail, and r of the verifier where there are none. */
export function hybridPay(weights: Float64Array): Pay {
  const verifier = verifierPay(weights);
  return (solved, seen, random) => {
    const said = tested(solved, random.stream("tests"));
    const rewards = verifier(solved, seen, random);
    return said === undefined ? rewards : rewards.map((r, k) => (said[k] === 1 ? 1 + r : r - 0.5));
  };
}

/** What a trained verifier is worth on trajectories of a policy. */
export function verifierMeasures(
  skill: Float64Array,
  weights: Float64Array,
  theta: Float64Array,
  tasks: number,
  random: Random,
): VerifierMeasures {
  const policy = new Float64Array(CANDIDATES);
  const logits = logitsBy(weights);
  const scores: Float64Array[] = [];
  const solved: Solved = Array.from({ length: tasks }, (_, k) => {
    const rng = random.stream("task", k);
    const task = drawnTask(skill, rng);
    policyOn(task, theta, policy);
    const drawn = drawnTrajectories(task, policy, rng.stream("trajectories"));
    scores.push(logits(drawn.solved, { task, rows: drawn.rows }, rng.stream("traces")));
    return drawn.solved;
  });
  return measured(solved, scores);
}
