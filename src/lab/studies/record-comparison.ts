// A new record of a study beside the one that ships: which results came out the same, and which did not.

import { decidingRecord, shippedRecords } from "./kept-records.ts";
import type { RecordedResult, StudyRecord } from "./record.ts";

/** What came of one claim. */
export type RecordedOutcome = Pick<RecordedResult, "verdict" | "measured">;

export interface DifferingResult extends RecordedOutcome, Pick<RecordedResult, "name"> {
  /** Null where the record that ships has no such result. */
  readonly shipped: RecordedOutcome | null;
}

/** A new record beside the one that ships. */
export interface RecordComparison extends Pick<StudyRecord, "form" | "measuredAt" | "commit" | "machine"> {
  readonly seeds: number;
  /** Results with the same verdict and, to the printed digit, the same figures. */
  readonly same: number;
  readonly of: number;
  readonly differing: readonly DifferingResult[];
}

/** Compares with the record that ships of the same form, or else of the other one; null where none ships. */
export function besideShipped(record: StudyRecord): RecordComparison | null {
  const records = shippedRecords(record.id);
  const shipped = records[record.form] ?? decidingRecord(records);
  return shipped === undefined ? null : compared(record, shipped);
}

/** Compares two records of a study result by result. */
export function compared(record: StudyRecord, shipped: StudyRecord): RecordComparison {
  const differing = record.results.flatMap((result): DifferingResult[] => {
    const { name, verdict, measured } = result;
    const before = shipped.results.find((one) => one.name === name);
    if (before?.measured === measured && before.verdict === verdict) return [];
    const known = before === undefined ? null : { verdict: before.verdict, measured: before.measured };
    return [{ name, verdict, measured, shipped: known }];
  });
  const { form, measuredAt, commit, machine, seeds, results } = { ...shipped, results: record.results };
  const of = results.length;
  return { form, measuredAt, commit, machine, seeds: seeds.length, same: of - differing.length, of, differing };
}
