// A policy that learns round by round from pairs of its own answers in a table: from exact expectations or from drawn comparisons, by any
// contrastive loss.

import type { Random } from "../../core/random.ts";
import {
  divergence,
  normalise,
  type PreferenceGame,
  type RegularisedGame,
  winRates,
} from "../../feedback/preferences/preference-game.ts";
import { logSumExp } from "../../math/softmax.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import type { ContrastiveMethod } from "./pair-losses.ts";
import { anchorOf, type Held, minimiser, pairChances } from "./tabular-pairs.ts";

/**
 * Of what a round's pairs are. *own*: both answers of the policy, as the theorem has it. *other from the reference*: the second one of the
 * reference. *exchanged*: winners for losers. *best and worst*: of eight own answers, by knockout, which is a practical variant.
 */
export const PAIRS = ["own", "other from the reference", "exchanged", "best and worst"] as const;
export type Pairs = (typeof PAIRS)[number];

/** Doublings from a pair: eight answers. */
const DOUBLINGS = 2;

/** Chances of pairs, [answers × answers], the winner's row. */
export function chancesOf(
  game: Pick<RegularisedGame, "answers" | "wins" | "reference">,
  policy: Float64Array,
  pairs: Pairs,
): Float64Array {
  switch (pairs) {
    case "own":
      return pairChances(game, policy, policy);
    case "other from the reference":
      return pairChances(game, policy, game.reference);
    case "exchanged":
      return transposed(pairChances(game, policy, policy), game.answers);
    case "best and worst":
      return knockoutChances(game, policy, DOUBLINGS);
  }
}

/**
 * Chances that y is the best and y′ the worst of 2^(1 + doublings) answers. Answers are compared in pairs; winners meet winners for the
 * best, losers meet losers for the worst, and each comparison is drawn for itself. With J of either half and P of the game, twice as many
 * have J′ = 2·[J∘(P·J·P) + (P·J)∘(J·P)]: best and worst are of one half, or each of another.
 */
export function knockoutChances(
  { answers, wins }: PreferenceGame,
  policy: Float64Array,
  doublings: number,
): Float64Array {
  let both: Float64Array = pairChances({ answers, wins }, policy, policy);
  for (let doubling = 0; doubling < doublings; doubling++) {
    const half = both;
    const best = product(wins, half, answers);
    const worst = product(half, wins, answers);
    const kept = product(best, wins, answers);
    both = half.map((chance, at) => 2 * (chance * kept[at] + best[at] * worst[at]));
  }
  return both;
}

function product(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const into = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      const factor = a[i * n + k];
      for (let j = 0; j < n; j++) into[i * n + j] += factor * b[k * n + j];
    }
  }
  return into;
}

const transposed = (a: Float64Array, n: number): Float64Array => a.map((_, at) => a[(at % n) * n + Math.floor(at / n)]);

/** Where self-play ends, in log-probabilities. */
export interface SelfPlay {
  readonly last: Float64Array;
  /** The mean of the policies that met themselves: those before each round. */
  readonly average: Float64Array;
}

/**
 * Rounds from the reference on, each of which minimises its method's loss on pairs with the chances that `pairsOf` gives; `watch` sees the
 * policy before it.
 */
export function selfPlay(
  game: RegularisedGame,
  method: (round: number) => ContrastiveMethod,
  rounds: number,
  {
    pairsOf = (policy) => pairChances(game, policy, policy),
    ridge,
    watch,
  }: {
    readonly pairsOf?: (policy: Float64Array) => Float64Array;
    readonly ridge?: number;
    readonly watch?: (policy: Float64Array, round: number) => void;
  } = {},
): SelfPlay {
  let policy: Float64Array = game.reference.slice();
  const sum = new Float64Array(game.answers);
  for (let round = 0; round < rounds; round++) {
    for (let y = 0; y < sum.length; y++) sum[y] += Math.exp(policy[y]);
    watch?.(policy, round);
    policy = minimised(game, method(round), policy, pairsOf(policy), ridge);
  }
  return { last: policy, average: sum.map((value) => Math.log(value / rounds)) };
}

/** The policy that minimises a method's loss on pairs with these chances, after `previous`; with a ridge its logits are held there. */
export function minimised(
  { answers, reference }: Pick<RegularisedGame, "answers" | "reference">,
  method: ContrastiveMethod,
  previous: Float64Array,
  chances: Float64Array,
  ridge?: number,
): Float64Array {
  const anchor = anchorOf(method, reference, previous);
  const held: Held | undefined =
    ridge === undefined ? undefined : { ridge, start: previous.map((value, y) => value - anchor[y]) };
  const raised = minimiser(method.loss, chances, answers, held);
  const policy = raised.map((value, y) => value + anchor[y]);
  normalise(policy);
  return policy;
}

/** Writes shares of `count` drawn pairs of a policy's own answers, [answers × answers], the winner's row. */
export function drawnPairs(
  { answers, wins }: PreferenceGame,
  policy: Float64Array,
  count: number,
  random: Random,
  into: Float64Array,
): Float64Array {
  const chances = policy.map(Math.exp);
  into.fill(0);
  for (let k = 0; k < count; k++) {
    const first = drawAt(chances, 0, answers, random);
    const second = drawAt(chances, 0, answers, random);
    const isFirst = random.uniform() < wins[first * answers + second];
    into[isFirst ? first * answers + second : second * answers + first] += 1 / count;
  }
  return into;
}

/** max_π Σ_t J(π, π_t) − J(π_t, π_t) over the policies that were met, each of which met itself; J is the regularised game's. */
export function selfPlayRegret(game: RegularisedGame) {
  const rates = new Float64Array(game.answers);
  const total = new Float64Array(game.answers);
  let [rounds, own] = [0, 0];
  return {
    meet(policy: Float64Array): void {
      winRates(game, policy, rates);
      for (let y = 0; y < total.length; y++) total[y] += rates[y];
      own += 0.5 - game.temperature * divergence(policy, game.reference);
      rounds += 1;
    },
    /** So far. The best π is the reference, tilted by mean win rates. */
    regret(): number {
      const weights = total.map((value, y) => game.reference[y] + value / (rounds * game.temperature));
      return rounds * game.temperature * logSumExp(weights) - own;
    },
  };
}
