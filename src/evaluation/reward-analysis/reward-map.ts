// A reward over a plane of situations: what it would pay at every point of a grid, the rest held fixed, before anything is trained.

import { type NumericSpec, Status } from "../../core/environment.ts";
import type { RewardPlan } from "../../core/reward.ts";

/** The points of a grid. */
export interface RewardGrid {
  readonly columns: number;
  readonly rows: number;
  /** Writes the outcomes [agents × channels] of the situation at a point; the array holds zeros before. */
  outcomes(column: number, row: number, into: Float64Array): void;
}

/**
 * What a reward pays one seat at every point, [rows × columns] from the first row on. Each point is the first step of an episode that began
 * in the same situation: a potential shows (γ − 1)·Φ there.
 */
export function rewardMap(
  plan: RewardPlan,
  spec: NumericSpec,
  { columns, rows, outcomes }: RewardGrid,
  seat = 0,
): Float64Array {
  const reward = plan(spec);
  const situation = new Float64Array(spec.agents.length * spec.channels.length);
  const pay = new Float64Array(spec.agents.length);
  const map = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      situation.fill(0);
      outcomes(column, row, situation);
      reward.reset(situation);
      reward.pay(situation, Status.running, pay);
      map[row * columns + column] = pay[seat];
    }
  }
  return map;
}

/** Where two maps or series have different signs: one pays where the other takes. */
export function signDisagreements(one: ArrayLike<number>, other: ArrayLike<number>): number[] {
  const found: number[] = [];
  for (let k = 0; k < one.length; k++) if (one[k] * other[k] < 0) found.push(k);
  return found;
}
