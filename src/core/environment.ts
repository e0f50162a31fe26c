// World interfaces. A numeric world is a small state machine over typed arrays that never allocates in `step`. People, programs and servers
// use the message form (play/messages.ts), which one adapter provides for every numeric world.

import type { Agent, Remote } from "./agent.ts";
import type { Channel } from "./channel.ts";
import type { Layout } from "./layout.ts";
import type { OutcomePrior } from "./outcome-prior.ts";
import type { Random } from "./random.ts";
import type { Point, Scene, SceneStep } from "./scene.ts";
import type { SharedAnswers } from "./shared-answers.ts";
import type { ShownItem } from "./shown-list.ts";
import type { Spending } from "./spending.ts";
import { Status } from "./status.ts";
import type { TemplateMixture } from "./template-mixture.ts";
import type { Alphabet } from "./text.ts";
import type { ToolPlay } from "./tool-play.ts";
import type { Trace } from "./trace.ts";
import type { WorldGame } from "./whole-game.ts";

export { Status };

/** A named part of an agent's observation. */
export interface ObservationField {
  readonly name: string;
  readonly size: number;
  readonly low: number;
  readonly high: number;
  /** Typical range, where it is much narrower than the bounds: learners scale by it. */
  readonly usual?: readonly [low: number, high: number];
  /** Present where the field has one number for each choice, in their order. Such fields come last. */
  readonly each?: true;
  readonly meaning: string;
}

/** What a numeric world declares about itself. Algorithms check it, and `agon show` prints it. */
export interface NumericSpec {
  /** Ids in seat order: `agent_0` … */
  readonly agents: readonly string[];
  /** Names for people, in seat order: `Samsung`. */
  readonly labels: readonly string[];
  /** Seats that play the same part, by the name of the part: an experiment may give their agents by it. */
  readonly groups?: Readonly<Record<string, readonly number[]>>;
  /** Steps after which an episode is truncated. */
  readonly horizon: number;
  /** Length of one agent's action vector. */
  readonly actionSize: number;
  /** Lower and upper bounds of actions, [agents × actionSize]. The world clips values beyond them. */
  readonly actionLow: Float64Array;
  readonly actionHigh: Float64Array;
  readonly actionUnit: string;
  /** Number of discrete choices: an action is one integer below it. The box is [0, choices − 1], and the world rounds actions. */
  readonly choices?: number;
  /** Names of the choices, in order; absent where the choices are quantities. */
  readonly choiceNames?: readonly string[];
  /**
   * Returns the legal choices of a seat on its turn, from its observation, [observationSize]. The world replaces an illegal choice by a
   * legal one, or punishes it. Absent where all choices are always legal.
   */
  readonly legal?: (seen: Float32Array) => readonly number[];
  /**
   * Present for worlds of text. A choice is the number of a character, and choice 0 is no character. An observation is the text so far,
   * padded with choice 0.
   */
  readonly alphabet?: Alphabet;
  /**
   * Present where an agent writes one document: this character ends it and cannot occur in it. A tool call, a `$` or a `>` is then a
   * character like any other. "" where choice 0 ends the document. Default: an answer ends with `$`, and may call tools.
   */
  readonly documentEnd?: string;
  /** One agent's observation, field by field; every agent has the same fields. */
  readonly observation: readonly ObservationField[];
  /** Sum of the fields' sizes. */
  readonly observationSize: number;
  readonly channels: readonly Channel[];
  /** Parts of the state that people and `agon step` see. */
  readonly publicState: readonly PublicPart[];
  /** True when the world draws no random numbers: the same actions give the same episode for every seed. */
  readonly deterministic: boolean;
  /** True when agents are interchangeable: swapping two agents' actions swaps their outcomes. */
  readonly symmetric: boolean;
  /** Reference players that theory gives for this world, by name. Each makes the player of one seat. */
  readonly oracles?: Readonly<Record<string, Oracle>>;
  /** Present where an action is made of templates: what a demonstrator draws, and what is right. */
  readonly mixture?: TemplateMixture;
  /** Present where moments of a demonstrator's outcomes are known. */
  readonly prior?: OutcomePrior;
  /** Names of channels whose slope in the actions the world's `slope` gives. */
  readonly slopes?: readonly string[];
  /** Present where some of the equal parts of an action matter more than others. */
  readonly emphasis?: Emphasis;
  /** For a world that replays recorded data: how its episodes are taken from the recording. */
  readonly windows?: Windows;
  /** For a world that presents a list in its order, such as the questions of a file: number of episodes. `place` in `reset` selects one. */
  readonly listed?: number;
  /** True for a world in words, which has a `toolPlay`. */
  readonly isInWords?: boolean;
  /** True when an episode may fail because of the world itself, for example when its judge gives no answer. */
  readonly fallible?: boolean;
  /** True when the world may truncate an episode before its horizon, by its own rules. */
  readonly cuts?: boolean;
}

