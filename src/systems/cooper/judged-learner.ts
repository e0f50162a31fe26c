// Learning from a judge who reads whole texts and may learn as well (arXiv 2508.05613): write, pay by the judge as it is now,
// learn, and then let the judge learn from what it has just read. A judge whose rate is 0 is a fixed judge.

import type { Completions } from "../../algorithms/text/completions.ts";
import { payTexts } from "../../algorithms/text/group-advantage.ts";
import {
  type GroupLearnerOptions,
  type GroupLearnerParts,
  groupLearner,
  type Learnt,
} from "../../algorithms/text/group-learner.ts";
import type { TextMethod } from "../../algorithms/text/text-method.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { type Pair, rightness, type Submission, type Verifier, type VerifierTrainer } from "./verifier.ts";

/** What a judge is given to read. */
export interface JudgedTexts {
  readonly texts: Completions;
  /** Of each row, what was written and the world's own answer. */
  readonly submissions: readonly Submission[];
}

/** Who pays for texts. */
export interface TextJudge {
  /** What each row is paid. */
  pay(judged: JudgedTexts): Float64Array;
  /** Learns from what it has paid for. */
  learn?(judged: JudgedTexts, random: Random): Measures | undefined;
}

/** What came of an update. */
export interface JudgedUpdate extends Learnt, JudgedTexts {
  /** [rows] what the judge paid. */
  readonly paid: Float64Array;
  /** What was measured of the judge's own learning. */
  readonly judge: Measures;
}

/** A writer that is paid by a judge. */
export interface JudgedLearner {
  update(random: Random): JudgedUpdate;
  /** The writer's optimiser. */
  readonly state: Float32Array;
  close(): void;
}

/**
 * Trains `parameters` in place. The world must show its answer in words (the text `answer`); what it pays itself is not read.
 * Throws an Error where it shows none, or where groups are searched for over several batches.
 */
export function judgedLearner(
  context: TrainingContext,
  model: LanguageModel,
  parameters: Parameters,
  method: TextMethod,
  options: GroupLearnerOptions,
  judge: TextJudge,
  parts: Omit<GroupLearnerParts, "worlds"> = {},
): JudgedLearner {
  if (options.tries > 1) throw new Error("a judge pays for answers as they come");
  const rows = options.questions * options.answers;
  const worlds = Array.from({ length: rows }, context.makeEnvironment);
  const learner = groupLearner(context, model, parameters, method, options, { ...parts, worlds: (row) => worlds[row] });
  const alphabet = context.spec.alphabet ?? [];
  return {
    state: learner.state,
    update(random) {
      const texts = learner.write(random);
      const judged = { texts, submissions: submissionsOf(texts, worlds, alphabet) };
      const paid = judge.pay(judged);
      payTexts(texts, paid);
      const learnt = learner.learn(random);
      return { ...learnt, ...judged, paid, judge: judge.learn?.(judged, random.stream("judge")) ?? {} };
    },
    close: learner.close,
  };
}

/** Of each row what was written after the question, and the answer that its world shows when it is over. */
export function submissionsOf(
  { rows, context, tokens, written, lengths }: Completions,
  worlds: readonly NumericEnvironment[],
  alphabet: readonly string[],
): Submission[] {
  return Array.from({ length: rows }, (_, row) => {
    const answer = worlds[row].texts?.answer;
    if (answer === undefined) throw new Error("a world that shows no answer cannot be judged by a reference");
    const places = Array.from({ length: lengths[row] }, (_unused, k) => row * context + k);
    const completion = places.filter((k) => written[k] === 1).map((k) => alphabet[tokens[k]]);
    return { reference: answer(), completion: completion.join("") };
  });
}

/** A judge that pays σ(s), and learns from pairs where it has a trainer. */
export function verifierJudge(
  verifier: Verifier,
  trainer?: VerifierTrainer<Pair>,
  pairs: (judged: JudgedTexts, random: Random) => readonly Pair[] = () => [],
): TextJudge {
  return {
    pay: ({ submissions }) => verifier.scores(submissions).map(rightness),
    learn(judged, random) {
      if (trainer === undefined) return undefined;
      const made = pairs(judged, random);
      return { pairs: made.length, ...trainer.step(made) };
    },
  };
}
