// Answers to a prompt with two scores each: the proxy that is optimised and the gold score that is wanted.

import { UserError } from "../../core/errors.ts";

/** All answers to one prompt, or a pool of answers drawn from a reference. */
export interface JudgedAnswers {
  /** π_ref, [answers]: the reference's probability of each answer. Absent: equal probabilities, as in a pool of draws. */
  readonly reference?: ArrayLike<number>;
  /** Score that is optimised, [answers]. */
  readonly proxy: ArrayLike<number>;
  /** True score, [answers]. */
  readonly gold: ArrayLike<number>;
}

/** Reference probabilities normalised to sum to 1, [answers]. Throws a UserError where they are invalid or their number does not match. */
export function referenceChances(answers: number, reference?: ArrayLike<number>): Float64Array {
  if (answers === 0)
    throw new UserError({ code: "no-answers", what: "a prompt has no answers", hint: "give at least one" });
  if (reference === undefined) return new Float64Array(answers).fill(1 / answers);
  const sizes = `${reference.length} chances for ${answers} answers`;
  if (reference.length !== answers)
    throw new UserError({ code: "chances", what: sizes, hint: "give one for each answer" });
  const chances = Float64Array.from(reference);
  const total = chances.reduce((sum, one) => sum + one, 0);
  if (!chances.every((one) => one >= 0) || !(Math.abs(total - 1) < 1e-6)) {
    const what = `the reference's chances sum to ${total}, or one of them is below 0`;
    throw new UserError({ code: "chances", what, hint: "give chances from 0 to 1 that sum to 1" });
  }
  for (let k = 0; k < answers; k++) chances[k] /= total;
  return chances;
}

/** Throws a UserError where a prompt's proxy and gold scores differ in number or are not finite. */
export function checkJudged(prompts: readonly JudgedAnswers[]): void {
  if (prompts.length === 0)
    throw new UserError({ code: "no-prompts", what: "there are no prompts", hint: "give one or more" });
  for (const [k, { proxy, gold }] of prompts.entries()) {
    if (proxy.length === gold.length && allFinite(proxy) && allFinite(gold)) continue;
    const what = `${proxy.length} numbers of the proxy and ${gold.length} of gold, or one of them is not finite`;
    throw new UserError({
      code: "judged-answers",
      what,
      path: [k],
      hint: "give a finite number of each for every answer",
    });
  }
}

function allFinite(values: ArrayLike<number>): boolean {
  for (let k = 0; k < values.length; k++) if (!Number.isFinite(values[k])) return false;
  return true;
}

/** Σ p·x, the mean of the values under the probabilities. */
export function meanUnder(chances: Float64Array, values: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < chances.length; k++) if (chances[k] > 0) sum += chances[k] * values[k];
  return sum;
}

/**
 * Regression slope of gold on proxy: Cov(proxy, gold)/Var(proxy) under the reference, within prompts; undefined where the proxy is
 * constant.
 */
export function proxyUnit(prompts: readonly JudgedAnswers[]): number | undefined {
  checkJudged(prompts);
  let [together, alone] = [0, 0];
  for (const { reference, proxy, gold } of prompts) {
    const chances = referenceChances(proxy.length, reference);
    const [meanProxy, meanGold] = [meanUnder(chances, proxy), meanUnder(chances, gold)];
    for (let k = 0; k < chances.length; k++) {
      together += chances[k] * (proxy[k] - meanProxy) * (gold[k] - meanGold);
      alone += chances[k] * (proxy[k] - meanProxy) ** 2;
    }
  }
  return alone > 0 ? together / alone : undefined;
}

/**
 * Returns the same answers with the proxy scaled to gold's unit. Proxy and gold then agree at low pressure, and a gap that opens later is
 * due to the optimisation. Throws where the proxy is constant.
 */
export function calibrated(prompts: readonly JudgedAnswers[]): JudgedAnswers[] {
  const unit = proxyUnit(prompts);
  if (unit === undefined) {
    const what = "the proxy pays the same for all answers";
    throw new UserError({ code: "constant-proxy", what, hint: "give a proxy that tells answers apart" });
  }
  return prompts.map((one) => ({ ...one, proxy: Float64Array.from(one.proxy, (value) => unit * value) }));
}
