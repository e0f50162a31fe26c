// LOOP: optimism over a finite class in the long run without discounting. Finite classes make its sets and maxima exact, so
// what is shown is the paper's idea and not an approximation of it.

import { estimate } from "../../evaluation/statistics/interval.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import {
  type Check,
  type Control,
  holds,
  type Study,
  type StudyContext,
  type StudyResult,
} from "../../study/legacy.ts";
import { type Arm, growth, meanRegret, play, type Run } from "./arms.ts";
import { exactChecks } from "./exact-checks.ts";
import { climbTask, ringTask, ringWithoutTruth, riverTask, type Task } from "./tasks.ts";

export const averageReward: Study = {
  id: "average-reward",
  title: "LOOP: optimism for the average reward, with few changes of mind",
  source: "arXiv 2404.12648, ICLR 2024 (He, Zhong & Yang)",
  claim:
    "Following the most promising hypothesis that the data do not clearly refute, and changing it only when they do, has regret of order √T and switches of order log T in the average-reward setting, with models and with value functions.",
  claimed:
    "theory only: regret Õ(poly(d, sp(V*))·√(Tβ)), switches O(d·log T); the paper has no experiments. Checked here on finite classes, which are exact",
  run,
};

/** Regret of order √T has slope 0.5, linear regret 1. */
const SUBLINEAR = 0.65;
const LINEAR = 0.9;

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = context.seeds ?? (context.full ? 30 : 10);
  const solver = await linearPrograms();
  const river = riverTask();
  const ring = ringTask();
  const climb = climbTask();
  const plan: readonly (readonly [Task, number, readonly Arm[]])[] = [
    [river, 2 ** 17, ["LOOP", "eager", "greedy", "greedy, ties by chance", "ε-greedy", "UCRL2"]],
    [ring, 2 ** 17, ["LOOP", "eager", "greedy", "ε-greedy", "UCRL2"]],
    [climb, 2 ** 14, context.full ? ["LOOP", "eager", "greedy", "ε-greedy", "UCRL2"] : ["LOOP", "greedy", "UCRL2"]],
  ];
  const stages = plan.reduce((sum, [, , arms]) => sum + arms.length, 0) + 3;
  let done = 0;
  const stage = async (label: string) => {
    context.progress(done, stages, label);
    done += 1;
    // Between arms, a Ctrl-C is heard.
    await new Promise((resolve) => setImmediate(resolve));
    context.signal.throwIfAborted();
  };

  const checks = exactChecks(solver, [river, ring, climb]);
  const summaries: string[] = [];
  for (const [task, steps, arms] of plan) {
    const runs = new Map<Arm, Run[]>();
    for (const arm of arms) {
      await stage(`${task.name}: ${arm}`);
      runs.set(
        arm,
        each(seeds, (seed) => play(task, arm, seed, steps)),
      );
    }
    checks.push(...taskChecks(task, runs));
    summaries.push(`${task.name} over ${steps} steps: ${summary(runs)}`);
  }
  const controls: Control[] = [];
  await stage("ring without its truth");
  controls.push(misspecified(ring, seeds));
  await stage("RiverSwim with β = 0");
  controls.push(withoutWidth(river));
  await stage("RiverSwim, least promise");
  controls.push(pessimistic(river, seeds));
  context.progress(stages, stages, "done");
  return { measured: `mean regret ± 95%, ${seeds} seeds; ${summaries.join("; ")}`, checks, controls };
}

function each(seeds: number, run: (seed: number) => Run): Run[] {
  return Array.from({ length: seeds }, (_, seed) => run(seed));
}

