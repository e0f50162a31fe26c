// What may be wrong with votes, and what one number for a player cannot show: a side that wins too often, judges who always take one side,
// votes that are there twice, and players who beat each other in a ring.

import { pchisq, pnorm } from "lib-r-math.js";
import { countOf, type Games } from "../../core/games.ts";
import { areOne, sizeOf } from "../../math/spread.ts";
import { holm } from "../statistics/holm.ts";
import { type Estimate, wilson } from "../statistics/interval.ts";
import { bradleyTerry } from "./bradley-terry.ts";
import { type PairCounts, pairCounts } from "./pair-counts.ts";

/** Two-sided p value of a standard normal. */
const twoSided = (z: number): number => 2 * pnorm(-Math.abs(z));

/** How often the first side wins. */
export interface SideBias {
  /** Share of the games without a tie that the first side won. */
  readonly won: Estimate;
  /** The same less what the strengths of the players make of it, per game. */
  readonly excess: Estimate;
  /** That the excess is chance. */
  readonly p: number;
}

/** Of games of two, whose counts may be given. Null where none of them was decided. */
export function sideBias(games: Games, counts = pairCounts(games)): SideBias | null {
  const { strengths } = bradleyTerry(counts, { ties: "half", ridge: 0.01 });
  let [decided, won, excess, variance] = [0, 0, 0, 0];
  for (let game = 0; game < countOf(games); game++) {
    const [a, b] = [games.first[game], games.first[game] + 1];
    if (games.place[a] === games.place[b]) continue;
    const expected = 1 / (1 + Math.exp(strengths[games.player[b]] - strengths[games.player[a]]));
    const hasWon = games.place[a] < games.place[b] ? 1 : 0;
    decided += 1;
    won += hasWon;
    excess += hasWon - expected;
    variance += expected * (1 - expected);
  }
  if (decided === 0) return null;
  const [mean, error] = [excess / decided, Math.sqrt(variance) / decided];
  return {
    won: wilson(won, decided),
    excess: { mean, low: mean - 1.96 * error, high: mean + 1.96 * error, n: decided },
    p: twoSided(mean / error),
  };
}

/** What a judge's votes are like. */
export interface JudgeVotes {
  readonly judge: string;
  readonly votes: number;
  /** Share of the decided ones that went to the first side. */
  readonly first: Estimate;
  /** Share of the decided ones that went to the player of the higher rating by all votes; those between equals tell nothing. */
  readonly agreeing: Estimate;
  /** That the sides or the agreement of this judge are chance: of half and half, and of all judges' agreement. Corrected by Holm. */
  readonly sideP: number;
  readonly agreementP: number;
}

/** Of each judge with `fewest` decided votes at least, the most conspicuous first. The counts of the games may be given. */
export function judgeAudit(
  games: Games,
  judge: Int32Array,
  names: readonly string[],
  fewest: number,
  pairs = pairCounts(games),
): JudgeVotes[] {
  const { strengths } = bradleyTerry(pairs, { ties: "half", ridge: 0.01 });
  const counts = names.map(() => ({ votes: 0, decided: 0, first: 0, unequal: 0, agreeing: 0 }));
  const size = sizeOf(strengths);
  for (let game = 0; game < countOf(games); game++) {
    const own = counts[judge[game]];
    if (own === undefined) continue;
    const [a, b] = [games.first[game], games.first[game] + 1];
    own.votes += 1;
    if (games.place[a] === games.place[b]) continue;
    const isFirst = games.place[a] < games.place[b];
    own.decided += 1;
    if (isFirst) own.first += 1;
    const [one, other] = [strengths[games.player[a]], strengths[games.player[b]]];
    if (areOne(one, other, size)) continue;
    own.unequal += 1;
    if (one > other === isFirst) own.agreeing += 1;
  }
  const all = counts.reduce((sum, { agreeing }) => sum + agreeing, 0);
  const unequal = counts.reduce((sum, own) => sum + own.unequal, 0);
  const known = names.map((name, k) => ({ name, ...counts[k] })).filter((own) => own.decided >= fewest);
  const p = (successes: number, trials: number, share: number) =>
    twoSided((successes - trials * share) / Math.sqrt(Math.max(1e-9, trials * share * (1 - share))));
  const corrected = holm([
    ...known.map((own) => p(own.first, own.decided, 0.5)),
    ...known.map((own) => p(own.agreeing, own.unequal, all / Math.max(1, unequal))),
  ]);
  return known
    .map((own, k) => ({
      judge: own.name,
      votes: own.votes,
      first: wilson(own.first, own.decided),
      agreeing: wilson(own.agreeing, own.unequal),
      sideP: corrected[k] ?? 1,
      agreementP: corrected[known.length + k] ?? 1,
    }))
    .sort((x, y) => Math.min(x.sideP, x.agreementP) - Math.min(y.sideP, y.agreementP) || y.votes - x.votes);
}

/**
 * Votes by a judge on two players and a prompt beyond the first: how many, and how many say the contrary of what this judge says there as
 * often or more often.
 * `prompt` has a number for each game's, NaN where none is told [games]; null where no vote of a judge tells one, as votes on two prompts
 * are no repetition.
 */
