// Flow-GRPO (arXiv 2505.05470) and DanceGRPO (arXiv 2505.07818): actions are drawn by the stochastic sampler, whose steps are normal, and the
// clipped ratio of the steps' likelihoods is raised by what the action was paid beside its group. Guided by a process reward, and graded by it
// at every step, it is Euphonium (arXiv 2602.04928), whose likelihoods are those of the unguided mean.

import type { Random } from "../../core/random.ts";
import { groupAdvantages } from "../text/group-advantage.ts";
import { type Measures, measureMeans } from "../training-measures.ts";
import { drawnBy, type FlowPlace, type FlowRule, fieldOf } from "./flow-rule.ts";
import { distilled, type GuidanceOptions, guide, isGuided } from "./guidance.ts";
import { processOf } from "./process-of.ts";
import { type Diffusion, drawBySde, noise, stochasticSteps } from "./samplers.ts";

export interface StochasticGroupOptions {
  readonly diffusion: Diffusion;
  /** Clip of the ratio, for log-likelihoods that are means over the numbers of an action. */
  readonly clip: number;
  /** Weight of the squared distance of means from the reference's. */
  readonly kl: number;
  /** Steps are trained that begin later than this time. */
  readonly trainedAbove: number;
  readonly scale: "group" | "batch" | "none";
  /** Whether a group starts from one noise. */
  readonly sameNoise: boolean;
  readonly guidance: GuidanceOptions;
  /** Weight of the surrogate whose advantages are those of the process reward after each step, in its group. */
  readonly credit: number;
  /** Weight of the mean squared distance of velocities from those that would have made the guided moves. */
  readonly distillation: number;
}

/** Advantages are clipped to ±MOST. */
const MOST = 5;

/** The rule; one gradient step for each trained step of the sampler. */
export function stochasticGroups(place: FlowPlace, p: StochasticGroupOptions): FlowRule {
  const { rows, network, reference, policy, group } = place;
  const size = network.actionSize;
  const grid = stochasticSteps(p.diffusion, place.steps, true);
  const trained = grid.flatMap((step, k) => (step.deviation > 0 && step.t > p.trainedAbove ? [k] : []));
  const states = grid.map(() => new Float32Array(rows * size));
  const nexts = grid.map(() => new Float32Array(rows * size));
  const oldLog = grid.map(() => new Float64Array(rows));
  const times = new Float64Array(rows);
  const shift = new Float32Array(rows * size);
  const anchor = new Float32Array(rows * size);
  const process = processOf({ spec: place.context.spec, rows, tokens: network.tokens }, p.guidance);
  const learnt = process?.learnt;
  const guided = process && guide(grid, process.reward, p.guidance, rows, size, p.credit > 0);
  const targets = p.distillation > 0 ? grid.map(() => new Float32Array(rows * size)) : [];
  return {
    readsTerms: p.guidance.weights !== undefined,
    ...(learnt === undefined
      ? {}
      : {
          kept: { process: learnt.parameters },
          prepare: (drawn, random) => learnt.prepare((own) => drawn(own, drawnBy(place, reference)), random),
        }),
    close: () => process?.close(),
    draw(conditions, actions, random, { tried }) {
      noise(actions, random.stream("start"));
      if (p.sameNoise) {
        for (let row = 0; row < rows; row++) {
          const first = row - (row % group);
          actions.copyWithin(row * size, first * size, (first + 1) * size);
        }
      }
      const field = fieldOf(place, policy, conditions);
      const hook = guided?.hook({ conditions, tried, random: random.stream("guidance") });
      drawBySde(
        field,
        actions,
        grid,
        random.stream("steps"),
        (before, v, after, step, index) => {
          states[index].set(before);
          nexts[index].set(after);
          if (step.deviation > 0) logLikelihoods(before, after, v, step, rows, oldLog[index]);
          if (guided !== undefined && targets.length > 0) distilled(v, guided.drawn.moves[index], step, targets[index]);
        },
        hook,
      );
    },
    learn({ conditions, pay }, random: Random): Measures {
      const outcome = groupAdvantages(pay, group, { baseline: "group", scale: p.scale });
      const means = measureMeans();
      means.add({ evaluations: grid.length + trained.length * (p.kl > 0 ? 3 : 2) });
      if (guided !== undefined) means.add({ judgements: guided.drawn.judgements / rows });
      const order = trained.slice();
      for (let k = order.length - 1; k > 0; k--) {
        const other = random.integer(k + 1);
        [order[k], order[other]] = [order[other], order[k]];
      }
      const now = new Float64Array(rows);
      for (const index of order) {
        const step = grid[index];
        const [x, next] = [states[index], nexts[index]];
        times.fill(step.t);
        if (p.kl > 0) anchor.set(place.velocities(reference, x, conditions, times));
        const v = place.velocities(policy, x, conditions, times);
        logLikelihoods(x, next, v, step, rows, now);
        let [gain, clipped, distance] = [0, 0, 0];
        const variance = step.deviation ** 2;
        const graded: [advantages: Float64Array, weight: number][] = [[outcome, 1]];
        if (guided !== undefined && p.credit > 0) {
          const worth = guided.drawn.values[index + 1];
          graded.push([groupAdvantages(worth, group, { baseline: "group", scale: p.scale }), p.credit]);
        }
        const isDistilled = guided !== undefined && targets.length > 0 && isGuided(p.guidance, step);
        for (let row = 0; row < rows; row++) {
          const ratio = Math.exp(now[row] - oldLog[index][row]);
          const within = Math.min(1 + p.clip, Math.max(1 - p.clip, ratio));
          let pull = 0;
          for (const [advantages, weight] of graded) {
            const advantage = Math.min(MOST, Math.max(-MOST, advantages[row]));
            gain += weight * Math.min(ratio * advantage, within * advantage);
            if (within * advantage < ratio * advantage) clipped += 1 / graded.length;
            else pull += weight * advantage * ratio;
          }
          for (let k = row * size; k < (row + 1) * size; k++) {
            const mean = step.keep * x[k] - step.move * v[k];
            // −pull·∂ log p/∂v, with ∂mean/∂v = −move.
            let slope = (pull * step.move * (next[k] - mean)) / variance;
            if (p.kl > 0) {
              const apart = step.move * (v[k] - anchor[k]);
              distance += (apart * apart) / (2 * variance);
              slope += (p.kl * step.move * apart) / variance;
            }
            if (isDistilled) slope += 2 * p.distillation * (v[k] - targets[index][k]);
            shift[k] = slope / size / rows;
          }
        }
        const { gradientNorm } = place.descend(x, conditions, times, undefined, shift);
        means.add({
          gain: gain / rows,
          clipFraction: clipped / rows,
          klDivergence: distance / rows / size,
          gradientNorm,
        });
      }
      return means.means();
    },
  };
}

/** Writes −mean (x' − mean)²/(2σ²d) of each row: the log-likelihood of a step without its constant, over the numbers of an action. */
function logLikelihoods(
  x: Float32Array,
  next: Float32Array,
  v: ArrayLike<number>,
  step: { readonly keep: number; readonly move: number; readonly deviation: number },
  rows: number,
  into: Float64Array,
): void {
  const size = x.length / rows;
  const variance = step.deviation ** 2;
  for (let row = 0; row < rows; row++) {
    let square = 0;
    for (let k = row * size; k < (row + 1) * size; k++) square += (next[k] - step.keep * x[k] + step.move * v[k]) ** 2;
    into[row] = -square / (2 * variance * size);
  }
}
