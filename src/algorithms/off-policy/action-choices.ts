// Any world's actions as a few choices: its own choices, or the levels that its box is cut into. What learners of values and
// of probabilities of choices act through, and the actor that those of a team share.

import type { Agent } from "../../core/agent.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { largestAt } from "../../math/largest.ts";
import { categoricalChance, sampleCategorical } from "../../nn/distributions/categorical.ts";
import { orthogonal } from "../../nn/initialisers.ts";
import type { np } from "../../nn/jax.ts";
import { type MlpOptions, perceptrons } from "../../nn/models/mlp.ts";
import type { Weights } from "../../nn/parameters.ts";
import { boxAction } from "../box-action.ts";
import { type Beside, networkPlayer } from "../network-player.ts";

/** Into how many levels each number of a box is cut. */
export const bins = whole(2, 1001, 11).describe(
  "levels that each number of an action in a box is cut into; not read where actions are a few choices",
);

/** For each row of `values` [rows × count] its best choice, or with probability `share` any choice. */
export function epsilonGreedy(
  values: ArrayLike<number>,
  count: number,
  share: number,
  into: Float32Array,
  rng: Random,
): void {
  for (let row = 0; row < into.length; row++)
    into[row] = rng.uniform() < share ? rng.integer(count) : largestAt(values, row * count, count);
}

/** Outputs of a network beyond which it is no longer "a few choices". */
const MOST = 4096;

/** Choices 0 … `count` − 1 of one seat's actions. */
export interface ActionChoices {
  readonly count: number;
  /** Numbers by which a choice is averaged over seats: one for each choice, or one for each number of a box. */
  readonly width: number;
  /**
   * [count × width]: what a choice is in such an average. Of a few choices row k is 1 at k; of a box it is the place of each
   * number on [−1, 1].
   */
  readonly codes: Float32Array;
  /** Writes the choice in the world's units. */
  decode(choice: number, seat: number, into: Float64Array, at: number): void;
}

/** The world's choices, or all combinations of evenly spaced levels, ends included. Throws a UserError where they are too many. */
export function actionChoices(spec: NumericSpec, levels: number): ActionChoices {
  const { choices, actionSize: A } = spec;
  if (choices !== undefined) {
    return {
      count: choices,
      width: choices,
      codes: Float32Array.from({ length: choices ** 2 }, (_, at) =>
        at % choices === Math.floor(at / choices) ? 1 : 0,
      ),
      decode(choice, _seat, into, at) {
        into[at] = choice;
      },
    };
  }
  const count = levels ** A;
  if (count > MOST) {
    const what = `${levels} levels of ${A} numbers are ${count} choices, more than ${MOST}`;
    const hint = `set bins to ${Math.floor(MOST ** (1 / A) + 1e-9)} or less, or use a learner for boxes (masac, matd3)`;
    throw new UserError({ code: "too-many-choices", what, hint });
  }
  // Number k is the k-th digit of the choice in base `levels`.
  const level = (choice: number, k: number): number => Math.floor(choice / levels ** k) % levels;
  return {
    count,
    width: A,
    codes: Float32Array.from({ length: count * A }, (_, at) => {
      return (2 * level(Math.floor(at / A), at % A)) / (levels - 1) - 1;
    }),
    decode(choice, seat, into, at) {
      for (let k = 0; k < A; k++) {
        const low = spec.actionLow[seat * A + k];
        const high = spec.actionHigh[seat * A + k];
        into[at + k] = low + (level(choice, k) / (levels - 1)) * (high - low);
      }
    },
  };
}

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

export function choiceActor(options: Omit<MlpOptions, "name">, random: Random) {
  const L = options.outputs;
  const net = perceptrons([{ ...options, name: "actor", outputInitialiser: orthogonal(0.01) }], random);
  const apply = (weights: Weights, x: np.Array) => net.apply(weights, 0, x);
  return {
    parameters: net.parameters,
    /** [batch × inputs] → logits [batch × choices]. Consumes both. */
    apply,
    /** The player that it is now in `seat`: its most probable choice with `mode`, else it draws. */
    player: (spec: NumericSpec, actions: ActionChoices, seat: number, mode: boolean, beside: Beside): Agent =>
      networkPlayer(
        spec,
        net.copyOf(0),
        apply,
        (head, action, random) => {
          const choice = mode ? largestAt(head, 0, L) : sampleCategorical(head, 0, L, random);
          actions.decode(choice, seat, action, 0);
        },
        beside,
        spec.choices === undefined ? undefined : (head, [choice]) => categoricalChance(head, 0, L, choice),
      ),
  };
}
