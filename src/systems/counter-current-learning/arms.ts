// The two tasks of the study and the rules that are compared on them. Every rule of a seed sees the same images in the same
// order and begins with the same forward weights.

import { Random } from "../../core/random.ts";
import { largestAt } from "../../math/largest.ts";
import { studyJob } from "../../study/study.ts";
import { probeOf } from "./alignment.ts";
import { type BaselineOptions, baseline } from "./baselines.ts";
import { type CounterCurrentOptions, counterCurrent, type DualNetwork } from "./counter-current.ts";
import { type DenseLearner, forwardPass, type Samples } from "./dense.ts";
import { drawGlyphs, GLYPH_CLASSES, GLYPH_PIXELS, glyphBatch, shuffledOrder } from "./glyphs.ts";
import { squaredDifference } from "./losses.ts";

export const CLASSIFIER = [GLYPH_PIXELS, 64, 64, 64, GLYPH_CLASSES];
/** As wide as the input all the way, since the published autoencoder has no bottleneck either. */
const AUTOENCODER = [GLYPH_PIXELS, 64, 64, 64, GLYPH_PIXELS];
const TRAIN = 6000;
const TEST = 2000;
const BATCH = 256;
/** Test images on which progress is watched and representations are compared; the final accuracy is that of all of them. */
const PROBES = 500;

/** A rule with its settings, without the widths, which the task gives. */
export type LearningRule = CounterCurrentRule | ({ readonly rule: "baseline" } & Omit<BaselineOptions, "sizes">);

interface CounterCurrentRule extends Omit<CounterCurrentOptions, "sizes" | "assign"> {
  readonly rule: "counter-current";
  readonly shuffled?: boolean;
}

function learnerOf(rule: LearningRule, sizes: readonly number[], random: Random): DenseLearner & Partial<DualNetwork> {
  if (rule.rule === "baseline") return baseline({ ...rule, sizes }, random);
  const { shuffled = false, ...options } = rule;
  if (!shuffled) return counterCurrent({ ...options, sizes }, random);
  const order = random.stream("assignment");
  return counterCurrent({ ...options, sizes, assign: (targets) => shuffledRows(targets, sizes, order) }, random);
}

/** The same rows, given to other samples. */
function shuffledRows(targets: Float64Array, sizes: readonly number[], random: Random): Float64Array {
  const width = sizes[sizes.length - 1];
  const order = shuffledOrder(targets.length / width, random);
  return targets.map((_, k) => targets[order[Math.floor(k / width)] * width + (k % width)]);
}

/** One batch after the other; `after` is called at the end of each epoch with the number of updates so far. */
function train(
  learner: DenseLearner,
  data: ReturnType<typeof glyphTask>,
  epochs: number,
  after: (updates: number) => void,
): void {
  let updates = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const order = shuffledOrder(TRAIN, data.random.stream("order", epoch));
    for (let at = 0; at + BATCH <= TRAIN; at += BATCH) {
      learner.update(data.batch(order.subarray(at, at + BATCH)));
      updates += 1;
    }
    after(updates);
  }
}

/** The data of a seed; `clean` leaves the noise out. */
function glyphTask(seed: number, targets: "digits" | "images", clean = false) {
  const random = Random.of(seed, "glyphs");
  const noise = clean ? 0 : 0.4;
  const training = drawGlyphs(TRAIN, random.stream("training"), { noise });
  const test = drawGlyphs(TEST, random.stream("test"), { noise, standard: training.standard });
  const all = Int32Array.from({ length: TEST }, (_, i) => i);
  return {
    random,
    batch: (order: ArrayLike<number>) => glyphBatch(training, order, targets),
    test: glyphBatch(test, all, targets),
  };
}

/** What a classifier came to. */
export interface Classified {
  /** Share of the test images after the last update. */
  readonly accuracy: number;
  /** Updates at the end of the first epoch with 80% or more on the watched images; null if there is none. */
  readonly updatesTo80: number | null;
  /** CKA of a_l and b_l for l = 0 … L − 1, before training and after; empty where there is no feedback network. */
  readonly alignment: readonly (readonly [before: number, after: number])[];
  /** cos(U_l, V_lᵀ) of each level, likewise. */
  readonly transport: readonly (readonly [before: number, after: number])[];
}

/** One training: every rule of a seed sees the same images. */
export interface RuleRun {
  /** The name of the arm. */
  readonly arm: string;
  readonly rule: LearningRule;
  readonly seed: number;
  readonly epochs: number;
}

/** Trains a classifier. */
export async function classify({ rule, seed, epochs }: RuleRun): Promise<Classified> {
  const task = glyphTask(seed, "digits");
  const learner = learnerOf(rule, CLASSIFIER, Random.of(seed, "networks"));
  const probe = probeOf(learner, task.test, PROBES);
  const [alignmentBefore, transportBefore] = [probe.alignment(), probe.transport()];
  let updatesTo80: number | null = null;
  train(learner, task, epochs, (updates) => {
    if (updatesTo80 === null && accuracy(learner, task.test, PROBES) >= 0.8) updatesTo80 = updates;
  });
  return {
    accuracy: accuracy(learner, task.test, TEST),
    updatesTo80,
    alignment: probe.alignment().map((after, l) => [alignmentBefore[l], after]),
    transport: probe.transport().map((after, l) => [transportBefore[l], after]),
  };
}

export const classifying = studyJob(import.meta.url, classify);

/**
 * Trains an autoencoder; `error` is the mean square on the test images. Images are without noise: what noise adds cannot be
 * reproduced by a narrow network, and would hide the rest.
 */
export async function reconstruct({ rule, seed, epochs }: RuleRun): Promise<{ readonly error: number }> {
  const task = glyphTask(seed, "images", true);
  const learner = learnerOf(rule, AUTOENCODER, Random.of(seed, "networks"));
  train(learner, task, epochs, () => {});
  const { inputs, targets, rows } = task.test;
  const { outputs } = forwardPass(learner.network, inputs, rows);
  return { error: squaredDifference(outputs[outputs.length - 1], targets).value };
}

export const reconstructing = studyJob(import.meta.url, reconstruct);

/** Share of the first `rows` whose largest output is at the target. */
function accuracy({ network }: DenseLearner, { inputs, targets }: Samples, rows: number): number {
  const { outputs } = forwardPass(network, inputs.subarray(0, rows * GLYPH_PIXELS), rows);
  const output = outputs[outputs.length - 1];
  let right = 0;
  for (let row = 0; row < output.length; row += GLYPH_CLASSES) {
    right += targets[row + largestAt(output, row, GLYPH_CLASSES)];
  }
  return right / rows;
}
