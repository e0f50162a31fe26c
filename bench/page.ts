// Writes the measured tables into README.md beside this file's source, each part between two markers of its own; parts that
// were not measured, and the rest of the page, are left as they are.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Figures, machineLine, type TextTable, tablesOf } from "./tables.ts";

const PAGE = fileURLToPath(new URL("../../bench/README.md", import.meta.url));

/** Replaces the parts that were measured; gives back the file's name. */
export function writePage(figures: Figures): string {
  const mode = figures.quick ? "`npm run bench -- --quick`" : "`npm run bench`";
  let text = readFileSync(PAGE, "utf8");
  for (const { part, tables } of tablesOf(figures)) {
    const [first, last] = [`<!-- ${part}: begin -->`, `<!-- ${part}: end -->`];
    const [begin, end] = [text.indexOf(first), text.indexOf(last)];
    if (begin < 0 || end < begin) throw new Error(`${PAGE} lacks the markers ${first} and ${last}`);
    const block = [`Measured by ${mode}: ${machineLine(figures.machine)}.`, ...tables.map(markdown)].join("\n\n");
    text = `${text.slice(0, begin)}${first}\n\n${block}\n\n${text.slice(end)}`;
  }
  writeFileSync(PAGE, text);
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
