// Exploration from greed alone: exact plans first, then agents that learn from their pay and nothing else, whole and with one of
// the three conditions taken away.

import { bayesAdaptiveValue } from "../algorithms/bandits/bayes-adaptive.ts";
import type { Agent } from "../core/agent.ts";
import type { NumericEnvironment } from "../core/environment.ts";
import { bernoulliTask, goalTask, mapTask, type Name, type Task, trained, worldOf } from "./greedy/agents.ts";
import { BASELINES, type Baseline, baseline } from "./greedy/baselines.ts";
import { exactChecks, searchValue } from "./greedy/exact-checks.ts";
import {
  bernoulliChecks,
  goalChecks,
  MAP,
  mapChecks,
  mapControls,
  type Results,
  shown,
  valuesOf,
} from "./greedy/learned-checks.ts";
import { type Pulls, pulls, type Searches, searches } from "./greedy/measures.ts";
import type { Study, StudyContext, StudyResult } from "./study.ts";

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

/** What is trained with all seeds, with few of them in the short form, and in the long form alone. */
const PLAN: readonly (readonly [Task, all: readonly Name[], few: readonly Name[], long: readonly Name[]])[] = [
  [mapTask, ["full", "no memory", "γ = 0"], ["no recurrence", "wrong map", "exchanged pay"], ["nothing stays"]],
  [bernoulliTask, ["full", "γ = 0"], [], ["no memory", "no recurrence", "nothing stays"]],
  [goalTask, ["full", "no memory"], [], ["γ = 0", "no recurrence", "nothing stays"]],
];

/** What came of everybody, agents by seed. */
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
  const stage = async (done: number, label: string) => {
    context.progress(done, jobs.length, label);
    // Between trainings, a Ctrl-C is heard.
    await new Promise((resolve) => setImmediate(resolve));
    context.signal.throwIfAborted();
  };
  await stage(0, "exact plans");
  const checks = exactChecks();
  const measured: Measured = { map: new Map(), bernoulli: new Map(), goal: new Map() };
  for (const [done, { task, name, seed }] of jobs.entries()) {
    await stage(done, `${task.name}, ${name}, seed ${seed}`);
    await learn(measured, task, name, seed, context);
  }
  for (let seed = FIRST_SEED; seed < FIRST_SEED + seeds; seed++) playBaselines(measured, seed);
  context.progress(jobs.length, jobs.length, "done");
  const { map, bernoulli, goal } = measured;
  return {
    measured: summary(measured),
    checks: [...checks, ...mapChecks(map), ...bernoulliChecks(bernoulli), ...goalChecks(goal)],
    controls: mapControls(map),
  };
}

/** Trains an agent and watches it in whole blocks, seen as it saw them in training. */
async function learn(
  { map, bernoulli, goal }: Measured,
  task: Task,
  name: Name,
  seed: number,
  { kept, signal }: StudyContext,
) {
  const watched = <M>(measure: (world: NumericEnvironment, agent: Agent) => M): Promise<M> =>
    kept(`${task.name} ${name} ${seed}`, async () => {
      const agent = await trained(task, name, seed, signal);
      const measures = measure(worldOf(task, name === "no memory" || name === "wrong map" ? name : "full")(), agent);
      agent.close?.();
      return measures;
    });
  if (task === goalTask) add(goal, name, await watched((world, agent) => searches(world, agent, seed, 500)));
  else if (task === mapTask) add(map, name, await watched((world, agent) => pulls(world, agent, MAP.arms, seed, 1000)));
  else add(bernoulli, name, await watched((world, agent) => pulls(world, agent, BERNOULLI.arms, seed, 2000)));
}

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
