// Exploration from greed alone: exact plans first, then agents that learn from their pay and nothing else, whole and with one of
// the three conditions taken away.

import type { Study, StudyContext, StudyJob, StudyResult } from "../../study/legacy.ts";
import { bernoulliTask, goalTask, mapTask, type Name, trained, worldOf } from "./agents.ts";
import { BASELINES, type Baseline, baseline } from "./baselines.ts";
import { bayesAdaptiveValue } from "./bayes-adaptive.ts";
import { exactChecks, searchValue } from "./exact-checks.ts";
import {
  bernoulliChecks,
  goalChecks,
  MAP,
  mapChecks,
  mapControls,
  type Results,
  shown,
  valuesOf,
} from "./learned-checks.ts";
import { type Pulls, pulls, type Searches, searches } from "./measures.ts";

export const greedyExploration: Study = {
  id: "greedy-exploration",
  title: "Exploration that nobody asked for: greedy agents with memory in worlds that recur",
  source: "arXiv 2508.01287 (Rentschler & Roberts, 2025)",
  claim:
    "An agent trained only to collect reward explores by itself where its world recurs, it remembers, and credit reaches far. Without recurrence or memory it does not; without far credit it still tries arms, but buys no information.",
  claimed:
    "directions only: exploration with recurrence and memory, none without either; without long-horizon credit it often survives in bandits",
  run,
};

/** No setting of this study was tried on these seeds before its thresholds were fixed. */
const FIRST_SEED = 500;
const BERNOULLI = { arms: 5, horizon: 20 };

const TASKS = { map: mapTask, bernoulli: bernoulliTask, goal: goalTask };

/** What is trained with all seeds, with few of them in the short form, and in the long form alone. */
const PLAN: readonly (readonly [
  keyof typeof TASKS,
  all: readonly Name[],
  few: readonly Name[],
  long: readonly Name[],
])[] = [
  ["map", ["full", "no memory", "γ = 0"], ["no recurrence", "wrong map", "exchanged pay"], ["nothing stays"]],
  ["bernoulli", ["full", "γ = 0"], [], ["no memory", "no recurrence", "nothing stays"]],
  ["goal", ["full", "no memory"], [], ["γ = 0", "no recurrence", "nothing stays"]],
];

/** What came of all players, agents by seed. */
interface Measured {
  readonly map: Map<string, Pulls[]>;
  readonly bernoulli: Map<string, Pulls[]>;
  readonly goal: Map<string, Searches[]>;
}

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = context.seeds ?? (context.full ? 10 : 5);
  const few = context.full ? seeds : Math.min(3, seeds);
  const jobs = PLAN.flatMap(([task, all, some, long]) => [
    ...all.map((name) => ({ task, name, count: seeds })),
    ...some.map((name) => ({ task, name, count: few })),
    ...(context.full ? long : []).map((name) => ({ task, name, count: seeds })),
  ]).flatMap(({ task, name, count }) =>
    Array.from({ length: count }, (_, k) => ({ task, name, seed: FIRST_SEED + k })),
  );
  context.signal.throwIfAborted();
  const checks = exactChecks();
  const measured: Measured = { map: new Map(), bernoulli: new Map(), goal: new Map() };
  const found = await context.all(learning, jobs, ({ task, name, seed }) => `${task}, ${name}, seed ${seed}`);
  for (const [k, { name }] of jobs.entries()) {
    const { on, measures } = found[k];
    if (on === "goal") add(measured.goal, name, measures);
    else add(measured[on], name, measures);
  }
  for (let seed = FIRST_SEED; seed < FIRST_SEED + seeds; seed++) playBaselines(measured, seed);
  const { map, bernoulli, goal } = measured;
  return {
    measured: summary(measured),
    checks: [...checks, ...mapChecks(map), ...bernoulliChecks(bernoulli), ...goalChecks(goal)],
    controls: mapControls(map),
  };
}

/** An agent that is to learn. */
interface Job {
  readonly task: keyof typeof TASKS;
  readonly name: Name;
  readonly seed: number;
}

type Learned =
  | { readonly on: "map" | "bernoulli"; readonly measures: Pulls }
  | { readonly on: "goal"; readonly measures: Searches };

/** Trains an agent and watches it in whole blocks, seen as it saw them in training. */
export async function learn({ task: on, name, seed }: Job, signal?: AbortSignal): Promise<Learned> {
  const task = TASKS[on];
  const agent = await trained(task, name, seed, signal);
  const world = worldOf(task, name === "no memory" || name === "wrong map" ? name : "full")();
  try {
    if (on === "goal") return { on, measures: searches(world, agent, seed, 500) };
    if (on === "map") return { on, measures: pulls(world, agent, MAP.arms, seed, 1000) };
    return { on, measures: pulls(world, agent, BERNOULLI.arms, seed, 2000) };
  } finally {
    agent.close?.();
  }
}

const learning: StudyJob<Job, Learned> = { module: import.meta.url, name: "learn", compute: learn };

function playBaselines({ map, bernoulli }: Measured, seed: number): void {
  for (const name of Object.keys(BASELINES) as Baseline[]) {
    const [mapped, arms] = [mapTask, bernoulliTask].map((task) => worldOf(task, "full")());
    add(map, name, pulls(mapped, baseline(name, MAP.arms + 1), MAP.arms, seed, 1000));
    add(bernoulli, name, pulls(arms, baseline(name, BERNOULLI.arms), BERNOULLI.arms, seed, 2000));
  }
}

function add<M>(to: Map<string, M[]>, name: string, measures: M): void {
  to.set(name, [...(to.get(name) ?? []), measures]);
}

function summary({ map, bernoulli, goal }: Measured): string {
  const [best, myopic] = (["optimal", "myopic"] as const).map((rule) => bayesAdaptiveValue(BERNOULLI, rule).toFixed(2));
  const each = <M>(results: Results<M>, text: (of: (of: (measures: M) => number) => number[]) => string) =>
    [...results.keys()].map((name) => `${name} ${text((of) => valuesOf(results, name, of))}`).join(", ");
  const pulled = (results: Results<Pulls>) =>
    each(
      results,
      (of) =>
        `${shown(of((m) => m.earned))} [${shown(
          of((m) => m.distinct),
          1,
        )} different]`,
    );
  const searched = each(
    goal,
    (of) =>
      `${shown(
        of((m) => m.first),
        1,
      )} then ${shown(
        of((m) => m.later),
        1,
      )} [${shown(
        of((m) => 100 * m.fresh),
        0,
      )}% new tiles, ${shown(of((m) => m.found))} found]`,
  );
  return [
    `earned in a block, and different choices among the first N; map (optimum ${MAP.pulls - 1}, search ${searchValue(MAP.arms, MAP.pulls)}): ${pulled(map)}`,
    `Bernoulli (optimum ${best}, myopic ${myopic}): ${pulled(bernoulli)}`,
    `steps of the first and of later searches (at best 12.5 and 2.5): ${searched}`,
  ].join("; ");
}
