// Figures of a team's work, from its trace: how long it took beside how much was done, what talking cost, and whether mistakes
// grew on the way. What the published schema leaves open is defined here.

import { DirectedGraph } from "graphology";
import { topologicalSort } from "graphology-dag";
import { ownValue } from "../../core/checked.ts";
import type { EventType, Trace, TraceEvent } from "../../core/trace.ts";

/** Figures of one trace; null where the trace does not say what is needed. */
export interface TraceMeters {
  readonly events: number;
  readonly agents: number;
  /** Longest chain of durations, in the unit of `t`. */
  readonly criticalPath: number;
  /** Sum of all durations. */
  readonly work: number;
  /** work / critical path; null where nothing takes time. */
  readonly speedUp: number | null;
  /** Most agents alive at once. */
  readonly mostAlive: number;
  /** speed-up / most agents alive. */
  readonly parallelismEfficiency: number | null;
  /** Share of the tokens in messages, spawns and returns; null where no event tells its tokens. */
  readonly protocolOverhead: number | null;
  /** Wrong claims in aggregations per wrong claim in returns; null where none is told, or none was wrong before. */
  readonly errorAmplification: number | null;
}

/** Events that are talk, not work. */
const PROTOCOL: readonly EventType[] = ["message", "spawn", "return"];

/** All meters. The trace must have passed the strict check. Throws where its graph has a cycle. */
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
 * How long each event took: t less the latest t that it follows from, for `t` is when work was over, and it could begin when
 * all it needs was there. An event that follows from nothing took no time.
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

/** max over chains of edges of the sum of durations. */
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

/** Agents that act; a tool that answers under its own name is none. */
function agentsOf({ events }: Trace): Set<string> {
  return new Set(events.filter(({ type }) => type !== "tool_result").map(({ agent }) => agent));
}

/**
 * Most agents alive at one time. An agent lives from its first spawn or event to its last despawn, or to its last event where
 * it is not despawned. An agent that ends when another begins does not meet it, unless it lives at that time alone.
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

/** Sum of a number over events of some types; undefined where none of them tells it. */
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

/** Events by id, with what follows what. Two edges between the same events are one here. */
export type TraceGraph = DirectedGraph<{ event: TraceEvent }>;

/** The graph. Throws where an edge points nowhere or two events have one id. */
export function traceGraph({ events, edges }: Pick<Trace, "events" | "edges">): TraceGraph {
  const graph: TraceGraph = new DirectedGraph();
  for (const event of events) graph.addNode(event.id, { event });
  for (const { src, dst } of edges) graph.mergeDirectedEdge(src, dst);
  return graph;
}

/** Ids of the events, each after all that it follows from. Throws where the graph has a cycle. */
export function eventOrder(graph: TraceGraph): string[] {
  return topologicalSort(graph);
}

/** A total that its events contradict. */
export interface Discrepancy {
  readonly path: readonly [group: "costs" | "rewards" | "metrics", name: string];
  readonly stated: number;
  readonly recomputed: number;
}

/** How a trace is read. */
export interface AuditOptions {
  /** What `t` counts: seconds can be compared with the wall clock. Default "steps", which cannot. */
  readonly clock?: "seconds" | "steps";
  /** Largest difference that is none, relative to the larger of 1 and the number. Default 1e-9. */
  readonly tolerance?: number;
}

/** Totals that differ from what events say; a total of which they say nothing is left alone. */
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
