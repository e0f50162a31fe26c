// Dense rewards for one sparse task by every family, scored on speed, alignment and hackability (a proposal of December
// 2025 that names the families and no figures; the bench and its thresholds are ours).

import { bestActions } from "../../algorithms/planning/policy.ts";
import { type Estimate, estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, type Control, holds, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type Builder, builders, type Dense, dealtAnew, ofTable, preferred, shaped } from "./builders.ts";
import { countBonusPay } from "./count-pay.ts";
import { epicDistance } from "./reward-distance.ts";
import * as scores from "./scores.ts";
import { distance, optimal, task } from "./task.ts";

/** Steps of the plans that look for a hack. */
const LONG = 1000;
/** Shorter plans, for the true return as a function of how hard the reward is maximised. */
const HORIZONS = [15, 20, 40, 80, 160, 320];

export const denseRewards: Study = {
  id: "dense-rewards",
  title: "Towards better dense rewards in reinforcement learning applications",
  source:
    "a research proposal of December 2025 (one author); methods after arXiv 1706.03741, 2006.13900 and Ng et al. (1999)",
  claim:
    "A dense reward can speed learning up, and can mislead or be farmed; only potential-based shaping is safe whatever it is made from.",
  claimed: "no figures; the proposal states the trade-off",
  run,
};

/** Scores of a builder over seeds. */
interface Row {
  readonly builder: Pick<Builder, "name" | "isPotential" | "cost">;
  readonly regrets: readonly number[];
  readonly distances: readonly (number | null)[];
  readonly ranks: readonly (number | null)[];
  readonly loops: readonly number[];
  readonly steps: readonly number[];
  /** Sparse return of the best plan of `LONG` steps, and the most over shorter ones. */
  readonly hacked: readonly number[];
  readonly peak: readonly number[];
}

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = Array.from({ length: context.seeds ?? (context.full ? 60 : 20) }, (_, k) => 1 + k);
  const policies = scores.policySample(context.full ? 400 : 100);
  const rows = new Map<string, Row>();
  const spoilt: readonly Builder[] = [
    {
      name: "flipped labels",
      isPotential: false,
      cost: "200 labels",
      build: (seed) => preferred(200, "flipped", seed),
    },
    { name: "random labels", isPotential: false, cost: "200 labels", build: (seed) => preferred(200, "random", seed) },
    { name: "V* dealt anew", isPotential: true, cost: "none", build: dealtAnew },
    { name: "negative potential", isPotential: true, cost: "none", build: () => shaped((s) => -distance[s]) },
  ];
  const all = [...builders, ...spoilt];
  for (const [done, builder] of all.entries()) {
    context.progress(done, all.length, builder.name);
    rows.set(builder.name, await scored(builder, seeds, policies, context.signal));
  }
  const counted = seeds.map((seed) => scores.stepsToLearn(countBonusPay(), seed));
  const row = (name: string): Row => {
    const found = rows.get(name);
    if (found === undefined) throw new Error(`no builder is called ${name}`);
    return found;
  };
  return {
    measured: [...builders.map(({ name }) => shown(row(name))), `count bonus: ${mean(counted).toFixed(0)} steps`].join(
      "; ",
    ),
    checks: [
      ...potentialChecks(row, [...rows.values()]),
      ...farmChecks(row),
      ...preferenceChecks(row),
      tradeOff(builders.map(({ name }) => row(name))),
      ...distanceChecks(),
    ],
    controls: controls(row),
  };
}

