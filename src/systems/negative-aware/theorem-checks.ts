// What wrong answers alone say of right ones: the theorem that likelihood of wrong answers finds the positive part, and what it
// takes for granted.

import { root } from "../../math/root.ts";
import { softmax } from "../../math/softmax.ts";
import { np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { Parameters } from "../../nn/parameters.ts";
import { atMost } from "../../study/bound.ts";
import { beside, type Claim, equation, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { negativeAwareObjective } from "./method.ts";
import { drawQuestions, parts, type Question, totalVariation } from "./questions.ts";

const ANSWERS = 12;

/** Wrong answers alone, with all data and all freedom. */
export function theoremEquations(): Claim[] {
  const questions = drawQuestions(5, ANSWERS, 3);
  const bound = questions.map((question) => distance(question, whereBothAreDistributions(question)));
  const free = questions.map((question) => ({ ...question, found: onLogits(question) }));
  const apart = free.map((question) => distance(question, question.found));
  const mass = free.map(({ right, found }) => found.reduce((sum, p, a) => sum + right[a] * p, 0));
  return [
    equation(
      "wrong answers alone, descent over all π_θ for which π⁻_θ is a distribution: total variation from π⁺, 5 questions",
      is(exact(Math.max(...bound)), atMost(0.01), "largest"),
    ),
    // Nothing in the loss sees π⁻_θ become negative on right answers, so that every π_θ without wrong answers is a maximum;
    // descent on logits raises the right answers that are likely already.
    equation("the same, descent on a softmax's logits, which does not keep π⁻_θ ≥ 0 on right answers", [
      ...apart.map((gap) => is(exact(gap), atMost(0.01))),
      ...mass.map((probability) => beside("probability of right answers", exact(probability))),
    ]),
  ];
}

const distance = (question: Question, found: Float64Array) => totalVariation(found, parts(question).positive);

/**
 * Projected gradient ascent of Σ_wrong π_old·ln((π_old − r·π)/(1 − r)) over 0 ≤ π ≤ π_old/r, Σπ = 1: the distributions whose
 * negative part is one too.
 */
function whereBothAreDistributions({ old, right, rate }: Question): Float64Array {
  const most = old.map((p) => p / rate);
  let policy = Float64Array.from(old);
  for (let step = 0; step < 5000; step++) {
    const moved = policy.map((p, a) => (right[a] === 1 ? p : p - (0.01 * old[a] * rate) / (old[a] - rate * p)));
    const within = (shift: number) => moved.map((p, a) => Math.min(Math.max(p - shift, 0), most[a]));
    const shift = root((x) => within(x).reduce((a, b) => a + b, 0) - 1, -1, 1);
    policy = within(shift);
  }
  return policy;
}

/** Gradient ascent of the same by the shipped objective on a table of logits, from π_old on. */
function onLogits({ old, right, rate }: Question): Float64Array {
  const parameters = new Parameters([{ name: "logits", shape: [ANSWERS] }]);
  parameters.flat.set(old.map(Math.log));
  const objective = negativeAwareObjective({ floor: 1, negative: 1 });
  const shape = [ANSWERS];
  const loss = lossGradient(
    parameters,
    ([logits], [before, answers, rates, weights, chances]) => {
      const moved = logits.ref.sub(np.log(np.sum(np.exp(logits)))).sub(before);
      const { gain, clipped } = objective.gain(moved, [answers, rates, weights]);
      clipped.dispose();
      return { loss: np.sum(gain.mul(chances)).neg(), measures: {} };
    },
    [shape, shape, shape, shape, shape],
  );
  const rates = old.map(() => rate);
  const wrongOnly = right.map((one) => 1 - one);
  for (let step = 0; step < 4000; step++) {
    loss.run(old.map(Math.log), right, rates, wrongOnly, old);
    for (let a = 0; a < ANSWERS; a++) parameters.flat[a] -= 2 * loss.gradient[a];
  }
  loss.close();
  return softmax(Float64Array.from(parameters.flat));
}
