// Auctions of places in written text: exact placements and truthful payments for a reader who chooses among all ads, and for one
// who goes through them.

import { linearPrograms } from "../../math/linear-program.ts";
import type { Study, StudyContext, StudyResult } from "../../study/study.ts";
import { cascadeChecks } from "./cascade-checks.ts";
import { earning, onePlaceChecks, severalPlacesChecks } from "./revenue-checks.ts";
import { textChecks } from "./text-checks.ts";
import { truthChecks } from "./truth-checks.ts";
import { welfareChecks } from "./welfare-checks.ts";

export const positionAuctions: Study = {
  id: "position-auctions",
  title: "Auctions of places in generated text",
  source: "arXiv 2506.03309 (Balseiro et al., 2025)",
  claim:
    "Ads in a text take clicks from each other, so that places cannot be sold one by one; with the reader's choice in the rule, welfare and revenue are still optimised exactly (multinomial logit) or nearly (cascade), and truthfully.",
  claimed:
    "theorems: optimal truthful mechanisms for logit readers in polynomial time, approximations for cascade readers",
  run,
};

/** No market of these seeds was looked at before the thresholds were fixed. */
const FIRST_SEED = 5001;
const PARTS = 4;

async function run(context: StudyContext): Promise<StudyResult> {
  const more = context.full ? 10 : 1;
  const solver = await linearPrograms();
  context.signal.throwIfAborted();
  const welfare = welfareChecks(FIRST_SEED, 300 * more);
  const truth = truthChecks(FIRST_SEED, 60 * more);
  const cascade = cascadeChecks(solver, FIRST_SEED, 300 * more);
  const text = textChecks(FIRST_SEED, 300 * more);
  const one = onePlaceChecks(FIRST_SEED);
  const jobs = Array.from({ length: PARTS }, (_, k) => ({ seed: FIRST_SEED + k, draws: (5000 * more) / PARTS }));
  const revenue = severalPlacesChecks(await context.all(earning, jobs, ({ seed }) => `revenue, seed ${seed}`));
  return {
    measured: [welfare.measured, revenue.measured, cascade.measured, text.measured].join("; "),
    checks: [...welfare.checks, ...truth.checks, ...one, ...revenue.checks, ...cascade.checks, ...text.checks],
    controls: [...truth.controls, ...text.controls],
  };
}
