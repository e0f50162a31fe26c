// What a page plays of an episode, as plain data.

import type { Exchange } from "../../clients/exchange.ts";
import type { Scene, Shape } from "../../core/scene.ts";
import type { EpisodeText, Measure } from "./report-data.ts";

/** Which episode of a run. */
export interface EpisodePlace {
  readonly variant: string;
  readonly seed: number;
  /** Its number in its cell, from 0. */
  readonly episode: number;
}

/** A measure at every step that is here. */
export interface StepMeasure extends Measure {
  /** [steps][agents]; NaN, which JSON turns into null, where an agent has none. */
  readonly values: readonly (readonly (number | null)[])[];
  /** Whether players say it of themselves, and not the world. */
  readonly ofPlayers?: true;
}

/** A moment as shapes of a pool, since most shapes of a moment are those of the one before. */
export interface Moment extends Omit<Scene, "shapes"> {
  /** Places in the pool. */
  readonly shapes: readonly number[];
}

/** Requests of an episode, and those of them that are on file. */
export interface RequestLog {
  readonly requests: number;
  readonly exchanges: readonly Exchange[];
  /** What was counted on the way, such as tokens and money: of each agent, null where it is not known; a judge's stand in every row. */
  readonly counts: readonly {
    readonly name: string;
    readonly unit: string;
    readonly values: readonly (number | null)[];
  }[];
}

/** A stretch of an episode, step by step. */
export interface EpisodeReplay extends EpisodePlace {
  readonly agents: readonly { readonly id: string; readonly label: string; readonly policy: string }[];
  /** Steps of the whole episode. */
  readonly steps: number;
  /** Steps before those that are here. */
  readonly from: number;
  /** Numbers of an agent's action. */
  readonly actionSize: number;
  readonly actionUnit: string;
  /** What choices are called; null where they have no names, or actions are numbers. */
  readonly choices: readonly string[] | null;
  /** [steps][agents × actionSize], a choice as the world took it: by its number. */
  readonly actions: readonly (readonly number[])[];
  /**
   * Pay, the objective, every channel, and what players that were trained here say of what they did: its `probability`, or `logDensity`
   * where actions are numbers in a box, and `entropy`.
   */
  readonly measures: readonly StepMeasure[];
  /** How the world looked before the first step that is here and after each; null where the world has no scene. */
  readonly scenes: { readonly pool: readonly Shape[]; readonly moments: readonly Moment[] } | null;
  /** Of a world of text with one writer, what stood there in the end. */
  readonly text: EpisodeText | null;
  /** What was asked of language models in the episode; null where nothing was. */
  readonly asked: RequestLog | null;
}
