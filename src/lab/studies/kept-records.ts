// Where records of studies lie: those that ship with Agon, and those that a store keeps. Each form has a folder of its own, and a
// record is a file of JSON Lines in it. A store of an earlier version has `.json` files in their place, which count as absent.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkedLines, parseCheckedLines } from "../../core/checksum.ts";
import { UserError } from "../../core/errors.ts";
import { keepWhole, readKeptText } from "../../core/kept-files.ts";
import { FORMS, type Form, linesOf, recordOf, type StudyRecord } from "./record.ts";
import type { RecordFile } from "./study-data.ts";

/** The folder of a store that holds records. */
export const STUDIES = "studies";

/** The records that were measured for the manual. */
const SHIPPED = fileURLToPath(new URL("../../../docs/systems/results", import.meta.url));

/** Records of one study by form. */
export type StudyRecords = Readonly<Partial<Record<Form, StudyRecord>>>;

export const shippedRecords = (id: string): StudyRecords => recordsIn(SHIPPED, id);

/** The records that a store keeps, and of forms that it has not, those that ship. */
export function recordsOf(id: string, store: string): StudyRecords {
  return { ...shippedRecords(id), ...recordsIn(join(resolve(store), STUDIES), id) };
}

/** The record that decides: that of the full form, where there is one. */
export const decidingRecord = ({ full, short }: StudyRecords): StudyRecord | undefined => full ?? short;

/** The file that keeps the record of a form, and its text: the store's, or else the one that ships; undefined where there is neither. */
export function recordFile(id: string, form: Form, store: string): { file: RecordFile; text: string } | undefined {
  for (const folder of [join(resolve(store), STUDIES), SHIPPED]) {
    const path = fileOf(folder, { form, id });
    if (read(dirname(folder), path) === undefined) continue;
    const text = readKeptText(dirname(folder), path);
    const sha256 = createHash("sha256").update(text).digest("hex");
    return { file: { form, name: `${id}.${form}.jsonl`, sha256, isShipped: folder === SHIPPED }, text };
  }
  return undefined;
}

/** Writes a record into the folder of its form. */
export function keepRecord(folder: string, record: StudyRecord): void {
  keepWhole(dirname(folder), fileOf(folder, record), checkedLines(linesOf(record)));
}

const fileOf = (folder: string, { form, id }: Pick<StudyRecord, "form" | "id">): string =>
  join(folder, form, `${id}.jsonl`);

function recordsIn(folder: string, id: string): StudyRecords {
  const records = FORMS.map((form) => [form, read(dirname(folder), fileOf(folder, { form, id }))] as const);
  return Object.fromEntries(records.filter(([, record]) => record !== undefined));
}

/** A record; undefined where there is none, or one of an earlier version. A UserError where it is damaged. */
function read(store: string, file: string): StudyRecord | undefined {
  if (!existsSync(file)) return undefined;
  let lines: unknown[];
  try {
    lines = parseCheckedLines(readKeptText(store, file));
  } catch {
    const hint = "remove it, and run the study again";
    throw new UserError({ code: "damaged-record", what: `${file} is not as it was written`, hint });
  }
  return recordOf(lines);
}
