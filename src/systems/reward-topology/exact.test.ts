// What can be inferred from a set of comparisons (arXiv 2402.10184): answers are points of a torus, of which near ones have similar rewards,
// and a reward follows from another along similarity and comparisons. And how near a policy that is decoded from labels comes.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { choleskyInPlace, solveLower } from "../../math/cholesky.ts";
import { divergence, normalise } from "../../math/preference-game.ts";

type Shape = "chain" | "tree";

/** Answers that are compared, answers that are new, and the comparisons. */
interface Network {
  readonly points: readonly (readonly number[])[];
  readonly labelled: number;
  readonly pairs: readonly (readonly [one: number, other: number])[];
}

/** A chain compares 2·count answers in pairs, a tree one answer of either half of count + 1, and so on within the halves. */
function drawnNetwork(shape: Shape, count: number, dimensions: number, unseen: number, random: Random): Network {
  const labelled = shape === "chain" ? 2 * count : count + 1;
  const draw = (stream: Random, n: number) =>
    Array.from({ length: n }, () => Array.from({ length: dimensions }, () => stream.uniform()));
  const points = [...draw(random.stream("labelled"), labelled), ...draw(random.stream("unseen"), unseen)];
  const own = random.stream("tree");
  const halves = (from: number, to: number): [number, number][] => {
    if (to - from < 2) return [];
    const middle = (from + to) >> 1;
    const pair: [number, number] = [from + own.integer(middle - from), middle + own.integer(to - middle)];
    return [pair, ...halves(from, middle), ...halves(middle, to)];
  };
  const pairs =
    shape === "chain"
      ? Array.from({ length: count }, (_, k): [number, number] => [2 * k, 2 * k + 1])
      : halves(0, labelled);
  return { points, labelled, pairs };
}

/** Variance with which the reward of one answer follows from another's by similarity. */
function similarity({ points }: Network, a: number, b: number): number {
  const [one, other] = [points[a], points[b]];
  let sum = 0;
  for (let k = 0; k < one.length; k++) {
    const gap = Math.abs(one[k] - other[k]);
    sum += Math.min(gap, 1 - gap) ** 2;
  }
  return Math.sqrt(sum);
}

/** Nodes of an inference from one answer to another: those that are compared, and both ends. */
const nodesOf = ({ labelled }: Network, from: number, to: number) => [
  ...new Set([...Array.from({ length: labelled }, (_, k) => k), from, to]),
];

/** Variance of the best path, along which variances add (Dijkstra, 1959). */
function inferenceDistance(network: Network, noise: number, from: number, to: number): number {
  const open = new Set(nodesOf(network, from, to));
  const distance = new Map([[from, 0]]);
  const at = (node: number) => distance.get(node) ?? Number.POSITIVE_INFINITY;
  const shorten = (node: number, by: number) => {
    if (by < at(node)) distance.set(node, by);
  };
  for (;;) {
    let nearest = from;
    let least = Number.POSITIVE_INFINITY;
    for (const node of open) if (at(node) < least) [nearest, least] = [node, at(node)];
    if (nearest === to) return least;
    open.delete(nearest);
    for (const node of open) shorten(node, least + similarity(network, nearest, node));
    for (const [one, other] of network.pairs) {
      if (one === nearest) shorten(other, least + noise);
      if (other === nearest) shorten(one, least + noise);
    }
  }
}

/** Variance of the best inference by all paths: the effective resistance (e₁ − e₂)ᵀL⁺(e₁ − e₂) with conductances 1/variance. */
function inferenceResistance(network: Network, noise: number, from: number, to: number): number {
  // `to` is grounded, and `from` stands last.
  const order = [...nodesOf(network, from, to).filter((node) => node !== from && node !== to), from];
  const place = new Map(order.map((node, k) => [node, k]));
  const n = order.length;
  const laplacian = new Float64Array(n * n);
  const join = (a: number, b: number, conductance: number): void => {
    const [i, j] = [place.get(a), place.get(b)];
    if (i !== undefined) laplacian[i * n + i] += conductance;
    if (j !== undefined) laplacian[j * n + j] += conductance;
    if (i !== undefined && j !== undefined) laplacian[Math.max(i, j) * n + Math.min(i, j)] -= conductance;
  };
  const nodes = [...order, to];
  for (const [k, a] of nodes.entries()) for (const b of nodes.slice(0, k)) join(a, b, 1 / similarity(network, a, b));
  for (const [a, b] of network.pairs) join(a, b, 1 / noise);
  choleskyInPlace(laplacian, n);
  const unit = new Float64Array(n);
  unit[n - 1] = 1;
  solveLower(laplacian, n, unit);
  return unit[n - 1] ** 2;
}

