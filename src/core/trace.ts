// A team's work written down: a timed graph of decisions, spawns, messages, tool calls, returns and aggregations. The words
// stand here, so that any player (a world, a writer with tools, a program outside) can write a trace; reading, checking
// and measuring one is `evaluation/traces`. Names of fields are those of the published schema (arXiv 2605.02801).

export const EVENT_TYPES = [
  "orchestrator_decision",
  "spawn",
  "despawn",
  "message",
  "tool_call",
  "tool_result",
  "return",
  "aggregate",
  "human_intervention",
  "safety_event",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const EDGE_TYPES = [
  "temporal",
  "causal",
  "spawn",
  "message",
  "tool_dependency",
  "return",
  "aggregate",
  "safety_flow",
] as const;
export type EdgeType = (typeof EDGE_TYPES)[number];

export const TOPOLOGIES = [
  "centralized",
  "planner_executor_critic",
  "debate",
  "swarm",
  "hierarchical",
  "harness",
  "mixed",
  "unknown",
] as const;
export type Topology = (typeof TOPOLOGIES)[number];

/** Something that one agent did at one time. Other keys are allowed; the last five are Agon's own. */
export interface TraceEvent {
  readonly id: string;
  /** When it was done, ≥ 0; of work that takes time, when it was over. */
  readonly t: number;
  readonly type: EventType;
  readonly agent: string;
  /** Of the agent; of a spawn, the role of who is spawned. */
  readonly role?: string;
  readonly from?: string;
  readonly to?: string;
  readonly tool?: string;
  /** Pointer to the content, or a hash of it; never the content. */
  readonly content_ref?: string;
  readonly trusted?: boolean;
  /** Tokens that were written in it. */
  readonly tokens?: number;
  /** Number of the agent's turn that it belongs to. */
  readonly turn?: number;
  /** Claims that were made in it, and those that are wrong. */
  readonly claims?: number;
  readonly wrong_claims?: number;
  /** Rewards that belong to this event, by channel. */
  readonly rewards?: Readonly<Record<string, number>>;
  readonly [key: string]: unknown;
}

/** `dst` follows from `src`, or merely follows it (temporal). */
export interface TraceEdge {
  readonly src: string;
  readonly dst: string;
  readonly type: EdgeType;
}

/** One episode of a team. */
export interface Trace {
  readonly trace_id: string;
  readonly task_id: string;
  readonly system?: string;
  readonly topology?: Topology;
  readonly events: readonly TraceEvent[];
  readonly edges: readonly TraceEdge[];
  /** By channel. */
  readonly rewards: Readonly<Record<string, number>>;
  readonly costs: TraceCosts;
  readonly metrics?: Readonly<Record<string, number>>;
}

/** What the episode cost; further numbers are allowed. */
export interface TraceCosts {
  readonly tokens: number;
  readonly wall_clock_s: number;
  readonly tool_calls?: number;
  readonly messages?: number;
  readonly [name: string]: number | undefined;
}
