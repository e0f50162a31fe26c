// Which channel earned a purchase: a network with memory, fading attention and a side for who the customer is, against rules,
// regressions and a chain, on journeys whose true credit is known.

import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { exactChecks } from "./exact-checks.ts";
import { fitChecks, jobs } from "./fit-checks.ts";
import { fitting } from "./fits.ts";

export const multiTouchAttribution: Study = {
  id: "multi-touch-attribution",
  title: "Multi-touch attribution by a deep network with attention",
  source: "arXiv 1809.02230 (Li et al., 2018)",
  claim:
    "A recurrent network with attention that fades with time and a control side for the customer foretells purchases better than regressions, and credits channels nearer to what they cause.",
  claimed: "better than existing methods in conversion prediction and in channel influence; no figures in the abstract",
  run,
};

/** Development used seeds 1 to 3. */
const FIRST_SEED = 6101;

async function run(context: StudyContext): Promise<StudyResult> {
  const exact = exactChecks(FIRST_SEED, 300);
  context.signal.throwIfAborted();
  const asked = jobs(FIRST_SEED, context.seeds ?? (context.full ? 10 : 5));
  const fitted = await context.all(fitting, asked, ({ story, seed }) => `${story}, seed ${seed}`);
  const { checks, controls, measured } = fitChecks(asked, fitted);
  return { measured, checks: [...exact, ...checks], controls };
}
