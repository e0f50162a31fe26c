// Sorting digits: `s52813=` asks for `12358$`, `r` in the place of `s` for the digits in reverse, and `b` for brackets around them.

import { z } from "zod";
import { whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { once } from "../declaration.ts";
import { languageWorld } from "./language-world.ts";
import { contextFor, noiseParameter, questionIn, shareParameter } from "./terms.ts";

export const sortWorld = bind({
  id: "language/sort",
  summary: "write the digits of the question in order: s52813= asks for 12358$",
  source: "a common test of sequence models",
  parameters: z.strictObject({
    digits: whole(1, 40, 5).describe("digits of a question"),
    reversed: shareParameter("questions that ask for the digits in reverse", 0),
    asked: shareParameter(
      "questions that ask for brackets: b52813= for (12358)$; where it is above 0, either form is right whatever was asked",
      0,
    ),
    obeyed: shareParameter("the demonstrator's answers that have the form that was asked for", 0.9),
    marks: shareParameter("the demonstrator's answers, where it errs, that begin with #, which makes them wrong", 0),
    noise: noiseParameter("a digit is any digit"),
  }),
  make: ({ digits, reversed, asked, obeyed, marks, noise }) =>
    languageWorld({
      // s, digits, =, digits, $ and two characters to go wrong with, or to be brackets.
      ...contextFor(digits + 2, digits + 3),
      channels:
        asked > 0
          ? [once("plain", "answers", "1 where the answer is right without brackets: all that a strict rule knows")]
          : [],
      noise,
      texts: { answer: solved },
      ask(random) {
        const order = reversed > 0 && random.uniform() < reversed ? "r" : "s";
        const begin = asked > 0 && random.uniform() < asked ? "b" : order;
        return `${begin}${Array.from({ length: digits }, () => random.integer(10)).join("")}=`;
      },
      judge(answer, text, _hidden, report) {
        const plain = answer === solved(text);
        if (asked > 0) report("plain", plain ? 1 : 0);
        return plain || (asked > 0 && answer === `(${solved(text)})`);
      },
      write(text, random, chance) {
        const sorted = [...solved(text)].map((digit) => slip(digit, random, chance)).join("");
        const obeys = asked === 0 || random.uniform() < obeyed;
        const mark = chance > 0 && marks > 0 && random.uniform() < marks ? "#" : "";
        return `${mark}${text.startsWith("b") === obeys ? `(${sorted})` : sorted}$`;
      },
    }),
});

/** The right answer to the question that a text begins with. */
const solved = (text: string): string => ordered(questionIn(text).slice(1), text.startsWith("r"));

/** Digits in order, or in reverse. */
export const ordered = (digits: string, reversed: boolean): string =>
  (reversed ? [...digits].reverse() : [...digits].sort()).join("");

const slip = (digit: string, random: Random, chance: number): string =>
  chance > 0 && random.uniform() < chance ? String(random.integer(10)) : digit;
