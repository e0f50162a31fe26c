// Sums with two accepted answers: `s4+7=` may be answered by `11$` or by `(11)$`. Where both are right, only a preference distinguishes
// them. Text before a `;` is scratch work and not judged. A question that starts with `b` asks for brackets.

import { z } from "zod";
import { flag, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { once } from "../declaration.ts";
import { languageWorld } from "./language-world.ts";
import { contextFor, misjudgedParameter, noiseParameter, questionIn, shareParameter } from "./terms.ts";

export const sumsWorld = bind({
  id: "language/sums",
  summary: "add two numbers; the answer may stand in brackets or not: s4+7= asks for 11$ or (11)$",
  source: "after the claims of arXiv 2507.20150",
  parameters: z.strictObject({
    largest: whole(1, 499, 9).describe("largest number that is added"),
    rightBrackets: flag(true).describe("whether an answer in brackets can be right"),
    asked: shareParameter("questions that ask for brackets", 0),
    brackets: shareParameter("the demonstrator's answers in brackets, asked for or not", 0.5),
    scratch: shareParameter("the demonstrator's answers with the numbers on scratch paper before them", 0),
    noise: noiseParameter("the sum is any number up to the largest sum"),
    misjudged: misjudgedParameter,
  }),
  make: ({ largest, rightBrackets, asked, brackets, scratch, noise, misjudged }) => {
    const digits = String(largest).length;
    const sumDigits = String(2 * largest).length;
    return languageWorld({
      // Brackets, an end, and one spare character; scratch work where it is shown.
      ...contextFor(2 * digits + 3, (scratch > 0 ? 2 * digits + 2 : 0) + sumDigits + 4),
      channels: [
        once("bracketed", "answers", "1 where the answer ends and stands in brackets"),
        once("followed", "answers", "1 where brackets were asked for, and the answer stands in them"),
        once("asked", "questions", "1 at the end of an answer to a question that asks for brackets"),
      ],
      noise,
      misjudged,
      ask: (random) =>
        `${asked > 0 && random.uniform() < asked ? "b" : "s"}${random.integer(largest + 1)}+${random.integer(largest + 1)}=`,
      judge(answer, text, _hidden, report) {
        const given = answer.slice(answer.lastIndexOf(";") + 1);
        const inBrackets = given.startsWith("(") && given.endsWith(")") && given.length > 2;
        const wanted = text.startsWith("b");
        report("bracketed", inBrackets ? 1 : 0);
        report("followed", inBrackets && wanted ? 1 : 0);
        report("asked", wanted ? 1 : 0);
        const right = (inBrackets ? given.slice(1, -1) : given) === String(sumOf(text));
        return right && (rightBrackets || !inBrackets);
      },
      write(text, random, chance) {
        const slipped = chance > 0 && random.uniform() < chance;
        const sum = slipped ? random.integer(2 * largest + 1) : sumOf(text);
        const paper = random.uniform() < scratch ? `${questionIn(text).slice(1)};` : "";
        return random.uniform() < brackets ? `${paper}(${sum})$` : `${paper}${sum}$`;
      },
    });
  },
});

/** The sum in the question at the start of a text. */
function sumOf(text: string): number {
  const [a, b] = questionIn(text).slice(1).split("+");
  return Number(a) + Number(b);
}
