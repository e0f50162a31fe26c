// A number of a cell that no channel of its world reports: measured once, on players as their training has left them.

import type { Agent } from "./agent.ts";
import type { Channel } from "./channel.ts";
import type { NumericEnvironment } from "./environment.ts";
import { type PartDefinition, pluginOf } from "./plugin.ts";
import type { Random } from "./random.ts";
import type { RewardPlan } from "./reward.ts";

/** What is measured. */
export interface MeasuredCell {
  /** Players of all seats. */
  readonly agents: readonly Agent[];
  makeEnvironment(): NumericEnvironment;
  /** What the cell pays, with what it has learnt from feedback. */
  readonly reward: RewardPlan;
  /** The measure's own stream of the cell's seed. */
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
}

/** A measure in a world: what its number is, and how it is found. */
export interface CellMeasure extends Pick<Channel, "unit" | "low" | "high" | "meaning" | "label"> {
  /** Undefined where nothing could be measured: every episode of it was broken off. */
  measure(cell: MeasuredCell): number | undefined | Promise<number | undefined>;
}

/** A measure before it meets a world. Throws a UserError where it measures nothing in this one. */
export type MeasurePlan = (world: NumericEnvironment) => CellMeasure;

/** A measure of one's own: `export default defineMeasure({ summary, parameters, make })`. */
export const defineMeasure = <P>(definition: PartDefinition<MeasurePlan, P>) => pluginOf("measure", definition);
