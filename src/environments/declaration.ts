// Declarations of environments: seats, observation fields, channels, and a short form for single-agent environments; and the conversion of
// a number to a discrete choice.

import type { Channel, Over } from "../core/channel.ts";
import type { NumericSpec, ObservationField, Oracle, PublicPart, Windows } from "../core/environment.ts";
import { observationSize } from "../core/environment.ts";
import type { Alphabet } from "../core/text.ts";
import { labelOf } from "./channel-labels.ts";

/** Specification of a single-agent environment, without what follows from there being one agent. */
export interface SingleAgent {
  /** Display name: `cart`. */
  readonly label: string;
  readonly horizon: number;
  /** A number of choices, or a box with lower and upper bounds. */
  readonly action: Choices | Box;
  readonly actionUnit: string;
  /** Characters of the choices, in a text environment. */
  readonly alphabet?: Alphabet;
  /** The text that ends a document. */
  readonly documentEnd?: string;
  readonly observation: readonly ObservationField[];
  readonly channels: readonly Channel[];
  readonly publicState: readonly PublicPart[];
  /** True without randomness. Default false. */
  readonly deterministic?: boolean;
  readonly oracles?: Readonly<Record<string, Oracle>> | undefined;
  readonly windows?: Windows | undefined;
}

/** Actions are whole numbers 0 … choices − 1. */
export interface Choices {
  readonly choices: number;
  /** Names of the choices, in order. */
  readonly names?: readonly string[];
}

/** Discrete choices by name. */
export const named = (...names: readonly string[]): Choices => ({ choices: names.length, names });

/** Actions are numbers between `low` and `high`, both [actionSize]. */
export interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** The complete specification of a single-agent environment. */
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

/** Clips `x` to [low, high]. */
export const clip = (x: number, low: number, high: number): number => (x < low ? low : x > high ? high : x);

/** Usual range of a normalised field whose declared bounds, which must hold for any play, are much wider. */
export const UNIT = { usual: [-1, 1] } as const;

/** Seats of agents with a one-dimensional action from 0 to `high`; for multi-agent environments. */
export const seats = (labels: readonly string[], high: (seat: number) => number) => ({
  agents: labels.map((_, k) => `agent_${k}`),
  labels,
  actionSize: 1,
  actionLow: new Float64Array(labels.length),
  actionHigh: Float64Array.from(labels, (_, k) => high(k)),
});

export const parts = (labels: Readonly<Record<string, string>>): PublicPart[] =>
  Object.entries(labels).map(([part, label]) => ({ part, label }));

/** An observation field, by default of one number. */
export function field(
  name: string,
  low: number,
  high: number,
  meaning: string,
  more: Partial<Pick<ObservationField, "size" | "usual" | "each">> = {},
): ObservationField {
  return { name, size: 1, low, high, ...more, meaning };
}

function labelled(name: string, unit: string): { readonly label?: string } {
  const label = labelOf(name, unit);
  return label === undefined ? {} : { label };
}

/** A channel for a state variable after a step. */
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

/** A channel for events and amounts within a step. */
export function flow(name: string, unit: string, low: number, high: number, over: Over, meaning: string): Channel {
  return { name, ...labelled(name, unit), unit, low, high, over, state: false, meaning };
}

/** A channel for an event, 0 or 1 per step, summed over an episode. */
export const event = (name: string, unit: string, meaning: string): Channel => flow(name, unit, 0, 1, "sum", meaning);

/** An event that occurs in at most one step of an episode. */
export const once = (name: string, unit: string, meaning: string): Channel => ({
  ...event(name, unit, meaning),
  once: true,
});
