// Looking twice at a long tape: what the answer alone teaches of where to look, where a shortcut answers most questions anyway,
// and what is added by pay for a second look that is enough by itself.

import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { FURTHER, looksPart, USUAL } from "./arms.ts";
import { exactChecks } from "./exact-checks.ts";
import { learningChecks, learningControls, summary } from "./learning-checks.ts";

export const revisor: Study = {
  id: "revisor",
  title: "Decoupled attribution: the answer and the segment are paid apart",
  source: "arXiv 2511.13026 (REVISOR) and its released code",
  claim:
    "Who is also paid where the segment that it looked at again is enough to answer from, without the first look, learns where to look faster than who is paid for answers alone, which a shortcut gives away.",
  claimed:
    "answers and segments paid 0.6 and 0.3: VideoMME 65.7 against 62.2 for answers alone and 64.0 for 0.3 and 0.6; Charades-STA mIoU 36.9 → 51.4",
  run,
};

/** Seeds that none of the set-up was chosen on. */
const FIRST_SEED = 201;
const UPDATES = 60;

async function run(context: StudyContext): Promise<StudyResult> {
  const { full } = context;
  const seeds = context.seeds ?? (full ? 10 : 5);
  const jobs = Array.from({ length: seeds }, (_, k) => ({
    seed: FIRST_SEED + k,
    updates: UPDATES,
    names: [...USUAL, ...(full ? FURTHER : [])],
  }));
  const exact = exactChecks(40_000);
  const found = await context.all(looksPart, jobs, ({ seed, names }) => `${names.length} ways of paying, seed ${seed}`);
  return {
    measured: summary(found),
    checks: [...exact, ...learningChecks(found)],
    controls: learningControls(found),
  };
}
