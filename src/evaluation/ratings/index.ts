// Registry of ratings by name.

import { Library } from "../../core/library.ts";
import type { BoundEntry } from "../../core/registry.ts";
import type { Rating } from "./rating.ts";

export const ratings = new Library<BoundEntry<Rating>>("rating", {
  "bradley-terry": async () => (await import("./pair-ratings.ts")).bradleyTerryRating,
  "plackett-luce": async () => (await import("./game-ratings.ts")).plackettLuceRating,
  elo: async () => (await import("./game-ratings.ts")).eloRating,
  "glicko-2": async () => (await import("./game-ratings.ts")).glickoRating,
  trueskill: async () => (await import("./game-ratings.ts")).trueSkillRating,
  openskill: async () => (await import("./game-ratings.ts")).openSkillRating,
  "swiss-dynamics": async () => (await import("./swiss-dynamics-rating.ts")).swissDynamicsRating,
  "alpha-rank": async () => (await import("./pair-ratings.ts")).alphaRankRating,
  "nash-averaging": async () => (await import("./pair-ratings.ts")).nashAveragingRating,
});
