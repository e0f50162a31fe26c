// A stored log is read exactly as written or not at all: truncation and modification are detected before any number is used.

import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkedJson } from "../core/checksum.ts";
import { headerFile, headerOf, openLog, RecordWriter, recordsFile } from "./kept-log.ts";

const WIDTH = 3;
const RECORDS = 6000;
const CONTENT = "0123456789abcdef";

/** Creates a folder with a log of records [t, 2t, 3t]. */
function kept(): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-kept-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const writer = new RecordWriter(recordsFile(folder, CONTENT), WIDTH);
  for (let t = 0; t < RECORDS; t++) writer.add(Float64Array.of(t, 2 * t, 3 * t));
  writer.close();
  const header = {
    ...{ format: 3, kind: "requests", file: "r.csv", records: RECORDS, rows: RECORDS, parties: [], assumed: [] },
    ...{ numbers: ["a", "b"], most: [0, 0], best: [0, 0], first: 0, last: RECORDS - 1, skipped: 0, reasons: [] },
    blocks: [...writer.blocks],
  };
  expect(header.blocks).toHaveLength(3);
  writeFileSync(headerFile(folder, CONTENT), checkedJson(header));
  return folder;
}

const read = (folder: string, t: number): number[] => {
  const record = new Float64Array(WIDTH);
  openLog(folder, CONTENT).read(t, record);
  return [...record];
};

test("records can be read in any order", () => {
  const folder = kept();
  for (const t of [0, 5999, 2729, 2730, 2731, 1, 5460]) expect(read(folder, t)).toEqual([t, 2 * t, 3 * t]);
});

test("a flipped bit is detected when its record is read", () => {
  for (const place of [0, 65_519, 65_520, 100_001, 8 * WIDTH * RECORDS - 1]) {
    const folder = kept();
    const file = recordsFile(folder, CONTENT);
    const bytes = readFileSync(file);
    bytes[place] ^= 1;
    writeFileSync(file, bytes);
    const damaged = Math.floor(place / (8 * WIDTH));
    expect(() => read(folder, damaged), `byte ${place}`).toThrow(`${file} is not as it was written; remove it`);
    const other = damaged < 2730 ? 5999 : 0;
    expect(read(folder, other)).toEqual([other, 2 * other, 3 * other]);
  }
});

test("a truncated or empty log counts as missing, and so does one with a modified header", () => {
  for (const length of [0, 4 * WIDTH * RECORDS, 8 * WIDTH * RECORDS - 1]) {
    const folder = kept();
    truncateSync(recordsFile(folder, CONTENT), length);
    expect(headerOf(folder, CONTENT)).toBeUndefined();
  }
  const folder = kept();
  const file = headerFile(folder, CONTENT);
  const text = readFileSync(file, "utf8");
  for (const changed of [text.replace("6000", "5000"), text.replace("r.csv", "q.csv"), text.slice(0, 40), ""]) {
    writeFileSync(file, changed);
    expect(headerOf(folder, CONTENT)).toBeUndefined();
  }
});
