// Formulas in x as people write them, `(x+3)*2`: drawn at random, and translated into postfix notation, `x3+2*`. Every part that
// is an operation stands in brackets, so that no order of work need be known.

import type { Random } from "../../core/random.ts";

const OPERATORS = "+-*";

/** Characters of the longest formula with so many operators, at least one. */
export function longestInfix(operators: number): number {
  return 4 * operators - 1;
}

/** A formula with so many operators, at least one, digits from 1 to 9 and at least one x. */
export function drawInfix(operators: number, random: Random): string {
  for (;;) {
    const formula = drawPart(operators, random);
    if (formula.includes("x")) return formula;
  }
}

function drawPart(operators: number, random: Random): string {
  if (operators === 0) return random.uniform() < 0.5 ? "x" : String(1 + random.integer(9));
  const operator = OPERATORS[random.integer(OPERATORS.length)];
  const before = random.integer(operators);
  return bracketed(drawPart(before, random)) + operator + bracketed(drawPart(operators - 1 - before, random));
}

function bracketed(part: string): string {
  return part.length > 1 ? `(${part})` : part;
}

/** The formula in postfix notation: operands keep their order, and an operator comes where its bracket closes. */
export function postfixOf(infix: string): string {
  let out = "";
  const open: string[] = [""];
  for (const character of infix) {
    if (character === "(") open.push("");
    else if (character === ")") out += open.pop();
    else if (OPERATORS.includes(character)) open[open.length - 1] = character;
    else out += character;
  }
  return out + open[0];
}
