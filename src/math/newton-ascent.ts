// The top of a concave function of many numbers, by Newton's method with halved steps.

import { factorInPlace, solveLower, solveUpper } from "./cholesky.ts";

/** A concave function, written for arrays that are used again and again. */
export interface Concave {
  /** Its value; −∞ or NaN where it has none. */
  value(at: Float64Array): number;
  /** Writes the derivatives at a point. */
  bend(at: Float64Array): void;
  /** [size] */
  readonly gradient: Float64Array;
  /** The second derivatives with the sign changed, of which the lower triangle is read, [size × size]. */
  readonly curvature: Float64Array;
}

/** Where the ascent ended. */
export interface Ascent {
  readonly at: Float64Array;
  readonly value: number;
  /** The factor L of the curvature there, L·Lᵀ, [size × size]: the function's own array. */
  readonly factor: Float64Array;
  /** Newton's next step, [size]: close to 0 at a top, and about 1 in a direction that rises for ever. */
  readonly step: Float64Array;
}

/** From near a top it takes five or six. */
const MOST_STEPS = 100;
/** Halvings of a step before it is given up. */
const MOST_HALVINGS = 40;
/** A step that is smaller changes no digit that is printed. */
const SMALLEST = 1e-11;

/** Steps that are smaller are Newton's own, whole: rounding hides what they gain. */
const NEAR = 1e-4;
/** Part of the value that rounding may take from it. */
const ROUNDING = 1e-10;

/** Climbs from a start. Undefined where the curvature gives no step: the function is flat there to the last digit. */
export function newtonAscent(f: Concave, start: Float64Array): Ascent | undefined {
  let at = start.slice();
  let value = f.value(at);
  const step = new Float64Array(start.length);
  let tried = new Float64Array(start.length);
  let last = Number.POSITIVE_INFINITY;
  for (let isDone = false, count = 0; ; count++) {
    f.bend(at);
    if (!factorInPlace(f.curvature, start.length)) return undefined;
    step.set(f.gradient);
    solveLower(f.curvature, start.length, step);
    solveUpper(f.curvature, start.length, step);
    if (isDone || count === MOST_STEPS) return { at, value, factor: f.curvature, step };
    let longest = 0;
    for (let i = 0; i < step.length; i++) longest = Math.max(longest, Math.abs(step[i]));
    const isNear = longest < NEAR;
    const least = value - (isNear ? ROUNDING * Math.abs(value) : 0);
    let reached = value;
    let share = 1;
    for (let k = 0; k < MOST_HALVINGS; k++, share /= 2) {
      for (let i = 0; i < tried.length; i++) tried[i] = at[i] + share * step[i];
      reached = f.value(tried);
      if (reached >= least) break;
    }
    // Without a finite top the gains fade and the steps go on: then it is enough.
    isDone = share * longest < SMALLEST || (isNear ? longest > last / 2 : !(reached > value));
    last = longest;
    if (reached >= least) [at, tried, value] = [tried, at, reached];
  }
}
