// Families of small programming tasks: the statement with drawn constants, test inputs, the correct results, and the expert's solution with
// the places where a demonstrator may err.

import type { Random } from "../../core/random.ts";
import type { Data } from "../sandbox/data.ts";

/** A constant as written in the question: a number or a quoted letter. */
export type Constant = string;

/** Fixed text, or alternatives of which the first is right and the others are typical errors. */
export type Piece = string | readonly string[];

export interface Family {
  /** Parameter list of the function: `list, k`. */
  readonly parameters: string;
  /** Description of the result with `{}` for each constant; constants contain no space. */
  readonly returns: string;
  constants(random: Random): readonly Constant[];
  /** Draws the arguments of a call. */
  given(random: Random, constants: readonly Constant[]): readonly Data[];
  /** The correct result of a call. */
  right(given: readonly Data[], constants: readonly Constant[]): Data;
  /** The function body between the braces. */
  body(constants: readonly Constant[]): readonly Piece[];
}

/** Creates a family whose calls have one kind of argument, parsed by `read`. */
function family<Given>(
  read: (given: readonly Data[]) => Given,
  parts: Omit<Family, "right" | "constants"> & {
    constants?: Family["constants"];
    right(given: Given, constants: readonly Constant[]): Data;
  },
): Family {
  const { constants = () => [], ...rest } = parts;
  return { ...rest, constants, right: (given, drawn) => parts.right(read(given), drawn) };
}

const numbersIn = ([list]: readonly Data[]): number[] => (Array.isArray(list) ? list.map(Number) : []);
const numbers = (given: readonly Data[]): number[] => given.map(Number);
const text = ([given]: readonly Data[]): string => String(given);

const whole = (random: Random, low: number, high: number): number => low + random.integer(high - low + 1);
const constant = (low: number, high: number) => (random: Random) => [String(whole(random, low, high))];
const list = (random: Random, fewest = 0): number[] =>
  Array.from({ length: whole(random, fewest, 7) }, () => whole(random, -9, 20));
const letters = (random: Random, alphabet: string, most: number): string =>
  Array.from({ length: random.integer(most + 1) }, () => alphabet[random.integer(alphabet.length)]).join("");
const WORDS = ["red", "blue", "sea", "sun", "a", "to", "tree", "moss", "ox", "noon"];
const words = (random: Random): string[] =>
  Array.from({ length: whole(random, 1, 5) }, () => WORDS[random.integer(WORDS.length)]);

