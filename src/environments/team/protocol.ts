// Rules of the fact-finding team: assignment of sources, reports, aggregation and costs; derived quantities such as the evidence from a
// round of workers; and the state of an episode.

import { z } from "zod";
import { layout } from "../../core/layout.ts";
import { list, oneOf, positive, share, whole } from "../../core/parameters.ts";

export const parameters = z.strictObject({
  strengths: list(z.int().min(1).max(20), 1, 20, [1, 2, 4, 8]).describe(
    "one source each: its reading is right with log-odds strength × unit",
  ),
  unit: positive(5, 0.25).describe("log-odds of one unit of evidence"),
  rounds: whole(1, 500, 20).describe("rounds after which the orchestrator must answer"),
  width: whole(1, 8, 1).describe("most workers that are spawned in one round, where sources are drawn"),
  assignment: oneOf(["drawn", "chosen"], "drawn").describe(
    "choice k > 0 spawns k workers at sources drawn at random; or one worker at source k",
  ),
  reports: oneOf(["confidence", "bit"], "confidence").describe(
    "a worker tells its reading with the source's strength, or the reading alone",
  ),
  combine: oneOf(["log-odds", "majority"], "log-odds").describe(
    "the answer is what the weighted reports say, or what most of them say; a coin where they tie",
  ),
  workerCost: share(0.01).describe("cost of each spawned worker"),
  timeCost: share(0.01).describe("cost of each round of workers"),
  loss: share(0).describe("probability that a worker's report is lost on the way"),
});

export type TeamParameters = z.output<typeof parameters>;

/** Distribution of the evidence where the truth is 1; under the other truth it is mirrored. */
export interface EvidenceLaw {
  /** P(units for the truth = k − reach), [2·reach + 1]. */
  readonly brings: Float64Array;
  readonly reach: number;
}

/** A round of workers: its cost and its evidence. */
export interface Move extends EvidenceLaw {
  readonly workers: number;
  readonly cost: number;
}

/** Quantities derived from the parameters. */
export interface Protocol extends TeamParameters {
  /** Choices of the orchestrator: 0 answers, the others are the moves in order. */
  readonly choices: number;
  /** Maximum number of workers of an episode. */
  readonly most: number;
  /** Reliability of each source: the probability that a reading is right. */
  readonly right: readonly number[];
  /** Units of evidence of a report from each source, as the orchestrator counts it. */
  readonly weights: readonly number[];
  /** Log-odds per unit of counted evidence; per report where strengths are not reported. */
  readonly counted: number;
  readonly moves: readonly Move[];
  /** True where the answer follows the orchestrator's log-odds, so that optimal stopping is known. */
  readonly solved: boolean;
}

/** Logistic function 1/(1 + e^{−x}). */
export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/**
 * Derives the protocol. A report without its strength has log-odds ln(p̄/(1 − p̄)) with p̄ the mean reliability, which is exact where
 * sources are drawn independently for every worker.
 */
export function protocolOf(p: TeamParameters): Protocol {
  const right = p.strengths.map((strength) => logistic(strength * p.unit));
  const isWeighted = p.reports === "confidence" || p.assignment === "chosen";
  const usual = right.reduce((sum, chance) => sum + chance, 0) / right.length;
  const weights = isWeighted ? p.strengths : p.strengths.map(() => 1);
  const counted = isWeighted ? p.unit : Math.log(usual / (1 - usual));
  const each = p.strengths.map((_, source) => reading(weights[source], right[source], p.loss));
  const one = each.reduce((sum, next) => mixed(sum, next, 1 / each.length), { brings: new Float64Array(1), reach: 0 });
  const move = (workers: number, evidence: EvidenceLaw): Move => ({
    workers,
    cost: workers * p.workerCost + p.timeCost,
    ...evidence,
  });
  const drawn: Move[] = [];
  for (let k = 1, sum: EvidenceLaw = one; k <= p.width; k++, sum = added(sum, one)) drawn.push(move(k, sum));
  const moves = p.assignment === "drawn" ? drawn : each.map((evidence) => move(1, evidence));
  return {
    ...p,
    choices: 1 + moves.length,
    most: p.rounds * (p.assignment === "drawn" ? p.width : 1),
    right,
    weights,
    counted,
    moves,
    solved: p.combine === "log-odds" || new Set(weights).size === 1,
  };
}

/** Evidence of a report with `weight` units for the truth with probability `right`, unless it is lost. */
export function reading(weight: number, right: number, loss: number): EvidenceLaw {
  const brings = new Float64Array(2 * weight + 1);
  brings[2 * weight] = (1 - loss) * right;
  brings[0] = (1 - loss) * (1 - right);
  brings[weight] = loss;
  return { brings, reach: weight };
}

/** Mixture `a` + share × `b`, as measures. */
function mixed(a: EvidenceLaw, b: EvidenceLaw, share: number): EvidenceLaw {
  const reach = Math.max(a.reach, b.reach);
  const brings = new Float64Array(2 * reach + 1);
  for (const [k, chance] of a.brings.entries()) brings[k + reach - a.reach] += chance;
  for (const [k, chance] of b.brings.entries()) brings[k + reach - b.reach] += share * chance;
  return { brings, reach };
}

/** Distribution of the sum of two independent readings. */
export function added(a: EvidenceLaw, b: EvidenceLaw): EvidenceLaw {
  const reach = a.reach + b.reach;
  const brings = new Float64Array(2 * reach + 1);
  for (const [k, x] of a.brings.entries()) {
    if (x > 0) for (const [m, y] of b.brings.entries()) brings[k + m] += x * y;
  }
  return { brings, reach };
}

/** Numbers per worker in `rng` (source, reading, loss) and `log` (round, source, report: ±1, or 0 where lost). */
export const PER_WORKER = 3;

/** Entries of the state that summarise the episode. */
export const Tally = { evidence: 0, votes: 1, workers: 2, rounds: 3, answer: 4 } as const;

/** State of the environment; `rng` holds all random numbers of an episode in advance, so that a replay uses the same ones. */
export const teamState = (most: number) =>
  layout({ hidden: [1], rng: [most, PER_WORKER], coin: [1], log: [most, PER_WORKER], tally: [5] });
export type TeamState = ReturnType<typeof teamState>;
