// Theorem 3, reconstructed: what a few training tasks certify about a posterior over tool policies, on their own distribution and on a
// mixture with another, and what it costs to have no rule that answers by what the tools have shown.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { zoomStarts } from "../../../test/fixtures/zoom-tree.ts";
import { Random } from "../../core/random.ts";
import { PLACES, truthOf } from "../../environments/tools/zoom.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { root } from "../../math/root.ts";
import { drawAt } from "../../math/weighted-draw.ts";

const DELTA = 0.05;
const SETS = 100;
/** Digits of a picture are below this, and one call in ten shows another. */
const VALUES = 5;
const FAILURE = 0.1;
const ANSWERS = PLACES * (VALUES - 1) + 1;
/** What a wrong task costs in the exponent of a posterior. */
const STRENGTH = 10;
/** Share of single digits in a distribution that is partly another: the total variation to the one that was trained. */
const PART = 0.2;
/** A tool policy has one choice for each of three calls (a place, or stop) and one rule that answers. */
const CHOICES = 4;
const POLICIES = CHOICES ** (PLACES + 1);

/** (KL(Q‖P) + ln(2√n/δ))/n. */
const allowance = (divergence: number, tasks: number) =>
  (divergence + Math.log((2 * Math.sqrt(tasks)) / DELTA)) / tasks;

/** E_Q L ≤ E_Q L̂ + √(allowance/2) with probability ≥ 1 − δ (McAllester, 1999; Maurer, arXiv cs/0411099). */
const rootBound = (loss: number, most: number) => loss + Math.sqrt(most / 2);

/** The largest L with kl(E_Q L̂‖L) ≤ allowance, kl of two coins (Seeger, 2002). */
function klBound(loss: number, most: number): number {
  const part = (p: number, q: number) => (p === 0 ? 0 : p * Math.log(p / q));
  const beyond = (value: number) => part(loss, value) + part(1 - loss, 1 - value) - most;
  return loss >= 1 || beyond(1 - 1e-15) <= 0 ? 1 : root(beyond, loss, 1 - 1e-15);
}

/** Q_k ∝ exp(−STRENGTH·errors_k), and KL(Q‖P) from the even P. */
function gibbs(errors: Float64Array) {
  const least = errors.reduce((a, b) => Math.min(a, b));
  const raw = errors.map((one) => Math.exp(-STRENGTH * (one - least)));
  const total = raw.reduce((a, b) => a + b);
  const posterior = raw.map((one) => one / total);
  const divergence = posterior.reduce((sum, q) => sum + (q === 0 ? 0 : q * Math.log(q * errors.length)), 0);
  return { posterior, divergence };
}

const mixed = (weights: Float64Array, of: Float64Array) => weights.reduce((sum, weight, k) => sum + weight * of[k], 0);

/** The answer of a policy, by number: its lowest digit to base 4 is the rule, the others the calls. */
function answerOf(policy: number, question: number, shown: readonly number[]): number {
  const seen = new Float64Array(PLACES);
  let last = 0;
  for (let left = Math.floor(policy / CHOICES), call = 0; call < PLACES; call++, left = Math.floor(left / CHOICES)) {
    const place = left % CHOICES;
    if (place === PLACES) break;
    last = shown[place];
    seen[place] = last;
  }
  // As asked, or for every question the sum, the maximum, or what was shown last.
  const rule = policy % CHOICES;
  return rule === 3 ? last : truthOf(rule === 0 ? question : rule - 1, seen);
}

/** Tasks with their chances; `context` is the question with all that three calls show, `wrong` is [policies]. */
const tasksOf = (questions: readonly number[]) =>
  zoomStarts(VALUES, questions, FAILURE).map(({ weight, parts: { picture, shown, question } }) => {
    const truth = truthOf(question[0], picture);
    const wrong = Float64Array.from({ length: POLICIES }, (_, k) =>
      answerOf(k, question[0], shown) === truth ? 0 : 1,
    );
    return { weight, context: shown.reduce((code, digit) => code * VALUES + digit, question[0]), truth, wrong };
  });
