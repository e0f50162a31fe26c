// Outcomes: what a world reports of each agent at each step, as named numbers with units and ranges. A channel carries no preference;
// rewards and objectives do.

import { type Problem, UserError, unknownName } from "./errors.ts";

/** How the steps of an episode make one number: their sum, their mean, or the value after the last step. */
export type Over = "sum" | "mean" | "last";

/** A named number that a world reports for every agent at every step. */
export interface Channel {
  readonly name: string;
  /** Noun phrase for sentences, where the name alone is no noun: `things won`. */
  readonly label?: string;
  readonly unit: string;
  /** Range of a single step's value, both ends included. */
  readonly low: number;
  readonly high: number;
  readonly over: Over;
  /** True where the value belongs to the state after the step (trust), so that it also exists at reset. A flow (pay) is 0 at reset. */
  readonly state: boolean;
  /** True for an event that at most one step of an episode reports, so that its mean over episodes is a share. */
  readonly once?: boolean;
  /**
   * The judge, where the value is a verdict and not a fact of the world: `a language model`. An agent that is paid by it can win the
   * verdict without the quality that the verdict stands for.
   */
  readonly judge?: string;
  /** Minimum per episode that the world's rules demand, and that an agent may miss. */
  readonly wanted?: number;
  /**
   * True where the value was observed to grow within episodes and never to fall, as a running count does. Paying such a value pays the same
   * gain again at every step.
   */
  readonly grows?: true;
  /** True for a number that is measured once per seed and that no step reports. */
  readonly measured?: true;
  readonly meaning: string;
}

/** Returns whether a measure is a share of something; sentences then print it in per cent. */
export const isShare = ({ unit, once = false }: { readonly unit: string; readonly once?: boolean }): boolean =>
  once || unit.startsWith("share of ");

/** Returns the index of a channel in `channels`. Throws a UserError at `path` that lists the valid names. */
export function channelIndex(name: string, channels: readonly Channel[], path: Problem["path"] = []): number {
  const names = channels.map((channel) => channel.name);
  const index = names.indexOf(name);
  if (index < 0) throw new UserError({ ...unknownName("channel of this world", name, names), path });
  return index;
}

/** Aggregation of a channel over agents, relative to the observing agent. */
export type Scope = "own" | "joint" | "mean" | "others" | "min" | "max";

const scopes = new Set<string>(["own", "joint", "mean", "others", "min", "max"]);

/** A channel named from an agent's seat: `payoff`, `joint.value`, `others.trust`. */
export interface ChannelReference {
  readonly scope: Scope;
  readonly channel: Channel;
  /** Position of the channel in a row of outcomes. */
  readonly index: number;
}

/** Parses `payoff` or `joint.payoff`. Returns a problem where the channel or the scope does not exist. */
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

/** Returns a channel's value in the reference's scope, for agent `seat`. `outcomes` is [agents × channels]. */
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

/** Channels of the episode so far. */
export interface EpisodeFeatures {
  reset(): void;
  /** Takes in a step's outcomes, [agents × channels]. */
  step(outcomes: Float64Array): void;
  /** Value of a channel so far, from the seat of an agent. */
  value(reference: ChannelReference, agent: number): number;
}

/** Follows the channels that are referred to: by sum, mean or last value of the steps, as each channel says. */
export function episodeFeatures(
  references: readonly ChannelReference[],
  {
    agents: { length: agents },
    channels: all,
  }: { readonly agents: readonly string[]; readonly channels: readonly Channel[] },
): EpisodeFeatures {
  const channels = all.length;
  const used = [...new Set(references.map(({ index }) => index))];
  const sofar = new Float64Array(agents * channels);
  let steps = 0;
  return {
    reset() {
      sofar.fill(0);
      steps = 0;
    },
    step(outcomes) {
      steps += 1;
      for (const c of used) {
        const { over } = all[c];
        for (let at = c; at < sofar.length; at += channels) {
          const now = outcomes[at];
          sofar[at] = over === "last" ? now : over === "sum" ? sofar[at] + now : sofar[at] + (now - sofar[at]) / steps;
        }
      }
    },
    value: (reference, agent) => scopedValue(reference, sofar, agent, agents, channels),
  };
}
