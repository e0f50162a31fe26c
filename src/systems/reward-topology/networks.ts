// Inference distances in networks of comparisons on a torus: independent pairs, and a tree of comparisons between shared answers.

import { Random } from "../../core/random.ts";
import { studyJob } from "../../study/study.ts";
import {
  type AnswerPair,
  comparedWith,
  type InferenceNetwork,
  inferenceDistance,
  inferenceResistance,
} from "./inference-network.ts";

/** Similarity decays as F(M) ~ M^−α where the variance is the distance between points of a torus of 1/α dimensions. */
export const DECAYS = [
  { alpha: "½", dimensions: 2 },
  { alpha: "¼", dimensions: 4 },
] as const;
export const COMPARISONS = [30, 100, 300, 800] as const;
/** Label noise that is small, and large, against the variance of similarity. */
export const NOISES = [1e-4, 0.1] as const;
export const SHAPES = ["chain", "tree"] as const;
export type NetworkShape = (typeof SHAPES)[number];
/** Pairs of new answers whose distance is measured. */
const PAIRS = 100;
/** Comparisons up to which resistances are computed, and pairs of answers. */
const RESISTED = 300;
const RESISTED_PAIRS = 5;

/** One network's means over pairs of new answers. */
export interface NetworkMeasures {
  readonly decay: number;
  readonly comparisons: number;
  readonly noise: number;
  /** Mean inference distance by shape. */
  readonly distance: Readonly<Record<NetworkShape, number>>;
  /** Mean effective resistance over some of the pairs; absent of large networks. */
  readonly resistance?: Readonly<Record<NetworkShape, number>>;
  /** Pairs whose resistance is above their distance. */
  readonly above: number;
}

export const measuring = studyJob(import.meta.url, measuredNetworks);

export async function measuredNetworks({ seed }: { readonly seed: number }): Promise<NetworkMeasures[]> {
  return DECAYS.flatMap(({ dimensions }, decay) =>
    COMPARISONS.flatMap((comparisons) => {
      const networks = { chain: drawn("chain"), tree: drawn("tree") };
      function drawn(shape: NetworkShape): InferenceNetwork {
        return torusNetwork(shape, comparisons, dimensions, 2 * PAIRS, Random.of(seed, "torus", dimensions));
      }
      return NOISES.map((noise) => {
        const chain = pairMeasures({ ...networks.chain, noise }, comparisons);
        const tree = pairMeasures({ ...networks.tree, noise }, comparisons);
        return {
          ...{ decay, comparisons, noise, above: chain.above + tree.above },
          distance: { chain: chain.distance, tree: tree.distance },
          ...(comparisons > RESISTED ? {} : { resistance: { chain: chain.resistance, tree: tree.resistance } }),
        };
      });
    }),
  );
}

function pairMeasures(network: InferenceNetwork, comparisons: number) {
  let [distance, resistance, above] = [0, 0, 0];
  for (let pair = 0; pair < PAIRS; pair++) {
    const [from, to] = [network.labelled + 2 * pair, network.labelled + 2 * pair + 1];
    const path = inferenceDistance(network, from, to);
    distance += path / PAIRS;
    if (comparisons > RESISTED || pair >= RESISTED_PAIRS) continue;
    const all = inferenceResistance(network, from, to);
    resistance += all / RESISTED_PAIRS;
    if (all > path * (1 + 1e-9)) above += 1;
  }
  return { distance, resistance, above };
}

/**
 * `count` comparisons of points of a torus, with `unseen` points beside them. The chain compares 2·count points in pairs; the tree
 * compares a point of each half of count + 1 points, and so on within the halves. Networks of one stream share their first points.
 */
export function torusNetwork(
  shape: NetworkShape,
  count: number,
  dimensions: number,
  unseen: number,
  random: Random,
): InferenceNetwork {
  const labelled = shape === "chain" ? 2 * count : count + 1;
  const draw = (points: Random, n: number) => Float64Array.from({ length: n * dimensions }, () => points.uniform());
  const points = [...draw(random.stream("labelled"), labelled), ...draw(random.stream("unseen"), unseen)];
  const answers = labelled + unseen;
  const similarity = new Float64Array(answers * answers);
  for (let a = 0; a < answers; a++) {
    for (let b = 0; b < a; b++) {
      const distance = torusDistance(points, a, b, dimensions);
      similarity[a * answers + b] = distance;
      similarity[b * answers + a] = distance;
    }
  }
  const pairs =
    shape === "chain"
      ? Array.from({ length: count }, (_, k): AnswerPair => [2 * k, 2 * k + 1])
      : treePairs(0, labelled, random.stream("tree"));
  return { similarity, answers, labelled, compared: comparedWith(labelled, pairs), noise: NOISES[0] };
}

function torusDistance(points: ArrayLike<number>, a: number, b: number, dimensions: number): number {
  let sum = 0;
  for (let k = 0; k < dimensions; k++) {
    const gap = Math.abs(points[a * dimensions + k] - points[b * dimensions + k]);
    sum += Math.min(gap, 1 - gap) ** 2;
  }
  return Math.sqrt(sum);
}

function treePairs(from: number, to: number, random: Random): AnswerPair[] {
  if (to - from < 2) return [];
  const middle = (from + to) >> 1;
  const pair: AnswerPair = [from + random.integer(middle - from), middle + random.integer(to - middle)];
  return [pair, ...treePairs(from, middle, random), ...treePairs(middle, to, random)];
}
