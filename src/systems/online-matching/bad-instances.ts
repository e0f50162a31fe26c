// A search for graphs on which a rule does badly: edges are put in and taken out, and what does not help the rule stays. What is found
// bounds a rule from above; that nothing worse was found proves nothing.

import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { adaptiveOptimum, valueWithoutLoads } from "../../mechanisms/matching/exact-values.ts";
import { ofTypes } from "../../mechanisms/matching/impressions.ts";
import { ruleOf } from "../../mechanisms/matching/rules.ts";
import { atLeast } from "../../study/bound.ts";
import { beside, type Claim, claim, is } from "../../study/claim.ts";
import { studyJob } from "../../study/study.ts";
import { meanOfRuns, shareOf, simulate } from "./serve.ts";

const [ADVERTISERS, COPIES, CHANCE] = [6, 10, 0.1];
/** Simulations for each graph looked at, and for the one that was found: those that chose it make it look worse than it is. */
const [LOOKED_AT, FOUND] = [300, 20_000];

interface SearchJob {
  readonly seed: number;
  readonly rule: "balance" | "largest-index";
  /** Graphs looked at. */
  readonly steps: number;
}

type WorstFound = Awaited<ReturnType<typeof searchWorst>>;

/** Hill-climbing over edge sets. All graphs meet the same luck, so that a graph is worth what it is worth. */
export async function searchWorst(job: SearchJob) {
  const random = Random.of(job.seed, "search", job.rule);
  const luck = random.stream("luck");
  const rule = ruleOf(job.rule, ADVERTISERS);
  const edges = new Uint8Array(ADVERTISERS * ADVERTISERS).map(() => random.integer(2));
  const graph = () => {
    const chances = Float64Array.from(edges, (edge) => edge * CHANCE);
    const problem = ofTypes(ADVERTISERS, chances, COPIES);
    return { problem, optimum: adaptiveOptimum(problem) };
  };
  const shareNow = (): number => {
    const { problem, optimum } = graph();
    if (optimum === 0) return 1;
    if (job.rule === "largest-index") return valueWithoutLoads(problem, rule) / optimum;
    return mean(simulate(problem, rule, "thresholds", luck, LOOKED_AT)) / optimum;
  };
  let seen = shareNow();
  for (let step = 1; step < job.steps; step++) {
    // One edge, or two: some graphs get worse only by a move of an edge.
    const first = random.integer(edges.length);
    const second = random.integer(2) === 0 ? first : random.integer(edges.length);
    const moved = new Set([first, second]);
    for (const edge of moved) edges[edge] ^= 1;
    const share = shareNow();
    if (share <= seen) seen = share;
    else for (const edge of moved) edges[edge] ^= 1;
  }
  const found = { job, seen, edges: edges.reduce((sum, edge) => sum + edge, 0) };
  if (job.rule === "largest-index") return { ...found, share: seen, error: 0 };
  const { problem, optimum } = graph();
  const { value, error } = meanOfRuns(simulate(problem, rule, "thresholds", random.stream("fresh"), FOUND));
  // The share of the adaptive optimum on fresh runs; `seen` is what the search took it for.
  return { ...found, share: value / optimum, error: error / optimum };
}

export const searchingWorst = studyJob(import.meta.url, searchWorst);

export function searchClaims(all: readonly WorstFound[]): Claim[] {
  const [balance, greedy] = (["balance", "largest-index"] as const).map((rule) => {
    const found = all.filter(({ job }) => job.rule === rule);
    return {
      found,
      worst: found.reduce((one, other) => (other.share < one.share ? other : one)),
      graphs: `${found.reduce((sum, { job }) => sum + job.steps, 0)} graphs looked at`,
    };
  });
  const { worst } = balance;
  return [
    // Nothing worse was found, which is no proof.
    claim(
      `the worst graphs found for Balance, 6 advertisers, ${balance.graphs}: share of the adaptive optimum, within three standard errors`,
      balance.found.flatMap(({ share, error, seen, edges }) => [
        is(shareOf({ value: share, error }), atLeast(0.611)),
        beside("in the search", seen),
        beside("edges", edges),
      ]),
    ),
    claim(`the worst graph found for greedy by the largest index, ${greedy.graphs}`, [
      is(shareOf({ value: worst.share - greedy.worst.share, error: worst.error }), atLeast(0.1), "below Balance's by"),
      ...greedy.found.flatMap(({ share, edges }) => [beside("share", share), beside("edges", edges)]),
    ]),
  ];
}
