// Scores episodes that were generated elsewhere by the pay of a world: texts, or lists of actions, each from an initial state that the
// caller names. External trainers use it as their reward.

import { z } from "zod";
import { checked } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";
import { resetOf, type SessionOptions } from "./session-options.ts";
import { type ServedWorld, seatedWorld, worldSession } from "./world-session.ts";

/** Maximum number of episodes per request. */
const MOST = 4096;

const request = z.strictObject({
  episodes: z
    .array(
      z.looseObject({
        actions: z.array(z.unknown()).describe("what was done, step by step; of a text the reply, whole"),
      }),
    )
    .min(1)
    .max(MOST)
    .describe("what a reset may say, and the actions"),
});

export interface EpisodeScore {
  /** Sum of the rewards; null where the episode could not be scored. */
  readonly reward: number | null;
  /** Whether the episode could be started. If not, the request is at fault, and not the actions. */
  readonly begun: boolean;
  /** Number of steps; actions after the episode's end are ignored. */
  readonly steps: number;
  readonly done: boolean;
  /** Metadata of the last step: channels and the objective. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Why the episode could not be scored. */
  readonly error?: string;
}

/** Scores episodes one after the other. A mistake in one is reported with its score, and the others are still scored. */
export async function scores(
  world: ServedWorld,
  options: SessionOptions,
  given: unknown,
  stop: AbortSignal,
): Promise<readonly EpisodeScore[]> {
  const { episodes } = checked(request, given);
  // A mistake in the settings that all episodes share is reported once.
  if (episodes.some((episode) => !("parameters" in episode))) await seatedWorld(world, options);
  const session = worldSession(world, options, stop);
  const scored: EpisodeScore[] = [];
  try {
    for (const { actions, ...begin } of episodes) {
      let score: EpisodeScore = { reward: null, begun: false, steps: 0, done: false, metadata: {} };
      try {
        await session.reset(begin);
        score = { ...score, begun: true };
        const { options: own } = resetOf(options, begin);
        let isUnfinished = false;
        let paid = 0;
        for (const action of actions) {
          if (score.done) break;
          const outcome = await session.step(own.joint ? { actions: action } : { action });
          const { reward, done, metadata } = outcome;
          const unread = outcome.observation.error;
          if (reward === null) throw new UserError({ code: "bad-action", what: String(unread) });
          paid += reward;
          score = { ...score, steps: score.steps + 1, done, metadata };
          isUnfinished = metadata.unfinished === true && unread === undefined;
        }
        score = { ...score, ...worth(paid, score.steps, isUnfinished) };
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        score = { ...score, error: error.message };
      }
      scored.push(score);
    }
  } finally {
    await session.close();
  }
  return scored;
}

/** Returns the pay of the actions, or why they are not scored. An unfinished text is no error: it was truncated, or waits for a tool. */
function worth(
  paid: number,
  steps: number,
  isUnfinished: boolean,
): { readonly reward: number } | { readonly error: string } {
  if (steps === 0) return { error: "nothing was done: there are no actions" };
  if (isUnfinished) return { error: "the text has no end, and the world waits for more of it" };
  return Number.isFinite(paid) ? { reward: paid } : { error: "the sum of the pay is no finite number" };
}
