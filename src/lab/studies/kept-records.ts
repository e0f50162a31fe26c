// Where records of studies lie: those that ship with Agon, and those that a store keeps. Each form has a folder of its own.

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkedJson, parseChecked } from "../../core/checksum.ts";
import { UserError } from "../../core/errors.ts";
import { makeFolder, writeWhole } from "../../core/files.ts";
import { FORMS, type Form, recordSchema, type StudyRecord } from "./record.ts";

/** The folder of a store that holds records. */
export const STUDIES = "studies";

/** The records that were measured for the manual. */
const SHIPPED = fileURLToPath(new URL("../../../docs/systems/results", import.meta.url));

/** Records of one study: by form, and one that was measured before the study was changed. */
export interface StudyRecords extends Readonly<Partial<Record<Form, StudyRecord>>> {
  readonly earlier?: StudyRecord;
}

const KINDS = [...FORMS, "earlier"] as const;

/** The records that ship with Agon. */
export const shippedRecords = (id: string): StudyRecords => recordsIn(SHIPPED, id);

/** The records that a store keeps, and of forms that it has not, those that ship. */
export function recordsOf(id: string, store: string): StudyRecords {
  return { ...shippedRecords(id), ...recordsIn(join(resolve(store), STUDIES), id) };
}

/** The record that decides: that of the full form, where there is one. */
export const decidingRecord = ({ full, short }: StudyRecords): StudyRecord | undefined => full ?? short;

/** Writes a record into the folder of its form. */
export function keepRecord(folder: string, record: StudyRecord, kind: (typeof KINDS)[number] = record.form): void {
  makeFolder(join(folder, kind));
  writeWhole(join(folder, kind, `${record.id}.json`), checkedJson(record));
}

/** Writes all records of a study. */
export function keepRecords(folder: string, records: StudyRecords): void {
  for (const kind of KINDS) {
    const record = records[kind];
    if (record !== undefined) keepRecord(folder, record, kind);
  }
}

function recordsIn(folder: string, id: string): StudyRecords {
  const found = KINDS.map((kind) => [kind, read(join(folder, kind, `${id}.json`))] as const);
  return Object.fromEntries(found.filter(([, record]) => record !== undefined));
}

/** A record; undefined where there is none, or one of an earlier version. A UserError where it is damaged. */
function read(file: string): StudyRecord | undefined {
  if (!existsSync(file)) return undefined;
  let record: unknown;
  try {
    record = parseChecked(readFileSync(file, "utf8"));
  } catch {
    const hint = "remove it, and run the study again";
    throw new UserError({ code: "damaged-record", what: `${file} is not as it was written`, hint });
  }
  return recordSchema.safeParse(record).data;
}
