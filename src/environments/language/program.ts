// Small programs: `(x+3)*2=` asks for an equivalent program in postfix notation, `x3+2*$`. It is run on hidden inputs and is right where
// every result is; its form does not matter.

import { z } from "zod";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { flow, once } from "../declaration.ts";
import { drawInfix, longestInfix, postfixOf, runPostfix } from "./formula.ts";
import { languageWorld } from "./language-world.ts";
import { contextFor, drawnIndex, misjudgedParameter, noiseParameter, questionIn, shareParameter } from "./terms.ts";

/** Inputs on which programs are compared. */
const INPUTS = [3, 11, 29, 50, 96];
const HAS = "the formula's operators, at the end of the episode";

export const programWorld = bind({
  id: "language/program",
  summary: "write a postfix program that computes a formula: (x+3)*2= asks for x3+2*$, or any that does the same",
  source: "after the judged programs of arXiv 2511.06307",
  parameters: z.strictObject({
    operators: z
      .array(z.number().min(0))
      .min(1)
      .max(5)
      .refine((shares) => shares.some((share) => share > 0), { error: "give at least one a share above 0" })
      .default([1, 1, 1])
      .describe("how often formulas have 1, 2, … operators, in proportion; as many as are listed fit"),
    noise: noiseParameter("a character of the program is any other of its kind", 0.05),
    misjudged: misjudgedParameter,
    unended: shareParameter("the demonstrator's answers that repeat the program until there is no room", 0),
  }),
  make: ({ operators, noise, misjudged, unended }) =>
    languageWorld({
      // The formula and =; a program with as many operands and operators, and $: 20 characters for three operators, 32 for five.
      ...contextFor(longestInfix(operators.length) + 1, 2 * operators.length + 2),
      channels: [
        once("parses", "answers", "1 where the answer ends and is a program that runs"),
        once("passed", "answers", "share of the inputs on which the answer that ends is right"),
        once("firstPassed", "answers", "1 where it is right on the first input"),
        flow("operators", "operators", 0, operators.length, "sum", HAS),
      ],
      noise,
      misjudged,
      ask: (random) => `${drawInfix(1 + drawnIndex(operators, random), random)}=`,
      judge(answer, text, _hidden, report) {
        const wanted = postfixOf(questionIn(text));
        const passes = INPUTS.map((input) => runPostfix(answer, input) === runPostfix(wanted, input));
        const passed = passes.filter((pass) => pass).length;
        report("parses", runPostfix(answer, INPUTS[0]) === undefined ? 0 : 1);
        report("passed", passed / INPUTS.length);
        report("firstPassed", passes[0] ? 1 : 0);
        return passed === INPUTS.length;
      },
      conclude: (text, _correct, _hidden, report) =>
        report("operators", questionIn(text).replace(/[^-+*]/g, "").length),
      write(text, random, chance) {
        const program = [...postfixOf(questionIn(text))].map((character) => slip(character, random, chance)).join("");
        // Once started, repetition continues.
        const again = unended > 0 && (!text.endsWith("=") || random.uniform() < unended);
        return again ? program : `${program}$`;
      },
      expert: (text) => `${postfixOf(questionIn(text))}$`,
    }),
});

/** Replaces a character, with probability `chance`, by another operator or another operand. */
function slip(character: string, random: Random, chance: number): string {
  if (chance === 0 || random.uniform() >= chance) return character;
  const others = ["+-*", "x123456789"].find((kind) => kind.includes(character))?.replace(character, "") ?? character;
  return others[random.integer(others.length)];
}
