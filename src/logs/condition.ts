// Validates a condition on the rows of a file, such as `hour < 12`, or a formula of numbers, such as `0.7 * correct + 0.3 * format`, which
// may come from an untrusted experiment or a URL. It must be a single expression over the columns of one row. Text that closes the bracket,
// subqueries and aggregates are rejected before anything is executed.

import type { DuckDBConnection } from "@duckdb/node-api";
import { z } from "zod";
import { messageOf, shortened, UserError, unknownName } from "../core/errors.ts";
import { quoted } from "../core/sql.ts";

/** Maximum number of characters of a condition. */
const LONGEST = 10_000;

/** Permitted expression types, by DuckDB's names. */
const PARTS = new Set(
  "CONSTANT COLUMN_REF COMPARISON CONJUNCTION FUNCTION OPERATOR CAST CASE BETWEEN COLLATE STAR".split(" "),
);

/**
 * Permitted functions and operators: deterministic functions of one row's values whose time and memory are linear in their inputs. DuckDB
 * cannot be interrupted within a row, so costlier functions are excluded.
 */
const FUNCTIONS = new Set(
  [
    "+ - * / // % ** ^ & | ~ << >> || ! ~~ !~~ ~~* !~~* ~~~ ->> -> ^@ @> <@ && [] [:] array_extract struct_extract",
    "abs add subtract multiply divide mod sign round floor ceil ceiling trunc sqrt cbrt pow power exp ln log log2 log10 greatest least",
    "isnan isinf isfinite coalesce ifnull nullif if lower upper lcase ucase trim ltrim rtrim length len strlen left right",
    "substr substring concat contains starts_with ends_with prefix suffix instr position strpos split_part like_escape not_like_escape",
    "ilike_escape not_ilike_escape regexp_matches regexp_full_match regexp_extract ascii unicode hash md5 sha256 typeof",
    "date_part datepart date_trunc datetrunc date_diff datediff extract year month day hour minute second quarter week dayofweek weekday",
    "isodow dayofyear epoch epoch_ms epoch_us make_date make_time make_timestamp to_timestamp strftime strptime try_strptime last_day age",
    "json_extract json_extract_string json_extract_path json_extract_path_text json_type json_valid json_exists json_array_length json_contains",
    "list_contains list_has array_contains array_has list_extract list_element list_position row struct_pack list_value map_extract element_at",
  ].flatMap((names) => names.split(" ")),
);

/** The function of formulas that looks at other rows: a score less its mean over the answers to a prompt, over their deviation. */
export const WITHIN_PROMPTS = "normalised";

/** Messages for common disallowed parts that are clearer than the engine's. */
const OTHER_PARTS: Readonly<Record<string, string>> = {
  SUBQUERY: "a question of its own",
  WINDOW: "a function of other rows",
  LAMBDA: "a function of its own",
  PARAMETER: "a parameter",
  POSITIONAL_REFERENCE: "the number of a column",
};

const MORE = "is more than one expression";

/** Kinds of expressions: what a row's value is. */
const KINDS = {
  condition: {
    types: /^BOOLEAN$/,
    not: "neither true nor false",
    example: "write one that is true or false for each row, such as: region = 'eu' and hour::int < 12",
  },
  formula: {
    types: /^(BOOLEAN|DOUBLE|FLOAT|DECIMAL.*|U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT))$/,
    not: "no number",
    example: "write one that is a number for each row, such as: 0.7 * correct + 0.3 * format",
  },
} as const;

/** An expression and the file it applies to, under the user's name. */
export interface RowExpression {
  readonly text: string;
  readonly shown: string;
  readonly kind: keyof typeof KINDS;
}

/** SQL of the rows that satisfy a condition; all rows where there is none. */
export const filtered = (rows: string, where: string | undefined): string =>
  where === undefined ? rows : `SELECT * FROM (${rows}) WHERE (${where}\n)`;

/**
 * Throws a UserError where a text is not a single permitted expression over a row's columns. It is parsed but not executed. Returns the
 * columns that it names.
 */
export async function checkExpression(connection: DuckDBConnection, expression: RowExpression): Promise<string[]> {
  const { text, shown, kind } = expression;
  if (text.length > LONGEST) {
    const what = `the ${kind} has ${text.length.toLocaleString("en-US")} characters, and at most 10,000 are read`;
    throw new UserError({ code: `bad-${kind}`, what, where: shown });
  }
  const refused = (why: string) => refusal(expression, why);
  const alone = await parsed(connection, `SELECT * FROM (FROM rows) WHERE ${text}`);
  if ("why" in alone) throw refused(alone.why);
  // Only a complete expression parses to the same tree with and without brackets.
  const inBrackets = await parsed(connection, filtered("FROM rows", text));
  if ("why" in inBrackets || inBrackets.tree !== alone.tree) throw refused(MORE);
  const parts = [...partsIn(JSON.parse(alone.tree))];
  const other = parts.find(({ kind }) => !PARTS.has(kind));
  if (other !== undefined)
    throw refused(`holds ${OTHER_PARTS[other.kind] ?? "more than columns, values and functions"}`);
  const isAllowed = (name: string) => FUNCTIONS.has(name) || (kind === "formula" && name === WITHIN_PROMPTS);
  const call = parts.find(({ kind, name }) => kind === "FUNCTION" && !isAllowed(name.toLowerCase()));
  if (call !== undefined) throw refused(`calls ${call.name}, which is none of the functions for ${kind}s`);
  return [...new Set(parts.filter(({ kind: part }) => part === "COLUMN_REF").map(({ name }) => name))];
}

