// Metrics of teamwork computed from a trace: critical path and total work, communication overhead, and amplification of errors. Definitions
// that the published schema leaves open are given here.

import { DirectedGraph } from "graphology";
import { topologicalSort } from "graphology-dag";
import { ownValue } from "../../core/checked.ts";
import type { EventType, Trace, TraceEvent } from "../../core/trace.ts";

/** Metrics of one trace; null where the trace lacks the data. */
export interface TraceMeters {
  readonly events: number;
  readonly agents: number;
  /** Longest chain of durations, in the unit of `t`. */
  readonly criticalPath: number;
  /** Sum of all durations. */
  readonly work: number;
  /** work / critical path; null where no event takes time. */
  readonly speedUp: number | null;
  /** Largest number of agents alive at one time. */
  readonly mostAlive: number;
  /** speed-up / largest number of agents alive. */
  readonly parallelismEfficiency: number | null;
  /** Share of the tokens in messages, spawns and returns; null where no event gives its tokens. */
  readonly protocolOverhead: number | null;
  /**
   * Wrong claims in aggregations per wrong claim in returns; null where these are not recorded, or where returns have none but aggregations
   * do.
   */
  readonly errorAmplification: number | null;
}

/** Events that are communication rather than work. */
const PROTOCOL: readonly EventType[] = ["message", "spawn", "return"];

/** Computes all metrics. The trace must have passed the strict check. Throws where its graph has a cycle. */
export function traceMeters(trace: Trace): TraceMeters {
  const durations = eventDurations(trace);
  const criticalPath = longestChain(trace, durations);
  const work = [...durations.values()].reduce((sum, duration) => sum + duration, 0);
  const speedUp = criticalPath > 0 ? work / criticalPath : null;
  const alive = mostAlive(trace);
  return {
    events: trace.events.length,
    agents: agentsOf(trace).size,
    criticalPath,
    work,
    speedUp,
    mostAlive: alive,
    parallelismEfficiency: speedUp === null || alive === 0 ? null : speedUp / alive,
    protocolOverhead: protocolOverhead(trace),
    errorAmplification: errorAmplification(trace),
  };
}

/**
 * Duration of each event: its time t less the latest t among its predecessors, because `t` is the time of completion, and work starts when
 * all inputs exist. An event without predecessors has duration 0.
 */
export function eventDurations(trace: Pick<Trace, "events" | "edges">, graph = traceGraph(trace)): Map<string, number> {
  return new Map(
    trace.events.map(({ id, t }) => {
      let ready = Number.NEGATIVE_INFINITY;
      graph.forEachInNeighbor(id, (_, { event }) => {
        ready = Math.max(ready, event.t);
      });
      return [id, ready === Number.NEGATIVE_INFINITY ? 0 : t - ready] as const;
    }),
  );
}

/** Maximum over chains of edges of the sum of durations. */
function longestChain(trace: Trace, durations: ReadonlyMap<string, number>): number {
  const graph = traceGraph(trace);
  const until = new Map<string, number>();
  for (const id of eventOrder(graph)) {
    let before = 0;
    graph.forEachInNeighbor(id, (other) => {
      before = Math.max(before, until.get(other) ?? 0);
    });
    until.set(id, before + (durations.get(id) ?? 0));
  }
  return Math.max(0, ...until.values());
}

/** Critical path of a trace, in the unit of `t`. */
export function criticalPath(trace: Trace, graph: TraceGraph = traceGraph(trace)): number {
  return longestChain(trace, eventDurations(trace, graph));
}

/** Agents that act; a tool that reports results under its own name is not an agent. */
function agentsOf({ events }: Trace): Set<string> {
  return new Set(events.filter(({ type }) => type !== "tool_result").map(({ agent }) => agent));
}

/**
 * Largest number of agents alive at one time. An agent lives from its first spawn or event to its last despawn, or to its last event where
 * it has none. The end is exclusive: an agent that ends when another begins does not overlap it, unless its lifetime is a single point.
 */
function mostAlive(trace: Trace): number {
  const own = (agent: string) => trace.events.filter((event) => event.agent === agent && event.type !== "tool_result");
  const about = (agent: string, type: EventType) => trace.events.filter((e) => e.type === type && e.to === agent);
  const lives = [...agentsOf(trace)].map((agent) => {
    const acts = own(agent).map(({ t }) => t);
    const begun = about(agent, "spawn").map(({ t }) => t);
    const ended = about(agent, "despawn").map(({ t }) => t);
    return { from: Math.min(...acts, ...begun), to: Math.max(...(ended.length > 0 ? ended : acts)) };
  });
  const at = (time: number) =>
    lives.filter(({ from, to }) => from <= time && (time < to || (from === to && from === time))).length;
  return Math.max(0, ...lives.map(({ from }) => at(from)));
}

