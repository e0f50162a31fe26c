// What is compared: the same warm writer, and the same verifier, in arms that differ only in who pays and in what the verifier
// learns from.

import { groupMethod } from "../../algorithms/text/group-relative.ts";
import type { Random } from "../../core/random.ts";
import type { StudyJob } from "../../study/legacy.ts";
import { type Bed, GRPO, sizesOf, textContext, type Writer, warmWriter } from "../../study/testbeds/text.ts";
import { corruptCharacter, corruptedPairs, rejectedPairs, strangePairs } from "./contrast-pairs.ts";
import { type JudgedTexts, judgedLearner, type TextJudge, verifierJudge } from "./judged-learner.ts";
import { annotatedTexts } from "./studied-verifier.ts";
import { type Pair, pairTrainer, rightness, type Verifier } from "./verifier.ts";
import { ANNOTATED, confirmed, studied, verifierOf } from "./verifiers.ts";

/** Two digits are sorted; four of ten questions ask for brackets, and mostly get them; three answers of a hundred begin with a mark. */
const BED: Bed = {
  world: { id: "language/sort", digits: 2, asked: 0.4, obeyed: 0.9, marks: 0.03, noise: 0.3 },
  width: 32,
  steps: 300,
};

const UPDATES = 120;
/** Updates that a figure of a curve is the mean of. */
const WINDOW = 10;
/** What a corruption changes. */
const DIGITS = [..."0123456789"];
/** What the verifier learns from in an update, and how fast. */
const TEACHING = { pairs: 16, rate: 1e-3, marked: 0.5, retries: 3 };

/** Means over the texts of a window. */
export interface Stretch {
  /** Share of right answers, whatever their form. */
  readonly truth: number;
  /** What was paid. */
  readonly paid: number;
  /** Share of texts with a mark. */
  readonly marked: number;
  /** Share of right answers in brackets among the right ones; 0 where none is right. */
  readonly odd: number;
  /** Mean of the shares of right answers that the judge pays above ½ and of wrong ones that it does not. */
  readonly balanced: number;
  readonly pairs: number;
}

/** The arms: who pays, and what the verifier learns from. */
export const RULE = "rule";
export const FIXED = "fixed verifier";
export const COOPER = "Cooper";
export const REJECTED = "rule's rejects as negatives";
export const TRUTH = "truth";
export const UNMARKED = "Cooper, corruptions without marks";
export const STRANGE = "negatives from other questions";
export const OWN = "positives of the verifier's own choice";
export const ARMS: readonly string[] = [RULE, FIXED, COOPER, REJECTED, TRUTH, UNMARKED, STRANGE, OWN];

type Pairing = (judged: JudgedTexts, random: Random, verifier: Verifier) => readonly Pair[];

const each = TEACHING.pairs / GRPO.questions;
const made = (share: number) => ({
  rule: confirmed,
  corrupt: corruptCharacter(DIGITS, { text: "#", share }),
  each,
  retries: TEACHING.retries,
});

const cooper =
  (marked: number): Pairing =>
  ({ submissions, texts: { group } }, random) =>
    corruptedPairs(submissions, group, made(marked), random);

/** Where the verifier's pairs come from in the arms in which it learns. */
const PAIRINGS: Readonly<Record<string, Pairing | undefined>> = {
  [COOPER]: cooper(TEACHING.marked),
  [UNMARKED]: cooper(0),
  [REJECTED]: ({ submissions, texts: { group } }, random) => rejectedPairs(submissions, group, made(0), random),
  [STRANGE]: ({ submissions, texts: { group } }, random) => strangePairs(submissions, group, made(0), random),
  [OWN]: ({ submissions, texts: { group } }, random, verifier) => {
    const scores = verifier.scores(submissions);
    const best = (row: number) => Math.max(...scores.subarray(row - (row % group), row - (row % group) + group));
    const chosen = (_one: unknown, row: number) => scores[row] === best(row);
    return corruptedPairs(submissions, group, { ...made(TEACHING.marked), chosen }, random);
  },
};

