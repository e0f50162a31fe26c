// Impressions that may fail, offered one by one: what Balance earns of the best adaptive policy, and of programs above it.

import { linearPrograms } from "../../math/linear-program.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { searchClaims, searchingWorst } from "./bad-instances.ts";
import { fluidEquations, loneEquations, orderEquations } from "./equations.ts";
import { matchingTriangles, triangleClaims, triangleJobs } from "./triangles.ts";

export const onlineMatching: Study = {
  id: "online-matching",
  title: "Online matching with stochastic rewards, against configuration programs",
  source: "arXiv 2309.10289 (Huang, Jiang, Shen, Song, Wu & Zhang, 2023)",
  claim:
    "Offering each impression to the free neighbour with the smallest load earns at least 0.611 of what the best adaptive policy earns, for vanishing probabilities; a linear program over lists of impressions bounds that policy from above.",
  claimed:
    "theorems: 0.611 of the stochastic benchmark for vanishing probabilities, 0.613 if they are also equal; 0.576 of the matching program was known for equal ones",
  seeds: { first: 41_001, short: 4, full: 4 },
  notDone: ["A proof: plays and searches that find nothing below a ratio are evidence alone."],
  seenBefore: ["Seeds from 9401 and 9501, before the search was lengthened; 20001 to 20004, with the same verdicts."],
  changed: ["Steps between sizes have intervals, and an interval's upper end is judged where the claim is about it."],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds } = context;
  const more = context.full ? 10 : 1;
  const [first] = seeds;
  const solver = await linearPrograms();
  context.signal.throwIfAborted();
  const lone = loneEquations(solver, first);
  const order = orderEquations(solver, first, 400 * more);
  const fluid = fluidEquations(first, 4000 * more);
  const triangles = triangleClaims(
    await context.all(
      matchingTriangles,
      triangleJobs(first, 4000 * more),
      ({ advertisers, copies }) => `triangle of ${advertisers}, p = 1/${copies}`,
    ),
  );
  const searches = (["balance", "largest-index"] as const).flatMap((rule) =>
    seeds.map((seed) => ({ seed, rule, steps: 4000 * more })),
  );
  const worst = searchClaims(
    await context.all(searchingWorst, searches, ({ rule, seed }) => `bad graphs for ${rule}, seed ${seed}`),
  );
  return combined(triangles, { claims: worst }, lone, order, fluid);
}
