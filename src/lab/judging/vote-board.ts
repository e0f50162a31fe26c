// What all votes of a file say so far: the leaderboard that `agon rate` makes of it with no options, and TrueSkill's numbers.

import { ratingFigures } from "../rating-file.ts";
import type { VoteBoard } from "./judging-data.ts";
import { skillsOf } from "./pairing.ts";
import { standing, votesFile } from "./votes-file.ts";

/** A UserError where the file is damaged. The same file gives the same numbers. */
export async function voteBoard(file: string): Promise<VoteBoard> {
  const votes = standing(votesFile(file).read());
  const judges = new Set(votes.map(({ judge }) => judge)).size;
  const about = { file, votes: votes.length, judges };
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
