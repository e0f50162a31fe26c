// Optimisers over flat parameter arrays, in place and without allocation per step. Their state can be saved and restored, so that training
// resumes with identical results.

import { adamKernel } from "./kernels/adam-kernel.ts";

/** Learning rate as a function of the step, from 0. */
export type Schedule = (step: number) => number;

/** An optimiser for arrays of the length it was created for. */
export interface Optimiser {
  /** Updates `parameters` in place; `gradient` is scaled in place where it is clipped. Returns the gradient's norm before clipping. */
  step(parameters: Float32Array, gradient: Float32Array): number;
  /** Complete state for checkpoints: moments, then the number of steps. */
  readonly state: Float32Array;
}

export interface AdamOptions {
  readonly rate: number | Schedule;
  readonly beta1?: number;
  readonly beta2?: number;
  readonly epsilon?: number;
  /** Decoupled weight decay (Loshchilov & Hutter, 2019), multiplied by the learning rate in each step; default 0. */
  readonly decay?: number;
  /** Maximum Euclidean norm of the gradient; default none. */
  readonly clip?: number;
}

/** With fewer parameters the kernel does not pay off. */
const MANY = 4096;

/** Adam (Kingma & Ba, 2015), or AdamW with `decay`. */
export function adam(size: number, options: AdamOptions): Optimiser {
  const { beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0, clip = Number.POSITIVE_INFINITY } = options;
  const schedule = scheduleOf(options.rate);
  const kernel = size < MANY ? undefined : adamKernel(size);
  const state = kernel?.state ?? new Float32Array(2 * size + 1);
  const mean = state.subarray(0, size);
  const square = state.subarray(size, 2 * size);
  return {
    state,
    step(parameters, gradient) {
      const norm = clipped(gradient, clip);
      const done = state[2 * size];
      const rate = schedule(done);
      const t = done + 1;
      const correction1 = 1 - beta1 ** t;
      const correction2 = Math.sqrt(1 - beta2 ** t);
      const size1 = rate / correction1;
      const factors = { beta1, beta2, size: size1, correction: correction2, epsilon, decay: rate * decay };
      for (let k = kernel?.step(parameters, gradient, factors) ?? 0; k < size; k++) {
        const g = gradient[k];
        const m = beta1 * mean[k] + (1 - beta1) * g;
        const v = beta2 * square[k] + (1 - beta2) * g * g;
        mean[k] = m;
        square[k] = v;
        parameters[k] -= rate * decay * parameters[k] + (size1 * m) / (Math.sqrt(v) / correction2 + epsilon);
      }
      state[2 * size] = t;
      return norm;
    },
  };
}

export interface SgdOptions {
  readonly rate: number | Schedule;
  readonly momentum?: number;
  readonly clip?: number;
}

/** Stochastic gradient descent, optionally with heavy-ball momentum. */
export function sgd(size: number, options: SgdOptions): Optimiser {
  const { momentum = 0, clip = Number.POSITIVE_INFINITY } = options;
  const schedule = scheduleOf(options.rate);
  const state = new Float32Array(size + 1);
  return {
    state,
    step(parameters, gradient) {
      const norm = clipped(gradient, clip);
      const rate = schedule(state[size]);
      for (let k = 0; k < size; k++) {
        state[k] = momentum * state[k] + gradient[k];
        parameters[k] -= rate * state[k];
      }
      state[size] += 1;
      return norm;
    },
  };
}

/** Linear schedule from `rate` to `end` over `steps`, then constant. */
export function linearSchedule(rate: number, end: number, steps: number): Schedule {
  return (step) => (step >= steps ? end : rate + ((end - rate) * step) / steps);
}

function scheduleOf(rate: number | Schedule): Schedule {
  return typeof rate === "number" ? () => rate : rate;
}

/** Scales `gradient` down to the norm `most` where it is longer; returns the original norm. */
function clipped(gradient: Float32Array, most: number): number {
  let sum = 0;
  for (let k = 0; k < gradient.length; k++) sum += gradient[k] * gradient[k];
  const norm = Math.sqrt(sum);
  if (norm > most) {
    const scale = most / (norm + 1e-6);
    for (let k = 0; k < gradient.length; k++) gradient[k] *= scale;
  }
  return norm;
}
