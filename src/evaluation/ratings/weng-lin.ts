// The ratings of Weng and Lin (2011, "A Bayesian approximation method for online ranking"), as in OpenSkill 5: skills are normal, and each
// game updates them by one step along the likelihood of its places.

import type { PlacedTeam } from "../../core/games.ts";
import type { Skills, SkillTerms } from "./skill.ts";

/** Model of a game's places: sequential choice from the best, or a game between every two teams. */
export type WengLinModel = "plackett-luce" | "bradley-terry";

export interface WengLinTerms extends SkillTerms {
  readonly model: WengLinModel;
  /** Lower bound of the factor by which a player's variance shrinks in a game. */
  readonly kappa: number;
}

/** Updates skills after one game. */
export function wengLinGame(skills: Skills, teams: readonly PlacedTeam[], terms: WengLinTerms): void {
  const variance = (player: number): number => skills.deviation[player] ** 2 + terms.tau ** 2;
  const sum = (of: readonly number[], value: (player: number) => number) =>
    of.reduce((all, player) => all + value(player), 0);
  const sides = teams.map(({ players, place }) => ({
    mean: sum(players, (player) => skills.mean[player]),
    variance: sum(players, variance),
    place,
  }));
  const steps = terms.model === "plackett-luce" ? plackettLuce(sides, terms.beta) : everyTwo(sides, terms.beta);
  for (const [k, { players }] of teams.entries()) {
    const [{ omega, delta }, { variance: all }] = [steps[k], sides[k]];
    for (const player of players) {
      const before = variance(player);
      const share = before / all;
      skills.mean[player] += share * omega;
      skills.deviation[player] = Math.sqrt(before * Math.max(1 - share * delta, terms.kappa));
    }
  }
}

interface Side {
  readonly mean: number;
  readonly variance: number;
  readonly place: number;
}

/** Shift of a team's mean, and relative reduction of its variance. */
interface Step {
  readonly omega: number;
  readonly delta: number;
}

/** Update under the Plackett-Luce model, algorithm 4 of the paper. */
function plackettLuce(sides: readonly Side[], beta: number): Step[] {
  const c = Math.sqrt(sides.reduce((all, { variance }) => all + variance + beta * beta, 0));
  const strength = sides.map(({ mean }) => Math.exp(mean / c));
  /** For each team: the summed strength of all teams that were not yet placed, and the number of teams in its place. */
  const left = sides.map(({ place }) =>
    sides.reduce((all, side, k) => all + (side.place >= place ? strength[k] : 0), 0),
  );
  const tied = sides.map(({ place }) => sides.filter((side) => side.place === place).length);
  return sides.map(({ variance, place }, i) => {
    let [omega, delta] = [0, 0];
    for (const [q, side] of sides.entries()) {
      if (side.place > place) continue;
      const p = strength[i] / left[q];
      omega += ((q === i ? 1 : 0) - p) / tied[q];
      delta += (p * (1 - p)) / tied[q];
    }
    const gamma = Math.sqrt(variance) / c;
    return { omega: (omega * variance) / c, delta: (gamma * delta * variance) / (c * c) };
  });
}

/** Update under the Bradley-Terry model with full pairing, algorithm 1 of the paper. */
function everyTwo(sides: readonly Side[], beta: number): Step[] {
  return sides.map(({ mean, variance, place }, i) => {
    let [omega, delta] = [0, 0];
    for (const [q, other] of sides.entries()) {
      if (q === i) continue;
      const c = Math.sqrt(variance + other.variance + 2 * beta * beta);
      const p = 1 / (1 + Math.exp((other.mean - mean) / c));
      const score = other.place > place ? 1 : other.place === place ? 0.5 : 0;
      omega += (variance / c) * (score - p);
      delta += (Math.sqrt(variance) / c) * (variance / (c * c)) * p * (1 - p);
    }
    return { omega, delta };
  });
}