/** How much more the parts of an action matter. */
export interface Emphasis {
  /** Equal parts of an action and of an observation, one after the other. */
  readonly parts: number;
  /** Writes what is added to the weight 1 of each part, [parts], given what is seen. */
  write(seen: ArrayLike<number>, into: Float64Array): void;
}

/** How episodes are taken from recorded data. */
export interface Windows {
  /** Name of the recording, a file. */
  readonly source: string;
  /** Plural noun for the records. */
  readonly records: string;
  /** Number of records that a run's episodes are taken from, and of earlier records that are set aside for learning. */
  readonly scored: number;
  readonly fitted: number;
  /** Number of non-overlapping episodes in the scored records. */
  readonly disjoint: number;
  /** True when each record is a whole episode, and a run's episode is one record. */
  readonly whole?: true;
  /**
   * Records per block, where episodes are composed of blocks drawn with replacement (a block bootstrap). Absent where episodes are
   * consecutive.
   */
  readonly block?: number;
}

/** A public part of the state: its name in the layout, and its label for people. */
export interface PublicPart {
  readonly part: string;
  readonly label: string;
}

/** A reference player that is computed from the world's constants. */
export interface Oracle {
  readonly meaning: string;
  play(seat: number): Agent;
}

/** What an audit of answers compares, of each episode. */
export interface AuditedFields {
  /** Channels of 0 and 1: what an answer meets. */
  readonly criteria: readonly string[];
  /** Kept texts under whose values answers may differ. */
  readonly factors: readonly string[];
  /** Kept text that is the same for answers to one question. */
  readonly question: string;
}

/** A world as a state machine. All agents move at once. */
export interface NumericEnvironment {
  readonly spec: NumericSpec;
  /** All mutable state in one array: copying `state.buffer` clones the world. */
  readonly state: Layout;
  /**
   * Begins an episode. Writes to `outcomes` [agents × channels] the initial values of state channels, and zeros for flows. `place` is the
   * episode's number in the run, by which a world with `windows` selects its records; trial episodes have none.
   */
  reset(random: Random, outcomes: Float64Array, place?: number): void;
  /** Performs one step. Reads `actions` [agents × actionSize] and writes `outcomes` [agents × channels]. */
  step(actions: Float64Array, outcomes: Float64Array, random: Random): Status;
  /**
   * For a world with `slopes`: writes Σ_c of[c] × ∂outcome_c/∂action at the last step's actions, [agents × actionSize], for weights `of`
   * [agents × channels] that are 0 for channels without a slope. Changes nothing.
   */
  readonly slope?: (of: Float64Array, into: Float64Array) => void;
  /** For a world that sends messages to another process: announces the arguments of its next call, so that copies can share one message. */
  readonly ahead?: Ahead;
  /** Writes the observations of all agents, [agents × observationSize]. */
  observe(observations: Float32Array): void;
  /** Descriptions of the current state as text, by the name of the view, for people and for judges that read. */
  readonly texts?: Readonly<Record<string, () => string>>;
  /**
   * Returns a scene of the current state for replays, without changing anything. `last` is the step that led to it; undefined at the
   * beginning.
   */
  readonly scene?: (last: SceneStep | undefined) => Scene;
  /** For a world of pictures: returns the picture that the episode has come to. */
  readonly picture?: () => Picture;
  /** For a world whose action is a point of its scene: returns where it lies, and what was to be drawn. */
  readonly point?: () => { readonly at: Point; readonly title: string };
  /** Names of the `texts` that are stored at the end of every episode: the columns of its row. */
  readonly keeps?: readonly string[];
  /** For a world of questions: what an audit of the answers compares. */
  readonly audited?: AuditedFields;
  /** Returns the episode so far as a trace of a team's work; `id` is the trace's name. */
  readonly trace?: (id: string) => Trace;
  /** For a world that shows lists of items: returns the candidates of the list that the last step showed; empty where it showed none. */
  readonly shownList?: () => readonly ShownItem[];
  /** For a world of another framework: returns faults of that framework that its checks found. */
  readonly ownFaults?: () => readonly string[];
  /** For a world that sends requests to others, such as to a language model that judges. */
  readonly asker?: Asker;
  /** For a world that has winners: how programs play it. */
  readonly bout?: Bout;
  /** For a world in words: how language models play it by tools. */
  readonly toolPlay?: ToolPlay;
  /** For a two-player world that is small enough: returns all its states, so that a best response's value can be computed. */
  readonly game?: () => WorldGame;
}