/** Sum of a key over events; undefined where no event has it. */
function sumUp(events: readonly TraceEvent[], key: "tokens" | "wrong_claims"): number | undefined {
  const numbers = events.flatMap((event) => event[key] ?? []);
  return numbers.length === 0 ? undefined : numbers.reduce((sum, number) => sum + number, 0);
}

function protocolOverhead({ events }: Trace): number | null {
  const all = sumUp(events, "tokens");
  if (all === undefined || all === 0) return null;
  return (
    (sumUp(
      events.filter(({ type }) => PROTOCOL.includes(type)),
      "tokens",
    ) ?? 0) / all
  );
}

function errorAmplification({ events }: Trace): number | null {
  const of = (type: EventType) =>
    sumUp(
      events.filter((event) => event.type === type),
      "wrong_claims",
    );
  const [before, after] = [of("return"), of("aggregate")];
  if (before === undefined || after === undefined) return null;
  return after === 0 ? 0 : before === 0 ? null : after / before;
}

/** Graph of events by id with their successors. Parallel edges are merged. */
export type TraceGraph = DirectedGraph<{ event: TraceEvent }>;

/** Builds the graph. Throws where an edge has an unknown end or two events share an id. */
export function traceGraph({ events, edges }: Pick<Trace, "events" | "edges">): TraceGraph {
  const graph: TraceGraph = new DirectedGraph();
  for (const event of events) graph.addNode(event.id, { event });
  for (const { src, dst } of edges) graph.mergeDirectedEdge(src, dst);
  return graph;
}

/** Event ids in topological order. Throws where the graph has a cycle. */
export function eventOrder(graph: TraceGraph): string[] {
  return topologicalSort(graph);
}

/** A total that contradicts the events. */
export interface Discrepancy {
  readonly path: readonly [group: "costs" | "rewards" | "metrics", name: string];
  readonly stated: number;
  readonly recomputed: number;
}

export interface AuditOptions {
  /** Unit of `t`: seconds are compared with the wall clock. Default "steps", which cannot be. */
  readonly clock?: "seconds" | "steps";
  /** Tolerance of differences, relative to the larger of 1 and the number. Default 1e-9. */
  readonly tolerance?: number;
}

/** Totals of the trace that differ from the sums over events; totals without data in the events are skipped. */
export function auditTrace(trace: Trace, { clock = "steps", tolerance = 1e-9 }: AuditOptions = {}): Discrepancy[] {
  const { costs, rewards, metrics = {} } = trace;
  const sums = recomputed(trace, clock);
  const stated = { costs, rewards, metrics };
  return sums.flatMap(({ path, recomputed: value }) => {
    const said = stated[path[0]][path[1]];
    if (said === undefined || Math.abs(said - value) <= tolerance * Math.max(1, Math.abs(said))) return [];
    return [{ path, stated: said, recomputed: value }];
  });
}

type Recomputed = Pick<Discrepancy, "path" | "recomputed">;

function recomputed(trace: Trace, clock: "seconds" | "steps"): Recomputed[] {
  const { events } = trace;
  const meters = traceMeters(trace);
  const count = (type: EventType) => events.filter((event) => event.type === type).length;
  const tokens = events.flatMap((event) => event.tokens ?? []);
  const channels = new Set(events.flatMap(({ rewards = {} }) => Object.keys(rewards)));
  const known = (path: Discrepancy["path"], value: number | null): Recomputed[] =>
    value === null ? [] : [{ path, recomputed: value }];
  return [
    ...known(["costs", "tool_calls"], count("tool_call")),
    ...known(["costs", "messages"], count("message")),
    ...known(["costs", "tokens"], tokens.length === 0 ? null : tokens.reduce((sum, number) => sum + number, 0)),
    ...known(["costs", "wall_clock_s"], clock === "seconds" ? meters.criticalPath : null),
    ...[...channels].flatMap((channel) =>
      known(
        ["rewards", channel],
        events.reduce((sum, { rewards = {} }) => sum + (ownValue(rewards, channel) ?? 0), 0),
      ),
    ),
    ...known(["metrics", "parallelism_efficiency"], meters.parallelismEfficiency),
    ...known(["metrics", "protocol_overhead"], meters.protocolOverhead),
    ...known(["metrics", "error_amplification"], meters.errorAmplification),
  ];
}
