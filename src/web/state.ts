// State of the page. A saved report sets it once; a live view sets it again whenever cells are finished.

import { signal } from "@preact/signals";
import { messageOf } from "../core/errors.ts";
import { FORMATS } from "../core/formats.ts";
import type { ReportData } from "../lab/report/report-data.ts";
import type { WeighPageData } from "../lab/weigh/weighing-data.ts";

/** The data, or the reason why there is none. */
export type ReportState = { readonly data: ReportData } | { readonly problem: string };

/** Current number of the run's cells, where a server sends it; the report itself may be older. */
export const cellsInReport = signal<ReportData["cells"] | undefined>(undefined);

/** Mean seconds of a cell by variant, where a server sends them: a report has the same bytes on any machine, and holds no times. */
export const cellSeconds = signal<Readonly<Record<string, number>>>({});

export const report = signal<ReportState>({ problem: "No data yet." });

/** Parses the page's JSON; for a page without a report, returns a message. */
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

/** Parses the page's JSON where it is a weighing of pays; undefined of all else. */
export function readWeighing(json: string): WeighPageData | undefined {
  if (!json.startsWith('{"weighing":')) return undefined;
  const data: WeighPageData = JSON.parse(json);
  return data;
}

const isReport = (value: unknown): value is ReportData =>
  typeof value === "object" && value !== null && "format" in value && value.format === FORMATS.report;
