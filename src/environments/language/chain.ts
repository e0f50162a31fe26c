// A chain of digit maps: `7abcaab=` asks for every value on the way, `8…$`. The whole string is judged, so that guessing pays
// 10^−n, and an early slip spoils what follows.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { languageWorld } from "./language-world.ts";
import { contextFor, noiseParameter } from "./sizes.ts";

const parameters = z.strictObject({
  maps: z.int().min(1).max(40).default(6).describe("maps in a row"),
  noise: noiseParameter("a value is any digit, and the chain goes on from there"),
});

/** Maps of a digit, by letter, modulo 10. */
const MAPS: Readonly<Record<string, (x: number) => number>> = {
  a: (x) => (x + 1) % 10,
  b: (x) => (x + 7) % 10,
  c: (x) => (2 * x) % 10,
  d: (x) => 9 - x,
};

const LETTERS = Object.keys(MAPS);

export const chainWorld: Bound<NumericEnvironment> = bind({
  id: "language/chain",
  summary: "apply digit maps one after the other and write every value: 7abd= asks for 854$",
  parameters,
  make: ({ maps, noise }: z.output<typeof parameters>): NumericEnvironment =>
    languageWorld({
      ...contextFor(maps + 2, maps + 3),
      channels: [],
      noise,
      ask: (random) => {
        const letters = Array.from({ length: maps }, () => LETTERS[random.integer(LETTERS.length)]);
        return `${random.integer(10)}${letters.join("")}=`;
      },
      judge: (answer, text) => answer === values(text, (value) => value),
      write: (text, random, chance) =>
        `${values(text, (value) => (chance > 0 && random.uniform() < chance ? random.integer(10) : value))}$`,
    }),
});

/** The values of the chain that a text begins with; each passes through `slip`, and the next goes on from what comes out. */
function values(text: string, slip: (value: number) => number): string {
  let value = Number(text[0]);
  return [...text.slice(1, text.indexOf("="))]
    .map((letter) => {
      value = slip(MAPS[letter](value));
      return value;
    })
    .join("");
}
