// Which arms' losses are seen when one is played, and which were asked for besides: full information and bandit feedback are
// the ends of a line of graphs (Alon, Cesa-Bianchi, Dekel & Koren 2015, arXiv 1502.07617).

import { z } from "zod";
import { UserError } from "../../core/errors.ts";

/** Parameter of worlds and learners that know a feedback graph. */
export const feedbackGraph = z.union([
  z.enum(["none", "played", "all", "others", "ring", "first"]),
  z
    .array(z.array(z.int().min(0).max(9999)).max(10_000))
    .min(1)
    .max(10_000),
]);
export type FeedbackGraph = z.output<typeof feedbackGraph>;

/** What the names mean, for descriptions. */
export const GRAPHS =
  "none; played: the arm played (bandit); all: every arm (full information); others: all but the one played; ring: the one played and its two neighbours; first: arm 0 shows all arms and the others nothing; or for each arm the list of those that it shows";

/** [arms × arms] 1 at (j, k) where playing j shows the loss of k. Throws a UserError where lists do not fit the arms. */
export function graphOf(graph: FeedbackGraph, arms: number): Uint8Array {
  const shows = new Uint8Array(arms * arms);
  if (typeof graph !== "string") {
    if (graph.length !== arms || graph.some((row) => row.some((k) => k >= arms))) {
      const what = `the graph has ${graph.length} lists for ${arms} arms, or names an arm that there is not`;
      const hint = `give ${arms} lists of arms from 0 to ${arms - 1}`;
      throw new UserError({ code: "bad-graph", what, path: ["graph"], hint });
    }
    for (const [j, row] of graph.entries()) for (const k of row) shows[j * arms + k] = 1;
    return shows;
  }
  const edge = {
    none: () => false,
    played: (j, k) => j === k,
    all: () => true,
    others: (j, k) => j !== k,
    ring: (j, k) => j === k || (j + 1) % arms === k || (k + 1) % arms === j,
    first: (j) => j === 0,
  } satisfies Record<typeof graph, (j: number, k: number) => boolean>;
  const has: (j: number, k: number) => boolean = edge[graph];
  for (let j = 0; j < arms; j++) for (let k = 0; k < arms; k++) shows[j * arms + k] = has(j, k) ? 1 : 0;
  return shows;
}

/**
 * Marks in `seen` [arms] what playing `arm` shows for free, and then what was asked for, in the order of arms and while `left`
 * lasts. Returns how many of the latter there are: what is shown for free costs nothing.
 */
export function see(shows: Uint8Array, arm: number, requests: Uint8Array, left: number, seen: Uint8Array): number {
  const arms = seen.length;
  let used = 0;
  for (let k = 0; k < arms; k++) {
    seen[k] = shows[arm * arms + k];
    if (seen[k] === 0 && requests[k] === 1 && used < left) {
      seen[k] = 1;
      used += 1;
    }
  }
  return used;
}