/** Throws a UserError where an expression names an unknown column or has another type than its kind. `columns` are the file's. */
export async function checkMeaning(
  connection: DuckDBConnection,
  expression: RowExpression,
  rows: string,
  columns: readonly string[],
): Promise<void> {
  const { text, shown, kind: wanted } = expression;
  const own = new Set(columns.map((name) => name.toLowerCase()));
  const tree = await parsed(connection, filtered("FROM rows", text));
  const parts = "why" in tree ? [] : [...partsIn(JSON.parse(tree.tree))];
  const moment = parts.find(
    ({ kind, name }) => kind === "COLUMN_REF" && isOfSession(name) && !own.has(name.toLowerCase()),
  );
  if (moment !== undefined) throw refusal(expression, `asks for ${moment.name}, which is not the same each time`);
  // A NULL condition is valid SQL and matches no row, but the engine types it as an integer.
  if (wanted === "condition" && text.trim().toUpperCase() === "NULL") return;
  try {
    if (wanted === "condition") await connection.prepare(filtered(rows, text));
    const holds = await connection.prepare(`SELECT (${text}\n) AS holds FROM (${rows})`);
    const type = holds.columnType(0).toString();
    if (KINDS[wanted].types.test(type)) return;
    throw refusal(expression, `is ${type} for a row, and ${KINDS[wanted].not}`);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const [line] = messageOf(error).split("\n");
    const [, column] = /Referenced column "([^"]*)" not found/.exec(line) ?? [];
    if (column !== undefined) {
      const problem = unknownName("column", column, columns);
      throw new UserError({ ...problem, where: shown, what: `${problem.what}, which the ${wanted} names` });
    }
    if (/^Binder Error: Cannot compare values of type VARCHAR and type (INTEGER|DECIMAL|BIGINT|DOUBLE)/.test(line)) {
      const what = `the ${wanted} ${JSON.stringify(shortened(text))} compares a text with a number`;
      throw new UserError({
        code: `bad-${wanted}`,
        what,
        where: shown,
        hint: "read the column as a number: hour::int < 12",
      });
    }
    const why = /aggregates/.test(line) ? "counts over other rows" : `is refused: ${line}`;
    throw refusal(expression, why);
  }
}

const refusal = ({ text, shown, kind }: RowExpression, why: string): UserError =>
  new UserError({
    code: `bad-${kind}`,
    what: `the ${kind} ${JSON.stringify(shortened(text))} ${why}`,
    where: shown,
    hint: KINDS[kind].example,
  });

const answer = z.union([
  z.object({ error: z.literal(false), statements: z.array(z.unknown()) }),
  z.object({ error: z.literal(true), error_message: z.string() }),
]);

/** Returns a statement's parse tree without text positions, or the reason why it is not a single SELECT. */
async function parsed(
  connection: DuckDBConnection,
  sql: string,
): Promise<{ readonly tree: string } | { readonly why: string }> {
  if (sql.includes("\0")) return { why: "holds a control character" };
  const reader = await connection.runAndReadAll(`SELECT json_serialize_sql(${quoted(sql)})::VARCHAR AS tree`);
  const reply = answer.parse(JSON.parse(String(reader.getRowsJS()[0]?.[0])));
  if (reply.error) {
    const [line] = reply.error_message.split("\n");
    if (line.startsWith("Only SELECT")) return { why: MORE };
    return { why: line.startsWith("Max expression depth") ? "is too deep" : `is no SQL expression: ${line}` };
  }
  if (reply.statements.length !== 1) return { why: MORE };
  return { tree: JSON.stringify(reply.statements[0], (key, value) => (key === "query_location" ? undefined : value)) };
}

/** Identifiers that SQL treats as functions where no column has that name. */
const OF_SESSION =
  /^(current_(catalog|database|date|role|schema|time|timestamp|user)|local(time|timestamp)|session_user|user)$/i;
const isOfSession = (name: string): boolean => OF_SESSION.test(name);

/** Yields all expressions of a tree: their types, and the names of functions and columns. */
function* partsIn(tree: unknown): Generator<{ readonly kind: string; readonly name: string }> {
  if (typeof tree !== "object" || tree === null) return;
  const kind: unknown = Reflect.get(tree, "class");
  const columns: unknown = Reflect.get(tree, "column_names");
  if (typeof kind === "string") {
    const name = Array.isArray(columns) ? columns.join(".") : Reflect.get(tree, "function_name");
    yield { kind, name: String(name) };
  }
  for (const part of Object.values(tree)) yield* partsIn(part);
}