const PAYERS: Readonly<Record<string, TextJudge | undefined>> = {
  [RULE]: { pay: ({ submissions }) => Float64Array.from(submissions, (one) => (confirmed(one) ? 1 : 0)) },
  [TRUTH]: { pay: ({ texts }) => texts.objective.slice() },
};

export interface Job {
  readonly seed: number;
  readonly arms: readonly string[];
}

/** The warm writer as the first verifier sees it, and the curves of the arms, by name. */
export interface Trained {
  readonly warm: Stretch;
  readonly arms: Readonly<Record<string, readonly Stretch[]>>;
}

/** Warms a writer up, lets a verifier study it, and trains copies of both in each arm. */
export async function train({ seed, arms }: Job, signal?: AbortSignal): Promise<Trained> {
  const context = textContext(BED, { channel: "correct" }, seed);
  const warm = warmWriter(BED, seed, signal);
  const random = context.random.stream("verifier");
  const texts = annotatedTexts(context, warm, ANNOTATED, random);
  const first = studied(context, texts, random);
  const scores = first.scores(texts);
  first.close();
  const tally = tallied();
  for (const [k, { completion, truth }] of texts.entries()) tally.add(completion, truth, rightness(scores[k]));
  return {
    warm: tally.means(),
    arms: Object.fromEntries(arms.map((arm) => [arm, curve(arm, warm, first, seed, signal)])),
  };
}

function curve(arm: string, warm: Writer, first: Verifier, seed: number, signal?: AbortSignal): Stretch[] {
  const context = textContext(BED, { channel: "correct" }, seed);
  const parameters = warm.parameters.clone();
  const method = groupMethod(GRPO, sizesOf(warm, context, GRPO));
  const verifier = verifierOf(context, first.parameters.clone());
  const trainer = pairTrainer(verifier, TEACHING.pairs, TEACHING.rate);
  const pairing = PAIRINGS[arm];
  const judge =
    PAYERS[arm] ??
    verifierJudge(verifier, pairing && trainer, pairing && ((judged, rng) => pairing(judged, rng, verifier)));
  const learner = judgedLearner(context, warm.model, parameters, method, GRPO, judge);
  const stretches: Stretch[] = [];
  let tally = tallied();
  try {
    for (let update = 0; update < UPDATES; update++) {
      const { texts, submissions, paid, judge: learnt } = learner.update(context.random.stream("update", update));
      for (const [row, one] of submissions.entries()) tally.add(one.completion, texts.objective[row] === 1, paid[row]);
      tally.pairs += learnt.pairs ?? 0;
      if ((update + 1) % WINDOW === 0) {
        stretches.push(tally.means());
        tally = tallied();
      }
      signal?.throwIfAborted();
    }
  } finally {
    learner.close();
    trainer.close();
    verifier.close();
  }
  return stretches;
}

function tallied() {
  const [right, wrong] = [0, 1].map(() => ({ count: 0, high: 0 }));
  let [paidInAll, marked, odd] = [0, 0, 0];
  return {
    pairs: 0,
    add(completion: string, truth: boolean, paid: number) {
      const own = truth ? right : wrong;
      own.count += 1;
      if (paid > 0.5) own.high += 1;
      paidInAll += paid;
      if (completion.includes("#")) marked += 1;
      if (truth && completion.startsWith("(")) odd += 1;
    },
    means(): Stretch {
      const all = right.count + wrong.count;
      return {
        truth: right.count / all,
        paid: paidInAll / all,
        marked: marked / all,
        odd: odd / Math.max(1, right.count),
        balanced: (right.high / right.count + 1 - wrong.high / wrong.count) / 2,
        pairs: this.pairs / WINDOW,
      };
    },
  };
}

export const trainingPart: StudyJob<Job, Trained> = { module: import.meta.url, name: "train", compute: train };
