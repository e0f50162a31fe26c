// The network that a set of comparisons spans: answers as nodes, comparisons and similarity as ways to infer one reward from another.

import { choleskyInPlace, solveLower } from "../../math/cholesky.ts";

/** A comparison of two answers. */
export type AnswerPair = readonly [one: number, other: number];

/** The induced Bayesian network (arXiv 2402.10184, section 3). Every two answers are similar, more or less. */
export interface InferenceNetwork {
  /** Variance with which the reward of one answer follows from that of another by similarity, symmetric, [answers × answers]. */
  readonly similarity: Float64Array;
  readonly answers: number;
  /** The first answers, of which all inferences are made. The others are only where an inference begins or ends. */
  readonly labelled: number;
  /** The labelled answers that each labelled answer is compared with. */
  readonly compared: readonly (readonly number[])[];
  /** Variance with which a comparison tells a difference of rewards. */
  readonly noise: number;
}

/**
 * Variance of the best path from one answer to another, along which variances add. The network is complete, so that the next answer is
 * found by going through all of them (Dijkstra, 1959): a heap over its million edges would take longer.
 */
export function inferenceDistance(network: InferenceNetwork, from: number, to: number): number {
  const { similarity, answers, labelled, compared, noise } = network;
  const nodes = nodesBetween(labelled, from, to);
  const distance = new Float64Array(answers).fill(Number.POSITIVE_INFINITY);
  distance[from] = 0;
  for (let open = nodes.length; ; open--) {
    let nearest = 0;
    for (let k = 1; k < open; k++) if (distance[nodes[k]] < distance[nodes[nearest]]) nearest = k;
    const node = nodes[nearest];
    if (node === to) return distance[to];
    nodes[nearest] = nodes[open - 1];
    const so = distance[node];
    // Settled nodes are nearer than what is written here, so that they keep their distance.
    for (let k = 0; k < open - 1; k++) {
      const by = so + similarity[node * answers + nodes[k]];
      if (by < distance[nodes[k]]) distance[nodes[k]] = by;
    }
    for (const other of compared[node] ?? []) if (so + noise < distance[other]) distance[other] = so + noise;
  }
}

/**
 * Variance of the best inference from all paths at once, where edges are independent Gaussian measurements of differences: the effective
 * resistance (e₁ − e₂)ᵀL⁺(e₁ − e₂) with conductances 1/variance. `from` and `to` differ.
 */
export function inferenceResistance(network: InferenceNetwork, from: number, to: number): number {
  const { similarity, answers, labelled, compared, noise } = network;
  const nodes = nodesBetween(labelled, from, to);
  // The Laplacian without the row and column of `to`, which is grounded; `from` stands last, so that forward substitution suffices.
  const order = [...nodes.filter((node) => node !== from && node !== to), from];
  const place = new Map(order.map((node, k) => [node, k]));
  const n = order.length;
  const laplacian = new Float64Array(n * n);
  const join = (a: number, b: number, conductance: number): void => {
    const [i, j] = [place.get(a), place.get(b)];
    if (i !== undefined) laplacian[i * n + i] += conductance;
    if (j !== undefined) laplacian[j * n + j] += conductance;
    if (i !== undefined && j !== undefined) laplacian[Math.max(i, j) * n + Math.min(i, j)] -= conductance;
  };
  for (let a = 0; a < nodes.length; a++) {
    for (let b = 0; b < a; b++) join(nodes[a], nodes[b], 1 / similarity[nodes[a] * answers + nodes[b]]);
  }
  for (const [a, others] of compared.entries()) for (const b of others) if (b < a) join(a, b, 1 / noise);
  choleskyInPlace(laplacian, n);
  const unit = new Float64Array(n);
  unit[n - 1] = 1;
  solveLower(laplacian, n, unit);
  return unit[n - 1] ** 2;
}

function nodesBetween(labelled: number, from: number, to: number): number[] {
  const nodes = Array.from({ length: labelled }, (_, k) => k);
  for (const end of [from, to]) if (end >= labelled) nodes.push(end);
  return nodes;
}

/** The answers that each of the first `labelled` answers is compared with. */
export function comparedWith(labelled: number, comparisons: readonly AnswerPair[]): readonly (readonly number[])[] {
  const others = Array.from({ length: labelled }, (): number[] => []);
  for (const [a, b] of comparisons) {
    others[a].push(b);
    others[b].push(a);
  }
  return others;
}
