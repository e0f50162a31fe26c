// Self-rewarding by maps (SRUM, arXiv 2510.12784): a flow draws, a judge scores the objects and the layout of each picture once, and the flow
// learns its own pictures again, with a weight for every pixel.

import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import type { TemplateMixture } from "../../core/template-mixture.ts";
import {
  exactChances,
  judgeBy,
  mistakenChances,
  type ObjectChances,
  type ObjectJudgement,
  type ObjectMixture,
  permutedChances,
} from "../../feedback/pictures/picture-judge.ts";
import { type MapParts, type MapReading, writeRewardMap } from "../../feedback/pictures/reward-map.ts";
import { understandingHead } from "../../feedback/pictures/understanding-head.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { observationScale } from "../../play/vector-environment.ts";
import { picked } from "../rows.ts";
import { restoreParameters, tensorsOf } from "../training-checkpoint.ts";
import { type Measures, measureMeans } from "../training-measures.ts";
import { drawnBy, type FlowPlace, type FlowRule, noised, rowErrors, runningMean } from "./flow-rule.ts";

export const JUDGES = ["own", "parser", "mistaken", "permuted", "untaught"] as const;

export interface MapMatchingOptions {
  readonly judge: (typeof JUDGES)[number];
  /** Of a mistaken judge. */
  readonly accuracy: number;
  readonly map: MapReading;
  readonly scores: MapParts;
  /** λ_c: weight of the loss without a map. */
  readonly anchor: number;
  /** Gradient steps of a round, and pictures of each. */
  readonly passes: number;
  readonly batch: number;
  /** Decay of the running mean of the parameters, which the policy is from the end of a round on. */
  readonly average: number;
}

/** The mixture of a world with objects. Throws a UserError where it has none. */
export function objectsOf(id: string, mixture: TemplateMixture | undefined): ObjectMixture {
  if (mixture?.objects !== undefined) return { ...mixture, objects: mixture.objects };
  const what = `${id} scores objects of a picture, and this world declares none`;
  throw new UserError({ code: "no-objects", what, hint: "pictures/sprites does" });
}

/** The rule: an update is a round, whose pictures are drawn by the policy as it is then and judged once. */
export function mapMatching(place: FlowPlace, options: MapMatchingOptions): FlowRule {
  const { judge, map, scores, anchor, passes, average } = options;
  const { network, policy, rows, context } = place;
  const { spec } = context;
  const mixture = objectsOf("flow-srum", spec.mixture);
  const size = network.actionSize;
  const pixels = mixture.size;
  const scale = observationScale(spec);
  const captions = new Float32Array(rows * spec.observationSize);
  const weights = new Float32Array(rows * pixels);
  const { head, kept } = headOf(place, mixture, judge);
  const exact = exactChances(mixture);
  const judging = judgeBy(mixture, chancesOf(options, exact, head?.reader.chances(head.parameters)));
  const truly = judgeBy(mixture, exact);

  const batch = Math.min(options.batch, rows);
  const draw = drawnBy(place, policy);
  const velocities = network.velocities(batch);
  const gradients = network.gradients(policy, batch);
  const chosen = new Int32Array(batch);
  const conditions = new Float32Array(batch * spec.observationSize);
  const actions = new Float32Array(batch * size);
  const shift = new Float32Array(batch * size);
  const errors = new Float64Array(batch);
  const mean = new Float32Array(policy.flat.length);

  return {
    kept,
    draw(seen, into, random, worlds) {
      draw(seen, into, random, worlds);
      // Pictures are learnt again as the world takes them.
      for (let k = 0; k < into.length; k++)
        into[k] = Math.min(spec.actionHigh[k % size], Math.max(spec.actionLow[k % size], into[k]));
    },
    learn(drawn, random: Random): Measures {
      if (head !== undefined) checkUnderstanding(head.parameters);
      const { length } = scale.shift;
      for (let k = 0; k < captions.length; k++)
        captions[k] = drawn.conditions[k] / scale.factor[k % length] + scale.shift[k % length];
      const shown = { rows, pictures: drawn.actions, captions };
      const judged = judging(shown, random.stream("judge"));
      for (const [row, one] of judged.entries())
        writeRewardMap(one, map, scores, mixture.objects.width, weights.subarray(row * pixels, (row + 1) * pixels));
      const [least, usual] = [
        weights.reduce((a, b) => Math.min(a, b)),
        weights.reduce((a, b) => a + b, 0) / weights.length,
      ];
      checkAnchor(least, anchor);
      const means = measureMeans();
      mean.set(policy.flat);
      for (let pass = 0; pass < passes; pass++) {
        const own = random.stream("pass", pass);
        for (let k = 0; k < batch; k++) chosen[k] = own.integer(rows);
        picked(drawn.actions, chosen, size, actions);
        picked(drawn.conditions, chosen, spec.observationSize, conditions);
        const { x, velocity, t } = noised(actions, batch, own);
        const v = velocities.run(policy, x, conditions, t);
        rowErrors(v, velocity, batch, errors);
        for (let row = 0; row < batch; row++) {
          const map = weights.subarray(chosen[row] * pixels, (chosen[row] + 1) * pixels);
          mapGradient(v, velocity, row * size, size, { map, anchor, rows: batch }, shift);
        }
        gradients.run(x, conditions, t, undefined, shift);
        const matchingLoss = errors.reduce((a, b) => a + b, 0) / batch;
        means.add({ matchingLoss, gradientNorm: place.step(gradients.gradient) });
        runningMean(mean, policy.flat, average);
      }
      policy.flat.set(mean);
      const understanding = head?.reader.accuracy(head.parameters, captions, random.stream("examination"));
      return {
        ...means.means(),
        meanWeight: usual,
        leastWeight: least,
        ...agreement(judged, truly(shown, random)),
        ...(understanding === undefined ? {} : { understanding }),
      };
    },
    close() {
      velocities.close();
      gradients.close();
    },
  };
}

