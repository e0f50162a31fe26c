// A ladder: a challenger plays the other players in order and stops at the first that it does not beat.

import type { Meeting, PairingSchedule } from "./schedule.ts";
import type { PlayedPair } from "./standings.ts";

export interface LadderRules {
  readonly challenger: number;
  /** The other players in the order in which the challenger meets them. */
  readonly rungs: readonly number[];
  /** Maximum number of matches per rung, and the number of wins required to pass it. */
  readonly matches: number;
  readonly wins: number;
}

/** Results on one rung. */
export interface Rung {
  readonly player: number;
  /** Matches that the challenger won, lost and tied. */
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  readonly isPassed: boolean;
}

/** Results of the rungs that were played, from the results in order. */
export function rungsOf({ rungs, wins }: LadderRules, pairs: readonly PlayedPair[]): Rung[] {
  return rungs.flatMap((player) => {
    const scores = pairs.filter(({ second }) => second === player).map(({ score }) => score);
    if (scores.length === 0) return [];
    const [won, lost] = [1, 0].map((of) => scores.filter((score) => score === of).length);
    return [{ player, won, lost, tied: scores.length - won - lost, isPassed: won >= wins }];
  });
}

/**
 * Schedules matches on a rung until it is decided. Each round holds as many matches as are certainly needed. The schedule ends at a rung
 * that is not passed.
 */
export function ladder(rules: LadderRules): PairingSchedule {
  const { challenger, rungs, matches, wins } = rules;
  return ({ pairs }) => {
    const tried = rungsOf(rules, pairs);
    const last = tried.at(-1);
    const isNew = last === undefined || last.isPassed;
    const place = isNew ? tried.length : tried.length - 1;
    if (place === rungs.length) return undefined;
    const [won, played] = isNew ? [0, 0] : [last.won, last.won + last.lost + last.tied];
    // The smaller of the wins still needed to pass the rung and the failures still needed to lose it.
    const count = Math.min(wins - won, matches - played - (wins - won) + 1);
    if (count <= 0) return undefined;
    const meeting = (k: number): Meeting => ({ first: challenger, second: rungs[place], again: played + k });
    return { meetings: Array.from({ length: count }, (_, k) => meeting(k)) };
  };
}