/** A picture that an agent drew. */
export interface Picture {
  /** A PNG in base64. */
  readonly png: string;
  /** What it was to show. */
  readonly title: string;
  /** Frames of a clip, which the PNG has side by side; absent for a still picture. */
  readonly frames?: number;
}

/** Announces the arguments of a world's next call. The call must follow, and draws no further random numbers. */
export interface Ahead {
  reset(random: Random): void;
  step(actions: Float64Array): void;
}

/** Rules by which programs play a world: their input, the meaning of their answers, and the points of a game. */
export interface Bout {
  /** Returns whether the seat has to answer now: it is still in the game and it is its turn. */
  asks(seat: number): boolean;
  /** Returns the arguments for the seat's program: plain data that `JSON.stringify` accepts. */
  given(seat: number): readonly unknown[];
  /**
   * Parses a program's answer and writes it to `action` [actionSize]. Returns false for an invalid answer, by which the seat loses the
   * game. A missing answer is undefined.
   */
  read(answer: unknown, seat: number, action: Float64Array): boolean;
  /** Returns the seats' points in a finished episode: 1 for the winner and 0 for others; tied seats share the point. */
  points(): readonly number[];
}

/** Requests of a world to others, such as a language model. */
export interface Asker {
  readonly remote: Remote;
  /** Called once before the first episode. */
  connect(place: AskingPlace): void;
  /**
   * Fetches what a step with these actions needs, before that step; undefined where it needs nothing. Throws an EpisodeFailed where there
   * is no answer.
   */
  ask(actions: Float64Array): Promise<void> | undefined;
  /** Counters since the last reset, by the names in `remote.counts`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Keys of the requests since the last reset, as recordings have them. */
  readonly requests: readonly string[];
}

/** What agents and worlds that send requests must know. */
export interface AskingPlace {
  /** Folder that relative paths in parameters start from. */
  readonly directory: string;
  /** Aborted when the run shall stop; pending waits then end. */
  readonly signal?: AbortSignal;
  /** Account that requests are charged to. */
  readonly spending?: Spending;
  /** Recorded answers shared with other machines; absent where one machine computes alone. */
  readonly answers?: SharedAnswers;
}

/** Sum of the fields' sizes. */
export function observationSize(fields: readonly ObservationField[]): number {
  return fields.reduce((sum, field) => sum + field.size, 0);
}

/** Returns the offset of a field in an observation; undefined where the world has no such field. */
export function fieldOffset(spec: Pick<NumericSpec, "observation">, name: string): number | undefined {
  let offset = 0;
  for (const field of spec.observation) {
    if (field.name === name) return offset;
    offset += field.size;
  }
  return undefined;
}

/** Returns the choice nearest to an action: an integer in 0 … choices − 1. */
export function choiceOf(action: number, choices: number): number {
  const nearest = Math.round(action);
  return nearest > 0 ? (nearest < choices ? nearest : choices - 1) : 0;
}
