// What a world is. The numeric form is a small state machine over typed arrays that never allocates in `step`; the
// message form (play/messages.ts) is what people, programs and servers speak, and every numeric world has it through one adapter.

import type { Agent, Remote } from "./agent.ts";
import type { Channel } from "./channel.ts";
import type { Layout } from "./layout.ts";
import type { Random } from "./random.ts";
import type { Scene, SceneStep } from "./scene.ts";
import type { SharedAnswers } from "./shared-answers.ts";
import type { Spending } from "./spending.ts";
import { Status } from "./status.ts";
import type { Alphabet } from "./text.ts";
import type { Trace } from "./trace.ts";
import type { WorldGame } from "./whole-game.ts";

export { Status };

/** A named stretch of an agent's observation. */
export interface ObservationField {
  readonly name: string;
  readonly size: number;
  readonly low: number;
  readonly high: number;
  /** Where it mostly lies, if that is much less than the bounds: what learners scale it by. */
  readonly usual?: readonly [low: number, high: number];
  readonly meaning: string;
}

/** What a numeric world declares about itself; algorithms check it, `agon show` prints it. */
export interface NumericSpec {
  /** `agent_0` … in seat order. */
  readonly agents: readonly string[];
  /** Names for people, in seat order: `Samsung`. */
  readonly labels: readonly string[];
  /** Steps after which an episode is truncated. */
  readonly horizon: number;
  /** Numbers in one agent's action. */
  readonly actionSize: number;
  /** [agents × actionSize] smallest and largest actions; values beyond are clipped by the world. */
  readonly actionLow: Float64Array;
  readonly actionHigh: Float64Array;
  readonly actionUnit: string;
  /** Discrete: an action is one whole number below this; its box is [0, choices − 1], and the world rounds what it is given. */
  readonly choices?: number;
  /** What the choices are called, in their order; absent where they are numbers of something. */
  readonly choiceNames?: readonly string[];
  /**
   * The choices that may be made by what a seat sees, [observationSize], on its own turn; the world takes any other for one of them, or
   * punishes it. Absent where all may be made always.
   */
  readonly legal?: (seen: Float32Array) => readonly number[];
  /**
   * The world is a text: choices are characters, by their number, the first of them none; an observation is the text so far,
   * with the first at the places that are still empty.
   */
  readonly alphabet?: Alphabet;
  /**
   * What is written in a world of text is one document, which this character ends and which holds no other: a call of a tool, a `$`
   * or a `>` is a character like any other. "" where the choice of none ends it. Default: an answer ends with `$`, and may call tools.
   */
  readonly documentEnd?: string;
  /** One agent's observation, field by field; every agent has the same fields. */
  readonly observation: readonly ObservationField[];
  /** Sum of the fields' sizes. */
  readonly observationSize: number;
  readonly channels: readonly Channel[];
  /** Parts of the state that are shown to people and to `agon step`. */
  readonly publicState: readonly PublicPart[];
  /** True when nothing in the world is drawn at random: the same actions give the same episode for every seed. */
  readonly deterministic: boolean;
  /** True when agents are interchangeable: exchanging two agents' actions exchanges their outcomes. */
  readonly symmetric: boolean;
  /** Reference players that theory gives for this world, by name: each makes the player of one seat. */
  readonly oracles?: Readonly<Record<string, Oracle>>;
  /** Of a world that plays what was recorded: how its episodes are taken from it. */
  readonly windows?: Windows;
  /** Episodes of a world that goes through a list, such as a file's questions, in its order: `place` in a reset says which one. */
  readonly listed?: number;
  /** An episode may fail through the world itself: what judges there may break down. */
  readonly fallible?: boolean;
  /** The world may truncate an episode before its horizon, by a judgement of its own. */
  readonly cuts?: boolean;
}

/** How episodes are taken from a record of what happened. */
export interface Windows {
  /** What it is called, a file. */
  readonly source: string;
  /** What is recorded, in the plural. */
  readonly records: string;
  /** Records that episodes of a run are taken from, and those before them, which are set aside for learning. */
  readonly scored: number;
  readonly fitted: number;
  /** Episodes that lie side by side in what is scored. */
  readonly disjoint: number;
  /** Records are whole episodes, and an episode of a run is one of them. */
  readonly whole?: true;
  /** Records of a block, where episodes are put together of blocks drawn with replacement; else episodes lie side by side. */
  readonly block?: number;
}

/** A part of the state that is shown: its name in the layout, and what a person calls it. */
export interface PublicPart {
  readonly part: string;
  readonly label: string;
}

