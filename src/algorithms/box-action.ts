// Actions that are numbers in a box, as learners see them: places on [−1, 1].

import type { NumericSpec } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";

/** A place in [−1, 1], clipped, for each number of an action, as its place in the seat's box. */
export function boxAction(
  spec: NumericSpec,
  seat: number,
  encoded: ArrayLike<number>,
  at: number,
  into: Float64Array,
  intoAt: number,
): void {
  for (let k = 0; k < spec.actionSize; k++) {
    const low = spec.actionLow[seat * spec.actionSize + k];
    const high = spec.actionHigh[seat * spec.actionSize + k];
    into[intoAt + k] = low + ((Math.min(1, Math.max(-1, encoded[at + k])) + 1) / 2) * (high - low);
  }
}

/** The place in [−1, 1] of number `k` of a seat's action; 0 where its box is a point. */
export function boxPlace(spec: NumericSpec, seat: number, k: number, value: number): number {
  const low = spec.actionLow[seat * spec.actionSize + k];
  const high = spec.actionHigh[seat * spec.actionSize + k];
  return high > low ? (2 * (value - low)) / (high - low) - 1 : 0;
}

/** Throws a UserError where actions are a few choices; `instead` names what learns there. */
export function needsBox(id: string, { choices }: NumericSpec, instead: string): void {
  if (choices === undefined) return;
  const what = `${id} needs a world whose actions are numbers in a box, and this one's are a few choices`;
  throw new UserError({ code: "wrong-actions", what, hint: `use ${instead}` });
}
