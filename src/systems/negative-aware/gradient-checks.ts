// On the policy that wrote the answers, negative-aware fine-tuning has the gradient of Dr. GRPO or of GRPO: on tables exactly,
// and on a transformer with one written batch.

import { type Completions, textSampler } from "../../algorithms/text/completions.ts";
import { fillCredit } from "../../algorithms/text/group-learner.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { everyText } from "../../algorithms/text/text-batch.ts";
import type { TextMethod } from "../../algorithms/text/text-method.ts";
import { tokenLoss } from "../../algorithms/text/token-loss.ts";
import { clippedObjective, objectiveAt, type TokenObjective } from "../../algorithms/text/token-objective.ts";
import { Random } from "../../core/random.ts";
import { cosine } from "../../math/cosine.ts";
import { atMost, within } from "../../study/bound.ts";
import { beside, type Claim, type Control, control, equation, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { largestGap } from "../../study/matching.ts";
import { textContext, type Writer, warmWriter } from "../../study/testbeds/text.ts";
import { negativeAwareMethod, negativeAwareObjective, questionWeight, type Weighting } from "./method.ts";
import { drawQuestions, logitGradient, type Question } from "./questions.ts";

const ANSWERS = 12;

/** Numbers of each answer of each question, one question after the other. */
const everywhere = (questions: readonly Question[], of: (question: Question, answer: number) => number) =>
  Float64Array.from(questions.flatMap((question) => [...question.old.keys()].map((answer) => of(question, answer))));

/** The gradient of all questions' expected gain in their logits, where the policy has not moved. */
function expectedGradient(
  questions: readonly Question[],
  objective: TokenObjective,
  tables: readonly ((question: Question, answer: number) => number)[],
): Float64Array {
  const still = everywhere(questions, () => 0);
  const { slopes } = objectiveAt(
    objective,
    still,
    tables.map((table) => everywhere(questions, table)),
  );
  return Float64Array.from(
    questions.flatMap(({ old }, k) => [...logitGradient(old, slopes.subarray(k * ANSWERS, (k + 1) * ANSWERS))]),
  );
}

function negativeAware(questions: readonly Question[], weighting: Weighting): Float64Array {
  return expectedGradient(questions, negativeAwareObjective({ floor: 1, negative: 1 }), [
    ({ right }, answer) => right[answer],
    ({ rate }) => rate,
    ({ rate }) => questionWeight(rate, weighting),
  ]);
}

/** With the exact mean r and the exact deviation √(r(1 − r)), or without the latter. */
function groupRelative(questions: readonly Question[], scaled: boolean): Float64Array {
  return expectedGradient(questions, clippedObjective([0.2, 0.2]), [
    ({ right, rate }, answer) => (right[answer] - rate) / (scaled ? Math.sqrt(rate * (1 - rate)) : 1),
    () => 1,
  ]);
}

/** Σx². */
const squares = (values: ArrayLike<number>) => Array.from(values).reduce((sum, x) => sum + x * x, 0);

/** Twenty questions of twelve answers, in expectation. */
export function tabularEquations(): Claim[] {
  const questions = drawQuestions(20, ANSWERS, 1);
  const pairs = [
    ["1 − r", "Dr. GRPO's", negativeAware(questions, "wrong"), groupRelative(questions, false)],
    ["√((1 − r)/r)", "GRPO's", negativeAware(questions, "odds"), groupRelative(questions, true)],
  ] as const;
  return pairs.map(([weight, whose, own, other]) => {
    const gap = largestGap(own, other);
    return equation(
      `tables: gradient with ω = ${weight} is ${whose}, 20 questions of 12 answers in expectation`,
      is(exact(gap), atMost(1e-10), "largest gap"),
    );
  });
}

/** With all questions alike the gradient is neither's. */
export function alikeControl(): Control {
  const questions = drawQuestions(20, ANSWERS, 1);
  const alike = negativeAware(questions, "alike");
  const both = [groupRelative(questions, false), groupRelative(questions, true)];
  const gaps = both.map((other) => largestGap(alike, other));
  const tests = (["Dr. GRPO's", "GRPO's"] as const).flatMap((whose, k) => [
    is(exact(gaps[k]), atMost(1e-10), `gap to ${whose}`),
    beside("cosine", exact(cosine(alike, both[k]))),
  ]);
  return control("tables: with ω = 1 the gradient is Dr. GRPO's or GRPO's", tests, { needs: "any" });
}

const BED = { world: { id: "language/sort", digits: 1 }, width: 32, steps: 100 } as const;
const GROUP = 16;

/** A transformer after a short imitation, and one batch that it wrote. */
function writtenBatch(): { readonly writer: Writer; readonly texts: Completions; readonly longest: number } {
  const writer = warmWriter(BED, 1);
  const context = textContext(BED, { channel: "correct" }, 1);
  const sampler = textSampler(context, writer.model, writer.parameters, { groups: 8, group: GROUP });
  const texts = sampler.write(Random.of(1, "one batch"));
  sampler.close();
  return { writer, texts, longest: context.spec.horizon };
}

function batchGradient({ model, parameters }: Writer, texts: Completions, method: TextMethod): Float32Array {
  const loss = tokenLoss(model, parameters, texts.rows, method.objectives, { divergence: 0, entropy: 0 });
  const lesson = method.teach(texts);
  if (lesson === undefined) throw new Error("no question of the batch has right and wrong answers");
  fillCredit(loss, model, texts, lesson.credit, everyText(texts.rows));
  loss.run();
  loss.close();
  return loss.gradient;
}

/** The same of all weights of a transformer, with shares of right answers as they were written. */
export function batchEquations(): Claim[] {
  const { writer, texts, longest } = writtenBatch();
  const sizes = { rows: texts.rows, group: GROUP, context: texts.context, longest };
  const options = { floor: 1, negative: 1, average: "characters" } as const;
  const credit = { clip: [0.2, 0.2], baseline: "group", average: "characters", tiny: 0 } as const;
  const pairs = [
    ["1 − r̂", "Dr. GRPO's", "wrong", "none"],
    ["√((1 − r̂)/r̂)", "GRPO's by the population deviation", "odds", "group"],
  ] as const;
  return pairs.map(([weight, whose, weighting, scale]) => {
    const own = batchGradient(writer, texts, negativeAwareMethod({ ...options, weighting }, sizes));
    const other = batchGradient(writer, texts, groupMethod({ ...credit, scale }, sizes));
    return equation(`a transformer, 8 × 16 written answers: gradient with ω = ${weight} beside ${whose}`, [
      is(exact(1 - cosine(own, other)), atMost(1e-5), "1 − cosine"),
      is(exact(Math.sqrt(squares(own) / squares(other)) - 1), within(-1e-4, 1e-4), "ratio of norms − 1"),
    ]);
  });
}
