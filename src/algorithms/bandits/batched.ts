// A learner of few rounds in many: rounds are cut into batches, an arm is kept for a whole batch, and what the learner asks for
// is looked at in one round of it. So arms are changed at the borders alone, and looking is as rare as batches.

import type { ObservingLearner } from "./observing.ts";

/** How rounds are cut. */
export interface Batches {
  readonly arms: number;
  readonly rounds: number;
  /** At most `rounds`; where they don't divide the rounds, batches differ by one round. */
  readonly batches: number;
  /** The round of a batch that is looked at: any, evenly, or always the first, which a periodic adversary abuses. */
  readonly look?: "any" | "first";
  /** false: the learner draws its arm anew for every round of a batch, and pays for it. Default true. */
  readonly hold?: boolean;
}

/**
 * `base` plays batches as if they were rounds. It is told the losses of one round, chosen evenly within the real batch, times
 * the batch's length over that of the longest: their mean is the batch's sum over the longest length, for every arm. It
 * learns at the batch's end.
 */
export function batched(
  base: ObservingLearner,
  { arms, rounds, batches, look = "any", hold = true }: Batches,
): ObservingLearner {
  if (!(batches >= 1 && batches <= rounds)) throw new Error(`${rounds} rounds cannot be cut into ${batches} batches`);
  const longest = Math.ceil(rounds / batches);
  const wish = new Uint8Array(arms);
  const shown = new Uint8Array(arms);
  const told = new Float64Array(arms);
  let [round, batch, end, at, arm, playedThen, scale] = [0, 0, 0, 0, -1, -1, 1];
  return {
    choose(asked, random) {
      if (round === end) {
        batch += 1;
        end = Math.floor((batch * rounds) / batches);
        at = round + (look === "first" ? 0 : random.integer(end - round));
        scale = (end - round) / longest;
        wish.fill(0);
        arm = base.choose(wish, random);
      } else if (!hold) {
        wish.fill(0);
        arm = base.choose(wish, random);
      }
      if (round === at) for (let k = 0; k < arms; k++) if (wish[k] === 1) asked[k] = 1;
      return arm;
    },
    learn(played, seen, losses) {
      if (round === at) {
        playedThen = played;
        shown.set(seen);
        for (let k = 0; k < arms; k++) told[k] = losses[k] * scale;
      }
      round += 1;
      if (round === end) base.learn(playedThen, shown, told);
    },
  };
}
