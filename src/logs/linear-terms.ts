// The terms of a formula: what it adds and subtracts, each as a formula of its own.

import type { DuckDBConnection } from "@duckdb/node-api";
import { z } from "zod";
import { quoted } from "../core/sql.ts";
import { checkExpression } from "./condition.ts";
import type { ScoreFormula } from "./score-formulas.ts";
import type { UserFile } from "./user-file.ts";

/** A term of a pay that is a sum. */
export interface PayTerm {
  readonly pay: number;
  readonly text: string;
}

const call = z.looseObject({
  class: z.literal("FUNCTION"),
  function_name: z.string(),
  children: z.array(z.unknown()),
});
const statement = z.looseObject({ node: z.looseObject({ select_list: z.tuple([z.unknown()]) }) });
const tree = z.looseObject({ error: z.literal(false), statements: z.tuple([statement]) });

interface Term {
  readonly part: unknown;
  readonly isTaken: boolean;
}

/** Terms of a formula that was checked, as SQL; those that name no column are the same for all rows and are left out. */
export async function termsOf(connection: DuckDBConnection, formula: string): Promise<string[]> {
  const first = async (sql: string): Promise<string> =>
    String((await connection.runAndReadAll(sql)).getRowsJS()[0]?.[0]);
  // Places in the text may be larger than numbers hold, and do not matter.
  const placeless = (key: string, value: unknown) => (key === "query_location" ? 0 : value);
  const { data } = tree.safeParse(
    JSON.parse(await first(`SELECT json_serialize_sql(${quoted(`SELECT ${formula}\n`)})::VARCHAR`), placeless),
  );
  if (data === undefined) return [formula];
  const [one] = data.statements;
  const terms: string[] = [];
  for (const { part, isTaken } of summands(one.node.select_list[0], false)) {
    if (!JSON.stringify(part).includes('"COLUMN_REF"')) continue;
    const alone = { ...data, statements: [{ ...one, node: { ...one.node, select_list: [part] } }] };
    const sql = await first(`SELECT json_deserialize_sql(${quoted(JSON.stringify(alone))}::JSON)`);
    const text = bare(sql.replace(/^SELECT /, ""));
    terms.push(isTaken ? `-(${text})` : text);
  }
  return terms;
}

/** Parts of a sum, and whether each is subtracted. */
function summands(part: unknown, isTaken: boolean): Term[] {
  const { data } = call.safeParse(part);
  if (data === undefined || (data.function_name !== "+" && data.function_name !== "-")) return [{ part, isTaken }];
  const last = data.children.length - 1;
  return data.children.flatMap((child, k) =>
    summands(child, data.function_name === "-" && k === last ? !isTaken : isTaken),
  );
}

/** A text without the brackets around all of it. */
function bare(text: string): string {
  if (!text.startsWith("(")) return text;
  let depth = 0;
  let quote = "";
  for (let k = 0; k < text.length; k++) {
    if (quote !== "") {
      if (text[k] === quote) quote = "";
    } else if (text[k] === "'" || text[k] === '"') quote = text[k];
    else if (text[k] === "(") depth += 1;
    else if (text[k] === ")") depth -= 1;
    if (depth === 0) return k === text.length - 1 ? bare(text.slice(1, -1)) : text;
  }
  return text;
}

/** Terms of the pays that are formulas with several. Throws a UserError where a formula is none. */
export async function payTerms(
  file: UserFile,
  columns: readonly { readonly name: string }[],
  pays: readonly ScoreFormula[],
): Promise<PayTerm[]> {
  const terms: PayTerm[] = [];
  for (const [pay, { text, where }] of pays.entries()) {
    if (columns.some(({ name }) => name === text)) continue;
    await checkExpression(file.connection, { text, shown: where, kind: "formula" });
    const all = await termsOf(file.connection, text);
    if (all.length > 1) terms.push(...all.map((one) => ({ pay, text: one })));
  }
  return terms;
}
