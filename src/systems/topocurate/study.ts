// Choosing what to learn from by the topology of interactions: rollouts of a task folded into one graph, on which successes and
// failures part; scores of trajectories and tasks read off it; and what imitation and reinforcement make of the choice.

import { combined, type Study, type StudyContext, type StudyResult, studyJob } from "../../study/study.ts";
import { type Cloned, cloned, imitationClaims, type Student } from "./imitation.ts";
import { type Ranking, ranking, signalClaims } from "./signal.ts";
import { type Pickings, trained, trainingClaims } from "./training.ts";

export const topocurate: Study = {
  id: "topocurate",
  title: "TopoCurate: modeling interaction topology for tool-use agent training",
  source: "arXiv 2603.01714 (LongCat team and Zhejiang University)",
  claim:
    "Successes are not equally instructive, and tasks of one pass rate differ in what a policy gradient can learn from them; a graph of merged rollouts tells which to choose.",
  claimed: "+4.2% by imitation and +6.9% by reinforcement over the best baselines on BFCLv3 and Tau2 Bench, 32B model",
  // None of the set-up was chosen on these seeds.
  seeds: { first: 101, short: 20, full: 40 },
  seenBefore: ["The rate of training was chosen on seeds 1 to 10, for tasks picked by pass rate."],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  context.signal.throwIfAborted();
  const found = await context.all(curating, context.seeds, (seed) => `seed ${seed}`);
  return combined(
    signalClaims(found.map(({ tasks }) => tasks)),
    trainingClaims(found.map(({ training }) => training)),
    imitationClaims(found.map(({ imitation }) => imitation)),
  );
}

/** What tasks, trainings and clones of a seed came to. */
export async function curate(seed: number): Promise<Curated> {
  return { tasks: ranking(seed), training: trained(seed), imitation: cloned(seed) };
}

interface Curated {
  readonly tasks: Ranking;
  readonly training: Pickings;
  readonly imitation: Readonly<Record<Student, Cloned>>;
}

const curating = studyJob(import.meta.url, curate);
