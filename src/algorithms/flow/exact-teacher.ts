// Exact velocities for batches: what a perfect flow would have learnt of a world whose right actions are a mixture of templates.

import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { observationScale } from "../../play/vector-environment.ts";
import { exactFlow } from "./exact-flow.ts";

/** Observations whose closed forms are kept. */
const MOST = 1000;

/** Throws a UserError where a world declares no mixture. */
export function mixtureOf(id: string, { mixture }: NumericSpec): NonNullable<NumericSpec["mixture"]> {
  if (mixture !== undefined) return mixture;
  const what = `the exact teacher of ${id} reads what a demonstrator draws, and this world does not declare it`;
  throw new UserError({
    code: "no-mixture",
    what,
    hint: "pictures/points does; or `teacher: start` with a trained flow",
  });
}

/**
 * Returns a function that writes the velocities of rows `x` [rows × actionSize] at times `t` [rows] for scaled observations [rows ×
 * observationSize].
 */
export function exactTeacher(id: string, spec: NumericSpec) {
  const { tokens, size, templates, count, weights, deviation } = mixtureOf(id, spec);
  const scale = observationScale(spec);
  const seen = new Float32Array(spec.observationSize);
  const known = new Map<string, ReturnType<typeof exactFlow>[]>();
  const flowsOf = (conditions: Float32Array, row: number) => {
    for (let k = 0; k < seen.length; k++)
      seen[k] = conditions[row * seen.length + k] / scale.factor[k] + scale.shift[k];
    const key = seen.join();
    const flows =
      known.get(key) ??
      Array.from({ length: tokens }, (_, token) => {
        const chances = new Float64Array(count);
        weights(seen, token, chances);
        return exactFlow({ templates, size, weights: chances, deviation });
      });
    if (known.size >= MOST) known.clear();
    known.set(key, flows);
    return flows;
  };
  return (x: Float32Array, conditions: Float32Array, t: ArrayLike<number>, into: Float32Array): void => {
    for (let row = 0; row < t.length; row++) {
      for (const [token, flow] of flowsOf(conditions, row).entries())
        flow.velocity(x, (row * tokens + token) * size, t[row], into);
    }
  };
}