function taskChecks(task: Task, runs: ReadonlyMap<Arm, readonly Run[]>): Check[] {
  const of = (arm: Arm) => runs.get(arm) ?? [];
  const optimists = of("LOOP");
  const inside = optimists.filter((run) => run.inside === true).length;
  const promise = Math.min(...optimists.map((run) => run.promise));
  const most = Math.max(...optimists.map(last("switches")));
  const { steps } = optimists[0];
  const limit = 10 + 3 * Math.log2(steps[steps.length - 1]);
  const checks = [
    holds(
      `${task.name}: runs in which the truth is in LOOP's set at all times, β = ${task.beta.toFixed(1)}`,
      "≥ 95%",
      `${inside} of ${optimists.length}`,
      inside >= 0.95 * optimists.length,
    ),
    holds(
      `${task.name}: optimism, the least J_f − J* of a hypothesis chosen while the truth is in the set`,
      "≥ −1e-9",
      promise.toExponential(2),
      promise >= -1e-9,
    ),
    ...boundChecks(task, optimists),
    growthOfLoop(task, optimists),
    holds(`${task.name}: LOOP's most switches`, `≤ 10 + 3·log2 T = ${limit}`, String(most), most <= limit),
  ];
  for (const arm of ["greedy", "ε-greedy"] as const) {
    if (of(arm).length > 0) checks.push(growthOf(task, arm, of(arm)));
  }
  const eager = of("eager");
  if (eager.length > 0) {
    const more = pairedEffect(optimists.map(last("switches")), eager.map(last("switches")));
    checks.push(
      holds(
        `${task.name}: switches that choosing at every step adds, paired`,
        "more than 0, with the whole 95% interval",
        `${more.mean?.toFixed(1)} (${more.low?.toFixed(1)} … ${more.high?.toFixed(1)})`,
        (more.low ?? Number.NEGATIVE_INFINITY) > 0,
      ),
    );
  }
  return checks;
}

/** The largest regret/√T over runs and powers of two, and the last T at which it is more than `limit`. */
function worst(runs: readonly Run[], limit: number): { ratio: number; until: number } {
  let ratio = Number.NEGATIVE_INFINITY;
  let until = 0;
  for (const { steps, regret } of runs) {
    for (const [k, T] of steps.entries()) {
      const here = regret[k] / Math.sqrt(T);
      ratio = Math.max(ratio, here);
      if (here > limit) until = Math.max(until, T);
    }
  }
  return { ratio, until };
}

/**
 * Asked of every world: sp·√T, without a factor for how much there is to learn. Where promises have to be refuted, each of
 * them 3β times over, that cannot hold at short horizons, so there the proven form sp·√(dβT), its constants taken as one, is
 * told beside it. On RiverSwim the proven form lies above J*·T up to the horizon and could not fail.
 */
function boundChecks(task: Task, runs: readonly Run[]): Check[] {
  const sharp = task.optimum.span;
  const { ratio, until } = worst(runs, sharp);
  const strict = holds(
    `${task.name}: ${LARGEST}`,
    `≤ sp = ${sharp.toFixed(2)}`,
    `${ratio.toFixed(2)}${until === 0 ? "" : `; above it up to T = ${until}, never later`}`,
    ratio <= sharp,
  );
  if (task.name === "RiverSwim") return [strict];
  const expected = `≤ sp·√(dβ) = ${task.allowed.toFixed(1)}, d = ${task.dimension}`;
  return [strict, holds(`${task.name}: the same`, expected, ratio.toFixed(2), ratio <= task.allowed)];
}

const LARGEST = "LOOP's largest regret/√T over all runs and powers of two";

/** LOOP's mean regret grows at most as T^0.65, or is not above what luck does to the mean of so many runs of the best policy. */
function growthOfLoop(task: Task, runs: readonly Run[]): Check {
  const { steps } = runs[0];
  const regret = meanRegret(runs);
  const slope = growth(steps, regret);
  const band = (2 * task.noise * Math.sqrt(steps[steps.length - 1])) / Math.sqrt(runs.length);
  const final = regret[regret.length - 1];
  return holds(
    `${task.name}: LOOP's growth of log regret with log T from 2^10 on`,
    `≤ ${SUBLINEAR}, or the last mean regret ≤ ${band.toFixed(0)} = 2σ√(T/n)`,
    `${slope === null ? "no slope, some mean is negative" : slope.toFixed(2)}; last mean ${final.toFixed(0)}`,
    (slope !== null && slope <= SUBLINEAR) || final <= band,
  );
}

