// A claim about a multiple of another variant's value, with the ratio of both: what grew by less than 10 times grew by 5.8 times.

import { number, words } from "../../evaluation/number-format.ts";
import type { RecordedResult, StudyRecord } from "./record.ts";

/** Such a claim in the notation of claims: variant, measure, `times` or `% of`, and the other variant. */
const MULTIPLE = /^“([^”]+)”: ([^<>≤≥]+) [<>≤≥] [\d.]+ (times|% of) “([^”]+)”$/;

/**
 * The result with the ratio of both variants' means before what was measured: `5.8 times, 838 [747, 928] below 10 times “half”`. The
 * result itself where it claims no multiple, or where no table of the record has both means above 0.
 */
export function withRatio(result: RecordedResult, { tables }: Pick<StudyRecord, "tables">): RecordedResult {
  const [, variant, measure, unit, than] = MULTIPLE.exec(result.expected) ?? [];
  if (variant === undefined) return result;
  for (const { columns, rows } of tables) {
    const column = columns.findIndex((name) => words(name) === measure);
    const meanOf = (name: string) => rows.find((row) => row.name === name)?.cells[column]?.value ?? 0;
    const [ours, others] = [meanOf(variant), meanOf(than)];
    if (ours <= 0 || others <= 0) continue;
    const ratio = unit === "times" ? `${rounded(ours / others)} times` : `${rounded((100 * ours) / others)} %`;
    return { ...result, measured: `${ratio}, ${result.measured}` };
  }
  return result;
}

const rounded = (ratio: number): string => number(ratio, ratio < 100 ? 1 : 0);
