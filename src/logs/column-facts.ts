// Counts of value types in a text column: numbers, money, times, names. The roles and formats of columns are guessed from these counts.

import { z } from "zod";
import { identifier, quoted } from "../core/sql.ts";
import { CURRENCY, formSql, orderedDateSql } from "./column-forms.ts";
import { momentSql } from "./dates.ts";
import { EPOCH_UNITS, type EpochUnit, epochRange } from "./epoch-units.ts";
import type { UserFile } from "./user-file.ts";

/**
 * Counts, each as an SQL condition on the text `v`. `n` is its value as a plain number, `p` with a decimal point, `c` with a decimal comma,
 * `d` as a date with the day first, `m` with the month first, and `g` as digits only; each is NULL where the text has another form.
 */
const COUNTS = {
  texts: "true",
  plain: "n IS NOT NULL",
  fractions: "coalesce(n, c, p) <> floor(coalesce(n, c, p))",
  shares: "coalesce(n, c, p) BETWEEN 0 AND 1",
  negative: "n < 0",
  /** Decimal signs: numbers by one of them only, and texts that are different numbers under each. */
  onlyPoint: "p IS NOT NULL AND c IS NULL",
  onlyComma: "c IS NOT NULL AND p IS NULL",
  eitherSign: "p <> c",
  point: "p IS NOT NULL",
  comma: "c IS NOT NULL",
  /** Dates that are valid in only one order of day and month, or in both. */
  onlyDay: "d IS NOT NULL AND m IS NULL",
  onlyMonth: "m IS NOT NULL AND d IS NULL",
  eitherOrder: "d <> m",
  dayFirst: "d IS NOT NULL",
  monthFirst: "m IS NOT NULL",
  iso: `n IS NULL AND ${momentSql("v")} IS NOT NULL`,
  digits: "g IS NOT NULL",
  zoned:
    "n IS NULL AND regexp_matches(v, ':\\d\\d[.\\d]* ?(?:[AP]M ?)?(?:Z|[A-Z]{3,4}|[A-Z][a-z]+/[A-Z][A-Za-z_]+|[-+]\\d\\d:?(?:\\d\\d)?)$')",
  /** Times of a day without a date. */
  clocks: "regexp_full_match(v, '\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?(?: ?[APap][Mm])?')",
  yesNo: "lower(v) IN ('0', '1', 'true', 'false', 'yes', 'no')",
} as const;

/** SQL for an example text that satisfies a condition. */
const first = (met: string): string => `min_by(v, agon_row) FILTER (v <> '' AND ${met})`;
const EXAMPLES = {
  example: first("true"),
  money: `coalesce(${first("(p IS NULL) <> (c IS NULL)")}, ${first("p <> c")}, ${first("p IS NOT NULL")})`,
  /** All currencies of its amounts, separated by blanks. */
  currencies: `string_agg(DISTINCT nullif(regexp_extract(v, ${quoted(CURRENCY)}), ''), ' ') FILTER (n IS NULL AND (p IS NOT NULL OR c IS NOT NULL))`,
  date: `coalesce(${first("(d IS NULL) <> (m IS NULL)")}, ${first("d <> m")}, ${first("g IS NOT NULL OR d IS NOT NULL")}, ${first("n IS NULL")})`,
} as const;

const numbers = z.record(z.enum([...keysOf(COUNTS), ...EPOCH_UNITS, "distinct", "runs"]), z.number());
const examples = z.record(z.enum(keysOf(EXAMPLES)), z.string());
const facts = z.intersection(numbers, examples);

/** Counts of a column's texts; empty texts are in no count. */
export type ColumnFacts = Readonly<z.output<typeof facts>>;

function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

/** A number with three digits behind the point, which may be a thousands separator. */
const THREE = "'[1-9]\\d{0,2}\\.\\d{3}'";

/**
 * Computes the facts of a column of `rows`, which must have `agon_row`. For a sample, `distinct` is the number of distinct texts, and
 * `runs` the number of runs of equal texts.
 */
export async function factsOf(file: UserFile, rows: string, name: string, isSample: boolean): Promise<ColumnFacts> {
  const cast = "TRY_CAST(v AS DOUBLE)";
  const plain = `CASE WHEN isfinite(${cast}) AND NOT contains(v, '_') THEN ${cast} END`;
  // A plain number has a decimal point; with three digits behind it, the point may separate thousands. Other forms are counted separately.
  const whole = `CASE WHEN regexp_full_match(v, ${THREE}) THEN 1000 * n WHEN n = floor(n) THEN n END`;
  const money = (form: "point" | "comma") =>
    `CASE WHEN n IS NULL THEN ${formSql(form, "v")} ELSE ${form === "point" ? "n" : whole} END`;
  const date = (form: "day-first" | "month-first") => `CASE WHEN n IS NULL THEN ${orderedDateSql(form, "v")} END`;
  const forms = [
    ...[`${money("point")} AS p`, `${money("comma")} AS c`],
    ...[`${date("day-first")} AS d`, `${date("month-first")} AS m`],
    `CASE WHEN n IS NOT NULL AND length(v) >= 8 THEN ${formSql("digits", "v")} END AS g`,
  ];
  const counts = Object.entries(COUNTS).map(([count, met]) => [count, `count_if(v <> '' AND ${met})`]);
  const units = EPOCH_UNITS.map((unit) => [unit, `count_if(n BETWEEN ${epochRange(unit).join(" AND ")})`]);
  const groups = [
    ["distinct", isSample ? "count(DISTINCT v)" : "0"],
    ["runs", isSample ? "count_if(before IS DISTINCT FROM v)" : "0"],
  ];
  const selected = [
    ...[...counts, ...units, ...groups].map(([as, sql]) => `coalesce(${sql}, 0)::DOUBLE AS ${identifier(as)}`),
    ...Object.entries(EXAMPLES).map(([as, sql]) => `coalesce(${sql}, '') AS ${identifier(as)}`),
  ];
  const texts = `SELECT agon_row, coalesce(trim(CAST(${identifier(name)} AS VARCHAR)), '') AS v FROM (${rows})`;
  const before = isSample ? ", lag(v) OVER (ORDER BY agon_row) AS before" : "";
  const sql = `SELECT ${selected.join(", ")} FROM (SELECT *, ${forms.join(", ")} FROM (SELECT *, ${plain} AS n${before} FROM (${texts})))`;
  const reader = await file.ask((connection) => connection.runAndReadAll(sql));
  return facts.parse(reader.getRowObjectsJS()[0]);
}

/** The unit of most times, where more than half of the texts are plausible times since 1970. */
export function epochUnit(facts: ColumnFacts): EpochUnit | undefined {
  const [most] = EPOCH_UNITS.toSorted((a, b) => facts[b] - facts[a]);
  const times = EPOCH_UNITS.reduce((sum, unit) => sum + facts[unit], 0);
  return 2 * times > facts.texts ? most : undefined;
}
