// What a world pays for episodes that were written or played elsewhere: texts, or lists of actions, each from a beginning that its
// caller names. Trainers of other makers are paid by this.

import { z } from "zod";
import { checked } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";
import { resetOf, type SessionOptions } from "./session-options.ts";
import { type ServedWorld, seatedWorld, worldSession } from "./world-session.ts";

/** Episodes of one request, at most. */
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

/** What one episode came to. */
export interface EpisodeScore {
  /** Sum of the pay; null where the episode could not be scored. */
  readonly reward: number | null;
  /** Whether the episode could begin. Where it could not, the request is at fault, and not what was done. */
  readonly begun: boolean;
  /** Steps that were taken; actions after the episode's end are left out. */
  readonly steps: number;
  readonly done: boolean;
  /** What the last step told: channels and the objective. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Why the episode could not be scored. */
  readonly error?: string;
}

/** Scores episodes one after the other. A mistake in one is told beside its score, and the others are scored all the same. */
export async function scores(
  world: ServedWorld,
  options: SessionOptions,
  given: unknown,
  stop: AbortSignal,
): Promise<readonly EpisodeScore[]> {
  const { episodes } = checked(request, given);
  // A mistake in what all episodes share is told once.
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

/** The pay of what was done, or why it is not scored. A text without an end is not wrong: it was cut, or waits for a tool. */
function worth(
  paid: number,
  steps: number,
  isUnfinished: boolean,
): { readonly reward: number } | { readonly error: string } {
  if (steps === 0) return { error: "nothing was done: there are no actions" };
  if (isUnfinished) return { error: "the text has no end, and the world waits for more of it" };
  return Number.isFinite(paid) ? { reward: paid } : { error: "the sum of the pay is no finite number" };
}