async function scored(
  builder: Builder,
  seeds: readonly number[],
  policies: readonly Float64Array[],
  signal: AbortSignal,
): Promise<Row> {
  const dense: Dense[] = [];
  const steps: number[] = [];
  for (const seed of seeds) {
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    const reward = builder.build(seed);
    dense.push(reward);
    steps.push(scores.stepsToLearn(scores.scaledPay(reward), seed));
  }
  return {
    builder,
    steps,
    regrets: dense.map(scores.regret),
    distances: dense.map(scores.distanceToSparse),
    ranks: dense.map((reward) => scores.rankCorrelation(reward, policies)),
    loops: dense.map(scores.bestLoop),
    hacked: dense.map((reward) => scores.plannedReturns(reward, LONG).sparse),
    peak: dense.map((reward) => Math.max(...HORIZONS.map((h) => scores.plannedReturns(reward, h).sparse))),
  };
}

const known = (values: readonly (number | null)[]): number[] =>
  values.flatMap((value) => (value === null ? [] : [value]));

function shown({ builder, steps, regrets, distances, ranks, hacked, peak }: Row): string {
  const failed = steps.filter((count) => count >= scores.MOST_STEPS).length;
  const speed =
    failed === steps.length ? "never" : `${mean(steps).toFixed(0)} steps${failed > 0 ? ` (${failed} never)` : ""}`;
  const gap = mean(peak) - mean(hacked);
  return (
    `${builder.name}: ${speed}, regret ${mean(regrets).toFixed(2)}, EPIC ${mean(known(distances)).toFixed(2)}, ` +
    `rank ${mean(known(ranks)).toFixed(2)}, hacked ${gap.toFixed(2)}, cost ${builder.cost}`
  );
}

type Find = (name: string) => Row;

function potentialChecks(row: Find, rows: readonly Row[]): Check[] {
  const perfect = shaped((s) => optimal.values[s]).reward;
  // Every action that is best at once, ties included, must be among the best in the long run.
  const strays = Array.from({ length: task.states }, (_, s) => s)
    .filter((s) => task.terminal[s] === 0)
    .flatMap((s) => {
      const good = bestActions(optimal.actionValues, s, task.actions);
      return bestActions(perfect, s, task.actions).filter((action) => !good.includes(action));
    });
  const potentials = rows.filter(({ builder }) => builder.isPotential);
  const worst = Math.max(...potentials.flatMap(({ regrets }) => regrets.map(Math.abs)));
  const positive = potentials.filter(({ builder }) => builder.name !== "negative potential");
  const loop = Math.max(...positive.flatMap(({ loops }) => loops));
  const below = row("negative potential");
  return [
    holds(
      "potential of V*: what is best at once is best",
      "regret of the myopic policy 0; no myopic action is wrong in any state",
      `regret ${scores.regretOf(perfect)}, ${strays.length} wrong actions`,
      Math.abs(scores.regretOf(perfect)) <= 1e-12 && strays.length === 0,
    ),
    holds("potentials move no optimum", "regret ≤ 1e-9, whatever the potential", worst.toExponential(1), worst <= 1e-9),
    holds(
      "potentials ≥ 0 make no loop pay",
      "best loop ≤ 0 per step, as under the sparse reward",
      loop.toExponential(1),
      loop <= 1e-12,
    ),
    // A loop under F pays −(1 − γ)·ΣΦ: with Φ below zero it is positive, and the optimum stays where it is all the same.
    holds(
      "a potential below 0 makes loops pay, and moves no optimum either",
      "best loop > 0, regret ≤ 1e-9",
      `${below.loops[0].toFixed(3)} per step, regret ${below.regrets[0].toExponential(1)}`,
      below.loops[0] > 0 && Math.abs(below.regrets[0]) <= 1e-9,
    ),
  ];
}

function farmChecks(row: Find): Check[] {
  const { loops, hacked, peak } = row("approach");
  return [
    holds("pay for coming nearer can be farmed: a loop pays", "> 0 per step", loops[0].toFixed(3), loops[0] > 0),
    holds(
      `pay for coming nearer, planned over ${LONG} steps: the task is forgone`,
      "sparse return 0 (discounted; below 1e-6)",
      `${hacked[0].toExponential(1)}, ${peak[0].toFixed(2)} at the best shorter plan`,
      hacked[0] < 1e-6,
    ),
  ];
}