export function repeatedVotes(
  games: Games,
  judge: Int32Array,
  prompt: Float64Array,
): { readonly repeated: number; readonly contrary: number } | null {
  // Numbers of pairs and of prompts, so that what a judge has seen is one number.
  const [pairs, prompts, questions, keys] = [new Numbering(), new Numbering(), new Numbering(), new Numbering()];
  /** Votes for the player of the smaller number, and for the other. */
  const votes: [number[], number[]] = [[], []];
  const { first, player, place, players } = games;
  const all = countOf(games) + 1;
  let hasPrompts = false;
  let repeated = 0;
  for (let game = 0; game < countOf(games); game++) {
    if (judge[game] < 0 || Number.isNaN(prompt[game])) continue;
    hasPrompts = true;
    const [a, b] = [first[game], first[game] + 1];
    const [x, y] = [player[a], player[b]];
    const pair = pairs.of(Math.min(x, y) * players.length + Math.max(x, y));
    const known = keys.count;
    const at = keys.of(questions.of(judge[game] * all + prompts.of(prompt[game])) * all + pair);
    if (at === known) for (const side of votes) side.push(0);
    else repeated += 1;
    if (place[a] !== place[b]) votes[place[a] < place[b] === x < y ? 0 : 1][at] += 1;
  }
  const contrary = votes[0].reduce((sum, won, at) => sum + Math.min(won, votes[1][at]), 0);
  return hasPrompts ? { repeated, contrary } : null;
}

/** Numbers from 0 for whole numbers, in the order in which they are first asked for. */
class Numbering {
  readonly #numbers = new Map<number, number>();

  get count(): number {
    return this.#numbers.size;
  }

  of(key: number): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const next = this.#numbers.size;
    this.#numbers.set(key, next);
    return next;
  }
}

/** Players who beat each other in a ring: the first the second, the second the third, the third the first. */
export interface Ring {
  readonly players: readonly [number, number, number];
  /** Shares of games won along the ring. */
  readonly rates: readonly [number, number, number];
  /** That its weakest win is chance, corrected by Bonferroni for all rings that could be. */
  readonly p: number;
}

/** Most players whose rings are looked for: there are n³/3 of them. */
const MOST = 300;

/** The rings of three that chance does not explain, the surest first; none where there are more players than 300. */
export function rings(counts: PairCounts, level = 0.05): Ring[] {
  const n = counts.players;
  if (n > MOST) return [];
  const rate = new Float64Array(n * n).fill(Number.NaN);
  const z = new Float64Array(n * n).fill(Number.NEGATIVE_INFINITY);
  for (let k = 0; k < counts.one.length; k++) {
    const games = counts.won[k] + counts.lost[k] + counts.tied[k];
    const share = (counts.won[k] + counts.tied[k] / 2) / games;
    const score = (share - 0.5) * 2 * Math.sqrt(games);
    const [i, j] = [counts.one[k], counts.other[k]];
    rate[i * n + j] = share;
    rate[j * n + i] = 1 - share;
    z[i * n + j] = score;
    z[j * n + i] = -score;
  }
  // Two directions of every three players are possible.
  const possible = (n * (n - 1) * (n - 2)) / 3;
  const cycles: Ring[] = [];
  const look = (i: number, j: number, k: number): void => {
    const weakest = Math.min(z[i * n + j], z[j * n + k], z[k * n + i]);
    if (!(weakest > 0)) return;
    const p = Math.min(1, twoSided(weakest) * possible);
    if (p < level) cycles.push({ players: [i, j, k], rates: [rate[i * n + j], rate[j * n + k], rate[k * n + i]], p });
  };
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      for (let k = j + 1; k < n; k++) {
        look(i, j, k);
        look(i, k, j);
      }
    }
  }
  return cycles.sort((a, b) => a.p - b.p);
}

/** How well one number for each player explains who beats whom. */
export interface OneNumber {
  /** Deviance of Bradley-Terry from a rate for each pair, ties as halves, with its degrees of freedom. */
  readonly deviance: number;
  readonly freedom: number;
  /** That so much is chance. */
  readonly p: number;
}

/** Null where every pair's rate can be had by one number for each player: without rings of meetings nothing is left to test. */
export function oneNumberFits(counts: PairCounts): OneNumber | null {
  const pairs = counts.one.length;
  const freedom = pairs - (counts.players - 1);
  if (freedom <= 0) return null;
  const { logLikelihood } = bradleyTerry(counts, { ties: "half", ridge: 1e-6 });
  let own = 0;
  for (let k = 0; k < pairs; k++) {
    const won = counts.won[k] + counts.tied[k] / 2;
    const games = counts.won[k] + counts.lost[k] + counts.tied[k];
    for (const part of [won, games - won]) if (part > 0) own += part * Math.log(part / games);
  }
  const deviance = Math.max(0, 2 * (own - logLikelihood));
  return { deviance, freedom, p: 1 - pchisq(deviance, freedom) };
}
