// Writes the measured tables into README.md beside this file's source, each part between two markers of its own; parts that
// were not measured, and the rest of the page, are left as they are.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Figures, machineLine, simulatedClusters, type TextTable, tablesOf } from "./tables.ts";

const PAGE = fileURLToPath(new URL("../../bench/README.md", import.meta.url));
/** The manual's page that says how large a cluster may be. */
const GUIDE = fileURLToPath(new URL("../../docs/guides/compute-on-many-machines.md", import.meta.url));

/** Replaces the parts that were measured; gives back the file's name. */
export function writePage(figures: Figures): string {
  const mode = figures.quick ? "`npm run bench -- --quick`" : "`npm run bench`";
  const said = `Measured by ${mode}: ${machineLine(figures.machine)}.`;
  for (const { part, tables } of tablesOf(figures))
    replaceBlock(PAGE, part, [said, ...tables.map((table) => `### ${table.title}\n\n${markdown(table)}`)].join("\n\n"));
  if (figures.cluster !== undefined) replaceBlock(GUIDE, "simulated", markdown(simulatedClusters(figures.cluster)));
  return PAGE;
}

/** Replaces what stands between the two markers of a name. Throws an Error where a page lacks them. */
export function replaceBlock(page: string, name: string, block: string): void {
  const text = readFileSync(page, "utf8");
  const [first, last] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [begin, end] = [text.indexOf(first), text.indexOf(last)];
  if (begin < 0 || end < begin) throw new Error(`${page} lacks the markers ${first} and ${last}`);
  writeFileSync(page, `${text.slice(0, begin)}${first}\n\n${block}\n\n${text.slice(end)}`);
}

/** Columns are padded as the formatter wants them, so that writing the page leaves nothing to format. */
export function markdown({ head, rows }: TextTable): string {
  const widths = head.map((_, k) => Math.max(...[head, ...rows].map((row) => row[k].length)));
  const padded = (text: string, k: number) => (k === 0 ? text.padEnd(widths[k]) : text.padStart(widths[k]));
  const line = (cells: readonly string[]) => `| ${cells.map(padded).join(" | ")} |`;
  const rule = widths.map((width, k) => (k === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}
