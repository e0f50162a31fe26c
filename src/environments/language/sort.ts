// Sorting digits: `s52813=` asks for `12358$`; `r` instead of `s` asks for descending order, and `b` for brackets around the answer.

import { z } from "zod";
import { flag, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { once } from "../declaration.ts";
import { languageWorld } from "./language-world.ts";
import { contextFor, misjudgedParameter, noiseParameter, questionIn, shareParameter } from "./terms.ts";

export const sortWorld = bind({
  id: "language/sort",
  summary: "write the digits of the question in order: s52813= asks for 12358$",
  source: "a common test of sequence models",
  parameters: z.strictObject({
    digits: whole(1, 40, 5).describe("digits of a question"),
    reversed: shareParameter("questions that ask for the digits in reverse", 0),
    asked: shareParameter(
      "questions that ask for brackets: b52813= for (12358)$; where it is above 0, either form is right, asked for or not, if it is not required",
      0,
    ),
    required: flag(false).describe(
      "whether the form that is asked for is the only right one: brackets where they are asked for, none elsewhere",
    ),
    obeyed: shareParameter("the demonstrator's answers that have the form that was asked for", 0.9),
    marks: shareParameter("the demonstrator's answers, where it errs, that begin with #, which makes them wrong", 0),
    mistaken: shareParameter(
      "the demonstrator's answers that follow a wrong rule, drawn for each of three: odd digits first, the other direction, the first digit last; where noise is above 0",
      0,
    ),
    noise: noiseParameter("a digit is any digit"),
    misjudged: misjudgedParameter,
  }),
  make: ({ digits, reversed, asked, required, obeyed, marks, mistaken, noise, misjudged }) =>
    languageWorld({
      // s, digits, =, digits, $ and two spare characters, which may be brackets.
      ...contextFor(digits + 2, digits + 3),
      channels:
        asked > 0
          ? [once("plain", "answers", "1 where the answer is right without brackets: all that a strict rule knows")]
          : [],
      noise,
      misjudged,
      texts: { answer: (text) => (required ? inForm(solved(text), text) : solved(text)) },
      ask(random) {
        const order = reversed > 0 && random.uniform() < reversed ? "r" : "s";
        const begin = asked > 0 && random.uniform() < asked ? "b" : order;
        return `${begin}${Array.from({ length: digits }, () => random.integer(10)).join("")}=`;
      },
      judge(answer, text, _hidden, report) {
        const right = solved(text);
        const plain = answer === right && !(required && inBrackets(text));
        if (asked > 0) report("plain", plain ? 1 : 0);
        return plain || (asked > 0 && answer === `(${right})` && (!required || inBrackets(text)));
      },
      write(text, random, chance) {
        const rule = mistaken > 0 && chance > 0 ? confused(solved(text), random, mistaken) : solved(text);
        const sorted = [...rule].map((digit) => slip(digit, random, chance)).join("");
        const obeys = asked === 0 || (required && chance === 0) || random.uniform() < obeyed;
        const mark = chance > 0 && marks > 0 && random.uniform() < marks ? "#" : "";
        return `${mark}${inBrackets(text) === obeys ? `(${sorted})` : sorted}$`;
      },
    }),
});

/** The right answer to the question at the start of a text. */
const solved = (text: string): string => ordered(questionIn(text).slice(1), text.startsWith("r"));

/** Whether the question that a text begins with asks for brackets. */
const inBrackets = (text: string): boolean => text.startsWith("b");

/** Digits in the form that was asked for. */
const inForm = (digits: string, text: string): string => (inBrackets(text) ? `(${digits})` : digits);

/** Digits in ascending or descending order. */
export const ordered = (digits: string, reversed: boolean): string =>
  (reversed ? [...digits].reverse() : [...digits].sort()).join("");

/** Sorts digits by rules, each of which is wrong with the same probability. */
function confused(sorted: string, random: Random, chance: number): string {
  const [odd, back, late] = [0, 1, 2].map(() => random.uniform() < chance);
  const digits = [...sorted];
  if (odd) digits.sort((a, b) => (Number(b) % 2) - (Number(a) % 2));
  if (back) digits.reverse();
  return `${digits.slice(late ? 1 : 0).join("")}${late ? digits[0] : ""}`;
}

const slip = (digit: string, random: Random, chance: number): string =>
  chance > 0 && random.uniform() < chance ? String(random.integer(10)) : digit;
