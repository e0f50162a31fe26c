// Parquet with a list in each row, as of a page's items, positions and clicks, as one row for each element.

import { UserError } from "../core/errors.ts";
import { identifier } from "../core/sql.ts";
import type { UserFile } from "./user-file.ts";

/**
 * The same file with a row for each element of those of the columns `wanted` that hold lists; other columns are repeated, and `agon_row`
 * stays the number of the file's row. Files of other formats, and without such lists, are unchanged. Throws a UserError where lists of one row
 * differ in length.
 */
export async function unnested(file: UserFile, wanted: ReadonlySet<string>): Promise<UserFile> {
  if (file.format !== "parquet") return file;
  const elements = new Map(
    file.columns.flatMap(({ name, type }) => {
      const [, element] = /^([^[(]+)\[\d*\]$/.exec(type) ?? [];
      return element === undefined || !wanted.has(name) ? [] : [[name, element] as const];
    }),
  );
  if (elements.size === 0) return file;
  await checkLengths(file, [...elements.keys()]);
  const parts = [...elements]
    .map(([name, element]) => `unnest(${identifier(name)}::${element}[]) AS ${identifier(name)}`)
    .join(", ");
  return {
    ...file,
    columns: file.columns.map(({ name, type }) => ({ name, type: elements.get(name) ?? type })),
    rows: (...wanted) => `SELECT * REPLACE (${parts}) FROM (${file.rows(...wanted)})`,
  };
}

async function checkLengths(file: UserFile, lists: readonly string[]): Promise<void> {
  const [first, ...others] = lists.map((name) => `coalesce(len(${identifier(name)}), 0)`);
  if (others.length === 0) return;
  const differ = others.map((length, k) => `WHEN ${first} <> ${length} THEN ${k + 1}`).join(" ");
  const lengths = `SELECT agon_row::DOUBLE, CASE ${differ} END AS other FROM (${file.rows()})`;
  const reader = await file.ask((connection) =>
    connection.runAndReadAll(`SELECT * FROM (${lengths}) WHERE other IS NOT NULL ORDER BY 1 LIMIT 1`),
  );
  const [row, other] = reader.getRowsJS()[0] ?? [];
  if (row === undefined) return;
  throw new UserError({
    code: "bad-row",
    what: `its lists "${lists[0]}" and "${lists[Number(other)]}" differ in length`,
    where: `${file.shown}, row ${Number(row) + 1}`,
    hint: "every list of a row has one element for each item",
  });
}
