// Columns that files have under a few usual names, or under one that the user says.

import { nearest, type Problem, unknownName } from "../core/errors.ts";

/** A column that may be in a file. */
export interface UsualColumn {
  readonly name: string;
  /** Other names that files have for it. */
  readonly also: readonly string[];
  readonly meaning: string;
}

export const column = (name: string, also: string, meaning: string): UsualColumn => ({
  name,
  also: also.split(" ").filter((one) => one !== ""),
  meaning,
});

/** How columns are asked for. */
export interface ColumnQuestion {
  /** Where the file names its columns. */
  readonly where: string;
  /** How a column is said: `--columns`. */
  readonly option: string;
  /** What a file of these columns holds, in the plural. */
  readonly records: string;
}

/** The file's own names of `usual` columns by ours, of which `said` names some; and what is wrong with what is said. */
export function usualColumns(
  usual: readonly UsualColumn[],
  columns: readonly string[],
  said: Readonly<Record<string, string>>,
  { where, option, records }: ColumnQuestion,
): { readonly names: Map<string, string>; readonly problems: Problem[] } {
  const known = usual.map(({ name }) => name);
  const problems: Problem[] = [];
  for (const [name, own] of Object.entries(said)) {
    if (!known.includes(name)) problems.push({ ...unknownName(`column of ${records}`, name, known), where: option });
    else if (!columns.includes(own)) problems.push(missingColumn(own, columns, where, `${option} ${name}=…`));
  }
  const byLower = new Map(columns.map((name) => [name.toLowerCase(), name]));
  const names = new Map(
    usual.flatMap(({ name, also }) => {
      const own = said[name] ?? [name, ...also].map((one) => byLower.get(one)).find((one) => one !== undefined);
      return own === undefined ? [] : [[name, own] as const];
    }),
  );
  return { names, problems };
}

/** Problem of a column that a file has not: the nearest that it has, and the way to say which one is meant. */
export function missingColumn(name: string, columns: readonly string[], where: string, way: string): Problem {
  const close = nearest(name, columns);
  const there = `${columns.slice(0, 12).join(", ")}${columns.length > 12 ? ", …" : ""}`;
  return {
    code: "missing-column",
    what: `has no column "${name}"`,
    where,
    hint:
      close === undefined
        ? `it has ${there}; say which one is meant: ${way}`
        : `did you mean "${close}"? then say ${way}`,
  };
}