/**
 * Linear regret of a baseline. With ε-greedy runs that leave the near end late, the mean bends while they leave, though every run
 * is linear before and after: how many have not left is told beside the slope.
 */
function growthOf(task: Task, arm: Arm, runs: readonly Run[]): Check {
  const { steps } = runs[0];
  const slope = growth(steps, meanRegret(runs));
  const T = steps[steps.length - 1];
  const away = runs.filter((run) => last("regret")(run) < 0.9 * worstPerStep(runs) * T).length;
  return holds(
    `${task.name}: growth of log regret with log T, ${arm}`,
    `≥ ${LINEAR}`,
    `${slope?.toFixed(3) ?? "none"}; ${runs.length - away} of ${runs.length} runs lose as much per step as the worst one to the end`,
    slope !== null && slope >= LINEAR,
  );
}

function worstPerStep(runs: readonly Run[]): number {
  return Math.max(...runs.map((run) => last("regret")(run) / run.steps[run.steps.length - 1]));
}

/** The value at the longest horizon. */
function last(of: "regret" | "switches"): (run: Run) => number {
  return (run) => run[of][run[of].length - 1];
}

function summary(runs: ReadonlyMap<Arm, readonly Run[]>): string {
  return [...runs]
    .map(([arm, list]) => {
      const { mean, low, high } = estimate(list.map(last("regret")));
      const half = low === null || high === null ? Number.NaN : (high - low) / 2;
      return `${arm} ${mean?.toFixed(0)} ± ${half.toFixed(0)}`;
    })
    .join(", ");
}

/** Without a true hypothesis nothing is promised: the bound breaks, and the regret says so. */
function misspecified(task: Task, seeds: number): Control {
  const hypotheses = ringWithoutTruth();
  const runs = each(seeds, (seed) => play(task, "LOOP", seed, 2 ** 17, { hypotheses }));
  const slope = growth(runs[0].steps, meanRegret(runs)) ?? 0;
  const { ratio } = worst(runs, task.allowed);
  return {
    name: "ring, all models with the true place of the prize removed: regret within the bound",
    failed: ratio > task.allowed && slope >= LINEAR,
    measured: `largest regret/√T ${ratio.toFixed(1)} against ${task.allowed.toFixed(1)}, growth ${slope.toFixed(2)}`,
  };
}

/** A set of no width holds only what fits best so far: the truth falls out, and a bad start is for ever. */
function withoutWidth(task: Task): Control {
  const runs = each(100, (seed) => play(task, "LOOP", seed, 2 ** 13, { beta: 0 }));
  const inside = runs.filter((run) => run.inside === true).length;
  const locked = runs.filter((run) => last("regret")(run) > 0.5 * task.optimum.gain * 2 ** 13).length;
  return {
    name: "RiverSwim, β = 0: the truth stays in the set, and no run is locked in",
    failed: inside < 0.95 * runs.length && locked > 0,
    measured: `truth in the set in ${inside} of ${runs.length} runs, ${locked} locked in`,
  };
}

/** The least promise instead of the largest. */
function pessimistic(task: Task, seeds: number): Control {
  const runs = each(seeds, (seed) => play(task, "least promise", seed, 2 ** 15));
  const slope = growth(runs[0].steps, meanRegret(runs)) ?? 0;
  const { ratio } = worst(runs, task.optimum.span);
  return {
    name: "RiverSwim, the least J in place of the largest: regret within sp·√T",
    failed: ratio > task.optimum.span && slope >= LINEAR,
    measured: `largest regret/√T ${ratio.toFixed(1)} against ${task.optimum.span.toFixed(1)}, growth ${slope.toFixed(2)}`,
  };
}
