// Which tasks teach a policy gradient, read off rollouts, against the exact signal-to-noise ratio; and the same measure with
// labels shuffled, and on a graph in which nothing is merged.

import { Random } from "../../core/random.ts";
import { NOVICE, PASS_RATE } from "../../environments/tools/desk-machine.ts";
import { spearman } from "../../evaluation/statistics/correlation.ts";
import { type Estimate, estimate } from "../../evaluation/statistics/interval.ts";
import { quotientGraph } from "../../feedback/topology/quotient-graph.ts";
import type { Rollout } from "../../feedback/topology/rollout.ts";
import { taskScores } from "../../feedback/topology/task-scores.ts";
import { drawDistinct } from "../../math/weighted-draw.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { deskBank, ROLLOUTS, rolloutsOf } from "./desk.ts";
import { signalOf } from "./signal.ts";

const TASKS = 60;

/** One seed's tasks, half of each family: correlations with the exact ratio, and what is exactly so. */
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
  const ratios = signals.map(({ ratio }) => ratio);
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
  const against = (values: readonly number[]) => spearman(values, ratios) ?? 0;
  return {
    errorBranches: against(scores.map((one) => one.errorBranches)),
    heterogeneity: against(scores.map((one) => one.heterogeneity)),
    passDistance: against(scores.map((one) => Math.abs(one.passRate - 0.5))),
    shuffled: against(shuffled.map((one) => one.errorBranches)),
    unmerged: against(alone.map((one) => one.errorBranches)),
    degenerate: Math.max(...alone.map(({ off }) => off)),
    noiseNorm: Math.max(...norms("noise")),
    branchNorm: Math.min(...norms("branch")),
    passSpread: Math.max(...signals.map(({ passRate }) => Math.abs(passRate - PASS_RATE))),
  };
}

/** The same rollouts with their outcomes dealt anew. */
function dealt(rollouts: readonly Rollout[], random: Random): Rollout[] {
  const from = drawDistinct(
    rollouts.map(() => 1),
    rollouts.length,
    random,
  );
  return rollouts.map((rollout, k) => ({ ...rollout, success: rollouts[from[k]].success }));
}

const shown = ({ mean, low, high }: Estimate) => `${mean?.toFixed(2)} [${low?.toFixed(2)}, ${high?.toFixed(2)}]`;

export function signalChecks(all: readonly Ranking[]): Check[] {
  const most = (of: (one: Ranking) => number) => Math.max(...all.map(of));
  const noise = most((one) => one.noiseNorm);
  const branch = Math.min(...all.map((one) => one.branchNorm));
  const spread = most((one) => one.passSpread);
  const rho = estimate(all.map((one) => one.errorBranches));
  const pass = estimate(all.map((one) => Math.abs(one.passDistance)));
  const margin = (rho.mean ?? 0) - (pass.mean ?? 1);
  return [
    holds(
      `${TASKS} tasks, half of noise and half of branches, under the base policy`,
      "exact pass rates 0.5 ± 0.02",
      `furthest ${spread.toFixed(4)}`,
      spread <= 0.02,
    ),
    holds(
      "norm of the exact policy gradient",
      "0 (1e-12) on every noise task, above 0 on every branch task",
      `at most ${noise.toExponential(1)}, at least ${branch.toFixed(3)}`,
      noise <= 1e-12 && branch > 1e-3,
    ),
    holds(
      "Spearman's ρ of error branches with the exact signal-to-noise ratio, mean over seeds",
      "≥ 0.6",
      `${shown(rho)}; of heterogeneity ${shown(estimate(all.map((one) => one.heterogeneity)))}`,
      (rho.mean ?? 0) >= 0.6,
    ),
    holds(
      "|ρ| of the pass rate's distance from ½ with it",
      "at least 0.2 lower",
      `${shown(pass)}, ${margin.toFixed(2)} lower`,
      margin >= 0.2,
    ),
  ];
}

export function signalControls(all: readonly Ranking[]): Control[] {
  const shuffled = estimate(all.map((one) => one.shuffled));
  const unmerged = estimate(all.map((one) => one.unmerged));
  const degenerate = Math.max(...all.map((one) => one.degenerate));
  return [
    {
      name: "with outcomes shuffled among a task's rollouts, error branches still go with the ratio (ρ above 0.2)",
      failed: (shuffled.mean ?? 1) <= 0.2,
      measured: `ρ ${shown(shuffled)}`,
    },
    {
      name: "with every turn its own node, potentials lie between 0 and 1, or error branches are more than the failure rate, or ρ ≥ 0.6",
      failed: degenerate <= 1e-12 && (unmerged.mean ?? 1) < 0.6,
      measured: `furthest from 0 and 1 and from the failure rate ${degenerate.toExponential(1)}; ρ ${shown(unmerged)}`,
    },
  ];
}
