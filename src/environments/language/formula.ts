// Fully parenthesised formulas in x, such as `(x+3)*2`, and programs in postfix notation, `x3+2*`, for a stack machine: x pushes the input,
// a digit pushes itself, and + - * replace the two topmost numbers by the result. Arithmetic is modulo a prime, so that numbers stay small
// and a few inputs distinguish different programs.

import type { Random } from "../../core/random.ts";

const OPERATORS = "+-*";

/** Characters of the longest formula with this number of operators, at least one. */
export const longestInfix = (operators: number): number => 4 * operators - 1;

/** Draws a formula with this number of operators, at least one, digits from 1 to 9 and at least one x. */
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

const bracketed = (part: string): string => (part.length > 1 ? `(${part})` : part);

/** Converts a formula to postfix notation: operands keep their order, and an operator is written where its bracket closes. */
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

/** Prime modulus of the machine's arithmetic; numbers are 0 … 96. */
export const MODULUS = 97;
/** Step limit of a program. */
export const MOST_STEPS = 64;

/**
 * Runs `program` on `input`, an integer from 0 to 96, and returns the number left on the stack. Undefined where the program is invalid: an
 * unknown character, too few numbers for an operator, no or several numbers left at the end, or more than `MOST_STEPS` steps.
 */
export function runPostfix(program: string, input: number): number | undefined {
  const stack: number[] = [];
  for (let step = 0; step < program.length; step++) {
    const character = program[step];
    if (step >= MOST_STEPS) return undefined;
    if (character === "x") stack.push(input);
    else if (/\d/.test(character)) stack.push(Number(character));
    else {
      const right = stack.pop();
      const left = stack.pop();
      if (left === undefined || right === undefined) return undefined;
      const result = operate(character, left, right);
      if (result === undefined) return undefined;
      stack.push(result);
    }
  }
  return stack.length === 1 ? stack[0] : undefined;
}

function operate(operator: string, left: number, right: number): number | undefined {
  if (operator === "+") return (left + right) % MODULUS;
  if (operator === "-") return (left - right + MODULUS) % MODULUS;
  return operator === "*" ? (left * right) % MODULUS : undefined;
}
