// Formulas in x as people write them, `(x+3)*2`: drawn at random, and translated into postfix notation, `x3+2*`.

import type { Random } from "../../core/random.ts";

const OPERATORS = "+-*";
/** Pairs of brackets in a formula at most; one with more is drawn anew, so that texts stay short. */
const MOST_BRACKETS = 3;

/** Characters of the longest formula with so many operators. */
export function longestInfix(operators: number): number {
  return 2 * operators + 1 + 2 * Math.min(operators - 1, MOST_BRACKETS);
}

/** A formula with so many operators, digits from 1 to 9 and at least one x, without needless brackets. */
export function drawInfix(operators: number, random: Random): string {
  for (;;) {
    const { text } = drawPart(operators, random);
    if (text.includes("x") && text.split("(").length - 1 <= MOST_BRACKETS) return text;
  }
}

/** A part of a formula: what it is, and how strongly it holds together. */
interface Part {
  readonly text: string;
  readonly strength: number;
}

const LEAF = 2;
const strengthOf = (operator: string) => (operator === "*" ? 1 : 0);

function drawPart(operators: number, random: Random): Part {
  if (operators === 0) return { text: random.uniform() < 0.5 ? "x" : String(1 + random.integer(9)), strength: LEAF };
  const operator = OPERATORS[random.integer(OPERATORS.length)];
  const strength = strengthOf(operator);
  const before = random.integer(operators);
  const left = drawPart(before, random);
  const right = drawPart(operators - 1 - before, random);
  // a − (b + c) is another number than a − b + c; with + and * the order of work does not matter.
  const leftText = bracketed(left, strength);
  const rightText = bracketed(right, operator === "-" ? strength + 1 : strength);
  return { text: `${leftText}${operator}${rightText}`, strength };
}

function bracketed({ text, strength }: Part, least: number): string {
  return strength < least ? `(${text})` : text;
}

/** The formula in postfix notation: operands keep their order, and * comes before + and − (Dijkstra's shunting yard). */
export function postfixOf(infix: string): string {
  let out = "";
  const waiting: string[] = [];
  const release = (until: (top: string) => boolean): void => {
    for (let top = waiting.at(-1); top !== undefined && !until(top); top = waiting.at(-1)) {
      out += top;
      waiting.pop();
    }
  };
  for (const character of infix) {
    if (character === "(") waiting.push(character);
    else if (character === ")") {
      release((top) => top === "(");
      waiting.pop();
    } else if (OPERATORS.includes(character)) {
      release((top) => top === "(" || strengthOf(top) < strengthOf(character));
      waiting.push(character);
    } else out += character;
  }
  release(() => false);
  return out;
}
