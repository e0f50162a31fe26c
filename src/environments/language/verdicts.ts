// Questions about answers, in the characters of text environments: `7abd=854?` asks whether 854 is right, `7abd=854|864?` which of the two
// is, and `7abd=864:` asks for a better answer.

/** A question about answers and what is right to answer. */
export interface AnswerQuestion {
  readonly question: string;
  readonly right: string;
}

/** Verdict characters for each kind of question: yes and no, first and second. */
export const VERDICTS = { pointwise: ["y", "n"], pairwise: ["a", "b"] } as const;

/** Whether an answer is right. */
export function pointwiseQuestion(question: string, answer: string, isRight: boolean): AnswerQuestion {
  return { question: `${question}${answer}?`, right: VERDICTS.pointwise[isRight ? 0 : 1] };
}

/** Which of two answers is right; the right one is shown `first` or second. */
export function pairwiseQuestion(question: string, right: string, wrong: string, first: boolean): AnswerQuestion {
  const [one, other] = first ? [right, wrong] : [wrong, right];
  return { question: `${question}${one}|${other}?`, right: VERDICTS.pairwise[first ? 0 : 1] };
}

/** The question that asks for a better answer. */
export const betterQuestion = (question: string, shown: string): string => `${question}${shown}:`;
