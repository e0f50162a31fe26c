// What all votes of a file say so far: the leaderboard that `agon rate` makes of it with no options, and TrueSkill's numbers.

import { dirname, relative } from "node:path";
import { decided, standing, votesFile } from "../../feedback/votes/votes-file.ts";
import { ratingFigures } from "../rating/rating-file.ts";
import type { VoteBoard } from "./judging-data.ts";
import { skillsOf } from "./pairing.ts";

/** A file of votes of a store as judges read it: they need not know where the store lies. */
export const shownVotes = (store: string, file: string): string => relative(dirname(store), file);

/** A UserError where the file is damaged, or leads out of its `store`. The same file gives the same numbers. */
export async function voteBoard(file: string, store?: string): Promise<VoteBoard> {
  const cast = standing(votesFile(file, store === undefined ? {} : { store, shown: shownVotes(store, file) }).read());
  const votes = decided(cast);
  const judges = new Set(votes.map(({ judge }) => judge)).size;
  const teaching = votes.filter(({ outcomes }) => outcomes !== undefined).length;
  const shown = store === undefined ? file : shownVotes(store, file);
  const about = { file: shown, votes: votes.length, unclear: cast.length - votes.length, teaching, judges };
  if (votes.length === 0) return { ...about, model: "", unit: "", players: [], caveats: [] };
  const { model, unit, players, caveats } = await ratingFigures({ file });
  const names = players.map(({ name }) => name);
  const { mean, deviation } = skillsOf(names, votes);
  return {
    ...{ ...about, model, unit, caveats },
    players: players.map(({ name, rating, low, high, rank, games }, k) => ({
      ...{ name, rating, low, high, rank, games },
      skill: { mean: mean[k], deviation: deviation[k] },
    })),
  };
}
