// Learning from a judge that reads whole texts and may learn as well (arXiv 2508.05613): write, pay by the judge as it is now,
// learn, and then let the judge learn from what it has just read. A judge whose rate is 0 is a fixed judge.

import type { Completions } from "../../algorithms/text/completions.ts";
import { payTexts } from "../../algorithms/text/group-advantage.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import { type GRPO, paidWriter, type Writer } from "../../study/testbeds/text.ts";
import { submissionsOf } from "./studied-verifier.ts";
import type { Submission } from "./verifier.ts";

/** What a judge is given to read. */
export interface JudgedTexts {
  readonly texts: Completions;
  /** Of each row, what was written and the world's own answer. */
  readonly submissions: readonly Submission[];
}

/** A payer of texts. */
export interface TextJudge {
  /** What each row is paid. */
  pay(judged: JudgedTexts): Float64Array;
  /** Learns from what it has paid for. */
  learn?(judged: JudgedTexts, random: Random): void;
}

/** How many updates a writer makes, and by what options. */
interface JudgedPlan {
  readonly updates: number;
  readonly options: typeof GRPO;
  /** Sees what was written and paid in each update. */
  readonly watch?: (judged: JudgedTexts, paid: Float64Array) => void;
}

/** A copy of `from` that learnt what the judge pays; what the world pays itself is not read. */
export function judgedWriter(
  context: TrainingContext,
  from: Writer,
  judge: TextJudge,
  { updates, options, watch }: JudgedPlan,
  signal?: AbortSignal,
): Writer {
  let update = 0;
  let latest = (): void => {};
  const { writer } = paidWriter(context, from, updates, options, {
    signal,
    callback: ({ worlds }) => ({
      later(texts) {
        const judged = { texts, submissions: submissionsOf(texts, worlds) };
        const paid = judge.pay(judged);
        payTexts(texts, paid);
        latest = () => {
          judge.learn?.(judged, context.random.stream("update", update++).stream("judge"));
          watch?.(judged, paid);
        };
      },
      close() {},
    }),
    watch: () => latest(),
  });
  return writer;
}
