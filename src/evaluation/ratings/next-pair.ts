// Active selection of the next comparison: the pair with the highest expected information (BASALT, arXiv 2107.01969, and its code).

import { pnorm } from "lib-r-math.js";
import type { Random } from "../../core/random.ts";
import type { Skills } from "./skill.ts";
import { type TrueSkillTerms, trueSkillGame } from "./trueskill.ts";

/** Number of best pairs from which the next one is drawn, as published. */
export const BEST_PAIRS = 25;

export type PlayerPair = readonly [first: number, second: number];

/**
 * Expected variances of two players after a comparison, averaged over both results by their probabilities. The probability of a win has β²
 * once under the root, as in the published code; the update has it twice.
 */
function expectedVariances(skills: Skills, [first, second]: PlayerPair, terms: TrueSkillTerms): PlayerPair {
  const { mean, deviation } = skills;
  const before = deviation[first] ** 2 + deviation[second] ** 2;
  const chance = pnorm((mean[first] - mean[second]) / Math.sqrt(terms.beta ** 2 + before));
  const after = (better: number): Float64Array => {
    const two = {
      mean: Float64Array.of(mean[first], mean[second]),
      deviation: Float64Array.of(deviation[first], deviation[second]),
    };
    const teams = [0, 1].map((player) => ({ players: [player], place: player === better ? 0 : 1 }));
    trueSkillGame(two, teams, terms);
    return two.deviation.map((one) => one ** 2);
  };
  const [won, lost] = [after(0), after(1)];
  return [chance * won[0] + (1 - chance) * lost[0], chance * won[1] + (1 - chance) * lost[1]];
}

/** Expected decrease of the sum of variances by a comparison of two players. */
export function expectedGain(skills: Skills, first: number, second: number, terms: TrueSkillTerms): number {
  const { deviation } = skills;
  const [one, other] = expectedVariances(skills, [first, second], terms);
  return deviation[first] ** 2 + deviation[second] ** 2 - one - other;
}

/** Anticipated skills after the pending comparisons: means stay, and variances are the expected ones. */
export function anticipated(
  { mean, deviation }: Skills,
  underWay: readonly PlayerPair[],
  terms: TrueSkillTerms,
): Skills {
  const skills = { mean: mean.slice(), deviation: deviation.slice() };
  for (const pair of underWay) {
    const variances = expectedVariances(skills, pair, terms);
    for (const [k, player] of pair.entries()) skills.deviation[player] = Math.sqrt(variances[k]);
  }
  return skills;
}

/** All pairs of distinct players. */
export function allPairs(players: number): PlayerPair[] {
  const pairs: PlayerPair[] = [];
  for (let a = 0; a < players; a++) for (let b = a + 1; b < players; b++) pairs.push([a, b]);
  return pairs;
}

/** Draws a pair from the `best` pairs of highest expected gain, among all pairs or the given ones. At least one pair is needed. */
export function nextPair(
  skills: Skills,
  terms: TrueSkillTerms,
  random: Random,
  pairs: readonly PlayerPair[] = allPairs(skills.mean.length),
  best = BEST_PAIRS,
): PlayerPair {
  const gains = pairs.map(([a, b]) => expectedGain(skills, a, b, terms));
  const order = pairs.map((_, k) => k).sort((j, k) => gains[k] - gains[j] || j - k);
  return pairs[order[random.integer(Math.min(best, order.length))]];
}
