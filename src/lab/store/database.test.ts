// The tables of a run as one database: cells with different columns, and unreadable files.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, onTestFinished, test } from "vitest";
import { runFolder } from "../../../test/fixtures/run-folder.ts";
import { CellWriter } from "./cell-files.ts";
import { openDatabase } from "./database.ts";
import { cellFile } from "./store.ts";

test("cells of one variant may lack a column that others have; a damaged cell is left out and listed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-database-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const run = runFolder(folder, "base", [1, 2, 3]);
  const fileOf = (seed: number) => cellFile(folder, { key: "base", seed }, "training");
  const write = (seed: number, columns: Readonly<Record<string, number>>) => {
    const figures = Object.entries({ seed, ...columns }).map(([name, x]) => ({ name, data: Float64Array.of(x) }));
    const columnData = [{ name: "cell", data: ["base"] }, ...figures];
    const task = { store: folder, key: "base", seed, episodes: 1, record: "steps" as const, directory: folder };
    const writer = new CellWriter(task);
    writer.write("training", new Uint8Array(parquetWriteBuffer({ columnData })));
    writer.seal();
  };
  write(1, { clipFraction: 0.5, loss: 1 });
  write(2, { loss: 2 });
  write(3, { clipFraction: 0.25, loss: 3 });
  const rowsOf = async () => {
    const database = await openDatabase([run], 1);
    const { rows } = await database.query("SELECT seed, clipFraction, loss FROM training ORDER BY seed");
    database.close();
    return { rows: rows.map((row) => [row.seed, row.clipFraction, row.loss]), damaged: database.damaged };
  };
  const all = [
    [1, 0.5, 1],
    [2, null, 2],
    [3, 0.25, 3],
  ];
  expect(await rowsOf()).toEqual({ rows: all, damaged: [] });
  writeFileSync(fileOf(2), "PAR1 no table PAR1");
  const { rows, damaged } = await rowsOf();
  expect(rows).toEqual([all[0], all[2]]);
  expect(damaged.map(({ file }) => file)).toEqual([fileOf(2)]);
});