export const FAMILIES: Readonly<Record<string, Family>> = {
  "sum-above": family(numbersIn, {
    parameters: "list",
    returns: "the sum of the numbers in list that are greater than {}",
    constants: constant(1, 12),
    given: (random, [k]) => [[...list(random), ...(random.uniform() < 0.4 ? [Number(k)] : [])]],
    right: (all, [k]) => all.filter((x) => x > Number(k)).reduce((sum, x) => sum + x, 0),
    body: ([k]) => [
      "  let sum = ",
      ["0", "1"],
      ";\n  for (const x of list) if (x ",
      [">", ">="],
      ` ${k}) sum += x;\n  return sum;`,
    ],
  }),
  "count-letter": family(text, {
    parameters: "text",
    returns: "how often the letter {} stands in text",
    constants: (random) => [`"${"aeost"[random.integer(5)]}"`],
    given: (random, [letter]) => [letters(random, `${letter[1]}${letter[1]}bcrn`, 9)],
    right: (given, [letter]) => [...given].filter((one) => one === letter[1]).length,
    body: ([letter]) => ["  return text.split(", [letter, '""'], ").length", [" - 1", ""], ";"],
  }),
  "reverse-words": family(text, {
    parameters: "text",
    returns: "the words of text, which are separated by {}, in reverse order, separated likewise",
    constants: (random) => [`"${"-,_/"[random.integer(4)]}"`],
    given: (random, [sign]) => [words(random).join(sign[1])],
    right: (given, [sign]) => given.split(sign[1]).reverse().join(sign[1]),
    body: ([sign]) => ["  return text.split(", [sign, '""'], ")", [".reverse()", ".sort()"], `.join(${sign});`],
  }),
  "run-length": family(text, {
    parameters: "text",
    returns: 'text with every run of the same letter as the letter and how long the run is, as in "a2b1" for "aab"',
    given: (random) => [letters(random, "ab", 8)],
    right: (given) => given.replace(/(.)\1*/g, (run) => `${run[0]}${run.length}`),
    body: () => [
      '  let out = "";\n  for (let i = 0, j; i < text.length; i = j) {\n    j = i',
      [" + 1", " + 2"],
      ";\n    while (text[j] === text[i]) j++;\n    out += text[i] + (j - i",
      ["", " - 1"],
      ");\n  }\n  return out;",
    ],
  }),
  gcd: family(numbers, {
    parameters: "a, b",
    returns: "{} times the greatest common divisor of a and b, which are at least 1",
    constants: constant(1, 5),
    given(random) {
      const divisor = whole(random, 1, 12);
      return [divisor * whole(random, 1, 9), divisor * whole(random, 1, 9)];
    },
    right([a, b], [k]) {
      const divides = (d: number) => a % d === 0 && b % d === 0;
      return Number(k) * Array.from({ length: a }, (_, d) => d + 1).reduce((best, d) => (divides(d) ? d : best), 1);
    },
    body: ([k]) => ["  while (b !== 0) [a, b] = [b, a ", ["%", "-"], ` b];\n  return ${k} * `, ["a", "b"], ";"],
  }),
  clamp: family(numbers, {
    parameters: "x",
    returns: "x, or {} where x is less, or {} where x is more",
    constants(random) {
      const low = whole(random, -5, 10);
      return [String(low), String(low + whole(random, 2, 12))];
    },
    given: (random) => [whole(random, -20, 35)],
    right: ([x], [low, high]) => (x < Number(low) ? Number(low) : x > Number(high) ? Number(high) : x),
    body: ([low, high]) => ["  return Math.", ["min", "max"], `(${high}, Math.`, ["max", "min"], `(${low}, x));`],
  }),
  "nth-largest": family(numbersIn, {
    parameters: "list",
    returns: "the number at place {} when list is put in order, the largest first; null where list is shorter",
    constants: constant(2, 4),
    given: (random) => [list(random)],
    right(all, [k]) {
      const left = [...all];
      for (let n = 1; n < Number(k); n++) left.splice(left.indexOf(Math.max(...left)), 1);
      return all.length < Number(k) ? null : Math.max(...left);
    },
    body: ([k]) => ["  return list.sort(", ["(a, b) => b - a", ""], `)[${k}`, [" - 1", ""], "]", [" ?? null", ""], ";"],
  }),
  "digit-sum": family(numbers, {
    parameters: "n",
    returns: "the sum of the decimal digits of {} times n, for n that is 0 or more",
    constants: constant(2, 9),
    given: (random) => [random.integer(400)],
    right: ([n], [k]) => [...String(n * Number(k))].reduce((sum, digit) => sum + Number(digit), 0),
    body: ([k]) => [
      `  let sum = 0;\n  for (let x = n * ${k}; x > `,
      ["0", "9"],
      "; x = Math.floor(x / 10)) sum += x % ",
      ["10", "9"],
      ";\n  return sum;",
    ],
  }),
  "every-nth": family(numbersIn, {
    parameters: "list",
    returns: "a list of every element of list whose place, counted from 1, is a multiple of {}",
    constants: constant(2, 3),
    given: (random) => [list(random)],
    right: (all, [k]) => all.flatMap((x, place) => ((place + 1) % Number(k) === 0 ? [x] : [])),
    body: ([k]) => ["  return list.filter((x, i) => ", ["(i + 1)", "i"], ` % ${k} === 0);`],
  }),
  palindrome: family(text, {
    parameters: "text",
    returns: "whether text reads the same from behind when every {} is left out",
    constants: (random) => [`"${"-._"[random.integer(3)]}"`],
    given(random, [sign]) {
      const half = letters(random, `ab${sign[1]}`, 3);
      const other =
        random.uniform() < 0.7 ? [...half].reverse().join("").replaceAll(sign[1], "") : letters(random, "ab", 3);
      return [`${half}${letters(random, `ab${sign[1]}`, 1)}${other}`];
    },
    right(given, [sign]) {
      const left = given.split(sign[1]).join("");
      return [...left].every((letter, k) => letter === left[left.length - 1 - k]);
    },
    body: ([sign]) => [
      "  const all = [...text]",
      [`.filter(c => c !== ${sign})`, ""],
      '.join("");\n  return all === [...',
      ["all", "text"],
      '].reverse().join("");',
    ],
  }),
  steps: family(numbers, {
    parameters: "a, b",
    returns: "a list of a, a + {} and so on, up to b and not beyond it",
    constants: constant(2, 6),
    given(random) {
      const a = whole(random, -5, 15);
      return [a, a + whole(random, -3, 25)];
    },
    right: ([a, b], [k]) =>
      Array.from({ length: Math.max(0, Math.floor((b - a) / Number(k)) + 1) }, (_, n) => a + n * Number(k)),
    body: ([k]) => [
      "  const out = [];\n  for (let x = a; x ",
      ["<=", "<"],
      " b; x += ",
      [k, "1"],
      ") out.push(x);\n  return out;",
    ],
  }),
  shift: family(text, {
    parameters: "text",
    returns: 'text with each of its letters, a to z, moved {} letters on, where "a" follows "z"; other signs stay',
    constants: constant(1, 12),
    given: (random) => [letters(random, "abcmxyz !", 8)],
    right: (given, [k]) =>
      [...given]
        .map((c) => (/[a-z]/.test(c) ? String.fromCharCode(97 + ((c.charCodeAt(0) - 97 + Number(k)) % 26)) : c))
        .join(""),
    body: ([k]) => [
      '  const abc = "abcdefghijklmnopqrstuvwxyz";\n  return text.replace(/[a-z]/g, c => abc[(abc.indexOf(c) + ',
      [k, "1"],
      ")",
      [" % 26", ""],
      "]);",
    ],
  }),
  "most-frequent": family(text, {
    parameters: "text",
    returns:
      "the letter that stands most often in text, which is not empty; of several the one that comes first in the alphabet",
    given: (random) => [`${letters(random, "abcd", 8)}${letters(random, "dc", 1)}b`],
    right(given) {
      const count = (letter: string) => given.split(letter).length;
      return [..."abcd"].reduce((best, letter) => (count(letter) > count(best) ? letter : best), "a");
    },
    body: () => [
      '  let best = "", most = 0;\n  for (const c of [...text]',
      [".sort()", ""],
      ") {\n    const n = text.split(c).length;\n    if (n ",
      [">", ">="],
      " most) [best, most] = [c, n];\n  }\n  return best;",
    ],
  }),
};
