// Judges of sub-goals as givers of credit (arXiv 2409.12798): how rightly they judge, and what learners make of it.

import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { credit } from "./credit.ts";
import { everyTimeControl, exactChecks } from "./exact-checks.ts";
import { hackControl } from "./hack.ts";
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
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const numbered = (count: number) => Array.from({ length: count }, (_, k) => 1 + k);
  const seeds = numbered(context.seeds ?? (context.full ? 120 : 40));
  const fewer = numbered(context.seeds ?? (context.full ? 60 : 20));
  let done = 0;
  const total = 12 * 3 + 15 * seeds.length + 7 * (seeds.length + fewer.length) + 2 * fewer.length;
  const pause = async (label: string) => {
    context.progress(Math.min(done++, total - 1), total, label);
    await new Promise((resolve) => setImmediate(resolve));
    context.signal.throwIfAborted();
  };
  await pause("exact values");
  const exact = exactChecks();
  const judged = await judging(pause);
  await pause("suggestions");
  const suggested = suggesting();
  const learned = await credit({ seeds, fewer, rate: judged.rate }, pause);
  return {
    measured: `${learned.measured}; ${judged.measured}`,
    checks: [...exact, ...judged.checks, suggested.check, ...learned.checks],
    controls: [
      ...judged.controls,
      suggested.control,
      ...learned.controls,
      everyTimeControl(),
      await hackControl(fewer, pause),
    ],
  };
}
