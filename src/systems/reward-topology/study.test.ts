// Known resistances and distances, and that the measurements can come out otherwise.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { decodedPolicies } from "./autoencoder.ts";
import { treePlan } from "./comparison-plan.ts";
import { drawnVarianceRatio, resistanceErrors } from "./inference-checks.ts";
import { inferenceDistance, inferenceResistance } from "./inference-network.ts";
import { torusNetwork } from "./networks.ts";
import {
  addSequence,
  drawnReward,
  evenSampler,
  FEATURES,
  oneBitLabels,
  rewardOf,
  steadyNoise,
  strengthLabels,
} from "./sequences.ts";
import { fittedStrengths } from "./strength-model.ts";

/** All shortest distances through labelled answers, by going through every answer in between (Floyd, 1962). */
function everyDistance(network: ReturnType<typeof torusNetwork>): Float64Array {
  const { similarity, answers, labelled, compared, noise } = network;
  const distance = Float64Array.from(similarity);
  for (const [a, others] of compared.entries()) {
    for (const b of others) distance[a * answers + b] = Math.min(noise, distance[a * answers + b]);
  }
  for (let by = 0; by < labelled; by++) {
    for (let a = 0; a < answers; a++) {
      for (let b = 0; b < answers; b++) {
        const around = distance[a * answers + by] + distance[by * answers + b];
        if (around < distance[a * answers + b]) distance[a * answers + b] = around;
      }
    }
  }
  return distance;
}

test.for(["chain", "tree"] as const)(
  "the best path of a %s is the shortest of all, and all paths are no less sure",
  (shape) => {
    const network = torusNetwork(shape, 12, 2, 6, Random.of(901, "test"));
    const known = everyDistance(network);
    for (let to = 1; to < network.answers; to++) {
      const found = inferenceDistance(network, 0, to);
      expect(found).toBeCloseTo(known[to], 12);
      expect(inferenceResistance(network, 0, to)).toBeLessThanOrEqual(found * (1 + 1e-9));
    }
  },
);

test("a tree compares n + 1 answers n times and joins all of them, a chain compares 2n", () => {
  const [tree, chain] = (["tree", "chain"] as const).map((shape) =>
    torusNetwork(shape, 30, 2, 0, Random.of(902, "test")),
  );
  expect([tree.labelled, chain.labelled]).toEqual([31, 60]);
  expect(tree.compared.flat()).toHaveLength(60);
  expect(chain.compared.every((others) => others.length === 1)).toBe(true);
  const reached = new Set([0]);
  for (const node of reached) for (const other of tree.compared[node]) reached.add(other);
  expect(reached.size).toBe(31);
});

test("resistances of edges in a row, side by side, and of drawn estimates", () => {
  const { series, parallel } = resistanceErrors();
  expect(Math.max(series, parallel)).toBeLessThan(1e-9);
  expect(Math.abs(drawnVarianceRatio(903) - 1)).toBeLessThan(0.02);
});

test("more labels bring the decoded policy nearer, within the bound", async () => {
  const found = await decodedPolicies({ seed: 901 });
  for (const { divergence, bound } of found) expect(divergence).toBeLessThan(bound);
  expect(found[3].divergence).toBeLessThan(found[0].divergence / 50);
});

test("features times weights are the reward; exact strengths are learned where they were seen", () => {
  const weights = drawnReward(Random.of(904, "reward"));
  const tokens = [0, 5, 2, 2, 1, 4, 3, 0];
  const features = new Float64Array(FEATURES);
  addSequence(tokens, features, 0, 1);
  expect(features.reduce((sum, x, k) => sum + x * weights[k], 0)).toBeCloseTo(rewardOf(weights, tokens), 12);
  const tree = { segments: [3, 3], branches: 2, pairs: 7 };
  const plan = treePlan(evenSampler, tree, { comparisons: 40 }, Random.of(904, "plan"));
  const strengths = strengthLabels(weights, plan, 0, Random.of(904, "labels"));
  const model = fittedStrengths(plan, strengths, 2, 1e-6);
  for (const [k, { first, second }] of plan.comparisons.entries()) {
    expect(model(plan.answers[first]) - model(plan.answers[second])).toBeCloseTo(strengths[k], 3);
  }
  const labels = oneBitLabels(weights, plan, steadyNoise, Random.of(904, "labels"));
  const right = labels.reduce((sum, label, k) => sum + ((label === 1) === strengths[k] > 0 ? 1 : 0), 0);
  expect(right).toBeGreaterThan(20);
  expect(right).toBeLessThan(40);
});
