// The page of a report: the template that Vite built from src/web, with a run's data put into it. One file that needs
// nothing else, so that it can be mailed, archived and opened without a network.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ReplayData, ReportData } from "./report-data.ts";

/** What stands in the template where the data goes: a JSON string, so that the bare template opens too. */
const MARKER = '"report-data-goes-here"';

// Beside dist/lab when built; a test or a script that runs the source uses the same build.
const template = new URL(
  import.meta.url.endsWith(".ts") ? "../../../dist/web/report.html" : "../../web/report.html",
  import.meta.url,
);

/**
 * HTML of the report. The numbers of stored episodes are rounded to four significant digits, all others are exact.
 * Throws an Error where the template has not been built or does not have its one marker.
 */
export function reportPage(data: ReportData): string {
  const path = fileURLToPath(template);
  if (!existsSync(path)) throw new Error(`the report page is not built: ${path} is missing (run \`npx vite build\`)`);
  const parts = readFileSync(path, "utf8").split(MARKER);
  if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} places for the data instead of one`);
  return `${parts[0]}${embeddable(withShortReplays(data))}${parts[1]}`;
}

/** Significant digits of a stored episode's numbers: they are shown as shades and short readouts, and there are many. */
const REPLAY_DIGITS = 4;

function withShortReplays(data: ReportData): ReportData {
  const variants = data.variants.map(({ typical, worst, ...variant }) => {
    return { ...variant, typical: shortReplay(typical), worst: shortReplay(worst) };
  });
  return { ...data, variants };
}

function shortReplay(replay: ReplayData | null): ReplayData | null {
  if (replay === null) return null;
  const short = (rows: readonly (readonly number[])[]): number[][] =>
    rows.map((row) => row.map((value) => Number(value.toPrecision(REPLAY_DIGITS))));
  const matrices = Object.fromEntries(Object.entries(replay.matrices).map(([name, rows]) => [name, short(rows)]));
  return { ...replay, actions: short(replay.actions), pay: short(replay.pay), matrices };
}

/** JSON that cannot end the script element it stands in: "<" occurs only inside strings, where it may be escaped. */
const embeddable = (data: ReportData): string => JSON.stringify(data).replaceAll("<", "\\u003c");