function preferenceChecks(row: Find): Check[] {
  const [model, flipped, none] = ["200 preferences", "flipped labels", "none"].map(row);
  const [fast, slow] = [mean(model.steps), mean(none.steps)];
  return [
    holds(
      "200 preferences: the optimum of the learned reward is nearly the true one",
      "regret ≤ 0.1",
      mean(model.regrets).toFixed(3),
      mean(model.regrets) <= 0.1,
    ),
    holds(
      "200 preferences: learning is at least twice as fast",
      "steps ≤ 0.5 × those of the sparse reward",
      `${fast.toFixed(0)} beside ${slow.toFixed(0)}, saved ${interval(pairedEffect(model.steps, none.steps))}`,
      fast <= 0.5 * slow,
    ),
    holds("flipped labels mislead", "regret ≥ 0.5", mean(flipped.regrets).toFixed(2), mean(flipped.regrets) >= 0.5),
  ];
}

/** The point of the proposal: faster, and worse in the end. */
function tradeOff(rows: readonly Row[]): Check {
  const [none] = rows;
  const found = rows.filter(
    ({ steps, regrets }) => mean(steps) < mean(none.steps) && mean(regrets) > mean(none.regrets) + 1e-6,
  );
  return holds(
    "a dense reward can be faster and worse",
    "at least one builder with fewer steps than the sparse reward and more regret",
    found.length === 0
      ? "none"
      : found
          .map(
            ({ builder, steps, regrets }) =>
              `${builder.name}: ${mean(steps).toFixed(0)} steps, ${mean(regrets).toFixed(3)}`,
          )
          .join(", "),
    found.length > 0,
  );
}

function distanceChecks(): Check[] {
  const coverage = { states: task.states, actions: task.actions, discount: task.discount };
  const sparse = ofTable(task.reward).onTriples;
  const { onTriples } = shaped((s) => optimal.values[s] - distance[s]);
  const alike = epicDistance(sparse, (s, a, t) => onTriples(s, a, t) + 2 * sparse(s, a, t), coverage) ?? Number.NaN;
  const opposite = epicDistance(sparse, (s, a, t) => -sparse(s, a, t), coverage) ?? Number.NaN;
  return [
    holds("EPIC: three times the reward and shaping", "0 (≤ 1e-9)", alike.toExponential(1), alike <= 1e-9),
    holds("EPIC: the opposite reward", "1 (± 1e-9)", opposite.toFixed(12), Math.abs(opposite - 1) <= 1e-9),
  ];
}

function controls(row: Find): Control[] {
  const [none, dealt, random] = ["none", "V* dealt anew", "random labels"].map(row);
  const correlation = estimate(known(random.ranks));
  const gain = pairedEffect(dealt.steps, none.steps);
  return [
    {
      // Any potential ≥ 0 acts as optimistic first values (Wiewiora, 2003), so that even this one is no hindrance.
      name: "V* dealt out to other states speeds learning up (paired 95% interval above 0)",
      failed: gain.low !== null && gain.low <= 0 && Math.max(...dealt.regrets.map(Math.abs)) <= 1e-9,
      measured: `${mean(dealt.steps).toFixed(0)} steps beside ${mean(none.steps).toFixed(0)}, saved ${interval(gain)}; regret ${Math.max(...dealt.regrets).toExponential(1)}`,
    },
    {
      name: "random labels order policies as the task does (rank correlation ≥ 0.3)",
      failed: correlation.mean !== null && Math.abs(correlation.mean) < 0.3,
      measured: `rank correlation ${correlation.mean?.toFixed(2)} [${correlation.low?.toFixed(2)}, ${correlation.high?.toFixed(2)}]`,
    },
  ];
}

const interval = ({ low, high }: Estimate) => `[${low?.toFixed(0)}, ${high?.toFixed(0)}]`;
