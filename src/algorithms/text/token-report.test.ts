import { describe, expect, it } from "vitest";
import { emptyRollouts } from "./completions.ts";
import { groupAdvantages } from "./group-advantage.ts";
import { groupMethod } from "./group-relative.ts";
import { separateMethod } from "./separate-advantages.ts";
import type { GroupMethodOptions } from "./text-method.ts";
import { tokenReport } from "./writing-measures.ts";

const ALPHABET = ["", "$", "a", "b"];
const sizes = { rows: 4, group: 2, context: 4, longest: 3 };
const options: GroupMethodOptions = { clip: [0.2, 0.28], baseline: "group", scale: "none", average: "characters" };

/** Two questions with two answers each: `b` and two characters, the last of which is paid. */
function answers(pay: readonly number[]) {
  const texts = emptyRollouts(4, 2, 4, 1, 1);
  for (const [row, paid] of pay.entries()) {
    texts.tokens.set([3, 2, 1], row * 4);
    texts.written.set([0, 1, 1], row * 4);
    texts.logProbabilities.set([0, -1, -2], row * 4);
    texts.entropies.set([0, 0.5, 0.25], row * 4);
    texts.pay[row * 4 + 2] = paid;
    texts.further[0][row * 4 + 2] = 2 * paid;
    texts.lengths[row] = 3;
    texts.objective[row] = paid > 0 ? 1 : 0;
  }
  return texts;
}

describe("a specimen", () => {
  it("of GRPO says of each written character the answer's advantage, and of the others nothing", () => {
    const pay = [1, 1, 3, 0];
    const texts = answers(pay);
    const method = groupMethod(options, sizes);
    const [best, worst] = tokenReport(texts, ALPHABET, method.objectives, method.teach(texts));
    // The answers to the first question were paid the same, and teach nothing.
    expect([best.question, worst.question]).toEqual([1, 1]);
    const [, , up, down] = groupAdvantages(Float64Array.from(pay), 2, options);
    expect(best).toEqual({
      question: 1,
      pay: 3,
      objective: 1,
      characters: ["b", "a", "$"],
      turns: [-1, 0, 0],
      credit: [0, expect.closeTo(up, 5), expect.closeTo(up, 5)],
      logProbabilities: [0, -1, -2],
      entropies: [0, 0.5, 0.25],
    });
    expect(worst.credit[2]).toBeCloseTo(down, 5);
    expect(worst.objective).toBe(0);
  });

  it("adds up several objectives by their weights", () => {
    const texts = answers([1, 0, 0, 0]);
    const method = separateMethod(options, [{ weight: 3, among: "all" }], sizes);
    const [text] = tokenReport(texts, ALPHABET, method.objectives, method.teach(texts));
    // The part pays twice what the sum pays: an advantage of 1, three times as heavy.
    expect(text.credit[1]).toBeCloseTo(3, 5);
  });

  it("of a batch that taught nothing is the first question without credit", () => {
    const texts = answers([1, 1, 1, 1]);
    const method = groupMethod(options, sizes);
    const lesson = method.teach(texts);
    expect(lesson).toBeUndefined();
    const [text] = tokenReport(texts, ALPHABET, method.objectives, lesson);
    expect([text.question, ...text.credit]).toEqual([0, 0, 0, 0]);
  });
});
