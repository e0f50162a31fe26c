// Feedback graphs: which arms' losses are observed when one is played, and which are observed on request. Full information and bandit
// feedback are the extreme cases (Alon, Cesa-Bianchi, Dekel & Koren 2015, arXiv 1502.07617).

import { z } from "zod";
import { UserError } from "../../core/errors.ts";

/** Parameter of environments and learners that know a feedback graph. */
export const feedbackGraph = z.union([
  z.enum(["none", "played", "all", "others", "ring", "first"]),
  z
    .array(z.array(z.int().min(0).max(9999)).max(10_000))
    .min(1)
    .max(10_000),
]);
export type FeedbackGraph = z.output<typeof feedbackGraph>;

/** Meanings of the names, for descriptions. */
export const GRAPHS =
  "none; played: the arm played (bandit); all: every arm (full information); others: all but the one played; ring: the one played and its two neighbours; first: arm 0 shows all arms and the others nothing; or for each arm the list of those that it shows";

/** [arms × arms] 1 at (j, k) where playing j reveals the loss of k. Throws a UserError where lists do not match the arms. */
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
 * Marks in `seen` [arms] the losses that playing `arm` reveals for free, and then the requested ones, in the order of arms and while the
 * budget `left` lasts. Returns the number of paid observations; free ones cost nothing.
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
