// The words in which a function is asked for, and what can be read off them again: a question and its examples say all that
// its writer knows.
//
//   Write a JavaScript function solve(list) that returns the sum of the numbers in list that are greater than 3.
//   solve([1,5,9]) returns 14
//   solve([]) returns 0

import type { Random } from "../../core/random.ts";
import { dataText } from "../sandbox/data.ts";
import type { Case } from "../sandbox/sandbox.ts";
import { type Constant, FAMILIES, type Family } from "./function-families.ts";

/** What the function is called. */
export const NAME = "solve";

/** The question, up to where the answer begins. */
export const questionOf = (statement: string, shown: readonly Case[]): string =>
  `${[statement, ...shown.map(exampleOf)].join("\n")}\n`;

/** A call with what it returns, in printable ASCII. */
export function exampleOf({ given, result }: Case): string {
  const text = `${NAME}(${given.map(dataText).join(",")}) returns ${dataText(result)}`;
  return text.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** What is asked of a family, with what stands in the place of each constant. */
export const statementOf = (family: Family, constants: readonly Constant[]): string =>
  partsOf(family).reduce((text, part, k) => `${text}${constants[k - 1]}${part}`);

/** The statement between the constants. */
const partsOf = ({ parameters, asked }: Family): string[] =>
  `Write a JavaScript function ${NAME}(${parameters}) that returns ${asked}.`.split("{}");

export interface DrawnFunction {
  readonly family: Family;
  readonly constants: readonly Constant[];
}

/** What a question asks for, or undefined where it is of no family. */
export function drawnIn(question: string): DrawnFunction | undefined {
  for (const family of Object.values(FAMILIES)) {
    const parts = partsOf(family).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const found = new RegExp(`^${parts.join("(\\S+)")}\n`).exec(question);
    if (found !== null) return { family, constants: found.slice(1) };
  }
  return undefined;
}

/** The function of a family as an expert writes it, with errors of probability `chance` at each place that allows one. */
export function functionText({ family, constants }: DrawnFunction, random: Random, chance: number): string {
  const pieces = family.body(constants).map((piece) => {
    if (typeof piece === "string") return piece;
    const [right, ...others] = piece;
    return chance > 0 && random.uniform() < chance ? others[random.integer(others.length)] : right;
  });
  return `function ${NAME}(${family.parameters}) {\n${pieces.join("")}\n}`;
}

/** A function that returns what the examples of a question say, to them and to nothing else. */
export function byHeart(question: string): string {
  const examples = [...question.matchAll(new RegExp(`^${NAME}\\((.*)\\) returns (.*)$`, "gm"))];
  const lines = examples.map(([, given, result]) => `  if (asked === JSON.stringify([${given}])) return ${result};`);
  return [`function ${NAME}(...given) {`, "  const asked = JSON.stringify(given);", ...lines, "}"].join("\n");
}
