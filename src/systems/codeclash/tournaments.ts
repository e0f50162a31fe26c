// One tournament of two editors, as a job, and what is read from it.

import { Random } from "../../core/random.ts";
import { type ClashRound, clash, met, roundsWon } from "../../evaluation/tournaments/clash.ts";
import { roundSignificance } from "../../evaluation/tournaments/round-significance.ts";
import { studyJob } from "../../study/study.ts";
import { type EditorName, playerOf, RULES } from "./editors.ts";

export interface TournamentJob {
  readonly first: EditorName;
  readonly second: EditorName;
  readonly seed: number;
}

/** What came of a tournament, of the first player. */
export interface Tournament {
  /** Of 15 rounds after round 0. */
  readonly won: number;
  readonly lost: number;
  /** Its share of the points in round 0, and in rounds 11 to 15. */
  readonly before: number;
  readonly late: number;
  /** Of each round but round 0: 1 where it won, 0 where it lost, 0.5 a tie. */
  readonly results: readonly number[];
  /** Chance of round 0's winner among equals. */
  readonly chance: number;
  /** Share of the points that its last program wins of its first one. */
  readonly growth: number;
  /** Programs that it had. */
  readonly versions: number;
}

export async function played({ first, second, seed }: TournamentJob): Promise<Tournament> {
  const random = Random.of(seed, "codeclash", first, second);
  const rounds = await clash([playerOf(first), playerOf(second)], RULES, random.stream("clash"));
  const [won, lost] = roundsWon(rounds);
  const [begin] = rounds;
  const own = rounds.map(({ codes }) => codes[0]);
  const last = await met(RULES.arena, [own[own.length - 1], own[0]], RULES.games, random.stream("growth"));
  return {
    ...{ won, lost, before: begin.share, late: shareOf(rounds.slice(11)), growth: last.share },
    results: rounds.slice(1).map(({ share }) => (share === 0.5 ? 0.5 : share > 0.5 ? 1 : 0)),
    chance: roundSignificance(begin.wins),
    versions: new Set(own).size,
  };
}

const shareOf = (rounds: readonly ClashRound[]): number =>
  rounds.reduce((sum, { share }) => sum + share, 0) / rounds.length;

export const tournament = studyJob(import.meta.url, played);

export interface SelfMatches {
  readonly seed: number;
  readonly matches: number;
}

/** Of so many matches of a program with itself, those whose winner is surely better (p below 0.05). */
export async function selfMatches({ seed, matches }: SelfMatches): Promise<number> {
  const { code } = playerOf("static");
  let significant = 0;
  for (let k = 0; k < matches; k++) {
    const { wins } = await met(RULES.arena, [code, code], RULES.games, Random.of(seed, "self", k));
    if (roundSignificance(wins) < 0.05) significant += 1;
  }
  return significant;
}

export const selfMatch = studyJob(import.meta.url, selfMatches);

/** Rounds of a match that a program without a known label wins of the one that all begin with. */
export async function invalidShare(): Promise<number> {
  const { share } = await met(RULES.arena, ["MOV.I $0, there\n", playerOf("static").code], RULES.games, Random.of(0));
  return share;
}
