// A player's skill as a normal distribution, as TrueSkill and Weng-Lin ratings update it game by game.

import type { PlacedTeam } from "../../core/games.ts";

/** Means and standard deviations of all players, [players] each, updated in place. */
export interface Skills {
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
}

/** Parameters that both families share. */
export interface SkillTerms {
  /** Standard deviation of a performance around the skill. */
  readonly beta: number;
  /** Standard deviation added to every skill before a game, because skills drift. */
  readonly tau: number;
}

/** Updates the skills of all participants of a game. */
export type SkillRule = (skills: Skills, teams: readonly PlacedTeam[]) => void;

/** Prior skills of new players, by default the prior of TrueSkill and Weng-Lin. */
export const newSkills = (players: number, mean = 25, deviation = 25 / 3): Skills => ({
  mean: new Float64Array(players).fill(mean),
  deviation: new Float64Array(players).fill(deviation),
});
