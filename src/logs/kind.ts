// What a log holds, column by column: the schema that its reader checks, its documentation tells and a world relies on.

/** A column of numbers. */
export interface LogColumn {
  /** Of a family of columns (`use_cpu`, `use_memory`) the prefix that their names share. */
  readonly name: string;
  readonly unit: string;
  readonly low: number;
  /** May be infinite; numbers in the column may not. */
  readonly high: number;
  readonly meaning: string;
  /** What stands for it where the log has no such column; a column without must be there. */
  readonly otherwise?: number;
  /** Whether that also stands for an empty field; else a column that is there has a number in every row. */
  readonly mayBeEmpty?: true;
  /** A time like `time`, in the same form. */
  readonly time?: true;
  /** 1 or 0, which may be written as true and false. */
  readonly yesNo?: true;
}

/** A column of names. */
export interface LogNames {
  readonly column: string;
  readonly meaning: string;
}

/**
 * A kind of log. A record is something that happened at one time. Where the log has items and parties, a record has a row for each
 * party, one after the other; where it has none, every row is a record. A kind whose rows may lie anywhere says so.
 */
export interface LogKind {
  readonly name: string;
  /** What a record is, in the plural. */
  readonly records: string;
  readonly summary: string;
  readonly parts?: {
    /** Rows with the same name here are one record. */
    readonly item: LogNames;
    /** Whom a row is about. */
    readonly party: LogNames & { readonly most: number };
  };
  readonly numbers: readonly LogColumn[];
  /** Columns of which there is one or more, with names of the user's choice. */
  readonly family?: LogColumn;
  /** Rows of a record lie anywhere and in any order of time: they are sorted, and no world plays them. */
  readonly scattered?: true;
}

/** The column that every log has. */
export const TIME: LogColumn = {
  name: "time",
  unit: "seconds, or any unit; dates and timestamps are read as seconds since 1970",
  low: Number.NEGATIVE_INFINITY,
  high: Number.POSITIVE_INFINITY,
  meaning: "when it happened; no row is earlier than the one above it",
};

/** A column in words. */
export interface DescribedColumn {
  readonly name: string;
  readonly unit: string;
  readonly range: string;
  readonly meaning: string;
  readonly otherwise?: number;
  /** Whether that also stands for an empty field; else a column that is there has a number in every row. */
  readonly mayBeEmpty?: true;
}

/** All columns of a kind, the time first. */
export function describedColumns({ parts, numbers, family, scattered }: LogKind): DescribedColumn[] {
  const named = parts === undefined ? [] : [parts.item, parts.party];
  const when = scattered === true ? { ...TIME, meaning: "when it happened" } : TIME;
  const all = [when, ...numbers, ...(family === undefined ? [] : [{ ...family, name: `${family.name}…` }])];
  const [time, ...rest] = all.map(({ name, unit, low, high, meaning, otherwise }) => ({
    name,
    unit,
    range:
      low === Number.NEGATIVE_INFINITY
        ? "any"
        : high === Number.POSITIVE_INFINITY
          ? `${low} and more`
          : `${low} … ${high}`,
    meaning,
    ...(otherwise === undefined ? {} : { otherwise }),
  }));
  return [time, ...named.map(({ column, meaning }) => ({ name: column, unit: "a name", range: "", meaning })), ...rest];
}
