// Returns of whole episodes: what was paid from each step on, until the end. Nothing is guessed beyond it.

import { Status } from "../../core/environment.ts";
import { generalisedAdvantages } from "./advantage.ts";
import type { RolloutTables } from "./rollout.ts";

/** Σ_{u≥t} γ^{u−t}·r_u within the episode, for the first `entries` of tables of `rows` rows; a cut-off counts as an end. */
export function episodeReturns(
  { heads, status }: Pick<RolloutTables, "heads" | "status">,
  entries: number,
  rows: number,
  discount: number,
): Float64Array {
  const nothing = new Float64Array(entries);
  return generalisedAdvantages(
    {
      steps: entries / rows,
      environments: rows,
      rewards: heads[0].rewards.subarray(0, entries),
      values: nothing,
      nextValues: nothing,
      status: status.subarray(0, entries),
    },
    { discount, lambda: 1 },
  ).returns;
}

/** Episodes that ended among the first `entries`. */
export function episodesIn({ status }: Pick<RolloutTables, "status">, entries: number): number {
  let ended = 0;
  for (let at = 0; at < entries; at++) if (status[at] !== Status.running) ended += 1;
  return ended;
}
