// Contrastive losses in a preference game with a table of answers: their exact expectations with gradients by the policy's logits, and
// their minimisers. Chances of pairs are [answers × answers], the winner's row and the loser's column, with sum 1.

import { UserError } from "../../core/errors.ts";
import { choleskyInPlace, solveLower, solveUpper } from "../../math/cholesky.ts";
import { normalise, type RegularisedGame } from "../../math/preference-game.ts";
import type { ContrastiveMethod, MarginLoss } from "./pair-losses.ts";

/** The policy that minimises a method's loss on pairs with these chances, after `previous`; with a ridge its logits are held there. */
export function minimised(
  { answers, reference }: Pick<RegularisedGame, "answers" | "reference">,
  method: ContrastiveMethod,
  previous: Float64Array,
  chances: Float64Array,
  ridge = 0,
): Float64Array {
  const anchor = anchorOf(method, reference, previous);
  const held: Held | undefined =
    ridge === 0 ? undefined : { ridge, start: previous.map((value, y) => value - anchor[y]) };
  const raised = minimiser(method.loss, chances, answers, held);
  const policy = raised.map((value, y) => value + anchor[y]);
  normalise(policy);
  return policy;
}

/** What the log-probabilities of a method's policy are raised from. */
export function anchorOf(
  { anchor }: Pick<ContrastiveMethod, "anchor">,
  reference: Float64Array,
  previous: Float64Array,
): Float64Array {
  return reference.map((value, y) => anchor.reference * value + anchor.previous * previous[y]);
}

/** Answers that are drawn more rarely are as if they were never drawn: their chances have lost digits. */
const NEVER = 1e-250;
/** Newton's steps at most; of a squared loss the second one is rounding. */
const MOST_STEPS = 100;
/** Newton's step after one as short as this is rounding. */
const SETTLED = 1e-9;

/** Where f is held, where pairs say nothing: (ridge/2)·|f − start|² is added. */
interface Held {
  readonly start: Float64Array;
  /** λ > 0. */
  readonly ridge: number;
}

/**
 * The f that minimises E ℓ(f(winner) − f(loser)), by Newton's method. Where it is not held, f is 0 at the answer that is drawn most, and at
 * those that are never drawn. Throws a UserError where the steps do not settle, as of a logistic loss that some answer can win without end.
 */
export function minimiser(loss: MarginLoss, chances: Float64Array, answers: number, held?: Held): Float64Array {
  const n = answers;
  const raised = held?.start.slice() ?? new Float64Array(n);
  const ridge = held?.ridge ?? 0;
  const gradient = new Float64Array(n);
  const curvature = new Float64Array(n * n);
  const isFree = held === undefined ? freeAnswers(chances, n) : new Array<boolean>(n).fill(true);
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    derivatives(loss, chances, raised, gradient, curvature);
    for (let y = 0; y < n; y++) {
      if (held !== undefined) gradient[y] += ridge * (raised[y] - held.start[y]);
      curvature[y * n + y] += ridge;
      if (isFree[y]) continue;
      gradient[y] = 0;
      for (let other = 0; other < n; other++) curvature[y * n + other] = curvature[other * n + y] = 0;
      curvature[y * n + y] = 1;
    }
    choleskyInPlace(curvature, n);
    solveLower(curvature, n, gradient);
    solveUpper(curvature, n, gradient);
    let [longest, largest] = [0, 1];
    for (let y = 0; y < n; y++) {
      raised[y] -= gradient[y];
      longest = Math.max(longest, Math.abs(gradient[y]));
      largest = Math.max(largest, Math.abs(raised[y]));
    }
    if (longest <= SETTLED * largest) return raised;
  }
  const what = `a loss on pairs has no least value that ${MOST_STEPS} steps come to, as where some answer always wins`;
  throw new UserError({ code: "no-minimum", what, hint: "let the ridge be above 0" });
}

/** Answers whose value is sought: those that are drawn, but for the one that is drawn most. */
function freeAnswers(chances: Float64Array, n: number): boolean[] {
  const drawn = Float64Array.from({ length: n }, (_, y) => {
    let sum = 0;
    for (let other = 0; other < n; other++) if (other !== y) sum += chances[y * n + other] + chances[other * n + y];
    return sum;
  });
  const most = drawn.indexOf(drawn.reduce((a, b) => Math.max(a, b), 0));
  return Array.from(drawn, (chance, y) => y !== most && chance > NEVER);
}

/** Writes the gradient [answers] and the curvature [answers × answers] of the expected loss by f. */
function derivatives(
  loss: MarginLoss,
  chances: Float64Array,
  raised: Float64Array,
  gradient: Float64Array,
  curvature: Float64Array,
): void {
  const n = raised.length;
  gradient.fill(0);
  curvature.fill(0);
  for (let y = 0, at = 0; y < n; y++) {
    for (let other = 0; other < n; other++, at++) {
      const chance = chances[at];
      if (y === other || chance === 0) continue;
      const margin = raised[y] - raised[other];
      const slope = chance * loss.slope(margin);
      gradient[y] += slope;
      gradient[other] -= slope;
      const weight = chance * loss.curvature(margin);
      curvature[y * n + y] += weight;
      curvature[other * n + other] += weight;
      curvature[at] -= weight;
      curvature[other * n + y] -= weight;
    }
  }
}
