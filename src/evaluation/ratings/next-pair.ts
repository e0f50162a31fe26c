// Which two players to compare next: those of whom a comparison is expected to tell most (BASALT, arXiv 2107.01969, and its code).

import { pnorm } from "lib-r-math.js";
import type { Random } from "../../core/random.ts";
import type { Skills } from "./skill.ts";
import { type TrueSkillTerms, trueSkillGame } from "./trueskill.ts";

/** Pairs of highest gain that the next one is drawn from. */
const BEST = 25;

/**
 * By how much a comparison of two players is expected to lower the sum of their variances: both results, weighed by how likely they
 * are. The chance of a win has β² once under the root, as the published code has it; the update has it twice.
 */
export function expectedGain(skills: Skills, first: number, second: number, terms: TrueSkillTerms): number {
  const { mean, deviation } = skills;
  const before = deviation[first] ** 2 + deviation[second] ** 2;
  const chance = pnorm((mean[first] - mean[second]) / Math.sqrt(terms.beta ** 2 + before));
  const after = (better: number): number => {
    const two = {
      mean: Float64Array.of(mean[first], mean[second]),
      deviation: Float64Array.of(deviation[first], deviation[second]),
    };
    const teams = [0, 1].map((player) => ({ players: [player], place: player === better ? 0 : 1 }));
    trueSkillGame(two, teams, terms);
    return two.deviation[0] ** 2 + two.deviation[1] ** 2;
  };
  return before - chance * after(0) - (1 - chance) * after(1);
}

/** A pair of distinct players, drawn from the pairs of highest expected gain. Two players at least. */
export function nextPair(skills: Skills, terms: TrueSkillTerms, random: Random): readonly [number, number] {
  const pairs: (readonly [number, number])[] = [];
  const players = skills.mean.length;
  for (let a = 0; a < players; a++) for (let b = a + 1; b < players; b++) pairs.push([a, b]);
  const gains = pairs.map(([a, b]) => expectedGain(skills, a, b, terms));
  const best = pairs.map((_, k) => k).sort((j, k) => gains[k] - gains[j] || j - k);
  return pairs[best[random.integer(Math.min(BEST, best.length))]];
}
