// Sorting digits: `s52813=` asks for `12358$`, and `r` in the place of `s` for the digits in reverse.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { languageWorld } from "./language-world.ts";
import { contextFor, noiseParameter, shareParameter } from "./sizes.ts";

const parameters = z.strictObject({
  digits: z.int().min(1).max(40).default(5).describe("digits of a question"),
  reversed: shareParameter("questions that ask for the digits in reverse", 0),
  noise: noiseParameter("a digit is any digit"),
});

export const sortWorld: Bound<NumericEnvironment> = bind({
  id: "language/sort",
  summary: "write the digits of the question in order: s52813= asks for 12358$",
  source: "a common test of sequence models",
  parameters,
  make: ({ digits, reversed, noise }: z.output<typeof parameters>): NumericEnvironment =>
    languageWorld({
      // s, digits, =, digits, $ and two characters to go wrong with.
      ...contextFor(digits + 2, digits + 3),
      channels: [],
      noise,
      ask(random) {
        const order = reversed > 0 && random.uniform() < reversed ? "r" : "s";
        return `${order}${Array.from({ length: digits }, () => random.integer(10)).join("")}=`;
      },
      judge: (answer, text) => answer === solved(text),
      write: (text, random, chance) => `${[...solved(text)].map((digit) => slip(digit, random, chance)).join("")}$`,
    }),
});

/** The right answer to the question that a text begins with. */
function solved(text: string): string {
  return ordered(text.slice(1, text.indexOf("=")), text.startsWith("r"));
}

/** Digits in order, or in reverse. */
export function ordered(digits: string, reversed: boolean): string {
  return (reversed ? [...digits].reverse() : [...digits].sort()).join("");
}

function slip(digit: string, random: Random, chance: number): string {
  return chance > 0 && random.uniform() < chance ? String(random.integer(10)) : digit;
}
