// Users of a pipeline of search, and what is known of its stages from their feedback: thumbs for answers, labels of debuggers for stages,
// and shadow users, who give the labels that others would have given.

import { z } from "zod";
import { oneOf, positive, share } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";

export const userFields = {
  thumbs: share(1).describe("share of users that give a thumb for the answer"),
  debuggers: share(0.05).describe("share of users that label every stage"),
  noise: share(0.1).describe("chance that a thumb or a label says the opposite"),
  carried: share(0).describe("chance that a debugger calls a stage wrong because an earlier one is"),
  misplaced: share(0).describe("share of debuggers whose labels fall on stages in an order drawn at random"),
  shadows: oneOf(["expected", "drawn", "coin"], "expected").describe(
    "labels of shadow users, by the posterior of earlier labels of the same output, none before the first: its mean, or a draw from it; or a coin's",
  ),
  prior: positive(1000, 2).describe("a of the Beta(a, a) that the posterior of an output begins with"),
};

const users = z.strictObject(userFields);
type Users = z.output<typeof users>;

/** Chance that the next vote is for an output with these votes for and against it, by Beta(prior, prior) before the first. */
export const posterior = (good: number, bad: number, prior: number): number =>
  (good + prior) / (good + bad + 2 * prior);

/** Labels of one debugger, 1 or −1 for each stage, written to `labels`. Always draws the same number of values. */
export function debug(
  { noise, carried, misplaced }: Users,
  isRight: Float64Array,
  labels: Float64Array,
  random: Random,
): void {
  const stages = isRight.length;
  let isFollowing = false;
  for (let k = 0; k < stages; k++) {
    const [blame, mistake] = [random.uniform(), random.uniform()];
    const seemsRight = isRight[k] === 1 && !(isFollowing && blame < carried);
    labels[k] = seemsRight === mistake >= noise ? 1 : -1;
    if (isRight[k] === 0) isFollowing = true;
  }
  const isMisplaced = random.uniform() < misplaced;
  for (let k = stages - 1; k > 0; k--) {
    const other = random.integer(k + 1);
    if (!isMisplaced) continue;
    const label = labels[k];
    labels[k] = labels[other];
    labels[other] = label;
  }
}

/** Label of a shadow user for an output with earlier labels, from −1 to 1; 0 for none. Always draws one number. */
export function shadowLabel({ shadows, prior }: Users, good: number, bad: number, random: Random): number {
  const drawn = random.uniform();
  const chance = posterior(good, bad, prior);
  switch (shadows) {
    case "expected":
      return 2 * chance - 1;
    case "drawn":
      return good + bad === 0 ? 0 : drawn < chance ? 1 : -1;
    case "coin":
      return drawn < 0.5 ? 1 : -1;
    default:
      return shadows satisfies never;
  }
}

/** The stage whose output is least likely right by the votes on it; among equals one is drawn. Votes are of the present outputs, [stages]. */
export function suspect(
  { prior }: Pick<Users, "prior">,
  good: Float64Array,
  bad: Float64Array,
  random: Random,
): number {
  const drawn = random.uniform();
  let [least, ties, best] = [2, 0, 0];
  for (let k = 0; k < good.length; k++) {
    const chance = posterior(good[k], bad[k], prior);
    if (chance > least) continue;
    ties = chance < least ? 1 : ties + 1;
    least = chance;
  }
  let left = Math.floor(drawn * ties);
  for (let k = 0; k < good.length; k++) if (posterior(good[k], bad[k], prior) === least && left-- === 0) best = k;
  return best;
}
