// Stopping early: once recent episodes pay what was asked for, the rest of the budget is left.

import { z } from "zod";
import type { EpisodeTotals } from "../play/vector-environment.ts";

/** Episodes that the mean is taken over. */
const EPISODES = 100;

/** The parameter of every learner. */
export const stopAt = z
  .number()
  .optional()
  .describe(`stop once ${EPISODES} finished episodes of one segment pay a seat this much on average; default never`);

/** Watches finished episodes of a segment. */
export interface GoalWatch {
  readonly reached: boolean;
  /** A segment begins: what went before no longer counts, so that going on from a checkpoint is the same. */
  begin(): void;
  watch(finished: readonly EpisodeTotals[]): void;
}

/** A watch for a mean pay of `goal`; without one it never stops. */
export function goalWatch(goal: number | undefined): GoalWatch {
  const recent = new Float64Array(EPISODES);
  let seen = 0;
  let reached = false;
  return {
    get reached() {
      return reached;
    },
    begin() {
      seen = 0;
    },
    watch(finished) {
      if (goal === undefined) return;
      for (const { pay } of finished) {
        recent[seen % EPISODES] = pay.reduce((a, b) => a + b, 0) / pay.length;
        seen += 1;
        if (seen >= EPISODES && recent.reduce((a, b) => a + b, 0) / EPISODES >= goal) reached = true;
      }
    },
  };
}
