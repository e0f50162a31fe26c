// Many rollouts of one task, folded into one graph: turns that are equivalent are one node, each rollout is a path from the
// root through nodes to success or failure (arXiv 2603.01714). Where success and failure part can be read off it.

import { DirectedGraph } from "graphology";
import { topologicalSort } from "graphology-dag";
import type { Rollout, Turn } from "./rollout.ts";

export const ROOT = "root";
export const SUCCESS = "success";
export const FAILURE = "failure";

/** Rollouts that go through a node or an edge, and how many of them succeed. */
export interface Traffic {
  visits: number;
  successes: number;
}

/** A class of turns. Root and ends have no action. */
export interface NodeData extends Traffic {
  readonly action: string | undefined;
}

export interface QuotientGraph {
  readonly graph: DirectedGraph<NodeData, Traffic>;
  readonly rollouts: readonly Rollout[];
  /** Nodes of each rollout from the root on, without its end. */
  readonly paths: readonly (readonly string[])[];
  /** Φ(v) = (successes + a)/(visits + a + b); 1 and 0 at the two ends. */
  potential(node: string): number;
}

export interface QuotientOptions {
  /** a and b of the Beta(a, b) that smooths Φ. Default [1, 1]. */
  readonly smoothing?: readonly [a: number, b: number];
  /** False: every turn is a node of its own. Default true. */
  readonly merged?: boolean;
}

/**
 * The graph. Two turns are equivalent iff action, observation and state after them are. It has no cycle: classes stand in an
 * order (`classOrder`), and a rollout that goes back in it goes on in the next copy of the classes, where it meets the others
 * that went back as often.
 */
export function quotientGraph(
  rollouts: readonly Rollout[],
  { smoothing: [a, b] = [1, 1], merged = true }: QuotientOptions = {},
): QuotientGraph {
  const graph = new DirectedGraph<NodeData, Traffic>();
  for (const node of [ROOT, SUCCESS, FAILURE]) graph.addNode(node, { action: undefined, visits: 0, successes: 0 });
  const classes = rollouts.map(({ turns }, k) =>
    turns.map((turn, t) => (merged ? classOf(turn) : `${k}.${t}:${classOf(turn)}`)),
  );
  const ranks = classOrder(classes);
  const visit = (traffic: Traffic, success: boolean): void => {
    traffic.visits += 1;
    if (success) traffic.successes += 1;
  };

  const paths = rollouts.map(({ turns, success }, k) => {
    const path = [ROOT];
    let [copy, last] = [0, -1];
    for (const [t, { action }] of turns.entries()) {
      const rank = ranks.get(classes[k][t]) ?? 0;
      if (rank <= last) copy += 1;
      last = rank;
      const node = `${copy}:${classes[k][t]}`;
      if (!graph.hasNode(node)) graph.addNode(node, { action, visits: 0, successes: 0 });
      path.push(node);
    }
    const whole = [...path, success ? SUCCESS : FAILURE];
    for (const [t, node] of whole.entries()) {
      visit(graph.getNodeAttributes(node), success);
      if (t === 0) continue;
      const edge = graph.directedEdge(whole[t - 1], node) ?? graph.addEdge(whole[t - 1], node, none());
      visit(graph.getEdgeAttributes(edge), success);
    }
    return path;
  });
  return {
    graph,
    rollouts,
    paths,
    potential(node) {
      if (node === SUCCESS) return 1;
      if (node === FAILURE) return 0;
      const { visits, successes } = graph.getNodeAttributes(node);
      return (successes + a) / (visits + a + b);
    },
  };
}

const none = (): Traffic => ({ visits: 0, successes: 0 });

/** Parts are set apart by a character that no key should hold. */
function classOf({ action, observation, state }: Turn): string {
  return [action, observation, state ?? ""].join("\u001f");
}

/** Turns on the shortest path from the root to success; null where nothing succeeded. */
export function shortestSuccess({ graph }: Pick<QuotientGraph, "graph">): number | null {
  const edges = new Map<string, number>([[ROOT, 0]]);
  for (const node of topologicalSort(graph)) {
    const so = edges.get(node);
    if (so === undefined) continue;
    graph.forEachOutNeighbor(node, (next) => {
      edges.set(next, Math.min(edges.get(next) ?? Number.POSITIVE_INFINITY, so + 1));
    });
  }
  const all = edges.get(SUCCESS);
  // The last edge leads from the last turn to the end and is no turn.
  return all === undefined ? null : all - 1;
}

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
  const visited = new Set([from]);
  for (const node of visited) for (const one of next(node)) visited.add(one);
  return visited;
}
