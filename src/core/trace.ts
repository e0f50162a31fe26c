// Traces of a team's work: a timed graph of decisions, spawns, messages, tool calls, returns and aggregations. The types are here so that a
// world, an agent with tools or an external program can write a trace. `evaluation/traces` reads, checks and measures them. Field names are
// those of the published schema (arXiv 2605.02801).

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

/** An event: an act of one agent at one time. Other keys are allowed; the last five are Agon's own. */
export interface TraceEvent {
  readonly id: string;
  /** Time of the event, ≥ 0; of work that takes time, its end. */
  readonly t: number;
  readonly type: EventType;
  readonly agent: string;
  /** Role of the agent; for a spawn, the role of the spawned agent. */
  readonly role?: string;
  readonly from?: string;
  readonly to?: string;
  readonly tool?: string;
  /** Reference to the content, or its hash; never the content itself. */
  readonly content_ref?: string;
  readonly trusted?: boolean;
  /** Number of tokens written in it. */
  readonly tokens?: number;
  /** Number of the agent's turn that the event belongs to. */
  readonly turn?: number;
  /** Number of claims made in it, and of those that are wrong. */
  readonly claims?: number;
  readonly wrong_claims?: number;
  /** Rewards assigned to this event, by channel. */
  readonly rewards?: Readonly<Record<string, number>>;
  readonly [key: string]: unknown;
}

/** An edge: `dst` depends on `src`, or only comes later (temporal). */
export interface TraceEdge {
  readonly src: string;
  readonly dst: string;
  readonly type: EdgeType;
}

/** The trace of one episode of a team. */
export interface Trace {
  readonly trace_id: string;
  readonly task_id: string;
  readonly system?: string;
  readonly topology?: Topology;
  readonly events: readonly TraceEvent[];
  readonly edges: readonly TraceEdge[];
  /** Rewards of the episode, by channel. */
  readonly rewards: Readonly<Record<string, number>>;
  readonly costs: TraceCosts;
  readonly metrics?: Readonly<Record<string, number>>;
}

/** Costs of the episode; further numbers are allowed. */
export interface TraceCosts {
  readonly tokens: number;
  readonly wall_clock_s: number;
  readonly tool_calls?: number;
  readonly messages?: number;
  readonly [name: string]: number | undefined;
}
