// Where an observation shows every agent's last action and whom the observer trusts, and how to read an action as a share
// of its box. Scripted players and reference players read every world, with any view, through this.

import { fieldOffset, type NumericSpec } from "./environment.ts";
import { UserError } from "./errors.ts";

/** Where agent `seat` finds the first number of each agent's last action in its observation, [agents]. */
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

/** Where agent `seat` finds its trust in agent 0; its trust in agent j stands j places further on. */
export function trustPlace(spec: NumericSpec, seat: number): number {
  const row = fieldOffset(spec, "trustRow");
  if (row !== undefined) return row;
  const matrix = fieldOffset(spec, "trust");
  if (matrix !== undefined) return matrix + seat * spec.agents.length;
  const what = "this agent needs to see its trust in the others, which the world does not show";
  throw new UserError({ code: "missing-observation", what, hint: `the world shows ${shown(spec)}` });
}

/** An action as a share of `agent`'s box in [0, 1], the mean over its numbers; `at` is where it starts in `numbers`. */
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

/** Writes the action that lies at `share` of `agent`'s box, the same share for each of its numbers. */
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