const PAIRS = 20;

/** Means over pairs of new answers; similarity decays as M^−α in 1/α dimensions. */
function meanOver(
  of: (network: Network, noise: number, from: number, to: number) => number,
  [shape, count, dimensions, noise]: readonly [Shape, number, number, number],
  pairs = PAIRS,
): number {
  const network = drawnNetwork(shape, count, dimensions, 2 * pairs, Random.of(1, "torus", dimensions));
  let sum = 0;
  for (let k = 0; k < pairs; k++) sum += of(network, noise, network.labelled + 2 * k, network.labelled + 2 * k + 1);
  return sum / pairs;
}

const chainByTree = (count: number, dimensions: number, noise: number) =>
  meanOver(inferenceDistance, ["chain", count, dimensions, noise]) /
  meanOver(inferenceDistance, ["tree", count, dimensions, noise]);

test.each([
  { alpha: "1/2", dimensions: 2, least: 1.5 },
  { alpha: "1/4", dimensions: 4, least: 1.2 },
])(
  "little label noise, α = $alpha: a chain's best paths are longer than a tree's, the more so of more comparisons",
  ({ dimensions, least }) => {
    const ratios = [30, 100, 300].map((count) => chainByTree(count, dimensions, 1e-4));
    expect(ratios).toEqual([...ratios].sort((a, b) => a - b));
    expect(ratios[2]).toBeGreaterThan(least);
  },
);

test("where labels are noisy a tree gains nothing, as the theory has it", () => {
  for (const count of [30, 100, 300]) expect(Math.abs(chainByTree(count, 2, 0.1) - 1)).toBeLessThan(0.1);
});

test("resistances of edges in a row and side by side; all paths are never less sure than the best one", () => {
  const row: Network = { points: [[0], [0.2], [0.4]], labelled: 3, pairs: [] };
  // From end to end directly 0.4, and 0.2 twice in between.
  expect(inferenceResistance(row, 1, 0, 2)).toBeCloseTo(0.2, 12);
  expect(inferenceResistance({ ...row, pairs: [[0, 2]] }, 0.3, 0, 2)).toBeCloseTo(1 / (1 / 0.2 + 1 / 0.3), 12);
  for (const shape of ["chain", "tree"] as const) {
    const network = drawnNetwork(shape, 20, 2, 20, Random.of(2, "paths"));
    for (let k = 0; k < 10; k++) {
      const ends = [network.labelled + 2 * k, network.labelled + 2 * k + 1] as const;
      expect(inferenceResistance(network, 1e-4, ...ends)).toBeLessThanOrEqual(
        inferenceDistance(network, 1e-4, ...ends),
      );
    }
  }
});

test("by all paths the chain is surer than the tree: it has twice the answers", () => {
  const [chain, tree] = (["chain", "tree"] as const).map((shape) =>
    meanOver(inferenceResistance, [shape, 100, 2, 1e-4], 5),
  );
  expect(chain).toBeLessThan(0.8 * tree);
});

test("a decoded policy is within β times the largest error of a difference of rewards, and nearer with more labels", () => {
  const [answers, beta] = [8, 2];
  const random = Random.of(901, "autoencoder");
  const rewards = Float64Array.from({ length: answers }, () => random.normal());
  const policyOf = (values: Float64Array) => {
    const logarithms = values.map((value) => beta * value);
    normalise(logarithms);
    return logarithms;
  };
  const divergences = [1, 10, 100, 1000].map((labels) => {
    // Least squares of strengths δ ~ Logistic(β(r_a − r_b), 1/β) of all pairs: the mean of an answer's row.
    const decoded = new Float64Array(answers);
    for (let a = 0; a < answers; a++) {
      for (let b = 0; b < a; b++) {
        let strength = 0;
        for (let k = 0; k < labels; k++) {
          const u = random.uniform();
          strength += (beta * (rewards[a] - rewards[b]) + Math.log(u / (1 - u)) / beta) / labels;
        }
        decoded[a] += strength / (beta * answers);
        decoded[b] -= strength / (beta * answers);
      }
    }
    const errors = decoded.map((value, k) => value - rewards[k]);
    const apart = divergence(policyOf(rewards), policyOf(decoded));
    expect(apart).toBeLessThan(beta * (Math.max(...errors) - Math.min(...errors)));
    return apart;
  });
  expect(divergences[3]).toBeLessThan(divergences[0] / 50);
});
