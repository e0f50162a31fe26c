// Output of the command line: colour and width in a terminal, plain text in a pipe, one JSON document with --json. Control characters in
// names and files are escaped: only the styles that are set here reach the terminal.

import { stripVTControlCharacters, styleText } from "node:util";
import Table from "cli-table3";
import { sentence, UserError } from "../core/errors.ts";
import { refusedBySystem } from "../core/files.ts";
import { orderedJson } from "../core/key-order.ts";
import { inOneLine, visible } from "../core/visible.ts";
import { type Bounds, decimalsFor, withInterval, withoutRounding } from "../evaluation/number-format.ts";
import type { Estimate } from "../evaluation/statistics/interval.ts";
import { userFault } from "../lab/experiment/user-fault.ts";

type Style = Parameters<typeof styleText>[0];

/** Styles a text where standard output is a terminal that supports colour. */
export const style = (format: Style, text: string): string => styled(process.stdout, format, text);

/** Styled texts of this process. */
const own = new Set<string>();
const STYLED = /(\p{Cc}\[\d+m[\P{Cc}\n\t]*\p{Cc}\[\d+m)/u;

function styled(stream: NodeJS.WriteStream, format: Style, text: string): string {
  const plain = visible(text);
  if (!wantsColour(stream)) return plain;
  const coloured = styleText(format, plain, { validateStream: false });
  own.add(coloured);
  return coloured;
}

/** Escapes control characters in a text, except for own styles. */
const harmless = (text: string): string =>
  text
    .split(STYLED)
    .map((part) => (own.has(part) ? part : visible(part)))
    .join("");

const wantsColour = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY === true && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb";

/** Prints lines to standard output. Returns the exit code 0. */
export function print(...lines: readonly string[]): number {
  process.stdout.write(`${harmless(lines.join("\n"))}\n`);
  return 0;
}

/** Prints one JSON document; NaN and infinities become null. Returns the exit code 0. */
export const printJson = (value: unknown): number => print(inOneLine(orderedJson(value) ?? "null"));

/** Prints a result as one JSON document where `json` is set, otherwise by `show`. Returns the exit code 0. */
export function answer<T>({ json }: { readonly json: boolean }, result: T, show: (result: T) => unknown): number {
  if (json) printJson(result);
  else show(result);
  return 0;
}

/** Prints a line to standard error, beside the result. */
export function note(text: string): void {
  process.stderr.write(`${harmless(text)}\n`);
}

/** Prints lines to standard error that begin with the program's name. */
export function remark(...texts: readonly string[]): void {
  for (const text of texts) note(`agon: ${text}`);
}

/** Names of the table library's borders, all of which are disabled. */
const BORDERS =
  "top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid middle";

/**
 * Formats a table with a header; in a pipe it has no lines, so that other programs can parse it. One that is wider than the terminal goes
 * on below with its other columns; the first column stands in each part.
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[], rightFrom = 1): string {
  const parts = partsWithin(process.stdout.isTTY === true ? process.stdout.columns : undefined, head, rows, rightFrom);
  return parts
    .map((part) => {
      const of = (row: readonly string[]) => part.map((k) => row[k]);
      return part.length === head.length
        ? oneTable(head, rows, rightFrom)
        : oneTable(of(head), rows.map(of), part.filter((k) => k < rightFrom).length);
    })
    .join("\n\n");
}

/** Space between two columns. */
const GAP = 2;

/** Returns the columns of each part of a table: those of text and as many of numbers as a terminal of this width holds, then others. */
function partsWithin(
  width: number | undefined,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  rightFrom: number,
): number[][] {
  const widths = head.map((text, k) => Math.max(...[text, ...rows.map((row) => row[k])].map(shownWidth)) + GAP);
  const parts = [head.map((_, k) => k).slice(0, rightFrom)];
  let room = (width ?? Number.POSITIVE_INFINITY) + GAP - parts[0].reduce((sum, k) => sum + widths[k], 0);
  for (let k = rightFrom; k < head.length; k++) {
    const part = parts[parts.length - 1];
    if (widths[k] > room && width !== undefined && (parts.length > 1 ? part.length > 1 : part.length > rightFrom)) {
      parts.push([0, k]);
      room = width + GAP - widths[0] - widths[k];
    } else {
      part.push(k);
      room -= widths[k];
    }
  }
  return parts;
}

const shownWidth = (text = ""): number => stripVTControlCharacters(text).length;

function oneTable(head: readonly string[], rows: readonly (readonly string[])[], rightFrom: number): string {
  const lines = new Table({
    head: head.map((text) => style("bold", inOneLine(text))),
    colAligns: head.map((_, k) => (k < rightFrom ? "left" : "right")),
    style: { head: [], border: [], compact: true, "padding-left": 0, "padding-right": GAP },
    chars: Object.fromEntries(BORDERS.split(" ").map((border) => [border, ""])),
  });
  for (const row of rows) lines.push(row.map((cell) => (own.has(cell) ? cell : cut(inOneLine(cell)))));
  return lines
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Maximum characters of a table cell. */
const MOST_OF_A_CELL = 500;

/** Truncates a text for a table; a long one ends with its length. */
function cut(text: string): string {
  if (text.length <= MOST_OF_A_CELL) return text;
  // A surrogate pair is not cut in two.
  return `${text.slice(0, MOST_OF_A_CELL).replace(/[\ud800-\udbff]$/, "")}… (${whole(text.length)} characters)`;
}

/** Formats a number: four significant digits, grouped thousands, "≈0" for negligible values, "–" for a missing value. */
export function number(value: number | null): string {
  if (value === null || Number.isNaN(value)) return "–";
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString("en-US");
  if (size === 0) return "0";
  if (size < 1e-9) return "≈0";
  return size < 1e-4 ? value.toExponential(1) : String(Number(value.toPrecision(4)));
}

/** Formats an integer with grouped thousands. */
export const whole = (value: number): string => value.toLocaleString("en-US");

/** Formats an interval: `110 to 130`; empty where there are no bounds. */
export const bounds = ({ low, high }: Pick<Estimate, "low" | "high">): string =>
  low === null || high === null ? "–" : `${number(low)} to ${number(high)}`;

/** Formats a p value with three decimals. */
export const pValue = (p: number | null): string => (p === null ? "–" : p < 0.001 ? "< 0.001" : p.toFixed(3));

/** Formats a table of the first `most` rows, and a line that counts the others. */
export function firstRows<T>(
  most: number,
  head: readonly string[],
  all: readonly T[],
  row: (one: T) => readonly string[],
  rightFrom = 1,
): string[] {
  const more = all.length > most ? [`and ${whole(all.length - most)} more, which --json lists`] : [];
  return [table(head, all.slice(0, most).map(row), rightFrom), ...more];
}

/** Formats a mean with its interval, as pages do: `120 [110, 130]`; the mean alone where there is no interval. */
export function interval(estimate: Bounds | Estimate, decimals?: number): string {
  return estimate.low === null || estimate.high === null
    ? number(estimate.mean)
    : withInterval(estimate, decimals).replaceAll("\u00a0", " ");
}

/** Formats the estimates of one measure with the same decimals; a missing one is a dash. */
export function intervals(estimates: readonly (Bounds | undefined)[]): string[] {
  const cleared = withoutRounding(estimates.map((one) => one ?? { mean: null, low: null, high: null }));
  const decimals = decimalsFor(cleared);
  return cleared.map((one) => interval(one, decimals));
}

/** Maximum number of problems that are printed; `--json` has all of them. */
const MOST_TOLD = 50;

/** Prints an error and returns the exit code: 2 for the user's mistakes and refusals of the system, 1 for bugs of Agon. */
export function report(error: unknown, json: boolean): number {
  const refused = refusedBySystem(error) ?? (error instanceof UserError ? undefined : userFault(error));
  if (refused !== undefined) return report(new UserError(refused), json);
  if (error instanceof UserError) {
    for (const problem of error.problems.slice(0, MOST_TOLD)) {
      note(styled(process.stderr, "red", `agon: ${sentence(problem)}`));
    }
    const more = error.problems.length - MOST_TOLD;
    if (more > 0) note(`agon: and ${more.toLocaleString("en-US")} more problems`);
    if (json) printJson({ problems: error.problems });
    return 2;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  note(`agon: this is a bug in Agon, not a mistake of yours:\n${text}`);
  return 1;
}

/** Prints which damaged files were left out. Returns the exit code. */
export function leftOut(damaged: readonly { readonly file: string; readonly reason: string }[], more = ""): number {
  remark(...damaged.map(({ file, reason }) => `${file}: ${reason}; it was left out${more}`));
  return damaged.length === 0 ? 0 : 2;
}
