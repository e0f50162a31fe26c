// In which line of a CSV file something stands. DuckDB counts rows and bytes, and skips empty lines; a person looks for a line.

import { textOf } from "./csv-shape.ts";

/** Lines of what is asked for, counted from 1; of what is not there, undefined. */
export interface CsvLines {
  /** The line that holds a byte. */
  readonly ofByte: ReadonlyMap<number, number>;
  /** The line in which a row begins. */
  readonly ofRow: ReadonlyMap<number, number>;
}

const [NEWLINE, RETURN, QUOTE] = [10, 13, 34];

/**
 * Finds lines in one reading of the file. `bytes` are offsets from 0; a row that holds one of them was rejected and is not counted.
 * `rows` are numbers of the others from 0, the line with the names left out. Both in ascending order.
 */
export async function csvLines(file: string, bytes: readonly number[], rows: readonly number[]): Promise<CsvLines> {
  const ofByte = new Map<number, number>();
  const ofRow = new Map<number, number>();
  let [offset, line, begin] = [0, 1, 1];
  let [inQuotes, blank, rejected] = [false, true, false];
  let [nextByte, nextRow, row] = [0, 0, -1];
  const endOfRow = (): void => {
    if (!blank && !rejected) {
      while (nextRow < rows.length && rows[nextRow] === row) {
        ofRow.set(row, begin);
        nextRow += 1;
      }
      row += 1;
    }
    [blank, rejected] = [true, false];
  };
  for await (const piece of textOf(file)) {
    for (let k = 0; k < piece.length; k++, offset++) {
      const byte = piece[k];
      while (nextByte < bytes.length && bytes[nextByte] <= offset) {
        ofByte.set(bytes[nextByte], line);
        rejected = true;
        nextByte += 1;
      }
      if (byte === QUOTE) inQuotes = !inQuotes;
      if (byte === NEWLINE) {
        line += 1;
        if (inQuotes) continue;
        endOfRow();
        begin = line;
      } else if (byte !== RETURN) blank = false;
    }
    if (nextByte >= bytes.length && nextRow >= rows.length) break;
  }
  endOfRow();
  for (; nextByte < bytes.length; nextByte++) ofByte.set(bytes[nextByte], line);
  return { ofByte, ofRow };
}
