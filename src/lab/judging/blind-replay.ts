// An episode as a judge sees it: what happened, and nothing that tells whose it is or what was paid for it.

import { UserError } from "../../core/errors.ts";
import type { EpisodePlace, EpisodeReplay } from "../report/replay-data.ts";
import { episodeReplay } from "../view/episode-replay.ts";

/** Where an episode lies, and on which side it is shown. */
export interface BlindPlace {
  readonly store: string;
  readonly run: string;
  readonly place: EpisodePlace;
  readonly from: number;
  readonly side: "left" | "right";
}

/**
 * A stretch of an episode as in `episodeReplay`, called by its side. Variant, policies, pay, objective, what players say of themselves
 * and what was asked of models are left out. Channels of the world are told where it has neither a picture nor a text. A UserError names
 * no variant.
 */
export async function blindReplay({ store, run, place, from, side }: BlindPlace): Promise<EpisodeReplay> {
  let replay: EpisodeReplay;
  try {
    replay = await episodeReplay(store, run, place, from);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const what = "this episode cannot be shown";
    throw new UserError({
      code: "not-shown",
      what,
      hint: "vote that you cannot tell; the replay of its seed says why",
    });
  }
  const { agents, measures, scenes, text } = replay;
  const isSeen = scenes !== null || text !== null;
  return {
    ...replay,
    variant: side,
    agents: agents.map((agent) => ({ ...agent, policy: "" })),
    measures: isSeen ? [] : measures.filter(({ name, ofPlayers }) => !PAID.includes(name) && ofPlayers !== true),
    asked: null,
  };
}

const PAID = ["pay", "objective"];
