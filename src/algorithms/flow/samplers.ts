// How a flow draws: from noise at t = 1 to an action at t = 0 along x_t = (1 − t)·x₀ + t·ε, whose velocity is ε − x₀. The same samplers serve
// networks and velocities in closed form.

import type { Random } from "../../core/random.ts";

/** Velocities of a batch at one time: reads `x` [rows × size], returns [rows × size], which the next call may overwrite. */
export type VelocityField = (x: Float32Array, t: number) => ArrayLike<number>;

/** Draws a batch into `x`. */
export type Sampler = (field: VelocityField, x: Float32Array, random: Random) => void;

/** Fills `x` with standard normal noise. */
export function noise(x: Float32Array, random: Random): void {
  for (let k = 0; k < x.length; k++) x[k] = random.normal();
}

/** Moves `x` from time `from` to 0 in `steps` equal Euler steps of the ordinary differential equation; `before` is shown `x` at each. */
export function drawByOde(
  field: VelocityField,
  x: Float32Array,
  steps: number,
  from = 1,
  before?: (x: Float32Array) => void,
): void {
  const d = from / steps;
  for (let k = 0; k < steps; k++) {
    before?.(x);
    const v = field(x, from - k * d);
    for (let i = 0; i < x.length; i++) x[i] -= d * v[i];
  }
}

/** Draws from noise by the ordinary equation. */
export const byOde =
  (steps: number): Sampler =>
  (field, x, random) => {
    noise(x, random);
    drawByOde(field, x, steps);
  };

/** Standard deviation of the noise per √time, at a time. */
export type Diffusion =
  | { readonly kind: "constant"; readonly eta: number }
  | { readonly kind: "rising"; readonly a: number };

/**
 * σ_t: constant (DanceGRPO, arXiv 2505.07818), or a·√(t/(1 − t)) (Flow-GRPO, arXiv 2505.05470, equation 9), which is infinite at t = 1 and
 * taken there at the next time of the grid.
 */
export function diffusionAt(diffusion: Diffusion, t: number, step: number): number {
  if (diffusion.kind === "constant") return diffusion.eta;
  const at = t >= 1 ? t - step : t;
  return diffusion.a * Math.sqrt(at / (1 - at));
}

/** A step of the stochastic sampler in numbers: mean = keep·x − move·v, and the deviation of the noise. */
export interface StochasticStep {
  readonly t: number;
  readonly keep: number;
  readonly move: number;
  readonly deviation: number;
}

/**
 * The step of size `d` from time `t` with σ = `sigma`: mean x − d·v + (σ²d/2)·s with the score s = −(x + (1 − t)v)/t, and noise σ√d. Its
 * marginals are those of the ordinary equation as d → 0.
 */
export function stochasticStep(t: number, d: number, sigma: number): StochasticStep {
  const half = (sigma * sigma * d) / (2 * t);
  return { t, keep: 1 - half, move: d + half * (1 - t), deviation: sigma * Math.sqrt(d) };
}

/** Steps of the stochastic sampler from t = 1 to 0; the last is without noise where `quietEnd`. */
export function stochasticSteps(diffusion: Diffusion, steps: number, quietEnd: boolean): StochasticStep[] {
  const d = 1 / steps;
  return Array.from({ length: steps }, (_, k) => {
    const t = 1 - k * d;
    const quiet = quietEnd && k === steps - 1;
    return stochasticStep(t, d, quiet ? 0 : diffusionAt(diffusion, t, d));
  });
}

/** Called before the noise of a step is added; may move `mean` in place. */
export type MeanHook = (x: Float32Array, v: ArrayLike<number>, mean: Float32Array, step: StochasticStep) => void;

/** Called after each step with the state before it, its velocities, and the state after it; the arrays are reused. */
export type StepWitness = (
  before: Float32Array,
  v: ArrayLike<number>,
  after: Float32Array,
  step: StochasticStep,
  index: number,
) => void;

/** Moves `x` through the steps. */
export function drawBySde(
  field: VelocityField,
  x: Float32Array,
  steps: readonly StochasticStep[],
  random: Random,
  seen?: StepWitness,
  hook?: MeanHook,
): void {
  const before = new Float32Array(x.length);
  for (const [index, step] of steps.entries()) {
    const v = field(x, step.t);
    before.set(x);
    for (let i = 0; i < x.length; i++) x[i] = step.keep * before[i] - step.move * v[i];
    hook?.(before, v, x, step);
    if (step.deviation > 0) for (let i = 0; i < x.length; i++) x[i] += step.deviation * random.normal();
    seen?.(before, v, x, step, index);
  }
}

/** A step of a few-step student in numbers: from time `t` to a normal with mean keep·(x − t·v) and the deviation. */
export interface RenoisedStep {
  readonly t: number;
  readonly keep: number;
  readonly deviation: number;
}

/**
 * The steps of a few-step student (DMD2, arXiv 2405.14867): from t to the clean x − t·v, and with new noise to the next time t', (1 − t')·clean
 * + t'·ε. The last step ends at the clean action with noise of deviation `last`.
 */
export function renoisedSteps(steps: number, last: number): RenoisedStep[] {
  return Array.from({ length: steps }, (_, k) => {
    const next = 1 - (k + 1) / steps;
    return { t: 1 - k / steps, keep: 1 - next, deviation: k === steps - 1 ? last : next };
  });
}

/** Draws through the steps; `seen` is called with the state before a step, its velocities, the state after it and its number. */
export function drawByRenoising(
  field: VelocityField,
  x: Float32Array,
  steps: readonly RenoisedStep[],
  random: Random,
  seen?: (before: Float32Array, v: ArrayLike<number>, after: Float32Array, index: number) => void,
): void {
  const before = new Float32Array(x.length);
  noise(x, random);
  for (const [index, { t, keep, deviation }] of steps.entries()) {
    const v = field(x, t);
    before.set(x);
    for (let i = 0; i < x.length; i++) x[i] = keep * (before[i] - t * v[i]) + deviation * random.normal();
    seen?.(before, v, x, index);
  }
}
