// Judges of sub-goals as givers of credit (arXiv 2409.12798): how rightly they judge, and what learners make of it.

import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { credit } from "./credit.ts";
import { everyTimeControl, exactEquations } from "./exact.ts";
import { hack } from "./hack.ts";
import { judging } from "./judging.ts";
import { suggesting } from "./suggesting.ts";

export const creditAssignmentLlm: Study = {
  id: "credit-assignment-llm",
  title: "Assessing the zero-shot capabilities of LLMs for action evaluation in RL",
  source: "arXiv 2409.12798 (Pignatelli, Ferret, Rocktäschel, Grefenstette, Paglieri, Coward, Toni), CALM",
  claim:
    "A judge that reads a game's text can tell which steps reach a sub-goal, and suggest sub-goals; what it says is credit for the steps on the way to a reward that comes only at the end.",
  claimed:
    "that language models do so zero-shot on KeyRoom, by the abstract, without figures; here rules, coins and a judge trained on the spot stand in, and a language model can be put in their place through the library",
  seeds: { first: 1, short: 40, full: 120 },
  notDone: ["A language model as the judge, on steps of MiniHack that people have labelled: none was recorded."],
  seenBefore: ["The tuned learner: the best of 54 settings for the task's own pay, on rooms 1001 to 1020."],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds, signal } = context;
  signal.throwIfAborted();
  // The wandering learner and the hack take long.
  const fewer = seeds.slice(0, Math.ceil(seeds.length / 2));
  const parts = [{ claims: exactEquations() }, await judging(context), suggesting(), await credit(context, fewer)];
  return combined(...parts, { controls: [everyTimeControl()] }, await hack(context, fewer));
}
