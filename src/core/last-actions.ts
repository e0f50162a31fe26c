// Positions of every agent's last action and of trust in an observation, and conversion of actions to shares of their box. Scripted players
// and reference players use it to read every world, with any observation view.

import { fieldOffset, type NumericSpec } from "./environment.ts";
import { UserError } from "./errors.ts";

/** Returns, for agent `seat`, the index in its observation of the first number of each agent's last action, [agents]. */
export function actionPlaces(spec: NumericSpec, seat: number): Int32Array {
  const size = spec.actionSize;
  const places = new Int32Array(spec.agents.length);
  const joint = fieldOffset(spec, "actions");
  if (joint !== undefined) return places.map((_, agent) => joint + agent * size);
  const own = fieldOffset(spec, "ownAction");
  const others = fieldOffset(spec, "otherActions");
  if (own === undefined || others === undefined) {
    const what = "this agent needs to see every agent's last action, which the world does not show";
    throw new UserError({ code: "missing-observation", what, hint: `the world shows ${shown(spec)}` });
  }
  return places.map((_, agent) => (agent === seat ? own : others + (agent < seat ? agent : agent - 1) * size));
}

/** Returns the index, in the observation of agent `seat`, of its trust in agent 0. Its trust in agent j is j places further on. */
export function trustPlace(spec: NumericSpec, seat: number): number {
  const row = fieldOffset(spec, "trustRow");
  if (row !== undefined) return row;
  const matrix = fieldOffset(spec, "trust");
  if (matrix !== undefined) return matrix + seat * spec.agents.length;
  const what = "this agent needs to see its trust in the others, which the world does not show";
  throw new UserError({ code: "missing-observation", what, hint: `the world shows ${shown(spec)}` });
}

/** Returns an action as a share of `agent`'s box in [0, 1], averaged over its numbers. `at` is its offset in `numbers`. */
export function boxShare(spec: NumericSpec, agent: number, numbers: ArrayLike<number>, at: number): number {
  const size = spec.actionSize;
  let sum = 0;
  for (let k = 0; k < size; k++) {
    const low = spec.actionLow[agent * size + k];
    const width = spec.actionHigh[agent * size + k] - low;
    const share = width > 0 ? (numbers[at + k] - low) / width : 0;
    sum += share < 0 ? 0 : share > 1 ? 1 : share;
  }
  return sum / size;
}

/** Writes the action at `share` of `agent`'s box, the same share for each of its numbers. */
export function playShare(spec: NumericSpec, agent: number, share: number, action: Float64Array): void {
  const size = spec.actionSize;
  for (let k = 0; k < size; k++) {
    const low = spec.actionLow[agent * size + k];
    action[k] = low + share * (spec.actionHigh[agent * size + k] - low);
  }
}

function shown(spec: NumericSpec): string {
  return spec.observation.map((field) => field.name).join(", ") || "nothing";
}
