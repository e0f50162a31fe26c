// Guidance of the stochastic sampler by the gradient of a process reward (Euphonium, arXiv 2602.04928): the mean of a step is moved uphill, and
// log-likelihoods stay those of the mean without it, so that a policy learns to make by itself the moves that were paid.

import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { flag, oneOf, positive, whole, within, wrong } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import type { NoisyStates, PayTrial, ProcessReward } from "./process-reward.ts";
import type { StochasticStep } from "./samplers.ts";

/** How a sampler is guided. */
export const guidanceParameters = z
  .strictObject({
    by: oneOf(["none", "exact", "learnt", "pay"], "none").describe(
      "process reward: none; the exact ln chance that a state ends right; a network that learns pay from actions of the start; or the pay itself of the action foreseen",
    ),
    kappa: within(0, 1e6, 0.01).describe(
      "κ: a step of size d moves its mean by κ·d times the gradient; 0 moves nothing",
    ),
    from: within(0, 1, 1).describe("largest time at which a guided step begins; time runs from 1, noise, to 0"),
    until: within(0, 1, 0).describe(
      "least time at which a guided step begins; the last step of all has no noise and no guidance",
    ),
    cap: within(0, 1e6, 1).describe(
      "longest move of a step, in lengths of its noise, σ√d times √ of the numbers of an action; 0 for none",
    ),
    unit: flag(false).describe("whether gradients are divided by their lengths first"),
    schedule: oneOf(["even", "velocity"], "even").describe(
      "how far a step moves: κ·d, or κ·d·t/(1 − t) in steps without noise too, which moves the velocity as Flow-NRG does",
    ),
    weights: z
      .array(z.number())
      .min(1)
      .optional()
      .describe(
        "of `by: learnt`, what each term of a reward that is a sum counts, in its standard deviations; each term is learnt by itself, so that other weights teach nothing new",
      ),
    direction: oneOf(["gradient", "random", "opposite"], "gradient").describe(
      "where it is moved: up the gradient; anywhere, as far; or down",
    ),
    span: positive(1e3, 0.1).describe("s of finite differences, of `by: pay`"),
    samples: whole(10, 1_000_000, 2000).describe(
      "actions of the start that `by: learnt` learns from; a fifth is held out",
    ),
    gradientSteps: whole(1, 1_000_000, 300).describe("gradient steps of `by: learnt`"),
    learnWidth: whole(1, 4096, 64).describe("units of the network's layers of `by: learnt`"),
  })
  .refine(
    ({ by, weights }) => weights === undefined || by === "learnt",
    wrong("weights", "only terms that are learnt are weighed; let guidance be by learnt"),
  )
  .refine(
    ({ schedule, cap }) => schedule === "even" || cap === 0,
    wrong("cap", "with schedule: velocity a step may have no noise to measure a cap by; set cap: 0"),
  )
  .prefault({})
  .describe("guidance of the draws by a process reward");
export type GuidanceOptions = z.output<typeof guidanceParameters>;

/** A number of an action above this ends a draw. */
const EXPLODED = 1e4;

/** What guided one draw: for each step of the grid, what was moved and what its state was worth. */
export interface GuidedDraw {
  /** [steps][rows × actionSize]; zeros where a step was not guided. */
  readonly moves: readonly Float32Array[];
  /** Values of the states before the steps, [steps][rows]; NaN where none was asked for. */
  readonly values: readonly Float64Array[];
  /** Judgements of the process reward. */
  readonly judgements: number;
}

export interface Guided {
  readonly conditions: Float32Array;
  readonly tried: PayTrial;
  readonly random: Random;
}

/** Whether a step is guided; one from t = 1 is not where moves grow with t/(1 − t). */
export const isGuided = (
  { kappa, from, until, schedule }: GuidanceOptions,
  { t, deviation }: StochasticStep,
): boolean => kappa > 0 && (schedule === "velocity" ? t < 1 : deviation > 0) && t <= from + 1e-9 && t >= until - 1e-9;

/**
 * Guides draws of `rows` actions along a grid. `everywhere` also asks for values of states that no guide moves. Throws a UserError that names
 * the step where a number of an action exceeds all bounds.
 */
export function guide(
  grid: readonly StochasticStep[],
  reward: ProcessReward,
  options: GuidanceOptions,
  rows: number,
  size: number,
  everywhere = false,
) {
  const moves = grid.map(() => new Float32Array(rows * size));
  const values = grid.map(() => new Float64Array(rows).fill(Number.NaN));
  const unseen = new Float64Array(rows);
  let judgements = 0;
  return {
    drawn: {
      moves,
      values,
      get judgements() {
        return judgements;
      },
    } satisfies GuidedDraw,
    /** A hook for one draw. */
    hook({ conditions, tried, random }: Guided) {
      judgements = 0;
      const aside = random.stream("direction");
      const differences = random.stream("differences");
      return (x: Float32Array, v: ArrayLike<number>, mean: Float32Array, step: StochasticStep): void => {
        const index = grid.indexOf(step);
        const move = moves[index];
        const states: NoisyStates = { x, v, t: step.t, conditions, rows, tried, random: differences };
        if (!isGuided(options, step)) {
          move.fill(0);
          if (everywhere) judgements += reward(states, values[index]);
          return;
        }
        judgements += reward(states, everywhere ? values[index] : unseen, move);
        const d = 1 / grid.length;
        for (let row = 0; row < rows; row++) moveRow(move, row * size, size, { d, step, options, random: aside });
        for (let k = 0; k < mean.length; k++) {
          mean[k] += move[k];
          if (Math.abs(mean[k]) <= EXPLODED) continue;
          const what = `guidance moved a number of an action to ${mean[k].toExponential(1)} at step ${index + 1} of ${grid.length}`;
          throw new UserError({
            code: "diverged",
            what,
            hint: "a smaller guidance.kappa, or a guidance.cap, keeps it finite",
          });
        }
      };
    },
  };
}

/** Turns the gradient of a row into its move: κ·d·∇r, of unit length where wanted, at most as long as the cap. */
function moveRow(
  move: Float32Array,
  from: number,
  size: number,
  place: {
    readonly d: number;
    readonly step: StochasticStep;
    readonly options: GuidanceOptions;
    readonly random: Random;
  },
): void {
  const { kappa, cap, unit, direction, schedule } = place.options;
  const { t } = place.step;
  let square = 0;
  for (let k = from; k < from + size; k++) square += move[k] * move[k];
  const norm = Math.sqrt(square);
  if (norm === 0) return;
  let length = kappa * place.d * (unit ? 1 : norm) * (schedule === "velocity" ? t / (1 - t) : 1);
  if (cap > 0) length = Math.min(length, cap * place.step.deviation * Math.sqrt(size));
  let factor = direction === "opposite" ? -length / norm : length / norm;
  if (direction === "random") {
    let drawn = 0;
    for (let k = from; k < from + size; k++) {
      move[k] = place.random.normal();
      drawn += move[k] * move[k];
    }
    factor = length / Math.sqrt(drawn);
  }
  for (let k = from; k < from + size; k++) move[k] *= factor;
}

/**
 * Velocities that would have moved an unguided step as far: v* = v − g/(−move) of mean = keep·x − move·v + g, that is v − g/move.
 */
export function distilled(
  v: ArrayLike<number>,
  moved: Float32Array,
  { move }: StochasticStep,
  into: Float32Array,
): void {
  for (let k = 0; k < into.length; k++) into[k] = v[k] - moved[k] / move;
}
