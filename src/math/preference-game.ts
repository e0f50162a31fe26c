// A preference game: answers, how often each is preferred to each other, and policies that are preferred to each other by as much. No
// reward needs to explain it. Policies are held as log-probabilities.

import type { Random } from "../core/random.ts";
import { preferenceProbability } from "./logistic-regression.ts";
import { newtonAscent } from "./newton-ascent.ts";
import { logSumExp } from "./softmax.ts";

/** P(y ≻ y′), with P(y ≻ y′) + P(y′ ≻ y) = 1. */
export interface PreferenceGame {
  readonly answers: number;
  /** [answers × answers] */
  readonly wins: Float64Array;
}

/** The game regularised by a reference: a policy is paid P(π ≻ π′) − β·KL(π‖π_ref) + β·KL(π′‖π_ref). */
export interface RegularisedGame extends PreferenceGame {
  /** β > 0. */
  readonly temperature: number;
  /** log π_ref, [answers]. */
  readonly reference: Float64Array;
}

/** A ring: each answer beats the next (n − 1)/2 for sure; of an even number the opposite one is its equal. */
export function cyclicGame(answers: number): PreferenceGame {
  const wins = new Float64Array(answers * answers).fill(0.5);
  for (let i = 0; i < answers; i++) {
    for (let step = 1; step <= (answers - 1) / 2; step++) {
      wins[i * answers + ((i + step) % answers)] = 1;
      wins[((i + step) % answers) * answers + i] = 0;
    }
  }
  return { answers, wins };
}

/** Each pair's chance is drawn evenly from `low` to 1 − `low`. */
export function randomGame(answers: number, random: Random, low = 0): PreferenceGame {
  const wins = new Float64Array(answers * answers).fill(0.5);
  for (let i = 0; i < answers; i++) {
    for (let j = 0; j < i; j++) {
      const chance = random.uniform(low, 1 - low);
      wins[i * answers + j] = chance;
      wins[j * answers + i] = 1 - chance;
    }
  }
  return { answers, wins };
}

/**
 * Three or more answers in a ring, each beating the next with its margin, and all of them the `inferior` ones with `superior`; those compare
 * with each other as in a random game from 0.3.
 */
export function ringAboveGame(
  margins: readonly number[],
  inferior: number,
  superior: number,
  random: Random,
): PreferenceGame {
  const ring = margins.length;
  const answers = ring + inferior;
  const { wins } = randomGame(answers, random, 0.3);
  const set = (y: number, other: number, chance: number) => {
    wins[y * answers + other] = chance;
    wins[other * answers + y] = 1 - chance;
  };
  for (let y = 0; y < ring; y++) {
    set(y, (y + 1) % ring, margins[y]);
    for (let other = ring; other < answers; other++) set(y, other, superior);
  }
  return { answers, wins };
}

/** Preferences that a reward explains: P(y ≻ y′) = σ(r(y) − r(y′)) (Bradley & Terry, 1952). */
export function rewardGame(rewards: ArrayLike<number>): PreferenceGame {
  const answers = rewards.length;
  const wins = new Float64Array(answers * answers);
  for (let i = 0; i < answers; i++) {
    for (let j = 0; j < answers; j++) wins[i * answers + j] = preferenceProbability(rewards[i] - rewards[j]);
  }
  return { answers, wins };
}

/**
 * The rewards that explain comparisons best in the model of Bradley and Terry: the maximum of Σ c(y, o)·ln σ(r_y − r_o) − (ridge/2)·|r|². `counts`
 * says how often the row's answer was preferred to the column's, [answers × answers]; the ridge, above 0, holds answers that were not compared.
 */
export function fittedRewards(counts: ArrayLike<number>, answers: number, ridge: number): Float64Array {
  const n = answers;
  const gradient = new Float64Array(n);
  const curvature = new Float64Array(n * n);
  const fitted = newtonAscent(
    {
      gradient,
      curvature,
      value(rewards) {
        let sum = 0;
        for (let y = 0; y < n; y++) {
          sum -= (ridge / 2) * rewards[y] ** 2;
          for (let o = 0; o < n; o++)
            sum += counts[y * n + o] * Math.log(preferenceProbability(rewards[y] - rewards[o]));
        }
        return sum;
      },
      bend(rewards) {
        curvature.fill(0);
        for (let y = 0; y < n; y++) gradient[y] = -ridge * rewards[y];
        for (let y = 0; y < n; y++) {
          curvature[y * n + y] += ridge;
          for (let o = 0; o < y; o++) {
            const [won, lost] = [counts[y * n + o], counts[o * n + y]];
            if (won + lost === 0) continue;
            const chance = preferenceProbability(rewards[y] - rewards[o]);
            const slope = won - (won + lost) * chance;
            gradient[y] += slope;
            gradient[o] -= slope;
            const bend = (won + lost) * chance * (1 - chance);
            curvature[y * n + y] += bend;
            curvature[o * n + o] += bend;
            curvature[y * n + o] -= bend;
          }
        }
      },
    },
    new Float64Array(n),
  );
  if (fitted === undefined) throw new Error("a ridge above 0 bends every direction");
  return fitted.at;
}

