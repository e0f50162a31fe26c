// An order of classes of turns that few rollouts go against, so that a graph of them can be made acyclic with few copies.

import { DirectedGraph } from "graphology";

/**
 * The rank of each class. Where rollouts never lead back from one class to another, the one that can come first does: only
 * circles are cut, and each before its class that was visited first (the earliest turn, then the earliest rollout). Rollouts that
 * repeat others change nothing. `sequences` are the classes of each rollout.
 */
export function classOrder(sequences: readonly (readonly string[])[]): Map<string, number> {
  const graph = new DirectedGraph();
  const turns = Math.max(0, ...sequences.map((one) => one.length));
  // Nodes are added, and therefore listed, by first visit.
  for (let t = 0; t < turns; t++) for (const one of sequences) if (t < one.length) graph.mergeNode(one[t]);
  for (const one of sequences)
    for (let t = 1; t < one.length; t++) if (one[t] !== one[t - 1]) graph.mergeDirectedEdge(one[t - 1], one[t]);

  const ranks = new Map<string, number>();
  while (graph.order > 0) {
    const node = graph.findNode((one) => graph.inDegree(one) === 0) ?? firstOfCircle(graph);
    ranks.set(node, ranks.size);
    graph.dropNode(node);
  }
  return ranks;
}

/** The class that was visited first among those of a circle that nothing outside leads to. */
function firstOfCircle(graph: DirectedGraph): string {
  for (const node of graph.nodes()) {
    const after = reached(node, (one) => graph.outNeighbors(one));
    const before = reached(node, (one) => graph.inNeighbors(one));
    if ([...before].every((one) => after.has(one))) return node;
  }
  throw new Error("a finite graph has a circle that nothing outside leads to");
}

function reached(from: string, next: (node: string) => readonly string[]): Set<string> {
  const found = new Set([from]);
  for (const node of found) for (const one of next(node)) found.add(one);
  return found;
}
