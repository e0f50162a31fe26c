// The same steps from sampled comparisons alone: each minimisation by a few steps of policy gradient, with as many samples for either solver.

import { Random } from "../../core/random.ts";
import { cyclicGame, divergence, normalise, type RegularisedGame } from "../../feedback/preferences/preference-game.ts";
import { studyJob } from "../../study/study.ts";
import { drawnGame, equilibriumOf } from "./solvers.ts";

/** Answers of the ring, and β. */
const ANSWERS = 10;
export const TEMPERATURE = 0.03;
/** Steps of policy gradient in a minimisation, and comparisons in each. */
const INNER = 4;
const BATCH = 16;
/** Minimisations of a run: mirror prox has two in an iteration, mirror descent one. */
export const MINIMISATIONS = 4000;
/** At the end, over which KL is averaged: the last tenth. */
const COUNTED = MINIMISATIONS / 10;

export interface SampledJob {
  readonly seed: number;
  readonly solver: "mirror prox" | "mirror descent";
  /** Step size of the policy gradient. */
  readonly learningRate: number;
}

/** Mean KL(π*‖π) over the last tenth of the minimisations. */
export const sampling = studyJob(import.meta.url, sampledRun);

export async function sampledRun({ seed, solver, learningRate }: SampledJob): Promise<number> {
  const game = drawnGame(cyclicGame(ANSWERS), TEMPERATURE, seed);
  const target = equilibriumOf(game).policy;
  const minimise = minimiser(game, 2 * TEMPERATURE, learningRate, Random.of(seed, "samples", solver));
  const policy = game.reference.slice();
  const ahead = policy.slice();
  const anchor = policy.slice();
  const last: number[] = [];
  const isProx = solver === "mirror prox";
  for (let k = 0; k < MINIMISATIONS; ) {
    anchor.set(policy);
    if (isProx) {
      ahead.set(policy);
      minimise(ahead, anchor, anchor);
      minimise(policy, anchor, ahead);
    } else minimise(policy, anchor, anchor);
    k += isProx ? 2 : 1;
    if (k > MINIMISATIONS - COUNTED) last.push(divergence(target, policy));
  }
  return last.reduce((sum, one) => sum + one, 0) / last.length;
}

/**
 * Steps of policy gradient on P(π ≻ q) − β·KL(π‖π_ref) − (β/η)·KL(π‖anchor), from sampled answers and one bit for each: weights
 * (o − ½) − β·log(π/π_ref)(y) − (β/η)·log(π/anchor)(y) less their mean over the batch. Changes `policy` in place.
 */
function minimiser(game: RegularisedGame, rate: number, learningRate: number, random: Random) {
  const { answers, wins, reference, temperature } = game;
  const gradient = new Float64Array(answers);
  const drawn = new Int32Array(BATCH);
  const weights = new Float64Array(BATCH);
  const draw = (policy: Float64Array): number => {
    let left = random.uniform();
    for (let y = 0; y < answers - 1; y++) {
      left -= Math.exp(policy[y]);
      if (left < 0) return y;
    }
    return answers - 1;
  };
  return (policy: Float64Array, anchor: Float64Array, opponent: Float64Array): void => {
    for (let inner = 0; inner < INNER; inner++) {
      let mean = 0;
      for (let k = 0; k < BATCH; k++) {
        const y = draw(policy);
        const isPreferred = random.uniform() < wins[y * answers + draw(opponent)];
        drawn[k] = y;
        weights[k] =
          (isPreferred ? 0.5 : -0.5) -
          temperature * (policy[y] - reference[y]) -
          (temperature / rate) * (policy[y] - anchor[y]);
        mean += weights[k] / BATCH;
      }
      gradient.fill(0);
      for (let k = 0; k < BATCH; k++) gradient[drawn[k]] += (weights[k] - mean) / BATCH;
      // Of ∇log π the part −π(y′) sums to nothing, as the weights' mean is 0.
      for (let y = 0; y < answers; y++) policy[y] += learningRate * gradient[y];
      normalise(policy);
    }
  };
}