/** A reference player computed from the world's own constants. */
export interface Oracle {
  readonly meaning: string;
  play(seat: number): Agent;
}

/** A world as a state machine. All agents move at once. */
export interface NumericEnvironment {
  readonly spec: NumericSpec;
  /** Everything that changes, in one array: copying `state.buffer` clones the world. */
  readonly state: Layout;
  /**
   * Begins an episode. Writes state channels as they stand and zeros for flows to `outcomes` [agents × channels]. `place` is the episode's
   * number among all of a run, by which a world that has `windows` chooses one; episodes for trial have none.
   */
  reset(random: Random, outcomes: Float64Array, place?: number): void;
  /** One round. `actions` [agents × actionSize] is read, `outcomes` [agents × channels] is written. */
  step(actions: Float64Array, outcomes: Float64Array, random: Random): Status;
  /** Of a world that steps by messages to another process: what its next call will be given, so that copies share a message. */
  readonly ahead?: Ahead;
  /** Writes [agents × observationSize]. */
  observe(observations: Float32Array): void;
  /** The world in words as it stands, by the name of the view: for people, and for judges that read. */
  readonly texts?: Readonly<Record<string, () => string>>;
  /** How the world looks as it stands, for replays; `last` is the step that led there, undefined at the beginning. Changes nothing. */
  readonly scene?: (last: SceneStep | undefined) => Scene;
  /** Those of `texts` that are kept of every episode, as it ended: the columns of its row. */
  readonly keeps?: readonly string[];
  /** The episode as it stands, as the work of a team; `id` is the trace's name. */
  readonly trace?: (id: string) => Trace;
  /** Of a world of another framework: what the checks find wrong that this framework brings. */
  readonly ownFaults?: () => readonly string[];
  /** Of a world that asks others, such as a language model that judges. */
  readonly asker?: Asker;
  /** Of a world that has winners: how programs fight in it. */
  readonly bout?: Bout;
  /** Of a world of two that is small enough: all its states, so that what a best answer wins can be computed. */
  readonly game?: () => WorldGame;
}

/** Says what a world will be called with next; the call follows, and draws no more. */
export interface Ahead {
  reset(random: Random): void;
  step(actions: Float64Array): void;
}

/** What programs that fight in a world are given, what their answers mean, and the points of a game. */
export interface Bout {
  /** Whether the seat is asked now: it is still in the game, and it is its turn. */
  asks(seat: number): boolean;
  /** What the function of the seat's program is called with: plain data, as `JSON.stringify` takes it. */
  given(seat: number): readonly unknown[];
  /** Writes the action [actionSize] that an answer names; false where it names none, by which the seat loses the game. No answer is undefined. */
  read(answer: unknown, seat: number, action: Float64Array): boolean;
  /** Points of the seats in an episode that is over: 1 for the winner and 0 for others; those that draw share the point. */
  points(): readonly number[];
}

/** How a world asks others. */
export interface Asker {
  readonly remote: Remote;
  /** Told before the first episode. */
  connect(place: AskingPlace): void;
  /** Finds out what a step with these actions needs, before it is taken; undefined where it needs nothing. Throws an EpisodeFailed where nothing comes. */
  ask(actions: Float64Array): Promise<void> | undefined;
  /** What was counted since the last reset, by the names of `remote.counts`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Keys of what was asked since the last reset, as recordings have them. */
  readonly requests: readonly string[];
}

/** What those must know that ask others. */
export interface AskingPlace {
  /** Folder that paths in parameters start from. */
  readonly directory: string;
  /** Aborted when the run is to stop: the waiting then ends. */
  readonly signal?: AbortSignal;
  /** Where what was asked is paid from. */
  readonly spending?: Spending;
  /** Where what is recorded is shared with other machines; absent where one machine computes alone. */
  readonly answers?: SharedAnswers;
}

/** Sum of the fields' sizes. */
export function observationSize(fields: readonly ObservationField[]): number {
  return fields.reduce((sum, field) => sum + field.size, 0);
}

/** Where a field begins in an observation, or undefined where the world has no such field. */
export function fieldOffset(spec: Pick<NumericSpec, "observation">, name: string): number | undefined {
  let offset = 0;
  for (const field of spec.observation) {
    if (field.name === name) return offset;
    offset += field.size;
  }
  return undefined;
}

/** The choice that an action names: the nearest of 0 … choices − 1. */
export function choiceOf(action: number, choices: number): number {
  const nearest = Math.round(action);
  return nearest > 0 ? (nearest < choices ? nearest : choices - 1) : 0;
}
