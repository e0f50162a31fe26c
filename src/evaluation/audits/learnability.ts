// How soon a learner comes to a way of gaming, from how often plays before any training are one already.

import { timeToHalf } from "../overoptimisation/verifier-dynamics.ts";
import { wilson } from "../statistics/interval.ts";
import { deviation, mean } from "../statistics/moments.ts";
import type { Bounded, Learnability } from "./reward-audit.ts";

/** Pay of a play before any training, and whether it games the pay. */
export interface StartPlay {
  readonly pay: number;
  readonly games: boolean;
}

/** Largest share that n plays without one case leave possible at 95 % (Clopper and Pearson, 1934): about 3/n. */
export const mostUnseen = (n: number): number => 1 - 0.05 ** (1 / n);

/**
 * The base rate p₀ and the time to half, ln((1 − p₀)/p₀)/w, of a plain policy gradient. `pay` is what the finding is paid, and w its advantage over the
 * mean of the other plays, in standard deviations of their pay. The time is in steps of learning rate 1 on such advantages. It is infinite where
 * the finding has no advantage, and has no upper bound where no play was one.
 */
export function learnability(plays: readonly StartPlay[], pay: number): Learnability {
  const n = plays.length;
  const gaming = plays.filter(({ games }) => games).length;
  const { mean: value, low, high } = wilson(gaming, n);
  const base: Bounded =
    gaming === 0 ? { value: 0, low: 0, high: mostUnseen(n) } : { value: value ?? 0, low: low ?? 0, high: high ?? 1 };
  const others = plays.filter(({ games }) => !games).map((one) => one.pay);
  const spread = others.length < 2 ? 0 : deviation(others);
  const advantage = spread > 0 ? (pay - mean(others)) / spread : null;
  const timeAt = (rate: number): number | null => {
    if (advantage === null || rate <= 0) return null;
    if (rate >= 0.5) return 0;
    return advantage > 0 ? timeToHalf(rate, advantage) : null;
  };
  return {
    base,
    plays: n,
    advantage,
    time: { value: timeAt(base.value), low: timeAt(base.high), high: timeAt(base.low) },
  };
}

/** What a reader must know of it, as a caveat; undefined where plays at random were seen to game the pay. */
export const unseenCaveat = ({ base, plays }: Learnability): string | undefined =>
  base.value > 0
    ? undefined
    : `none of ${plays} plays at random games the pay: its share is below ${(100 * base.high).toFixed(2)} %, and the time to half is a lower bound`;
