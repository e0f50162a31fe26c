// How the command line speaks: colour and width in a terminal, plain text in a pipe, one JSON document with --json. What names and
// files hold is shown and never obeyed: only the styles that are set here reach a terminal as commands.

import { styleText } from "node:util";
import Table from "cli-table3";
import { sentence, UserError } from "../core/errors.ts";
import { refusedBySystem } from "../core/files.ts";
import { orderedJson } from "../core/key-order.ts";
import { inOneLine, visible } from "../core/visible.ts";
import { withInterval } from "../evaluation/number-format.ts";
import type { Estimate } from "../evaluation/statistics/interval.ts";
import { mean } from "../evaluation/statistics/moments.ts";
import { userFault } from "../lab/experiment/user-fault.ts";

type Style = Parameters<typeof styleText>[0];

/** Colours a text where standard output is a terminal that wants colour. */
export const style = (format: Style, text: string): string => styled(process.stdout, format, text);

/** Texts with a style of this process. */
const own = new Set<string>();
const STYLED = /(\p{Cc}\[\d+m[\P{Cc}\n\t]*\p{Cc}\[\d+m)/u;

function styled(stream: NodeJS.WriteStream, format: Style, text: string): string {
  const plain = visible(text);
  if (!wantsColour(stream)) return plain;
  const coloured = styleText(format, plain, { validateStream: false });
  own.add(coloured);
  return coloured;
}

/** A text as it is printed: own styles as they are, commands to the terminal from elsewhere made visible. */
const harmless = (text: string): string =>
  text
    .split(STYLED)
    .map((part) => (own.has(part) ? part : visible(part)))
    .join("");

const wantsColour = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY === true && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb";

/** Prints lines to standard output. Gives the exit code of success. */
export function print(...lines: readonly string[]): number {
  process.stdout.write(`${harmless(lines.join("\n"))}\n`);
  return 0;
}

/** Prints one JSON document. NaN and infinities become null. Gives the exit code of success. */
export const printJson = (value: unknown): number => print(inOneLine(orderedJson(value) ?? "null"));

/** Prints a result as one JSON document where flags say so, else by `show`. Gives the exit code of success. */
export function answer<T>({ json }: { readonly json: boolean }, result: T, show: (result: T) => unknown): number {
  if (json) printJson(result);
  else show(result);
  return 0;
}

/** A line beside the result, on standard error. */
export function note(text: string): void {
  process.stderr.write(`${harmless(text)}\n`);
}

/** Lines beside the result that begin with the program's name. */
export function remark(...texts: readonly string[]): void {
  for (const text of texts) note(`agon: ${text}`);
}

/** The library's names of borders, which are not drawn. */
const BORDERS =
  "top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid middle";

/** A table with a header; without lines in a pipe, so that other programs can cut it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], rightFrom = 1): string {
  const lines = new Table({
    head: head.map((text) => style("bold", inOneLine(text))),
    colAligns: head.map((_, k) => (k < rightFrom ? "left" : "right")),
    style: { head: [], border: [], compact: true, "padding-left": 0, "padding-right": 2 },
    chars: Object.fromEntries(BORDERS.split(" ").map((border) => [border, ""])),
  });
  for (const row of rows) lines.push(row.map((cell) => (own.has(cell) ? cell : cut(inOneLine(cell)))));
  return lines
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Characters that a table shows of a cell. */
const MOST_OF_A_CELL = 500;

/** A text as a table shows it; of a long one how long it is. */
function cut(text: string): string {
  if (text.length <= MOST_OF_A_CELL) return text;
  // A character of two halves is not cut in two.
  return `${text.slice(0, MOST_OF_A_CELL).replace(/[\ud800-\udbff]$/, "")}… (${whole(text.length)} characters)`;
}

/** Four significant digits, thousands apart, "≈0" for what is too small to matter, "–" for what is not there. */
export function number(value: number | null): string {
  if (value === null || Number.isNaN(value)) return "–";
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString("en-US");
  if (size === 0) return "0";
  if (size < 1e-9) return "≈0";
  return size < 1e-4 ? value.toExponential(1) : String(Number(value.toPrecision(4)));
}

/** Digits of a whole number in groups of three. */
export const whole = (value: number): string => value.toLocaleString("en-US");

/** `110 to 130`, where there are bounds. */
export const bounds = ({ low, high }: Pick<Estimate, "low" | "high">): string =>
  low === null || high === null ? "–" : `${number(low)} to ${number(high)}`;

/** Three digits of a probability. */
export const pValue = (p: number | null): string => (p === null ? "–" : p < 0.001 ? "< 0.001" : p.toFixed(3));

/** A table of the first `most` rows, and a line that counts the others. */
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

/** `120 [110, 130]`: a mean with its interval, as the page writes it; the mean alone where there is no interval. */
export function interval(estimate: Estimate): string {
  return estimate.low === null || estimate.high === null
    ? number(estimate.mean)
    : withInterval(estimate).replaceAll("\u00a0", " ");
}

/** Problems that a person is told of at once; `--json` has all of them. */
const MOST_TOLD = 50;

/** Prints what went wrong and returns the exit code: 2 for the user's mistakes and what the machine refuses, 1 for ours. */
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

/** Remarks which files had to be left out. Gives the exit code. */
export function leftOut(damaged: readonly { readonly file: string; readonly reason: string }[], more = ""): number {
  remark(...damaged.map(({ file, reason }) => `${file}: ${reason}; it was left out${more}`));
  return damaged.length === 0 ? 0 : 2;
}

/** Values as a curve of at most `width` characters, each the mean of a stretch, from the least to the largest of them. */
export function sparkline(values: readonly number[], width: number): string {
  const columns = Math.min(width, values.length);
  const means = Array.from({ length: columns }, (_, k) => {
    const [from, to] = [k, k + 1].map((end) => Math.floor((end * values.length) / columns));
    return mean(values.slice(from, to));
  });
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const level = (value: number) => (high > low ? Math.round((7 * (value - low)) / (high - low)) : 0);
  return means.map((value) => "▁▂▃▄▅▆▇█"[level(value)]).join("");
}
