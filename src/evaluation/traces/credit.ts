// Credit assignment in traces: events grouped by each of the eight credit units, and the rewards attached to them.

import { ownValue } from "../../core/checked.ts";
import { grouped } from "../../core/grouped.ts";
import type { Trace, TraceEvent } from "../../core/trace.ts";
import { type CreditUnit, familyOf, type RewardFamily } from "./vocabulary.ts";

/** Credit of one unit: an agent, a turn, a message and so on. */
export interface UnitCredit {
  /** Name of the unit: the event id for a message, tool call or text, and `agent#number` for a turn. */
  readonly holder: string;
  readonly events: readonly TraceEvent[];
  /** Sum of the rewards at its events; for a text, the reward of each of its tokens. */
  readonly credit: number;
}

/** Role where neither the event nor the agent's spawn names one. */
const NO_ROLE = "(no role)";

/**
 * Rewards of one channel that are attached to events, summed for each unit. A trace's own rewards are attached to no event: they belong to
 * the whole team, and `sharedCredit` assigns them.
 */
export function attachedCredit(trace: Trace, unit: CreditUnit, channel = "team"): UnitCredit[] {
  return [...holders(trace, unit)].map(([holder, events]) => {
    const sum = events.reduce((total, event) => total + earned(event, channel), 0);
    const tokens = events.reduce((total, { tokens: written = 0 }) => total + written, 0);
    return { holder, events, credit: unit === "token" ? sum / tokens : sum };
  });
}

/** Shared reward: every unit gets the trace's total reward of a channel. */
export function sharedCredit(trace: Trace, unit: CreditUnit, channel = "team"): UnitCredit[] {
  const credit = ownValue(trace.rewards, channel) ?? 0;
  return [...holders(trace, unit)].map(([holder, events]) => ({ holder, events, credit }));
}

/** Rewards of a trace by family: its own channels, and channels that occur only at events. */
export function familyRewards(trace: Trace): Partial<Record<RewardFamily | "other", number>> {
  const sums: Partial<Record<RewardFamily | "other", number>> = {};
  const add = (channel: string, reward: number) => {
    const family = familyOf(channel) ?? "other";
    sums[family] = (sums[family] ?? 0) + reward;
  };
  for (const [channel, reward] of Object.entries(trace.rewards)) add(channel, reward);
  for (const { rewards = {} } of trace.events) {
    for (const [channel, reward] of Object.entries(rewards))
      if (!Object.hasOwn(trace.rewards, channel)) add(channel, reward);
  }
  return sums;
}

/** Events of a trace grouped by unit, in the order of each unit's first event. */
export function holders(trace: Trace, unit: CreditUnit): Map<string, TraceEvent[]> {
  const { events } = trace;
  switch (unit) {
    case "team":
      return new Map([["team", [...events]]]);
    case "orchestrator": {
      const leaders = new Set(events.filter(leads).map(({ agent }) => agent));
      return grouped(events, ({ agent }) => (leaders.has(agent) ? agent : undefined));
    }
    case "role": {
      const roles = rolesOf(events);
      return grouped(events, ({ agent }) => roles.get(agent) ?? NO_ROLE);
    }
    case "agent":
      return grouped(events, ({ agent }) => agent);
    case "turn":
      return turns(events);
    case "message":
      return grouped(events, ({ type, id }) => (type === "message" ? id : undefined));
    case "tool_call":
      return toolCalls(trace);
    case "token":
      return grouped(events, ({ id, tokens = 0 }) => (tokens > 0 ? id : undefined));
    default:
      return unit satisfies never;
  }
}

const leads = ({ type }: TraceEvent) =>
  type === "orchestrator_decision" || type === "spawn" || type === "despawn" || type === "aggregate";

function earned({ rewards = {} }: TraceEvent, channel: string): number {
  return ownValue(rewards, channel) ?? 0;
}

/** Role of each agent: from its spawn event, otherwise from its own events. The role in a spawn event is that of the spawned agent. */
function rolesOf(events: readonly TraceEvent[]): Map<string, string> {
  const roles = new Map<string, string>();
  for (const { type, agent, to, role } of events) {
    if (role === undefined) continue;
    if (type === "spawn" && to !== undefined) roles.set(to, role);
    else if (type !== "spawn" && !roles.has(agent)) roles.set(agent, role);
  }
  return roles;
}

/** Groups events by the turn that they name; where they name none, an agent's turn is a maximal run of its events. */
function turns(events: readonly TraceEvent[]): Map<string, TraceEvent[]> {
  const counts = new Map<string, number>();
  let before: string | undefined;
  return grouped(events, ({ agent, turn, type }) => {
    // A tool result under the tool's own name does not end the turn of the calling agent.
    if (type === "tool_result") return undefined;
    if (agent !== before) counts.set(agent, (counts.get(agent) ?? -1) + 1);
    before = agent;
    return `${agent}#${turn ?? counts.get(agent)}`;
  });
}

/** Each tool call with the results that follow from it. */
function toolCalls({ events, edges }: Trace): Map<string, TraceEvent[]> {
  const calls = new Map(events.filter(({ type }) => type === "tool_call").map((event) => [event.id, [event]]));
  const results = new Map(events.filter(({ type }) => type === "tool_result").map((event) => [event.id, event]));
  for (const { src, dst } of edges) {
    const result = results.get(dst);
    if (result !== undefined) calls.get(src)?.push(result);
  }
  return calls;
}
