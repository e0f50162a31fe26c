// Audits of votes: a side that wins too often, judges who prefer one side, repeated votes, and cycles of players, which scalar ratings
// cannot express.

import { pchisq, pnorm } from "lib-r-math.js";
import { countOf, type Games } from "../../core/games.ts";
import { areOne, sizeOf } from "../../math/spread.ts";
import { holm } from "../statistics/holm.ts";
import { type Estimate, wilson } from "../statistics/interval.ts";
import { bradleyTerry } from "./bradley-terry.ts";
import { type PairCounts, pairCounts } from "./pair-counts.ts";

/** Two-sided p value of a standard normal. */
const twoSided = (z: number): number => 2 * pnorm(-Math.abs(z));

/** Win rate of the first side. */
export interface SideBias {
  /** Share of the decided games that the first side won. */
  readonly won: Estimate;
  /** The same share less its expectation from the players' strengths, per game. */
  readonly excess: Estimate;
  /** p value of the excess. */
  readonly p: number;
}

/** Side bias of two-player games; `counts` may be passed if already computed. Null where no game was decided. */
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

/** Statistics of one judge's votes. */
export interface JudgeVotes {
  readonly judge: string;
  readonly votes: number;
  /** Share of the decided votes for the first side. */
  readonly first: Estimate;
  /** Share of the decided votes for the player with the higher rating by all votes; votes between equally rated players are excluded. */
  readonly agreeing: Estimate;
  /** p values of this judge's side preference (against one half) and agreement (against that of all judges), corrected by Holm. */
  readonly sideP: number;
  readonly agreementP: number;
}

/**
 * Statistics of each judge with at least `fewest` decided votes, the most conspicuous first. `counts` may be passed if already computed.
 */
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
 * Counts repeated votes by a judge on the same two players and prompt, and those that contradict a vote that the judge gave there as often
 * or more often. `prompt` holds a number for each game, NaN where unknown, [games]. Null where no vote with a judge has a prompt, since
 * votes on two prompts are no repetition.
 */
export function repeatedVotes(
  games: Games,
  judge: Int32Array,
  prompt: Float64Array,
): { readonly repeated: number; readonly contrary: number } | null {
  // Dense numbers of pairs and prompts, so that a judge's question has one integer key.
  const [pairs, prompts, questions, keys] = [new Numbering(), new Numbering(), new Numbering(), new Numbering()];
  /** Votes for the player with the smaller number, and votes for the other player. */
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

/** Assigns consecutive numbers from 0 to integers in the order of first use. */
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

/** A cycle of three players: the first beats the second, the second the third, and the third the first. */
export interface Ring {
  readonly players: readonly [number, number, number];
  /** Win rates along the cycle. */
  readonly rates: readonly [number, number, number];
  /** p value of its weakest win rate, corrected by Bonferroni for all possible cycles. */
  readonly p: number;
}

/** Maximum number of players for whom cycles are searched; the search takes n³/3 steps. */
const MOST = 300;

/** Significant cycles of three players, the most significant first; none with more than 300 players. */
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
  // Every three players have two possible cycles.
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

/** Goodness of fit of scalar ratings. */
export interface OneNumber {
  /** Deviance of Bradley-Terry from a saturated model with a win rate for each pair, ties as halves, with its degrees of freedom. */
  readonly deviance: number;
  readonly freedom: number;
  /** p value of the deviance. */
  readonly p: number;
}

/** Tests the fit of scalar ratings. Null where pairs form no cycle, because scalar ratings then fit every win rate. */
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
