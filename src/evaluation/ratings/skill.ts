// A player's skill as a normal distribution: what TrueSkill and Weng and Lin's ratings change game by game.

import type { PlacedTeam } from "../../core/games.ts";

/** Means and standard deviations of all players, [players] each, changed in place. */
export interface Skills {
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
}

/** What both families begin with and add. */
export interface SkillTerms {
  /** Deviation of a performance about the skill. */
  readonly beta: number;
  /** Deviation that is added to every skill before a game: skills change. */
  readonly tau: number;
}

/** Changes the skills of all who took part. */
export type SkillRule = (skills: Skills, teams: readonly PlacedTeam[]) => void;

/** Skills of players of whom nothing is known, by default where TrueSkill and Weng and Lin begin. */
export const newSkills = (players: number, mean = 25, deviation = 25 / 3): Skills => ({
  mean: new Float64Array(players).fill(mean),
  deviation: new Float64Array(players).fill(deviation),
});
