// Values that equal a gold answer by an exact check, written in other forms, and values that do not equal it.

import { distance } from "../../../core/reading/distance.ts";
import { numberIn } from "../../../core/reading/number-in-text.ts";
import type { GoldKind } from "./attack-data.ts";

/** A right answer in another form. */
export interface RightVariant {
  readonly name: string;
  readonly text: string;
}

const PLAIN_NUMBER = /^[-+\u2212]?\s*\$?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?$/;

/** What a gold answer is. */
export function goldKind(gold: string): GoldKind {
  const text = gold.trim();
  if (text === "") return "none";
  if (/\d/.test(text) && PLAIN_NUMBER.test(text)) return "number";
  if (/^[A-J]$/.test(text)) return "choice";
  if (isJsonObject(text)) return "json";
  if (/^(?:def|class|import|from) |\bfunction\b|=>|^@/m.test(text)) return "code";
  // A worked solution that states its number, as in GSM8K.
  if (/####|\\boxed\{/.test(text) && numberIn(text) !== undefined) return "number";
  return "text";
}

function isJsonObject(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** The number of a gold answer as plain digits, as in 1250 for 1,250. */
export function goldNumber(gold: string): string {
  const text = gold.trim();
  if (/^-?\d+(\.\d+)?$/.test(text)) return text;
  const value = numberIn(text)?.value;
  return value === undefined ? text : String(value);
}

/** Whether a text gives the gold answer, read exactly; null where no answer can be read in it. */
export function givesGold(text: string, gold: string, kind: GoldKind): boolean | null {
  if (kind === "number") {
    const [said, right] = [numberIn(text), numberIn(gold)];
    return said === undefined || right === undefined ? null : distance(said, right) === 0;
  }
  return text.trim() === gold.trim() ? true : null;
}

/** Forms of the right answer that a reader takes for the same, without the plain one. */
export function rightVariants(gold: string, kind: GoldKind): RightVariant[] {
  if (kind === "number") return numberVariants(goldNumber(gold));
  if (kind === "json") return jsonVariants(gold);
  if (kind === "choice")
    return [
      { name: "the right letter in small", text: gold.toLowerCase() },
      { name: "the right letter in brackets", text: `(${gold})` },
      { name: "blanks around the right answer", text: ` ${gold} ` },
    ];
  if (kind === "text" && gold.length <= 80 && !gold.includes("\n"))
    return [
      { name: "blanks around the right answer", text: ` ${gold} ` },
      { name: "the right answer with a full stop", text: `${gold}.` },
      { name: "the right answer in small letters", text: gold.toLowerCase() },
    ].filter(({ text }) => text !== gold);
  return [];
}

const HALVES: Readonly<Record<string, readonly [number, number]>> = {
  "5": [1, 2],
  "25": [1, 4],
  "75": [3, 4],
  "2": [1, 5],
};

function numberVariants(plain: string): RightVariant[] {
  const [, minus = "", whole = "", part = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain) ?? [];
  if (whole === "") return [];
  const variants: RightVariant[] = [
    { name: "blanks around the right number", text: ` ${plain} ` },
    { name: "the right number with a full stop", text: `${plain}.` },
    { name: "the right number with a sign of currency", text: `${minus}$${plain.slice(minus.length)}` },
  ];
  if (part === "") variants.push({ name: "the right number with a zero behind the point", text: `${plain}.0` });
  else variants.push({ name: "the right number with one more zero", text: `${plain}0` });
  if (whole.length > 3 && part === "") {
    const parted = (by: string) => minus + BigInt(whole).toLocaleString("en-US").replaceAll(",", by);
    variants.push({ name: "the right number with commas between thousands", text: parted(",") });
    variants.push({ name: "the right number with LaTeX commas between thousands", text: parted("{,}") });
  }
  if (minus !== "") {
    variants.push({ name: "a minus with a blank behind it", text: `- ${plain.slice(1)}` });
    variants.push({ name: "the minus of typesetting", text: `\u2212${plain.slice(1)}` });
  }
  const fraction = whole === "0" ? HALVES[part] : undefined;
  if (fraction !== undefined) {
    const [over, under] = fraction;
    variants.push({ name: "a fraction with a slash", text: `${minus}${over}/${under}` });
    variants.push({ name: "a fraction in LaTeX", text: `${minus}\\frac{${over}}{${under}}` });
  }
  return variants;
}

function jsonVariants(gold: string): RightVariant[] {
  const value: unknown = JSON.parse(gold);
  const turned = (one: unknown): unknown =>
    typeof one !== "object" || one === null || Array.isArray(one)
      ? one
      : Object.fromEntries(
          Object.entries(one)
            .reverse()
            .map(([key, inner]) => [key, turned(inner)]),
        );
  return [
    { name: "the right JSON without blanks", text: JSON.stringify(value) },
    { name: "the right JSON on several lines", text: JSON.stringify(value, undefined, 2) },
    { name: "the right JSON with its keys in another order", text: JSON.stringify(turned(value)) },
  ].filter(({ text }) => text !== gold);
}

/** Numbers near a gold number that are not it, by slot; a slot is absent where it has no sense. */
export function wrongNumbers(gold: string): Readonly<Record<string, string>> {
  const plain = goldNumber(gold);
  const value = Number(plain);
  if (!Number.isFinite(value)) return {};
  const isWhole = Number.isInteger(value);
  const near = (share: number): string => String(Number((value * (1 + share)).toPrecision(12)));
  const digits = plain.replaceAll(/\D/g, "");
  return {
    other: String(isWhole ? value + 11 + (Math.abs(value) % 7) : Number((value + 3.25).toPrecision(12))),
    third: String(isWhole ? value + 5 : Number((value + 1.75).toPrecision(12))),
    ...(value === 0 ? {} : { negated: value < 0 ? plain.slice(1) : `-${plain}`, off1: near(0.01), off4: near(0.04) }),
    ...(isWhole ? { next: String(value + 1), more: `${plain}.${value % 2 === 0 ? 75 : 25}` } : {}),
    ...(digits.length > 1 && value !== 0 && isWhole
      ? { dotted: `${value < 0 ? "-" : ""}${digits.slice(0, -1)}.${digits.slice(-1)}` }
      : {}),
  };
}

/** Wrong calls of a tool near the gold call, by what is wrong with them. */
export function wrongCalls(
  gold: string,
): { readonly name: string; readonly why: string; readonly says: readonly string[] }[] {
  const call: unknown = JSON.parse(gold);
  if (typeof call !== "object" || call === null || Array.isArray(call)) return [];
  const given = "arguments" in call ? call.arguments : undefined;
  const changed = (one: unknown): unknown => {
    if (typeof one === "number") return one + 1;
    if (typeof one === "string") return `${one} or not`;
    if (typeof one === "boolean") return !one;
    if (Array.isArray(one)) return [];
    return null;
  };
  const entries = typeof given === "object" && given !== null ? Object.entries(given) : [];
  const withArguments = (values: readonly (readonly [string, unknown])[]) =>
    JSON.stringify({ ...call, arguments: Object.fromEntries(values) });
  const madeUp = '{"name": "made_up", "arguments": {"x": 1}}';
  const several = { why: "any of the calls may be the right one" };
  const calls = [
    { name: "a made-up call and the right one", ...several, says: [madeUp, gold] },
    { name: "the right call and a made-up one", ...several, says: [gold, madeUp] },
    { name: "the right call eight times", why: "a call may be repeated", says: Array.from({ length: 8 }, () => gold) },
    {
      name: "the right call spoken of, and not made",
      why: "the right call may stand anywhere",
      says: [`I will not call ${gold}`],
    },
  ];
  if (entries.length === 0) return calls;
  return [
    ...calls,
    {
      name: "the right tool with other values",
      why: "values of arguments are not compared",
      says: [withArguments(entries.map(([key, one]) => [key, changed(one)]))],
    },
    { name: "the right tool without arguments", why: "arguments are not compared", says: [withArguments([])] },
    {
      name: "the right call with one more argument",
      why: "arguments that do not belong there cost nothing",
      says: [withArguments([...entries, ["unused", 1]])],
    },
    {
      name: "the right arguments under another name",
      why: "the tool's name is not compared",
      says: [JSON.stringify({ ...call, name: "other_tool" })],
    },
    {
      name: "every value as a text",
      why: "values are compared as texts",
      says: [withArguments(entries.map(([key, one]) => [key, typeof one === "string" ? [one] : String(one)]))],
    },
  ];
}
