// Losses of a policy on answers of which one was preferred. A frozen column beside the policy's own log-probabilities says what raising an
// answer is measured from: the reference, the policy before this round, or a mixture of both.

/** Loss of a margin m, as an equation: (1 − s)·softplus(−z) + s·softplus(z) with z = βm − γ, or (m − target)². */
export type MarginCost =
  | { readonly kind: "logistic"; readonly beta: number; readonly gamma: number; readonly smoothing: number }
  | { readonly kind: "squared"; readonly target: number };

/** A loss of the margin by which the winner of a pair is raised above its loser. */
export interface MarginLoss {
  readonly cost: MarginCost;
  loss(margin: number): number;
  /** dℓ/dm */
  slope(margin: number): number;
  /** d²ℓ/dm² */
  curvature(margin: number): number;
}

/** A method on pairs: the score of an answer, and the loss of a margin. */
export interface ContrastiveMethod {
  /** Weights of the two frozen columns in what an answer's log-probability is raised from. */
  readonly anchor: { readonly reference: number; readonly previous: number };
  /** Whether log-probabilities are means over an answer's characters, and not their sums. */
  readonly perCharacter: boolean;
  readonly loss: MarginLoss;
}

const FROM_REFERENCE = { reference: 1, previous: 0 };
const FROM_PREVIOUS = { reference: 0, previous: 1 };
const FROM_NOTHING = { reference: 0, previous: 0 };

/**
 * −ln σ(βm), with m from the reference or from the policy before this round (DPO, Rafailov et al., arXiv 2305.18290). With a smoothing s in
 * [0, 1/2) a pair counts 1 − s as it is and s the other way round.
 */
export function dpo(beta: number, from: "reference" | "previous" = "reference", smoothing = 0): ContrastiveMethod {
  const anchor = from === "reference" ? FROM_REFERENCE : FROM_PREVIOUS;
  return { anchor, perCharacter: false, loss: logistic({ beta, smoothing }) };
}

/** (m − 1/(2β))², with m from the reference (IPO, Azar et al., arXiv 2310.12036). */
export function ipo(beta: number): ContrastiveMethod {
  return { anchor: FROM_REFERENCE, perCharacter: false, loss: squared(beta) };
}

/** −ln σ(βm − γ), with m between mean log-probabilities and no reference (SimPO, Meng et al., arXiv 2405.14734). */
export function simpo(beta: number, gamma: number): ContrastiveMethod {
  return { anchor: FROM_NOTHING, perCharacter: true, loss: logistic({ beta, gamma }) };
}

/**
 * (m − 1/(2η))², with m from the mixture of τ/η of the reference and 1 − τ/η of the policy before this round (INPO, Zhang et al.,
 * arXiv 2407.00617): IPO's loss from another place.
 */
export function inpo(eta: number, tau: number): ContrastiveMethod {
  const reference = tau / eta;
  return { anchor: { reference, previous: 1 - reference }, perCharacter: false, loss: squared(eta) };
}

/** ln σ(x) and σ(x) without overflow. */
const logSigmoid = (x: number): number => Math.min(0, x) - Math.log1p(Math.exp(-Math.abs(x)));
function sigmoid(x: number): number {
  const gap = Math.exp(-Math.abs(x));
  return x >= 0 ? 1 / (1 + gap) : gap / (1 + gap);
}

function logistic({
  beta,
  gamma = 0,
  smoothing = 0,
}: {
  beta: number;
  gamma?: number;
  smoothing?: number;
}): MarginLoss {
  const cost = { kind: "logistic", beta, gamma, smoothing } as const;
  const argument = (margin: number) => beta * margin - gamma;
  return {
    cost,
    loss(margin) {
      const z = argument(margin);
      return -(1 - smoothing) * logSigmoid(z) - smoothing * logSigmoid(-z);
    },
    slope: (margin) => beta * (smoothing - sigmoid(-argument(margin))),
    curvature(margin) {
      const missed = sigmoid(-argument(margin));
      return beta * beta * missed * (1 - missed);
    },
  };
}

function squared(strength: number): MarginLoss {
  const target = 1 / (2 * strength);
  return {
    cost: { kind: "squared", target },
    loss: (margin) => (margin - target) ** 2,
    slope: (margin) => 2 * (margin - target),
    curvature: () => 2,
  };
}

/** Log-probabilities of the answers of pairs, [pairs] each: sums over an answer's characters. */
export interface PairColumn {
  readonly winners: ArrayLike<number>;
  readonly losers: ArrayLike<number>;
}

/** Frozen log-probabilities while a policy learns from pairs. */
export interface FrozenPairs {
  readonly reference: PairColumn;
  readonly previous: PairColumn;
  /** Characters of each answer, for methods that count by character; default 1. */
  readonly lengths?: PairColumn;
}

/** Mean loss over pairs; writes its derivatives by the policy's log-probabilities to `slopes`. */
export function meanPairLoss(
  { anchor, perCharacter, loss }: ContrastiveMethod,
  policy: PairColumn,
  { reference, previous, lengths }: FrozenPairs,
  slopes: { readonly winners: Float64Array; readonly losers: Float64Array },
): number {
  const pairs = policy.winners.length;
  let sum = 0;
  for (let k = 0; k < pairs; k++) {
    const winner = perCharacter && lengths !== undefined ? lengths.winners[k] : 1;
    const loser = perCharacter && lengths !== undefined ? lengths.losers[k] : 1;
    const margin =
      policy.winners[k] / winner -
      policy.losers[k] / loser -
      anchor.reference * (reference.winners[k] - reference.losers[k]) -
      anchor.previous * (previous.winners[k] - previous.losers[k]);
    sum += loss.loss(margin);
    const slope = loss.slope(margin) / pairs;
    slopes.winners[k] = slope / winner;
    slopes.losers[k] = -slope / loser;
  }
  return sum / pairs;
}

/** How KTO weighs answers. */
export interface KtoOptions {
  readonly beta: number;
  /** λ of desirable and of undesirable answers; default 1. */
  readonly desirable?: number;
  readonly undesirable?: number;
}

/**
 * λ − λ·σ(±β(r − z)) of one answer that is desirable or not, with r = ln π/π_ref and z = KL(π‖π_ref), which is held fast (KTO, Ethayarajh
 * et al., arXiv 2402.01306).
 */
export function ktoLoss(
  { beta, desirable = 1, undesirable = 1 }: KtoOptions,
  isDesirable: boolean,
  raised: number,
  divergence: number,
): { readonly loss: number /** By r. */; readonly slope: number } {
  const [weight, sign] = isDesirable ? [desirable, 1] : [undesirable, -1];
  // 1 − σ(x) = σ(−x)
  const missed = sigmoid(-sign * beta * (raised - divergence));
  return { loss: weight * missed, slope: -weight * sign * beta * missed * (1 - missed) };
}