/** Log-probabilities drawn evenly from all policies (Dirichlet with parameters 1). */
export function drawnPolicy(answers: number, random: Random): Float64Array {
  // A uniform number is never 0 in its logarithm: 1 − u lies in (0, 1].
  const policy = Float64Array.from({ length: answers }, () =>
    Math.log(-Math.log1p(-random.uniform()) || Number.MIN_VALUE),
  );
  normalise(policy);
  return policy;
}

export const uniformPolicy = (answers: number): Float64Array => new Float64Array(answers).fill(-Math.log(answers));

/** Makes log-weights to log-probabilities, in place. */
export function normalise(policy: Float64Array): void {
  const total = logSumExp(policy);
  for (let k = 0; k < policy.length; k++) policy[k] -= total;
}

/** Writes P(y ≻ π) of every answer, [answers]. */
export function winRates({ answers, wins }: PreferenceGame, policy: Float64Array, into: Float64Array): void {
  into.fill(0);
  for (let j = 0; j < answers; j++) {
    const chance = Math.exp(policy[j]);
    if (chance === 0) continue;
    // P(i ≻ j) = 1 − P(j ≻ i): rows are read in their order.
    const row = j * answers;
    for (let i = 0; i < answers; i++) into[i] += chance * (1 - wins[row + i]);
  }
}

/** KL(p‖q) of log-probabilities. */
export function divergence(p: Float64Array, q: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < p.length; k++) if (p[k] > Number.NEGATIVE_INFINITY) sum += Math.exp(p[k]) * (p[k] - q[k]);
  return sum;
}

/** max_y P(y ≻ π) − ½: what the best answer wins against a policy beyond a draw; 0 at the raw game's equilibrium. */
export function preferenceGap(game: PreferenceGame, policy: Float64Array): number {
  const rates = new Float64Array(game.answers);
  winRates(game, policy, rates);
  return rates.reduce((most, rate) => Math.max(most, rate), 0) - 0.5;
}

/**
 * max_π′ P_β(π′ ≻ π) − ½ of the regularised game: β·log Σ_y π_ref(y)·exp(P(y ≻ π)/β) + β·KL(π‖π_ref) − ½. It is 0 at the equilibrium and
 * nowhere else.
 */
export function regularisedGap(game: RegularisedGame, policy: Float64Array): number {
  const { temperature, reference } = game;
  const values = new Float64Array(game.answers);
  winRates(game, policy, values);
  for (let k = 0; k < values.length; k++) values[k] = reference[k] + values[k] / temperature;
  return temperature * (logSumExp(values) + divergence(policy, reference)) - 0.5;
}

/** Chance that y is preferred to y′, [answers × answers], where one answer is drawn from `first` and the other from `second`. */
export function pairChances(
  { answers, wins }: PreferenceGame,
  first: Float64Array,
  second: Float64Array,
  into: Float64Array = new Float64Array(answers * answers),
): Float64Array {
  const [one, two] = [first.map(Math.exp), second.map(Math.exp)];
  for (let y = 0, at = 0; y < answers; y++) {
    for (let other = 0; other < answers; other++, at++) {
      into[at] = wins[at] * (one[y] * two[other] + one[other] * two[y]);
    }
  }
  return into;
}

/**
 * The step that is nearest to `from` and best against an opponent with the win rates `rates`, P(y ≻ q): the π that minimises
 * P(q ≻ π)/β + KL(π‖π_ref) + KL(π‖from)/η. In logarithms (η·log π_ref + log from + (η/β)·rates)/(1 + η), normalised. Writes it to `into`,
 * which may be `from`.
 */
export function proximalStep(
  { temperature, reference }: Pick<RegularisedGame, "temperature" | "reference">,
  from: Float64Array,
  rates: ArrayLike<number>,
  rate: number,
  into: Float64Array,
): void {
  for (let k = 0; k < into.length; k++) {
    into[k] = (rate * reference[k] + from[k] + (rate / temperature) * rates[k]) / (1 + rate);
  }
  normalise(into);
}

/** A step that changes no log-probability by more has settled. */
const SETTLED = 1e-14;
const MOST_ITERATIONS = 100_000;

/** The regularised game's equilibrium, by mirror prox at η = 2β, which brings KL down by 1/(1 + 2β) at least in each iteration. */
export function regularisedEquilibrium(game: RegularisedGame): Float64Array {
  const policy = game.reference.slice();
  const [ahead, before, rates] = [policy.slice(), policy.slice(), new Float64Array(game.answers)];
  for (let k = 0; k < MOST_ITERATIONS; k++) {
    before.set(policy);
    winRates(game, policy, rates);
    proximalStep(game, policy, rates, 2 * game.temperature, ahead);
    winRates(game, ahead, rates);
    proximalStep(game, policy, rates, 2 * game.temperature, policy);
    if (policy.every((value, y) => Math.abs(value - before[y]) <= SETTLED * Math.max(1, Math.abs(value)))) break;
  }
  return policy;
}
