// The page of a report: the template that Vite built from src/web, with a run's data inserted. It is a single self-contained file, which
// can be mailed, archived and opened offline. A weighing of pays fills the same template.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ReplayData, ReportData } from "./report-data.ts";

/** Placeholder for the data in the template: a JSON string, so that the bare template opens too. */
const MARKER = '"report-data-goes-here"';

// Beside dist/lab when built; tests and scripts that run from sources use the same build.
const template = new URL(
  import.meta.url.endsWith(".ts") ? "../../../dist/web/report.html" : "../../web/report.html",
  import.meta.url,
);

/**
 * Returns the HTML of a report. Numbers of stored episodes are rounded to four significant digits, all others are exact. Throws an Error
 * where the template has not been built or does not have exactly one placeholder.
 */
export const reportPage = (data: ReportData): string => filledTemplate(withShortReplays(data));

/** Returns the template with data that one of its pages shows. */
export function filledTemplate(data: object): string {
  const path = fileURLToPath(template);
  if (!existsSync(path)) throw new Error(`the report page is not built: ${path} is missing (run \`npx vite build\`)`);
  const parts = readFileSync(path, "utf8").split(MARKER);
  if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} places for the data instead of one`);
  return `${parts[0]}${embeddable(data)}${parts[1]}`;
}

/** Significant digits of a stored episode's numbers, which are many and are shown only as shades and short labels. */
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

/** Returns JSON that cannot close its script element: "<" occurs only inside strings, where it may be escaped. */
const embeddable = (data: object): string => JSON.stringify(data).replaceAll("<", "\\u003c");
