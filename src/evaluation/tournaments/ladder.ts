// A ladder: one player climbs over the others, one after the other, as long as it beats them.

import type { Meeting, PairingSchedule } from "./schedule.ts";
import type { PlayedPair } from "./standings.ts";

export interface LadderRules {
  readonly challenger: number;
  /** The other players, the one to begin with first. */
  readonly rungs: readonly number[];
  /** Matches on a rung, at most; and how many of them must be won. */
  readonly matches: number;
  readonly wins: number;
}

/** A rung on which matches were played. */
export interface Rung {
  readonly player: number;
  /** Matches that the challenger won, lost and tied. */
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  readonly isPassed: boolean;
}

/** The rungs that were tried, by what was played on them in this order. */
export function rungsOf({ rungs, wins }: LadderRules, pairs: readonly PlayedPair[]): Rung[] {
  return rungs.flatMap((player) => {
    const scores = pairs.filter(({ second }) => second === player).map(({ score }) => score);
    if (scores.length === 0) return [];
    const [won, lost] = [1, 0].map((of) => scores.filter((score) => score === of).length);
    return [{ player, won, lost, tied: scores.length - won - lost, isPassed: won >= wins }];
  });
}

/** Matches on a rung until it is decided, together as many as cannot be too many; ends at a rung that is not passed. */
export function ladder(rules: LadderRules): PairingSchedule {
  const { challenger, rungs, matches, wins } = rules;
  return ({ pairs }) => {
    const tried = rungsOf(rules, pairs);
    const last = tried.at(-1);
    const isNew = last === undefined || last.isPassed;
    const place = isNew ? tried.length : tried.length - 1;
    if (place === rungs.length) return undefined;
    const [won, played] = isNew ? [0, 0] : [last.won, last.won + last.lost + last.tied];
    // The rung is passed by so many more wins, and lost by so many more matches without one.
    const count = Math.min(wins - won, matches - played - (wins - won) + 1);
    if (count <= 0) return undefined;
    const meeting = (k: number): Meeting => ({ first: challenger, second: rungs[place], again: played + k });
    return { meetings: Array.from({ length: count }, (_, k) => meeting(k)) };
  };
}
