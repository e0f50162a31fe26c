// What worlds declare: seats, observation fields, channels, and all of it for a world of one agent, where much follows from there being
// only one; and how a number is read as one of a few choices.

import type { Channel, Over } from "../core/channel.ts";
import type { NumericSpec, ObservationField, Oracle, PublicPart, Windows } from "../core/environment.ts";
import { observationSize } from "../core/environment.ts";
import type { Alphabet } from "../core/text.ts";
import { labelOf } from "./channel-labels.ts";

/** What is left to say when there is one agent. */
export interface SingleAgent {
  /** Name for people: `cart`. */
  readonly label: string;
  readonly horizon: number;
  /** A number of choices, or a box with its smallest and largest numbers. */
  readonly action: Choices | Box;
  readonly actionUnit: string;
  /** Characters that the choices stand for, in a world of text. */
  readonly alphabet?: Alphabet;
  /** What ends a document that is written there. */
  readonly documentEnd?: string;
  readonly observation: readonly ObservationField[];
  readonly channels: readonly Channel[];
  readonly publicState: readonly PublicPart[];
  /** True when nothing is drawn at random. Default false. */
  readonly deterministic?: boolean;
  readonly oracles?: Readonly<Record<string, Oracle>> | undefined;
  readonly windows?: Windows | undefined;
}

/** Actions are whole numbers 0 … choices − 1. */
export interface Choices {
  readonly choices: number;
  /** What they are called, in their order. */
  readonly names?: readonly string[];
}

/** Choices by their names. */
export const named = (...names: readonly string[]): Choices => ({ choices: names.length, names });

/** Actions are numbers between `low` and `high`, both [actionSize]. */
export interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** The whole declaration of a world of one agent. */
export function singleAgentSpec(world: SingleAgent): NumericSpec {
  const { action } = world;
  const box = "choices" in action ? { low: [0], high: [action.choices - 1] } : action;
  return {
    agents: ["agent_0"],
    labels: [world.label],
    horizon: world.horizon,
    actionSize: box.low.length,
    actionLow: Float64Array.from(box.low),
    actionHigh: Float64Array.from(box.high),
    actionUnit: world.actionUnit,
    ...("choices" in action ? { choices: action.choices } : {}),
    ...("choices" in action && action.names !== undefined ? { choiceNames: action.names } : {}),
    ...(world.alphabet === undefined ? {} : { alphabet: world.alphabet }),
    ...(world.documentEnd === undefined ? {} : { documentEnd: world.documentEnd }),
    observation: world.observation,
    observationSize: observationSize(world.observation),
    channels: world.channels,
    publicState: world.publicState,
    deterministic: world.deterministic ?? false,
    symmetric: true,
    ...(world.oracles === undefined ? {} : { oracles: world.oracles }),
    ...(world.windows === undefined ? {} : { windows: world.windows }),
  };
}

export { choiceOf } from "../core/environment.ts";

/** `x`, or the end of [low, high] that it lies beyond. */
export const clip = (x: number, low: number, high: number): number => (x < low ? low : x > high ? high : x);

/** The usual range of a field whose unit fits it, though its bounds, which must hold for any play, lie far out. */
export const UNIT = { usual: [-1, 1] } as const;

/** Seats of agents that act by one number each, from 0 to `high`; for worlds of several agents. */
export const seats = (labels: readonly string[], high: (seat: number) => number) => ({
  agents: labels.map((_, k) => `agent_${k}`),
  labels,
  actionSize: 1,
  actionLow: new Float64Array(labels.length),
  actionHigh: Float64Array.from(labels, (_, k) => high(k)),
});

/** Public parts of the state, each with its label. */
export const parts = (labels: Readonly<Record<string, string>>): PublicPart[] =>
  Object.entries(labels).map(([part, label]) => ({ part, label }));

/** An observation field; of one number where no size is given. */
export function field(
  name: string,
  low: number,
  high: number,
  meaning: string,
  more: Partial<Pick<ObservationField, "size" | "usual">> = {},
): ObservationField {
  return { name, size: 1, low, high, ...more, meaning };
}

function labelled(name: string, unit: string): { readonly label?: string } {
  const label = labelOf(name, unit);
  return label === undefined ? {} : { label };
}

/** A channel of the state as it stands after a step. */
export function level(
  name: string,
  unit: string,
  low: number,
  high: number,
  meaning: string,
  over: Over = "last",
): Channel {
  return { name, ...labelled(name, unit), unit, low, high, over, state: true, meaning };
}

/** A channel of what happened in a step. */
export function flow(name: string, unit: string, low: number, high: number, over: Over, meaning: string): Channel {
  return { name, ...labelled(name, unit), unit, low, high, over, state: false, meaning };
}

/** A channel of what happened or not, 0 to 1 in a step; an episode adds it up. */
export const event = (name: string, unit: string, meaning: string): Channel => flow(name, unit, 0, 1, "sum", meaning);

/** An event of at most one step of an episode. */
export const once = (name: string, unit: string, meaning: string): Channel => ({
  ...event(name, unit, meaning),
  once: true,
});
