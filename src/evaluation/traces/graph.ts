// A trace as a directed graph of its events.

import { DirectedGraph } from "graphology";
import { topologicalSort } from "graphology-dag";
import type { Trace, TraceEvent } from "../../core/trace.ts";

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
