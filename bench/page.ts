// Writes the measured tables into README.md beside this file's source, between two markers; the rest is left as it is.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Figures, machineLine, type TextTable, tablesOf } from "./tables.ts";

const PAGE = fileURLToPath(new URL("../../bench/README.md", import.meta.url));
const BEGIN = "<!-- measured: begin -->";
const END = "<!-- measured: end -->";

/** Replaces what stands between the markers; gives back the file's name. */
export function writePage(figures: Figures): string {
  const text = readFileSync(PAGE, "utf8");
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${PAGE} lacks the markers ${BEGIN} and ${END}`);
  const mode = figures.quick ? "`npm run bench -- --quick`" : "`npm run bench`";
  const measured = [`Measured by ${mode}: ${machineLine(figures.machine)}.`, ...tablesOf(figures).map(markdown)];
  writeFileSync(PAGE, `${text.slice(0, begin)}${BEGIN}\n\n${measured.join("\n\n")}\n\n${text.slice(end)}`);
  return PAGE;
}

/** Columns are padded as the formatter wants them, so that writing the page leaves nothing to format. */
function markdown({ title, head, rows }: TextTable): string {
  const widths = head.map((_, k) => Math.max(...[head, ...rows].map((row) => row[k].length)));
  const padded = (text: string, k: number) => (k === 0 ? text.padEnd(widths[k]) : text.padStart(widths[k]));
  const line = (cells: readonly string[]) => `| ${cells.map(padded).join(" | ")} |`;
  const rule = widths.map((width, k) => (k === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [`### ${title}`, "", line(head), line(rule), ...rows.map(line)].join("\n");
}
