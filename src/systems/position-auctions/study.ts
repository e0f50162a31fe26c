// Auctions of places in written text: exact placements and truthful payments for a reader who chooses among all ads, and for one
// who goes through them.

import { linearPrograms } from "../../math/linear-program.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { cascadeClaims, truthClaims, welfareClaims } from "./readers.ts";
import { earning, onePlaceEquations, severalPlacesClaims } from "./revenue-checks.ts";
import { textClaims } from "./text-checks.ts";

export const positionAuctions: Study = {
  id: "position-auctions",
  title: "Auctions of places in generated text",
  source: "arXiv 2506.03309 (Balseiro et al., 2025)",
  claim:
    "Ads in a text take clicks from each other, so that places cannot be sold one by one; with the reader's choice in the rule, welfare and revenue are still optimised exactly (multinomial logit) or nearly (cascade), and truthfully.",
  claimed:
    "theorems: optimal truthful mechanisms for logit readers in polynomial time, approximations for cascade readers",
  // Each market is drawn from a seed of its own, from this one on.
  seeds: { first: 33_001, short: 1, full: 1 },
  notDone: [
    "The paper's own mechanism for cascade readers, whose text was not at hand. The truthful greedy here is sure of a share 1/K of the best welfare with K ads; the greedy by gains, which is sure of a third, is not truthful.",
    "Revenue from cascade readers, which the same placement by virtual values would earn.",
  ],
  seenBefore: [
    "Markets from 5001 on, of the earlier record.",
    "Markets 901 to 1200, with everything as it is here: the truthful greedy kept 0.98 of the best welfare in the mean and 0.70 in the worst market. Of 60 markets, 13 had a bid that the greedy by gains clicked less than a lower one.",
    "Keys other than rate · value were tried there, as rate^0.75 · value with 0.99 in the mean. The plain one was kept, for its bound.",
  ],
  changed: [
    "A mechanism for cascade readers is sold and searched for bids that gain; before, only its welfare was measured.",
    "It picks by rate · value and has ads read as picked, since clicks of the greedy by gains may fall as a bid rises.",
    "Fresh markets. That the text's order does no better than the best of all orders is true by itself: a test, and a table here.",
  ],
  run,
};

/** Threads share the draws of revenue. */
const PARTS = 4;

async function run(context: StudyContext): Promise<StudyResult> {
  const more = context.full ? 10 : 1;
  const [seed] = context.seeds;
  const solver = await linearPrograms();
  context.signal.throwIfAborted();
  const [welfare, truth] = [welfareClaims(seed, 300 * more), truthClaims(seed, 60 * more)];
  const cascade = cascadeClaims(solver, seed, 300 * more);
  const text = textClaims(seed, 300 * more);
  const jobs = Array.from({ length: PARTS }, (_, k) => ({ seed: seed + k, draws: (5000 * more) / PARTS }));
  const revenue = severalPlacesClaims(await context.all(earning, jobs, (job) => `revenue, seed ${job.seed}`));
  return combined(welfare, truth, { claims: onePlaceEquations(seed) }, revenue, cascade, text);
}
