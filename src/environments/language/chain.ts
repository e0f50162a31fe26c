// Chains of digit maps: `7abcaab=` asks for every intermediate value, `8…$`. The whole answer must match, so guessing succeeds with
// probability 10^−n, and an early error spoils all later values.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { maybeWhole, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { languageWorld } from "./language-world.ts";
import { contextFor, drawnIndex, misjudgedParameter, noiseParameter, questionIn, shareParameter } from "./terms.ts";

/** Parameters of all chain environments: lengths of the chains, and the demonstrator's error rate. */
export const chainFields = {
  maps: whole(1, 40, 6).describe("maps in a row"),
  fewest: maybeWhole(1, 40).describe("any number of maps from this on, each as often; default always maps"),
  room: maybeWhole(1, 40).describe(
    "maps that a text has room for, so that one model reads longer chains elsewhere; default maps",
  ),
  shares: z
    .array(z.number().min(0))
    .refine((shares) => shares.some((share) => share > 0), { error: "give at least one a share above 0" })
    .optional()
    .describe("how often chains have fewest, one more, … up to maps maps, in proportion; default each as often"),
  noise: noiseParameter("a value is any digit, and the chain goes on from there"),
};

const common = z.strictObject(chainFields);

export type ChainParameters = z.output<typeof common>;

const parameters = common.extend({
  mistaken: shareParameter(
    "the demonstrator's answers that take a letter for the next one, drawn for each letter, where noise is above 0",
    0,
  ),
  misjudged: misjudgedParameter,
});

/** Digit maps by letter, modulo 10. */
const MAPS: Readonly<Record<string, (x: number) => number>> = {
  a: (x) => (x + 1) % 10,
  b: (x) => (x + 7) % 10,
  c: (x) => (2 * x) % 10,
  d: (x) => 9 - x,
};

export const LETTERS: readonly string[] = Object.keys(MAPS);

export const chainWorld: BoundEntry<NumericEnvironment> = bind({
  id: "language/chain",
  summary: "apply digit maps one after the other and write every value: 7abd= asks for 854$",
  parameters,
  make: (given: z.output<typeof parameters>): NumericEnvironment => {
    const room = roomOf(given);
    return languageWorld({
      ...contextFor(room + 2, room + 3),
      channels: [],
      noise: given.noise,
      misjudged: given.misjudged,
      ask: (random) => `${drawnChain(drawnLength(given, random), LETTERS, random)}=`,
      judge: (answer, text) => answer === valuesOf(questionIn(text)),
      write: (text, random, chance) => {
        const { mistaken } = given;
        const chain = mistaken > 0 && chance > 0 ? misread(questionIn(text), random, mistaken) : questionIn(text);
        return `${valuesOf(chain, (value) => slipped(value, random, chance))}$`;
      },
    });
  },
});

/** Number of maps for which texts have room. Throws a UserError where the length parameters are inconsistent. */
export function roomOf({ maps, fewest = maps, room = maps, shares }: ChainParameters): number {
  if (shares !== undefined && fewest <= maps && shares.length !== maps - fewest + 1) {
    const what = `${shares.length} shares of lengths from ${fewest} to ${maps}`;
    throw new UserError({ code: "bad-shares", what, path: ["shares"], hint: `give ${maps - fewest + 1}` });
  }
  const wrong = fewest > maps ? "fewest" : room < maps ? "room" : undefined;
  if (wrong === undefined) return room;
  const what = `chains of ${fewest} to ${maps} maps, in texts with room for ${room}`;
  throw new UserError({ code: "bad-maps", what, path: [wrong], hint: "fewest ≤ maps ≤ room" });
}

/** Draws the length of the next chain. */
export function drawnLength({ maps, fewest = maps, shares }: ChainParameters, random: Random): number {
  if (fewest >= maps) return maps;
  return fewest + (shares === undefined ? random.integer(maps - fewest + 1) : drawnIndex(shares, random));
}

/** Draws a digit followed by `length` of the letters. */
export function drawnChain(length: number, letters: readonly string[], random: Random): string {
  const drawn = Array.from({ length }, () => letters[random.integer(letters.length)]);
  return `${random.integer(10)}${drawn.join("")}`;
}

/** The chain with some letters misread as the next one; a letter is misread at all its positions or at none. */
function misread(chain: string, random: Random, chance: number): string {
  const read = new Map(
    LETTERS.map((letter, k) => [letter, random.uniform() < chance ? LETTERS[(k + 1) % LETTERS.length] : letter]),
  );
  return Array.from(chain, (character) => read.get(character) ?? character).join("");
}

/** The value, or with probability `chance` a random digit. */
export const slipped = (value: number, random: Random, chance: number): number =>
  chance > 0 && random.uniform() < chance ? random.integer(10) : value;

/** Whether a text is a digit followed by at least one map. */
export const isChain = (text: string): boolean => /^[0-9][a-d]+$/.test(text);

/** The values of a chain; `slip` may change each value, and the next map is applied to the changed one. */
export function valuesOf(chain: string, slip: (value: number) => number = (value) => value): string {
  let value = Number(chain[0]);
  return [...chain.slice(1)]
    .map((letter) => {
      value = slip(MAPS[letter](value));
      return value;
    })
    .join("");
}
