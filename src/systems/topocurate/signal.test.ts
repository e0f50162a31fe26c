// Which tasks teach a policy gradient, read off rollouts, beside the exact signal-to-noise ratio over a tree of all episodes; and
// the same with outcomes shuffled, and on a graph in which nothing is merged.

import { beforeAll, expect, test } from "vitest";
import { type Bank, deskBank, rolloutsOf } from "../../../test/fixtures/desk-rollouts.ts";
import { exactEpisodes } from "../../../test/fixtures/exact-episodes.ts";
import { episodeTree } from "../../algorithms/tabular/episode-tree.ts";
import { softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { Random } from "../../core/random.ts";
import { NOVICE, TOOLS } from "../../environments/tools/desk-machine.ts";
import { spearman } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { inAnyOrder } from "../../feedback/topology/choice.ts";
import { type QuotientGraph, quotientGraph } from "../../feedback/topology/quotient-graph.ts";
import type { Rollout } from "../../feedback/topology/rollout.ts";
import { taskScores } from "../../feedback/topology/scores.ts";

/** Tasks of a bank, half of each family, and rollouts of each. */
const [TASKS, ROLLOUTS] = [60, 32];
const SEEDS = [7, 8, 9, 10];
const EVERY = TOOLS.map((_, tool) => tool);

/** ‖∇J‖ and ‖E ĝ‖²/tr Cov(ĝ) of the group-relative estimate from 32 rollouts, under the novice's policy. */
function signalOf({ world }: Bank, task: number) {
  const symbols: number[] = [];
  const tree = episodeTree(world, [{ weight: 1, parts: { task: [task] } }], {
    channels: ["chance"],
    repeats: true,
    merge: false,
    permitted: (seen) => {
      symbols.push(seen[0]);
      return EVERY;
    },
  });
  const logits = symbols.flatMap((symbol) => EVERY.map((a) => Math.log(NOVICE[symbol * EVERY.length + a])));
  const { policy } = softmaxTable(symbols.length, EVERY.length, logits);
  const exactly = exactEpisodes(tree);
  const { chance } = tree.scores;
  const gradient = new Float64Array(policy.length);
  exactly.gradient(policy, chance, gradient);
  const square = gradient.reduce((sum, one) => sum + one * one, 0);
  return { norm: Math.sqrt(square), ratio: square / exactly.estimatorVariance(policy, chance, ROLLOUTS, true) };
}

const banks = SEEDS.map((seed) => {
  const bank = deskBank("mixed", TASKS, seed);
  const random = Random.of(seed, "topocurate", "ranking");
  return { bank, rollouts: bank.machines.map((_, task) => rolloutsOf(bank, task, ROLLOUTS, random)) };
});
let signals: ReturnType<typeof signalOf>[][] = [];

beforeAll(() => {
  signals = banks.map(({ bank }) => bank.machines.map((_, task) => signalOf(bank, task)));
});

/** Spearman's ρ of a score of each task with its ratio, the mean over banks. */
const against = (score: (own: readonly Rollout[]) => number): number =>
  mean(
    banks.map(
      ({ rollouts }, k) =>
        spearman(
          rollouts.map(score),
          signals[k].map(({ ratio }) => ratio),
        ) ?? 0,
    ),
  );

const scores = (own: readonly Rollout[]) => taskScores(quotientGraph(own));

test("no decision of a noise task has a gradient, and those of a branch task have", () => {
  for (const [k, { bank }] of banks.entries()) {
    for (const [task, { family }] of bank.machines.entries()) {
      if (family === "noise") expect(signals[k][task].norm).toBeLessThan(1e-12);
      else expect(signals[k][task].norm).toBeGreaterThan(1e-3);
    }
  }
});

test("error branches go with the ratio, the pass rate hardly, and the number of ways to succeed goes against it", () => {
  const branches = against((own) => scores(own).errorBranches);
  expect(branches).toBeGreaterThan(0.6);
  expect(branches - Math.abs(against((own) => Math.abs(scores(own).passRate - 0.5)))).toBeGreaterThan(0.2);
  expect(against((own) => scores(own).heterogeneity)).toBeLessThan(-0.3);
});

test("error branches do not go with it where outcomes are shuffled", () => {
  const random = Random.of(1, "shuffle");
  const shuffled = (own: readonly Rollout[]): Rollout[] => {
    const from = inAnyOrder(own, random);
    return own.map((rollout, k) => ({ ...rollout, success: from[k].success }));
  };
  expect(against((own) => scores(shuffled(own)).errorBranches)).toBeLessThan(0.2);
});

test("where every turn is its own node, potentials are 0 or 1 and error branches the rate of failure", () => {
  const alone = (own: readonly Rollout[]): QuotientGraph => quotientGraph(own, { merged: false, smoothing: [0, 0] });
  for (const own of banks[0].rollouts) {
    const graph = alone(own);
    const { errorBranches, passRate } = taskScores(graph, { least: 1 });
    expect(errorBranches).toBeCloseTo(1 - passRate, 12);
    for (const path of graph.paths) for (const node of path.slice(1)) expect([0, 1]).toContain(graph.potential(node));
  }
  expect(against((own) => taskScores(alone(own), { least: 1 }).errorBranches)).toBeLessThan(0.3);
});
