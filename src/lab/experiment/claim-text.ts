// Parses a claim in one line: `cooperative: joint.value >= 150 % of private`.

import { UserError } from "../../core/errors.ts";

/** An amount: in the measure's unit, in per cent, or in percentage points. */
export interface Amount {
  readonly value: number;
  readonly unit: "" | "%" | "points";
  /** True for a difference from the other variant: `private + 5 %`. */
  readonly added?: boolean;
}

export const RELATIONS = ["above", "below", "atLeast", "atMost", "within"] as const;
export type ClaimRelation = (typeof RELATIONS)[number];

/** A claim as written, with its amounts parsed. */
export interface ClaimForm extends Readonly<Partial<Record<ClaimRelation, Amount | undefined>>> {
  readonly variant?: string | undefined;
  readonly measure: string;
  readonly than?: string | undefined;
  readonly of?: Amount | undefined;
  /** Unit after the amount. */
  readonly unit?: string;
  readonly headline?: boolean;
}

const SIGNS: ReadonlyMap<string, ClaimRelation> = new Map([
  [">=", "atLeast"],
  ["≥", "atLeast"],
  ["<=", "atMost"],
  ["≤", "atMost"],
  [">", "above"],
  ["<", "below"],
  ["within", "within"],
]);

/** Comparison operator between a measure and what it is compared with. */
const SIGN = /[<>]=?|[≤≥]|\swithin\s/;
const AMOUNT = /^([+−-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s?(%|points?(?!\S))?$/i;
/** An amount at the beginning of a text. */
const LEADING = /^([+−-]?\d[\d.e+-]*(?: ?%| points?(?!\S))?)(?:\s+(\S.*))?$/is;
/** A signed difference after a variant's name. */
const MORE = /^([+−-])\s*(\S.*)$/s;

/** Parses an amount: `0.1`, `150 %`, `5 points`; undefined where the text is none. */
export function amountIn(text: string): Amount | undefined {
  const [, digits, unit = ""] = AMOUNT.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  return { value: Number(digits.replace("−", "-")), unit: unit === "%" || unit === "" ? unit : "points" };
}

/** Parses a claim about one of these variants. Throws a UserError without a path. */
export function claimForm(text: string, variants: readonly string[]): ClaimForm {
  const { variant, rest } = subject(text.trim(), variants);
  const sign = SIGN.exec(rest);
  const relation = SIGNS.get(sign?.[0].trim() ?? "");
  const measure = rest.slice(0, sign?.index).trim();
  const right = rest.slice((sign?.index ?? 0) + (sign?.[0].length ?? 0)).trim();
  if (relation === undefined || measure === "" || right === "") throw unreadable(text);
  return { variant, measure, ...compared(right, relation, variants, text) };
}

/** Splits a claim into its variant and the rest. */
function subject(text: string, variants: readonly string[]): { readonly variant: string | undefined; rest: string } {
  const known = longest(
    variants,
    (name) => text.startsWith(name) && text.slice(name.length).trimStart().startsWith(":"),
  );
  const variant = known ?? (text.includes(":") ? text.slice(0, text.indexOf(":")).trim() : undefined);
  return { variant, rest: text.slice(text.indexOf(":", known?.length ?? 0) + 1).trim() };
}

/** Parses the right side of a comparison. */
function compared(
  text: string,
  relation: ClaimRelation,
  variants: readonly string[],
  whole: string,
): Partial<ClaimForm> {
  const [, leading, rest = ""] = LEADING.exec(text) ?? [];
  const amount = leading === undefined ? undefined : amountIn(leading);
  const than = longest(variants, (name) => text.startsWith(name) && /^\s*(?:[+−-]|$)/.test(text.slice(name.length)));
  if (amount !== undefined && than !== undefined) {
    const hint = "write it as a map: { variant: …, measure: …, than: … } or { …, atLeast: … }";
    throw new UserError({ code: "two-readings", what: `${than} is a variant here, and an amount`, hint });
  }
  if (amount !== undefined) {
    if (rest === "") return { [relation]: amount };
    if (!/^of\s/.test(rest)) return { [relation]: amount, unit: rest };
    const other = rest.slice(2).trim();
    const centre = variants.includes(other) ? undefined : amountIn(other);
    return centre === undefined ? { [relation]: amount, than: other } : { [relation]: amount, of: centre };
  }
  if (relation === "within") throw unreadable(whole);
  const name = than ?? text.split(/\s[+−-]\s/, 1)[0].trim();
  const behind = text.slice(name.length).trim();
  if (behind === "") return { [relation]: { value: 0, unit: "" }, than: name };
  const [, sign, size = ""] = MORE.exec(behind) ?? [];
  const more = amountIn(size);
  if (more === undefined) throw unreadable(whole);
  return { [relation]: { ...more, value: sign === "+" ? more.value : -more.value, added: true }, than: name };
}

const longest = (names: readonly string[], isMeant: (name: string) => boolean): string | undefined =>
  names.filter(isMeant).sort((a, b) => b.length - a.length)[0];

function unreadable(text: string): UserError {
  const hint =
    "write VARIANT: MEASURE, a sign (>, >=, <, <=, within) and what it is compared with: private, 150 % of private, private + 0.1, 0.8, or within 0.05 of private";
  return new UserError({ code: "no-claim", what: `${JSON.stringify(text)} is no claim`, hint });
}