/**
 * Writes the gradient in the velocities v of one of `rows` rows of the mean of (w + λ)(v − u)², over all numbers of all rows; a row begins at
 * `from` and consists of canvases, of each of which `map` holds the weights w.
 */
export function mapGradient(
  v: ArrayLike<number>,
  velocity: ArrayLike<number>,
  from: number,
  size: number,
  { map, anchor, rows }: { readonly map: ArrayLike<number>; readonly anchor: number; readonly rows: number },
  into: Float32Array,
): void {
  for (let k = 0; k < size; k++) {
    const weight = map[k % map.length] + anchor;
    into[from + k] = (2 * weight * (v[from + k] - velocity[from + k])) / (rows * size);
  }
}

/** Throws a UserError where the anchor does not outweigh the largest negative weight: the loss would have no minimum. */
export function checkAnchor(least: number, anchor: number): void {
  if (least + anchor > 0 || least >= 0) return;
  const what = `a pixel has the weight ${least.toFixed(3)}, which an anchor of ${anchor} does not outweigh`;
  const hint = `take an anchor above ${(-least).toFixed(3)}, or the unsigned map`;
  throw new UserError({ code: "weak-anchor", what, path: ["anchor"], hint });
}

/** Throws a UserError where a head has learnt nothing. */
function checkUnderstanding({ flat }: Parameters): void {
  if (flat.some((one) => one !== 0)) return;
  const what = "flow-srum judges by what it has learnt to understand, and its start understands no pictures";
  const hint = "begin from a stage of flow-matching with `understanding: 800`, or take `judge: parser`";
  throw new UserError({ code: "no-understanding", what, path: ["judge"], hint });
}

/** The head that a judge needs: as the start has it, or untaught. */
function headOf(place: FlowPlace, mixture: ObjectMixture, judge: MapMatchingOptions["judge"]) {
  if (judge === "parser" || judge === "mistaken") return { head: undefined, kept: {} };
  const { spec, start, random } = place.context;
  const reader = understandingHead(mixture, spec.observationSize);
  const parameters: Parameters = reader.begin(random.stream("understanding"));
  if (judge !== "untaught") {
    // All 0 until they are read from the start, or from a checkpoint of this training, which has no start.
    parameters.flat.fill(0);
    const tensors = start === undefined ? undefined : tensorsOf(start, 0);
    const prefix = ["", "head."].find((one) => tensors?.has(`${one}${parameters.shapes[0].name}`) === true);
    if (tensors !== undefined && prefix !== undefined) restoreParameters(tensors, parameters, prefix);
  }
  return { head: { reader, parameters }, kept: { head: parameters } };
}

function chancesOf(
  { judge, accuracy }: MapMatchingOptions,
  exact: ObjectChances,
  own: ObjectChances | undefined,
): ObjectChances {
  if (own === undefined) return judge === "mistaken" ? mistakenChances(exact, accuracy) : exact;
  return judge === "permuted" ? permutedChances(own) : own;
}

/**
 * `meanScore`: of an object. `scoreCalibration`: correlation of scores with the parser's. `scoreGap`: mean score of objects that are as wanted, less
 * that of others.
 */
function agreement(judged: readonly ObjectJudgement[], truth: readonly ObjectJudgement[]): Measures {
  const said = judged.flatMap(({ objects }) => objects.map(({ score }) => score));
  const is = truth.flatMap(({ objects }) => objects.map(({ score }) => score));
  const mean = (all: readonly number[]) => all.reduce((a, b) => a + b, 0) / all.length;
  if (said.length === 0) return {};
  const [a, b] = [mean(said), mean(is)];
  const product = (x: readonly number[], y: readonly number[], p: number, q: number) =>
    mean(x.map((value, k) => (value - p) * (y[k] - q)));
  const spread = Math.sqrt(product(said, said, a, a) * product(is, is, b, b));
  if (spread === 0) return { meanScore: a };
  const scoreGap = mean(said.filter((_, k) => is[k] > 0)) - mean(said.filter((_, k) => is[k] <= 0));
  return { meanScore: a, scoreCalibration: product(said, is, a, b) / spread, scoreGap };
}
