// Measures of a cell that no channel of its world reports. Each is taken once, on the players after training.

import type { Agent } from "./agent.ts";
import type { Channel } from "./channel.ts";
import type { NumericEnvironment } from "./environment.ts";
import { type PartDefinition, pluginOf } from "./plugin.ts";
import type { Random } from "./random.ts";
import type { RewardPlan } from "./reward.ts";

/** Input of a measure. */
export interface MeasuredCell {
  /** Players of all seats. */
  readonly agents: readonly Agent[];
  /**
   * Makes another player as the experiment declares it for the seat `like`, that plays in `seat`. The caller must close it. Undefined where
   * the cell itself trains that player, since it then exists only in its own seat; a stage's player exists in all.
   */
  playerAt(like: number, seat: number): Agent | undefined;
  makeEnvironment(): NumericEnvironment;
  /** What the cell pays, with what it has learnt from feedback. */
  readonly reward: RewardPlan;
  /** The measure's own random stream of the cell's seed. */
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
}

/** A measure bound to a world: its description, and how it is computed. */
export interface CellMeasure extends Pick<Channel, "unit" | "low" | "high" | "meaning" | "label"> {
  /** Returns undefined where nothing could be measured because every episode was aborted. */
  measure(cell: MeasuredCell): number | undefined | Promise<number | undefined>;
}

/** A measure that is not bound to a world yet. Throws a UserError where it does not apply to the given world. */
export type MeasurePlan = (world: NumericEnvironment) => CellMeasure;

/** Declares a custom measure: `export default defineMeasure({ summary, parameters, make })`. */
export const defineMeasure = <P>(definition: PartDefinition<MeasurePlan, P>) => pluginOf("measure", definition);