type Task = ReturnType<typeof tasksOf>[number];

/** [policies] chance of a wrong answer. */
function lossesOn(tasks: readonly Task[]): Float64Array {
  const losses = new Float64Array(POLICIES);
  for (const { weight, wrong } of tasks) for (let k = 0; k < POLICIES; k++) losses[k] += weight * wrong[k];
  return losses;
}

/** The same posterior over tables with an answer of its own for every context, even where none was trained. */
function answerTable(drawn: readonly Task[], others: readonly Task[]) {
  const errors = new Map<number, Float64Array>();
  for (const { context, truth } of drawn) {
    const own = errors.get(context) ?? new Float64Array(ANSWERS);
    errors.set(context, own);
    for (let answer = 0; answer < ANSWERS; answer++) if (answer !== truth) own[answer] += 1;
  }
  const learnt = new Map([...errors].map(([context, own]) => [context, gibbs(own)]));
  const right = others.reduce(
    (sum, { weight, context, truth }) => sum + weight * (learnt.get(context)?.posterior[truth] ?? 1 / ANSWERS),
    0,
  );
  return { divergence: [...learnt.values()].reduce((sum, one) => sum + one.divergence, 0), loss: 1 - right };
}

// Training asks for sums and maxima, the other distribution for single digits.
const [trained, unseen] = matrix("0 1 | 2 3 4").map(tasksOf);
const [losses, otherLosses] = [trained, unseen].map(lossesOn);
const chances = trained.map(({ weight }) => weight);

test.each([20, 50, 200])(
  "of %i tasks bounds hold in 95 % of sets at least, and tool policies carry over where tables of answers do not",
  (tasks) => {
    const random = Random.of(1, "tool-augmented tasks", tasks);
    const found = Array.from({ length: SETS }, () => {
      const drawn = Array.from({ length: tasks }, () => trained[drawAt(chances, 0, chances.length, random)]);
      const errors = new Float64Array(POLICIES);
      for (const { wrong } of drawn) for (let k = 0; k < POLICIES; k++) errors[k] += wrong[k];
      const { posterior, divergence } = gibbs(errors);
      const most = allowance(divergence, tasks);
      const seen = Math.min(1, mixed(posterior, errors) / tasks);
      const [loss, other] = [losses, otherLosses].map((of) => mixed(posterior, of));
      const certified = rootBound(seen, most);
      const table = answerTable(drawn, unseen);
      return {
        held: loss <= klBound(seen, most) && klBound(seen, most) <= certified + 1e-9,
        // Single digits are no sums and no maxima, so that the mixture's total variation is its share of them.
        heldMixed: (1 - PART) * loss + PART * other <= certified + PART,
        divergences: table.divergence / divergence,
        lost: table.loss - other,
      };
    });
    expect(mean(found.map(({ held }) => (held ? 1 : 0)))).toBeGreaterThanOrEqual(1 - DELTA);
    expect(mean(found.map(({ heldMixed }) => (heldMixed ? 1 : 0)))).toBeGreaterThanOrEqual(1 - DELTA);
    expect(mean(found.map(({ divergences }) => divergences))).toBeGreaterThan(3);
    expect(mean(found.map(({ lost }) => lost))).toBeGreaterThan(0.2);
  },
);

test("of 256 coins, the one that the data chose breaks the bound as its own prior, and not with the divergence of a choice", () => {
  const tasks = 20;
  const random = Random.of(1, "tool-augmented coins");
  const least = Array.from({ length: 500 }, () =>
    Math.min(
      ...Array.from({ length: POLICIES }, () =>
        Array.from({ length: tasks }, () => (random.uniform() < 0.5 ? 1 : 0)).reduce<number>((a, b) => a + b, 0),
      ),
    ),
  );
  const broken = (divergence: number) =>
    mean(least.map((errors) => (klBound(errors / tasks, allowance(divergence, tasks)) < 0.5 ? 1 : 0)));
  expect(broken(0)).toBeGreaterThan(4 * DELTA);
  expect(broken(Math.log(POLICIES))).toBeLessThan(DELTA);
});
