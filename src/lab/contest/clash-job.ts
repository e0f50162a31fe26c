// One tournament of edit and compete between two players of a contest. A job for a thread.

import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { arenas } from "../../environments/arenas/index.ts";
import { type ClashRound, clash } from "../../evaluation/tournaments/clash.ts";
import type { ThreadJob } from "../jobs.ts";
import { type EditorPlan, opened } from "./editors.ts";

/** A player as plain data. */
export interface EditedEntrant {
  readonly file: string;
  readonly text: string;
  readonly editor: EditorPlan;
}

/** What a tournament depends on, and where its editors are started. */
export interface ClashMatch {
  readonly arena: string;
  readonly parameters: unknown;
  /** In the order of what they are: that of names does not matter. */
  readonly entrants: readonly [EditedEntrant, EditedEntrant];
  readonly rounds: number;
  readonly games: number;
  readonly trials: number;
  readonly trialGames: number;
  readonly samples: readonly string[];
  readonly seed: number;
  readonly directory: string;
}

export interface ClashResult {
  readonly rounds: readonly ClashRound[];
}

/** Plays a tournament. Throws a UserError where an arena knows no changes at random, or an editor of one's own fails. */
export async function playClash(match: ClashMatch): Promise<ClashResult> {
  const { entrants, rounds, games, trials, trialGames, samples, seed, directory } = match;
  const arena = (await arenas.get(match.arena)).make(match.parameters);
  const editors = entrants.map(({ editor }) => opened(editor, directory));
  const [first, second] = entrants.map(({ text }, k) => ({ code: text, editor: editors[k] }));
  const mutated = (code: string, random: Random): string => {
    if (arena.mutated !== undefined) return arena.mutated(code, random);
    const what = `no changes at random are known for programs of ${match.arena}`;
    throw new UserError({ code: "no-changes", what, hint: "take log-reader, or an editor of your own" });
  };
  const luck = Random.of(
    seed,
    "clash",
    match.arena,
    ...entrants.map(({ text, editor }) => text + JSON.stringify(editor)),
  );
  try {
    const terms = { arena, mutated, rounds, games, trials, trialGames, samples };
    return { rounds: await clash([first, second], terms, luck) };
  } finally {
    for (const editor of editors) await editor.close?.();
  }
}

/** The same, for a thread. */
export const clashJob: ThreadJob<ClashMatch, ClashResult> = {
  module: import.meta.url,
  name: "playClash",
  compute: playClash,
};
