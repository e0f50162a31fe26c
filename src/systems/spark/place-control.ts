// Pairs that recycling makes of hand-made verdicts, and a judge that sees no answer but their places.

import { Random } from "../../core/random.ts";
import { atLeast } from "../../study/bound.ts";
import { type Control, control, is } from "../../study/claim.ts";
import { type Attempt, recycledItems } from "./recycling.ts";

const QUESTIONS = 4000;
/** Which answers to each question are right; every third one cannot be read. */
const MIXED = [true, false, true, false, false, true];

/** The order of a pair says nothing of which answer is right. */
export function placeControl(): Control {
  const groups = Array.from({ length: QUESTIONS }, (_, q) => ({
    question: `${q}=`,
    truth: `truth ${q}`,
    attempts: MIXED.map((right, k): Attempt => {
      const answer = (q + k) % 3 === 0 ? "" : `${right ? "r" : "w"}${k}`;
      return { text: answer, answer, right };
    }),
  }));
  const items = recycledItems(groups, Random.of(0, "items"), { judging: QUESTIONS, reflections: 0 });
  const pairs = items.filter(({ kind }) => kind === "pairwise");
  const first = pairs.filter(({ gold }) => gold === "first").length / pairs.length;
  return control("a judge that always says A is right in 0.53 of pairs or more", is(first, atLeast(0.53)));
}
