// Choosing what to learn from by the topology of interactions: rollouts of a task folded into one graph, on which successes and
// failures part; scores of trajectories and tasks read off it; and what imitation and reinforcement make of the choice.

import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, holds, type Study, type StudyContext, type StudyResult } from "../../study/legacy.ts";
import { graphChecks } from "./graph-checks.ts";
import { type Cloned, cloned, STUDENTS, type Student } from "./imitation.ts";
import { type Ranking, ranking, signalChecks, signalControls } from "./signal-checks.ts";
import { PICKERS, type Trained, trained } from "./training.ts";

export const topocurate: Study = {
  id: "topocurate",
  title: "TopoCurate: modeling interaction topology for tool-use agent training",
  source: "arXiv 2603.01714 (LongCat team and Zhejiang University)",
  claim:
    "Successes are not equally instructive, and tasks of one pass rate differ in what a policy gradient can learn from them; a graph of merged rollouts tells which to choose.",
  claimed: "+4.2% by imitation and +6.9% by reinforcement over the best baselines on BFCLv3 and Tau2 Bench, 32B model",
  run,
};

/** Seeds that none of the set-up was chosen on. */
const FIRST_SEED = 101;

type Clones = Record<Student, Cloned>;

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = Array.from({ length: context.seeds ?? (context.full ? 40 : 20) }, (_, k) => FIRST_SEED + k);
  const exact = graphChecks(FIRST_SEED);
  const rankings: Ranking[] = [];
  const trainings: Trained[] = [];
  const clones: Clones[] = [];
  for (const [done, seed] of seeds.entries()) {
    context.progress(done, seeds.length, `seed ${seed}`);
    await new Promise((resolve) => setImmediate(resolve));
    context.signal.throwIfAborted();
    rankings.push(ranking(seed));
    trainings.push(trained(seed));
    clones.push(cloned(seed));
  }
  return {
    measured: `${learnt(trainings)}; ${taught(clones)}`,
    checks: [...exact, ...signalChecks(rankings), trainingCheck(trainings), ...imitationChecks(clones)],
    controls: signalControls(rankings),
  };
}

function learnt(all: readonly Trained[]): string {
  const each = PICKERS.map((picker) => {
    const success = mean(all.map((one) => one.success[picker]));
    const branches = mean(all.map((one) => one.branches[picker]));
    return `${picker} ${success.toFixed(3)} (${(100 * branches).toFixed(0)}% branch tasks)`;
  });
  return `trained on 40 of 200 tasks picked by ${each.join(", ")}, novice ${mean(all.map((one) => one.novice)).toFixed(3)}`;
}

function taught(all: readonly Clones[]): string {
  const each = STUDENTS.map((student) => {
    const of = (key: keyof Cloned) => mean(all.map((one) => one[student][key]));
    return `${student}: ${of("success").toFixed(3)} (${of("undisturbed").toFixed(3)} in ${of("undisturbedTurns").toFixed(2)} turns undisturbed, ${(100 * of("recoveries")).toFixed(0)}% recoveries taught)`;
  });
  return `cloned from 100 of 400 successes, tested with a slip: ${each.join("; ")}`;
}

const effect = (a: readonly number[], b: readonly number[]) => {
  const { mean: by, low, high, effectSize } = pairedEffect(a, b);
  return {
    by: by ?? 0,
    words: `${by?.toFixed(3)} [${low?.toFixed(3)}, ${high?.toFixed(3)}], d = ${effectSize?.toFixed(1)}`,
  };
};

function trainingCheck(all: readonly Trained[]): Check {
  const against = (picker: keyof Trained["success"]) =>
    effect(
      all.map((one) => one.success["pass rate"]),
      all.map((one) => one.success[picker]),
    );
  const gain = against("topology");
  return holds(
    "success on fresh branch tasks after training: tasks picked by error branches and heterogeneity, less by pass rate nearest ½",
    "≥ +0.05",
    `${gain.words}; error branches and heterogeneity weighed alike ${against("even").words}; error branches alone ${against("error branches").words}`,
    gain.by >= 0.05,
  );
}

function imitationChecks(all: readonly Clones[]): Check[] {
  const gain = (key: keyof Cloned, student: Student = "topology", than: Student = "random") =>
    effect(
      all.map((one) => one[than][key]),
      all.map((one) => one[student][key]),
    );
  // What a whole trajectory teaches holds the mistake that was made good: without it the longer turns should be gone.
  const spared = (key: keyof Cloned) =>
    `both spared what led astray ${gain(key, "topology, spared", "random, spared").words}`;
  const [success, chains, cost, turns] = [gain("success"), gain("chains"), gain("cost"), gain("turns")];
  return [
    holds(
      "success with a slip after cloning: successes picked by topology, less at random",
      "≥ +0.04",
      `${success.words}; the shortest, less at random ${gain("success", "shortest").words}; ${spared("success")}`,
      success.by >= 0.04,
    ),
    holds("different successful chains on a test task, less random's", "≥ 0", chains.words, chains.by >= 0),
    holds(
      "turns that a success costs (all turns/successes), less random's",
      "≤ 0",
      `${cost.words}; ${spared("cost")}`,
      cost.by <= 0,
    ),
    holds("mean turns of a success, less random's", "≤ 0", `${turns.words}; ${spared("turns")}`, turns.by <= 0),
  ];
}
