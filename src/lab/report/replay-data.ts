// Data of an episode that a page replays.

import type { Exchange } from "../../clients/exchange.ts";
import type { Scene, Shape } from "../../core/scene.ts";
import type { Measure } from "./report-data.ts";
import type { EpisodeText } from "./text-data.ts";

/** Identifies an episode of a run. */
export interface EpisodePlace {
  readonly variant: string;
  readonly seed: number;
  /** The episode's number in its cell, from 0. */
  readonly episode: number;
}

/** A measure at every included step. */
export interface StepMeasure extends Measure {
  /** [steps][agents]; NaN, which JSON turns into null, where an agent has no value. */
  readonly values: readonly (readonly (number | null)[])[];
  /** True where the players report it, and not the world. */
  readonly ofPlayers?: true;
}

/** A moment whose shapes are indices into a pool, since most shapes are unchanged from the moment before. */
export interface Moment extends Omit<Scene, "shapes"> {
  /** Indices into the pool. */
  readonly shapes: readonly number[];
}

/** Requests of an episode, and those whose answers are recorded. */
export interface RequestLog {
  readonly requests: number;
  readonly exchanges: readonly Exchange[];
  /** Counters such as tokens and money: one value per agent, null where unknown. A judge's counters are in every row. */
  readonly counts: readonly {
    readonly name: string;
    readonly unit: string;
    readonly values: readonly (number | null)[];
  }[];
}

/** A range of steps of an episode. */
export interface EpisodeReplay extends EpisodePlace {
  readonly agents: readonly { readonly id: string; readonly label: string; readonly policy: string }[];
  /** Steps of the whole episode. */
  readonly steps: number;
  /** Number of steps before the included ones. */
  readonly from: number;
  /** Length of an agent's action vector. */
  readonly actionSize: number;
  readonly actionUnit: string;
  /** Names of choices; null where they have none, or actions are continuous. */
  readonly choices: readonly string[] | null;
  /** [steps][agents × actionSize]; a choice is given by its number, as the world interpreted it. */
  readonly actions: readonly (readonly number[])[];
  /**
   * Pay, the objective, every channel, and measures of trained players about their actions: `probability`, or `logDensity` for continuous
   * actions in a box, and `entropy`.
   */
  readonly measures: readonly StepMeasure[];
  /** The world's picture before the first included step and after each step; null where the world has no scene. */
  readonly scenes: { readonly pool: readonly Shape[]; readonly moments: readonly Moment[] } | null;
  /** For a world of text with one writer: the final text. */
  readonly text: EpisodeText | null;
  /** Requests to language models in the episode; null where there were none. */
  readonly asked: RequestLog | null;
}
