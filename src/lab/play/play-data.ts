// Plain data of games that people play in pages: what a page sends and receives.

import type { Scene } from "../../core/scene.ts";
import type { OfferedTool } from "../../core/tool-play.ts";

/** What is to be played: a world, or a variant of a run. Texts are as a person types them. */
export interface GameOrder {
  readonly world?: string;
  /** Parameters of the world, NAME=VALUE. */
  readonly set?: readonly string[];
  readonly run?: string;
  readonly variant?: string;
  /** The player of the other seats: a name, or a declaration as YAML. */
  readonly against?: string;
  readonly reward?: string;
  /** What is wanted and never paid. */
  readonly objective?: string;
  /** Id or label of an agent; the first by default. */
  readonly seat?: string;
  readonly seed?: number;
}

/** What can be chosen in a world or a variant before a game. */
export interface GameLook {
  readonly about: string;
  readonly agents: readonly { readonly id: string; readonly label: string; readonly policy: string }[];
  readonly channels: readonly string[];
  /** What is paid, as a formula of channels, and the name of what is wanted. */
  readonly pay: string;
  readonly objective: string;
  /** Seeds of the run: players that learnt are those of one of them. */
  readonly seeds: readonly number[] | null;
}

/** Names for the fields of an order. */
export interface PlayableNames {
  readonly worlds: readonly { readonly id: string; readonly summary: string }[];
  readonly agents: readonly string[];
  readonly rewards: readonly string[];
}

/** A field of what a seat sees. */
export interface SeenField {
  readonly name: string;
  readonly meaning: string;
  /** The first values, of `size`. */
  readonly values: readonly number[];
  readonly size: number;
}

/** What a person may do in a turn. */
export type PersonOptions =
  | { readonly kind: "choices"; readonly unit: string; readonly names: readonly string[] }
  | { readonly kind: "named"; readonly unit: string; readonly names: readonly string[] }
  | {
      readonly kind: "numbers";
      readonly unit: string;
      readonly isWhole: boolean;
      readonly ranges: readonly (readonly [low: number, high: number])[];
    }
  | { readonly kind: "text"; readonly isDocument: boolean }
  | { readonly kind: "tools"; readonly tools: readonly OfferedTool[] };

export interface PersonTurn {
  /** From 1. */
  readonly number: number;
  /** What the seat sees: a text, or fields of numbers. */
  readonly seen: { readonly text: string } | { readonly fields: readonly SeenField[] };
  readonly options: PersonOptions;
  /** Further views of the world by name. */
  readonly views: readonly { readonly name: string; readonly text: string }[];
}

/** A step since the beginning, in words. */
export interface PlayedStep {
  readonly step: number;
  /** [agents]; "" where a deed takes more than a few words. */
  readonly deeds: readonly string[];
  readonly pay: readonly number[];
}

/** A row of the table of results, with one value per agent. */
export interface GameRow {
  readonly name: string;
  readonly unit: string;
  readonly meaning: string;
  readonly values: readonly (number | null)[];
}

export interface GameStanding {
  /** Grows with every change. */
  readonly stamp: number;
  readonly title: string;
  readonly about: string;
  /** The seat's task in a world of tools. */
  readonly task: string | null;
  readonly agents: GameLook["agents"];
  /** The person's. */
  readonly seat: number;
  readonly seed: number;
  readonly horizon: number;
  readonly steps: number;
  readonly state: "turn" | "waiting" | "over" | "left" | "broken";
  /** Why the game is broken off. */
  readonly failure: string | null;
  readonly turn: PersonTurn | null;
  readonly scene: Scene | null;
  /** The last steps, the newest first. */
  readonly recent: readonly PlayedStep[];
  /** Pay and what is wanted come first, then the channels. */
  readonly rows: readonly GameRow[];
  readonly pay: string;
  readonly objective: string;
  /** Name of the saved recording. */
  readonly saved: string | null;
}

export interface ListedGame {
  readonly game: string;
  readonly title: string;
  /** Label of the person's seat. */
  readonly seat: string;
  readonly seed: number;
  readonly steps: number;
  readonly isOver: boolean;
  readonly endedAt: string;
  /** The person's. */
  readonly pay: number;
  readonly objective: number;
  readonly objectiveName: string;
}
