// Whole numbers in Redcode: sums and products of numbers and names, comparisons that give 1 or 0, and parentheses.

/** Names, numbers and operators; any other character alone. */
const TOKENS = /[A-Za-z_][A-Za-z0-9_]*|\d+|&&|\|\||[=!<>]=|\S/g;

export const tokensOf = (text: string): string[] => text.match(TOKENS) ?? [];

export const isName = (token: string | undefined): token is string => token !== undefined && /^[A-Za-z_]/.test(token);

/** Operators by how firmly they hold, the loosest first. */
const LEVELS: readonly Readonly<Record<string, (a: number, b: number) => number>>[] = [
  { "||": (a, b) => Number(a !== 0 || b !== 0) },
  { "&&": (a, b) => Number(a !== 0 && b !== 0) },
  {
    "==": (a, b) => Number(a === b),
    "!=": (a, b) => Number(a !== b),
    "<": (a, b) => Number(a < b),
    ">": (a, b) => Number(a > b),
    "<=": (a, b) => Number(a <= b),
    ">=": (a, b) => Number(a >= b),
  },
  { "+": (a, b) => a + b, "-": (a, b) => a - b },
  { "*": (a, b) => a * b, "/": (a, b) => Math.trunc(a / b), "%": (a, b) => a % b },
];

/** Parentheses and signs within one another. */
const DEEPEST = 100;

/**
 * The value of an expression. `named` gives that of a name, or undefined. Throws an Error that says what is wrong, as one clause.
 */
export function valueIn(tokens: readonly string[], named: (name: string) => number | undefined): number {
  let at = 0;
  const value = level(0, 0);
  if (at < tokens.length) throw new Error(`"${tokens[at]}" is not expected there`);
  if (!Number.isSafeInteger(value))
    throw new Error("it comes to no whole number: something is divided by 0, or too large");
  // No minus before a 0.
  return value + 0;

  function level(k: number, depth: number): number {
    if (k === LEVELS.length) return single(depth);
    let left = level(k + 1, depth);
    for (let apply = LEVELS[k][tokens[at]]; Object.hasOwn(LEVELS[k], tokens[at] ?? ""); apply = LEVELS[k][tokens[at]]) {
      at += 1;
      left = apply(left, level(k + 1, depth));
    }
    return left;
  }

  function single(depth: number): number {
    const token = tokens[at];
    if (token === undefined) throw new Error("a number is missing");
    if (depth > DEEPEST) throw new Error(`it is nested deeper than ${DEEPEST} times`);
    at += 1;
    if (token === "-") return -single(depth + 1);
    if (token === "+") return single(depth + 1);
    if (token === "!") return Number(single(depth + 1) === 0);
    if (token === "(") {
      const within = level(0, depth + 1);
      if (tokens[at] !== ")") throw new Error("a parenthesis is not closed");
      at += 1;
      return within;
    }
    if (/^\d/.test(token)) return Number(token);
    const known = isName(token) ? named(token) : undefined;
    if (known === undefined)
      throw new Error(isName(token) ? `no label is called "${token}"` : `"${token}" is no number`);
    return known;
  }
}
