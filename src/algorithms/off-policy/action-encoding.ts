// How a seat's action is remembered: numbers of single precision, which are decoded into the world's units.

import type { NumericSpec } from "../../core/environment.ts";
import { boxAction } from "../box-action.ts";
import type { ActionChoices } from "./action-choices.ts";

/** `size` numbers for an action; `decode` writes the action that stands at `at`. */
export interface ActionEncoding {
  readonly size: number;
  decode(encoded: Float32Array, at: number, seat: number, into: Float64Array, intoAt: number): void;
}

/** Numbers in a box as places on [−1, 1]. */
export const boxEncoding = (spec: NumericSpec): ActionEncoding => ({
  size: spec.actionSize,
  decode: (encoded, at, seat, into, intoAt) => boxAction(spec, seat, encoded, at, into, intoAt),
});

/** A choice as its number. */
export const choiceEncoding = (actions: ActionChoices): ActionEncoding => ({
  size: 1,
  decode: (encoded, at, seat, into, intoAt) => actions.decode(encoded[at], seat, into, intoAt),
});
