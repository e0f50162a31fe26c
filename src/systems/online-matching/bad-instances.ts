// A search for graphs on which a rule does badly: edges are put in and taken out, and what does not help the rule stays. What is found
// bounds a rule from above; that nothing worse was found proves nothing.

import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { adaptiveOptimum, valueWithoutLoads } from "../../mechanisms/matching/exact-values.ts";
import { ofTypes } from "../../mechanisms/matching/impressions.ts";
import { ruleOf } from "../../mechanisms/matching/rules.ts";
import { atLeast, worded } from "../../study/bound.ts";
import { beside, claim, is } from "../../study/claim.ts";
import type { StudyJob, StudyResult } from "../../study/study.ts";
import { type MeasuredArm, measured } from "./arms.ts";
import { simulate } from "./simulate.ts";

const [ADVERTISERS, COPIES, CHANCE] = [6, 10, 0.1];
/** Simulations for each graph looked at, and for the one that was found: those that chose it make it look worse than it is. */
const [LOOKED_AT, FOUND] = [300, 20_000];

export interface SearchJob {
  readonly seed: number;
  readonly rule: "balance" | "largest-index";
  /** Graphs looked at. */
  readonly steps: number;
}

export interface WorstFound {
  readonly job: SearchJob;
  /** Share of the adaptive optimum, on fresh runs. */
  readonly share: MeasuredArm;
  /** What the search took it for. */
  readonly seen: number;
  readonly edges: number;
}

/** Hill-climbing over edge sets. All graphs meet the same luck, so that a graph is worth what it is worth. */
export async function searchWorst(job: SearchJob): Promise<WorstFound> {
  const random = Random.of(job.seed, "search", job.rule);
  const rng = random.stream("luck");
  const successes = new Int32Array(LOOKED_AT);
  const rule = ruleOf(job.rule, ADVERTISERS);
  const problemOf = (edges: Uint8Array) =>
    ofTypes(
      ADVERTISERS,
      Float64Array.from(edges, (edge) => edge * CHANCE),
      COPIES,
    );
  const shareOf = (edges: Uint8Array): number => {
    const problem = problemOf(edges);
    const optimum = adaptiveOptimum(problem);
    if (optimum === 0) return 1;
    if (job.rule === "largest-index") return valueWithoutLoads(problem, rule) / optimum;
    simulate(problem, rule, "thresholds", rng, successes);
    return mean(successes) / optimum;
  };
  const edges = new Uint8Array(ADVERTISERS * ADVERTISERS).map(() => random.integer(2));
  let seen = shareOf(edges);
  for (let step = 1; step < job.steps; step++) {
    // One edge, or two: some graphs get worse only by a move of an edge.
    const first = random.integer(edges.length);
    const second = random.integer(2) === 0 ? first : random.integer(edges.length);
    edges[first] ^= 1;
    if (second !== first) edges[second] ^= 1;
    const share = shareOf(edges);
    if (share <= seen) {
      seen = share;
      continue;
    }
    edges[first] ^= 1;
    if (second !== first) edges[second] ^= 1;
  }
  const count = edges.reduce((sum, edge) => sum + edge, 0);
  const problem = problemOf(edges);
  const optimum = adaptiveOptimum(problem);
  if (job.rule === "largest-index") return { job, share: { value: seen, error: 0 }, seen, edges: count };
  const fresh = new Int32Array(FOUND);
  simulate(problem, rule, "thresholds", random.stream("fresh"), fresh);
  const { value, error } = measured(fresh);
  return { job, share: { value: value / optimum, error: error / optimum }, seen, edges: count };
}

export const searchingWorst: StudyJob<SearchJob, WorstFound> = {
  module: import.meta.url,
  name: "searchWorst",
  compute: searchWorst,
};

export function searchClaims(found: readonly WorstFound[]): Pick<StudyResult, "claims"> {
  const of = (rule: SearchJob["rule"]) => found.filter(({ job }) => job.rule === rule);
  const worst = (rule: SearchJob["rule"]) => of(rule).reduce((a, b) => (b.share.value < a.share.value ? b : a));
  const graphs = (rule: SearchJob["rule"]) => of(rule).reduce((sum, { job }) => sum + job.steps, 0);
  const lead = worst("balance").share.value - worst("largest-index").share.value;
  return {
    claims: [
      // Nothing worse was found, which is no proof.
      claim(
        `the worst graphs found for Balance, 6 advertisers, ${graphs("balance")} graphs looked at: share of the adaptive optimum`,
        of("balance").flatMap(({ share, seen, edges }) => [
          is(share.value + 3 * share.error, worded(atLeast(0.611), "≥ 0.611 − 3 standard errors"), "with 3 errors"),
          beside("share", share.value),
          beside("error", share.error),
          beside("in the search", seen),
          beside("edges", edges),
        ]),
      ),
      claim(`the worst graph found for greedy by the largest index, ${graphs("largest-index")} graphs looked at`, [
        is(lead, atLeast(0.1), "below Balance's by"),
        ...of("largest-index").flatMap(({ share, edges }) => [beside("share", share.value), beside("edges", edges)]),
      ]),
    ],
  };
}
