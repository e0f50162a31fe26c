// What the page shows now. A saved report sets it once; a live view may set it again whenever cells are done.

import { signal } from "@preact/signals";
import { messageOf } from "../core/errors.ts";
import { FORMATS } from "../core/formats.ts";
import type { ReportData } from "../lab/report/report-data.ts";

/** The data, or the reason why there is none. */
export type ReportState = { readonly data: ReportData } | { readonly problem: string };

/** Cells of the run as they stand now, where a server tells them; a report is always a little behind. */
export const cellsInReport = signal<ReportData["cells"] | undefined>(undefined);

export const report = signal<ReportState>({ problem: "No data yet." });

/** Parses the page's JSON; a page without a report says so in words. */
export function readReport(json: string): ReportState {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return { problem: `The data in this page is not JSON: ${messageOf(error)}` };
  }
  if (isReport(value)) return { data: value };
  if (typeof value === "string") return { problem: "This is the empty template of a report; it holds no data." };
  return { problem: "The data in this page has a format that this version of the page does not know." };
}

const isReport = (value: unknown): value is ReportData =>
  typeof value === "object" && value !== null && "format" in value && value.format === FORMATS.report;
