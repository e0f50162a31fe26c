// Fault injection: sites in a program's syntax tree, and the faulty texts for each. The kinds are those of mutation testing: another
// operator, bound or constant, a missing return, exchanged arguments, a wrong index (DeMillo, Lipton & Sayward, 1978).

import { type AnyNode, type Node, parse } from "acorn";

export const FAULTS = ["operator", "bound", "constant", "return", "arguments", "index"] as const;

/** A site in a program with its possible faults. */
export interface FaultSite {
  readonly kind: (typeof FAULTS)[number];
  /** Character range from `start` to `end` (exclusive). */
  readonly start: number;
  readonly end: number;
  /** The text of the working program. */
  readonly right: string;
  /** At least three faulty texts. */
  readonly wrong: readonly string[];
}

/** Groups of interchangeable operators. */
const FAMILIES: readonly (readonly [kind: FaultSite["kind"], operators: readonly string[]])[] = [
  ["operator", ["+", "-", "*", "/", "%"]],
  ["operator", ["+=", "-=", "*=", "="]],
  ["operator", ["===", "!==", "<", ">="]],
  ["bound", ["<", "<=", ">", ">="]],
];

/** All sites of a program, in order; they may be nested. */
export function faultSites(source: string): FaultSite[] {
  const faults: FaultSite[] = [];
  const text = (node: Node): string => source.slice(node.start, node.end);
  const add = (kind: FaultSite["kind"], start: number, end: number, wrong: readonly string[]): void => {
    const right = source.slice(start, end);
    const others = [...new Set(wrong)].filter((one) => one !== right);
    if (others.length >= 3) faults.push({ kind, start, end, right, wrong: others });
  };

  /** Adds the operator between two operands. */
  const operator = (sign: string, left: Node, right: Node): void => {
    const family = FAMILIES.find(
      ([, operators]) => operators.includes(sign) && (sign !== "<" || operators.includes("<=")),
    );
    const start = source.indexOf(sign, left.end);
    if (family !== undefined && start >= 0 && start < right.start)
      add(family[0], start, start + sign.length, family[1]);
  };

  const visit = (node: AnyNode): void => {
    switch (node.type) {
      case "BinaryExpression":
        operator(node.operator, node.left, node.right);
        break;
      case "AssignmentExpression":
        if (node.operator !== "=") operator(node.operator, node.left, node.right);
        break;
      case "Literal":
        if (typeof node.value === "number" && Number.isInteger(node.value))
          add("constant", node.start, node.end, near(node.value));
        break;
      case "ReturnStatement":
        if (node.argument) add("return", node.start, node.end, unreturned(text(node.argument)));
        break;
      case "CallExpression":
        if (node.arguments.length === 2)
          add("arguments", node.arguments[0].start, node.arguments[1].end, exchanged(node.arguments.map(text)));
        break;
      case "MemberExpression":
        if (node.computed && node.property.type !== "Literal")
          add("index", node.property.start, node.property.end, shifted(text(node.property)));
        break;
      default:
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parse(source, { ecmaVersion: 2022 }));
  return faults.sort((a, b) => a.start - b.start || a.end - b.end);
}

const near = (value: number): string[] => [value + 1, value + 2, ...(value > 0 ? [value - 1] : [3])].map(String);

/** Longer values contain other sites. */
const unreturned = (value: string): string[] =>
  value.length > 40 ? [] : [`${value};`, "return;", `return [${value}];`];

const exchanged = ([one, other]: readonly string[]): string[] => [
  `${other}, ${one}`,
  `${one}, ${one}`,
  `${other}, ${other}`,
];

const shifted = (place: string): string[] => [`${place} + 1`, `${place} - 1`, "0"];

/** Child nodes of a node, in the order of its fields. */
function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === "object" && value !== null && "type" in value && "start" in value && typeof value.type === "string";

/** Replaces the texts at disjoint sites of a program. */
export function written(source: string, sites: readonly FaultSite[], texts: readonly string[]): string {
  let out = "";
  let at = 0;
  for (const [k, { start, end }] of sites.entries()) {
    out += source.slice(at, start) + texts[k];
    at = end;
  }
  return out + source.slice(at);
}
