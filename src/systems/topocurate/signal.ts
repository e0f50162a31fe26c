// Which tasks teach a policy gradient, read off rollouts, beside the exact signal-to-noise ratio over a tree of all episodes; and
// the same measure with labels shuffled, and on a graph in which nothing is merged.

import { episodeTree } from "../../algorithms/tabular/episode-tree.ts";
import { exactEpisodes } from "../../algorithms/tabular/exact-episodes.ts";
import { softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { Random } from "../../core/random.ts";
import { NOVICE, PASS_RATE, TOOLS } from "../../environments/tools/desk-machine.ts";
import { spearman } from "../../evaluation/statistics/correlation.ts";
import { inAnyOrder } from "../../feedback/topology/choice.ts";
import { quotientGraph } from "../../feedback/topology/quotient-graph.ts";
import type { Rollout } from "../../feedback/topology/rollout.ts";
import { taskScores } from "../../feedback/topology/scores.ts";
import { above, atLeast, atMost } from "../../study/bound.ts";
import { beside, claim, control, equation, is } from "../../study/claim.ts";
import { difference, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { type Bank, deskBank, ROLLOUTS, rolloutsOf } from "./desk.ts";

const TASKS = 60;
const EVERY = TOOLS.map((_, tool) => tool);

/**
 * The tree of some tasks of a bank; the table of the novice's policy over its rows, and the symbol that each row stands for.
 */
export function deskTree({ world }: Bank, tasks: readonly number[], merge: boolean) {
  const symbols: number[] = [];
  const tree = episodeTree(
    world,
    tasks.map((task) => ({ weight: 1 / tasks.length, parts: { task: [task] } })),
    {
      channels: ["chance"],
      repeats: true,
      merge,
      permitted: (seen) => {
        symbols.push(seen[0]);
        return EVERY;
      },
    },
  );
  const logits = Float64Array.from(symbols.flatMap((symbol) => EVERY.map((a) => NOVICE[symbol * EVERY.length + a])));
  return { tree, symbols, table: softmaxTable(symbols.length, EVERY.length, logits.map(Math.log)) };
}

/** ‖∇J‖, ‖E ĝ‖²/tr Cov(ĝ) of the group-relative estimate from as many rollouts as a picker sees, and J, under the novice's policy. */
function signalOf(bank: Bank, task: number) {
  const { tree, table } = deskTree(bank, [task], false);
  const exactly = exactEpisodes(tree);
  const { chance } = tree.scores;
  const gradient = new Float64Array(table.policy.length);
  const passRate = exactly.gradient(table.policy, chance, gradient);
  const square = gradient.reduce((sum, one) => sum + one * one, 0);
  const noise = exactly.estimatorVariance(table.policy, chance, ROLLOUTS, true);
  return { norm: Math.sqrt(square), ratio: square / noise, passRate };
}

/** One seed's tasks, half of each family: rank correlations with the exact ratio, and what is exactly so. */
export interface Ranking {
  readonly errorBranches: number;
  readonly heterogeneity: number;
  /** Of |pass rate − ½|. */
  readonly passDistance: number;
  /** Of error branches, labels shuffled among a task's rollouts. */
  readonly shuffled: number;
  /** Of error branches where every turn is its own node. */
  readonly unmerged: number;
  /** Furthest that error branches without merging are from the failure rate, and potentials from 0 and 1. */
  readonly degenerate: number;
  /** Largest ‖∇J‖ of a noise task, smallest of a branch task, furthest exact pass rate from ½. */
  readonly noiseNorm: number;
  readonly branchNorm: number;
  readonly passSpread: number;
}

export function ranking(seed: number): Ranking {
  const bank = deskBank("mixed", TASKS, seed);
  const rng = Random.of(seed, "topocurate", "ranking");
  const signals = bank.machines.map((_, task) => signalOf(bank, task));
  const rollouts = bank.machines.map((_, task) => rolloutsOf(bank, task, NOVICE, ROLLOUTS, rng));
  const scores = rollouts.map((own) => taskScores(quotientGraph(own)));
  const shuffler = Random.of(seed, "topocurate", "shuffle");
  const shuffled = rollouts.map((own) => taskScores(quotientGraph(dealt(own, shuffler))));
  const alone = rollouts.map((own) => {
    const graph = quotientGraph(own, { merged: false, smoothing: [0, 0] });
    const { errorBranches, passRate } = taskScores(graph, { least: 1 });
    const off = graph.paths.flatMap((path) =>
      path.slice(1).map((node) => Math.min(graph.potential(node), 1 - graph.potential(node))),
    );
    return { errorBranches, off: Math.max(Math.abs(errorBranches - (1 - passRate)), ...off) };
  });
  const norms = (family: string) =>
    signals.filter((_, k) => bank.machines[k].family === family).map(({ norm }) => norm);
  const ratios = signals.map(({ ratio }) => ratio);
  const against = <T>(all: readonly T[], of: (one: T) => number) => spearman(all.map(of), ratios) ?? 0;
  return {
    errorBranches: against(scores, (one) => one.errorBranches),
    heterogeneity: against(scores, (one) => one.heterogeneity),
    passDistance: against(scores, (one) => Math.abs(one.passRate - 0.5)),
    shuffled: against(shuffled, (one) => one.errorBranches),
    unmerged: against(alone, (one) => one.errorBranches),
    degenerate: Math.max(...alone.map(({ off }) => off)),
    noiseNorm: Math.max(...norms("noise")),
    branchNorm: Math.min(...norms("branch")),
    passSpread: Math.max(...signals.map(({ passRate }) => Math.abs(passRate - PASS_RATE))),
  };
}

/** The same rollouts with their outcomes dealt anew. */
function dealt(rollouts: readonly Rollout[], random: Random): Rollout[] {
  const from = inAnyOrder(rollouts, random);
  return rollouts.map((rollout, k) => ({ ...rollout, success: from[k].success }));
}

export function signalClaims(all: readonly Ranking[]): StudyResult {
  const of = (key: keyof Ranking) => all.map((one) => one[key]);
  const most = (key: keyof Ranking) => Math.max(...of(key));
  const distance = of("passDistance").map(Math.abs);
  return {
    claims: [
      equation(
        `exact pass rates less ½ of ${TASKS} tasks, half of noise and half of branches, under the base policy`,
        is(most("passSpread"), atMost(0.02), "furthest"),
      ),
      equation("norm of the exact policy gradient", [
        is(most("noiseNorm"), atMost(1e-12), "largest of a noise task"),
        is(Math.min(...of("branchNorm")), above(1e-3), "smallest of a branch task"),
      ]),
      claim("Spearman's ρ of error branches with the exact signal-to-noise ratio", [
        is(sampled(of("errorBranches")), atLeast(0.6)),
        beside("of heterogeneity", sampled(of("heterogeneity"))),
      ]),
      claim("ρ of error branches with that ratio, less |ρ| of the pass rate's distance from ½", [
        is(difference(of("errorBranches"), distance), atLeast(0.2)),
        beside("|ρ|", sampled(distance)),
      ]),
    ],
    controls: [
      control(
        "with outcomes shuffled among a task's rollouts, error branches still go with the ratio: ρ",
        is(sampled(of("shuffled")), above(0.2)),
      ),
      control(
        "with every turn its own node, potentials lie between 0 and 1, or error branches are more than the failure rate, or ρ is as large",
        [
          is(most("degenerate"), above(1e-12), "furthest from 0 and 1 and from the failure rate"),
          is(sampled(of("unmerged")), atLeast(0.6), "ρ"),
        ],
        { needs: "any" },
      ),
    ],
  };
}
