// Outcomes: what a world reports of each agent at each step, as named numbers with units and ranges. A channel says
// nothing about what is good; a reward or an objective does.

import { type Problem, UserError, unknownName } from "./errors.ts";

/** How the steps of an episode make one number: added up, averaged, or the state at the end. */
export type Over = "sum" | "mean" | "last";

/** A named number that a world reports for every agent at every step. */
export interface Channel {
  readonly name: string;
  /** What sentences call it, where its name alone is no noun: `things won`. */
  readonly label?: string;
  readonly unit: string;
  /** Range of a single step's value; both ends may be reached. */
  readonly low: number;
  readonly high: number;
  readonly over: Over;
  /** True where the value belongs to the state after the step (trust), so that it also exists at reset; a flow (pay) is 0 there. */
  readonly state: boolean;
  /** True of an event that at most one step of an episode reports, so that its mean over episodes is a share. */
  readonly once?: boolean;
  /** Whose word the value is, where it is a verdict and no fact of the world: `a language model`. Pay by it can be won without what it stands for. */
  readonly judge?: string;
  /** Least of it that the world's rules ask for in an episode, and that an agent may miss. */
  readonly wanted?: number;
  /** True where it was seen to grow within episodes and never to fall, as a running count does: pay by its value pays it again at every step. */
  readonly grows?: true;
  /** True of a number that is measured once a seed, and that no step reports. */
  readonly measured?: true;
  readonly meaning: string;
}

/** Whether a measure is a share of something: sentences have it in per cent. */
export const isShare = ({ unit, once = false }: { readonly unit: string; readonly once?: boolean }): boolean =>
  once || unit.startsWith("share of ");

/** Place of a channel among a world's. Throws a UserError, at `path`, that says which there are. */
export function channelIndex(name: string, channels: readonly Channel[], path: Problem["path"] = []): number {
  const names = channels.map((channel) => channel.name);
  const index = names.indexOf(name);
  if (index < 0) throw new UserError({ ...unknownName("channel of this world", name, names), path });
  return index;
}

/** Whose value of a channel is meant, seen from one agent. */
export type Scope = "own" | "joint" | "mean" | "others" | "min" | "max";

const scopes = new Set<string>(["own", "joint", "mean", "others", "min", "max"]);

/** A channel named from an agent's seat: `payoff`, `joint.value`, `others.trust`. */
export interface ChannelReference {
  readonly scope: Scope;
  readonly channel: Channel;
  /** Position of the channel in a row of outcomes. */
  readonly index: number;
}

/** Reads `payoff` or `joint.payoff`; a problem where the channel or the scope is not there. */
export function channelReference(text: string, channels: readonly Channel[]): ChannelReference | Problem {
  const dot = text.indexOf(".");
  const named = channels.findIndex((channel) => channel.name === text);
  if (named >= 0) return { scope: "own", channel: channels[named], index: named };
  const scope = dot < 0 ? "own" : text.slice(0, dot);
  const name = dot < 0 ? text : text.slice(dot + 1);
  if (!isScope(scope)) return unknownName("scope", scope, scopes);
  const index = channels.findIndex((channel) => channel.name === name);
  const names = channels.map((channel) => channel.name);
  if (index < 0) return unknownName("channel of this world", name, names);
  return { scope, channel: channels[index], index };
}

function isScope(text: string): text is Scope {
  return scopes.has(text);
}

/** Value of a channel as agent `seat` sees it. `outcomes` is [agents × channels]. */
export function scopedValue(
  reference: ChannelReference,
  outcomes: Float64Array,
  seat: number,
  agents: number,
  channels: number,
): number {
  const { scope, index } = reference;
  if (scope === "own") return outcomes[seat * channels + index];
  let sum = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < agents; i++) {
    const value = outcomes[i * channels + index];
    sum += value;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  switch (scope) {
    case "joint":
      return sum;
    case "mean":
      return sum / agents;
    case "others":
      return agents > 1 ? (sum - outcomes[seat * channels + index]) / (agents - 1) : 0;
    case "min":
      return low;
    case "max":
      return high;
    default:
      return scope satisfies never;
  }
}
