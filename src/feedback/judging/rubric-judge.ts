// A judge by a rubric: a weighed sum of what is read off a text, such as its length or its tone. It stands for what a careless reward model
// likes, and is free.

import { UserError, unknownName } from "../../core/errors.ts";
import { wordsOf } from "../../core/words.ts";
import { TEXT_FEATURES, wordCounts, writeFeatures } from "../preferences/text-features.ts";
import type { AuditedJudge } from "./audited-judge.ts";

export interface Rubric {
  /** Weights by the names of text features. */
  readonly weights: Readonly<Record<string, number>>;
  /** Sums no further apart than this are a tie. */
  readonly tie: number;
  /** Of one answer alone: the least sum of a right one. */
  readonly atLeast: number;
}

/** The weighed sum of a text's features, beside the prompt. Throws a UserError for a feature that is none. */
export function rubricSum(weights: Rubric["weights"]): (prompt: string, text: string) => number {
  const names = TEXT_FEATURES.map(({ name }) => name);
  const own = new Float64Array(names.length);
  for (const [name, weight] of Object.entries(weights)) {
    const at = names.indexOf(name);
    if (at < 0) throw new UserError({ ...unknownName("feature of a text", name, names), path: ["rubric", name] });
    own[at] = weight;
  }
  return (prompt, text) => {
    const values = new Float64Array(names.length);
    writeFeatures(text, wordCounts(wordsOf(text), new Set(wordsOf(prompt))), values);
    return values.reduce((sum, value, k) => sum + own[k] * value, 0);
  };
}

/** The judge of a rubric. Throws a UserError for a feature that is none. */
export function rubricJudge({ weights, tie, atLeast }: Rubric): AuditedJudge {
  const sumOf = rubricSum(weights);
  return {
    name: "rubric",
    isRepeatable: true,
    parallel: 1,
    async ask({ prompt, first, second }) {
      const gap = sumOf(prompt, first) - (second === undefined ? atLeast : sumOf(prompt, second));
      if (second === undefined) return { side: gap >= 0 ? 1 : -1 };
      return { side: Math.abs(gap) <= tie ? 0 : gap > 0 ? 1 : -1 };
    },
  };
}
