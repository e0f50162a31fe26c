// Turns with credit of their own: what a call has added to the probability of the right answer, compared with the same turn of
// other answers, summed at one size whatever the depth, with bounds that widen where much was gained. First on turns whose
// merit is known, then on a small transformer that searches a table.

import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { trainingPart } from "./arms.ts";
import { CONSTANT, LADDER, OUTCOME, SHUFFLED, TOLD, WHOLE, WRONG } from "./credits.ts";
import { flatControl, simulationClaims } from "./simulation.ts";
import { trainingClaims } from "./training-claims.ts";

/** Seeds that none of the set-up was chosen on. */
const FIRST_SEED = 101;

export const turnGroupPolicy: Study = {
  id: "turn-group-policy",
  title: "A²TGPO: information gains compared turn by turn, with clips that follow them",
  source: "arXiv 2605.06200",
  claim:
    "The rise of the model's own probability of the right answer credits single turns, if it is compared with the same turn of other answers, summed over the root of the number of terms, and widens or narrows the clip.",
  claimed:
    "exact match on seven question-answering benchmarks, three backbones: 1.75 points over strong baselines where several hops are needed, 1.69 where one is",
  seeds: { first: FIRST_SEED, short: 5, full: 8 },
  notDone: [
    "Language models of billions of weights, and the seven benchmarks.",
    "A world in which gains say something before the last hop: here the answer depends on the last call alone.",
  ],
  seenBefore: [
    "Learning rates of 0.5, 1 and 2·10⁻³ on seeds 1 and 2: 10⁻³ is better than the smaller for both arms; the larger is a little better for the outcome alone and breaks the whole method in one seed.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { full } = context;
  const trained = full ? [...LADDER, CONSTANT, WRONG, SHUFFLED] : [OUTCOME, WHOLE, CONSTANT];
  const jobs = context.seeds.map((seed) => ({
    seed,
    compared: [...LADDER.slice(0, -1), WHOLE, WRONG, SHUFFLED, TOLD],
    arms: trained,
    updates: full ? 100 : 60,
    batches: full ? 32 : 16,
    references: 64,
  }));
  const exact = simulation(context);
  const found = await context.all(trainingPart, jobs, ({ seed }) => `a searcher in every arm, seed ${seed}`);
  return combined(exact, trainingClaims(found, trained));
}

/** What holds without any training. */
export function simulation({ signal }: Pick<StudyContext, "signal">): Omit<StudyResult, "tables"> {
  signal.throwIfAborted();
  return { claims: simulationClaims(FIRST_SEED), controls: [flatControl(FIRST_SEED)] };
}
