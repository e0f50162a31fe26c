// Evaluates integer expressions of Redcode: arithmetic on numbers and names, comparisons with result 1 or 0, and parentheses.

/** Names, numbers and operators; other characters are single tokens. */
const TOKENS = /[A-Za-z_][A-Za-z0-9_]*|\d+|&&|\|\||[=!<>]=|\S/g;

export const tokensOf = (text: string): string[] => text.match(TOKENS) ?? [];

export const isName = (token: string | undefined): token is string => token !== undefined && /^[A-Za-z_]/.test(token);

/** Operators by precedence, the lowest first. */
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

/** Deepest nesting of parentheses and signs. */
const DEEPEST = 100;

/** Evaluates an expression. `named` returns the value of a name, or undefined. Throws an Error, worded as a clause. */
export function valueIn(tokens: readonly string[], named: (name: string) => number | undefined): number {
  let at = 0;
  const value = level(0, 0);
  if (at < tokens.length) throw new Error(`"${tokens[at]}" is not expected there`);
  if (!Number.isSafeInteger(value))
    throw new Error("it comes to no whole number: something is divided by 0, or too large");
  // Converts −0 to 0.
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
