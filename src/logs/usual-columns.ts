// Matches columns by their usual names or by the user's mapping.

import { nearest, type Problem, unknownName } from "../core/errors.ts";
import { grouped } from "../core/grouped.ts";

/** A column that a file may have. */
export interface UsualColumn {
  readonly name: string;
  /** Alternative names in files. */
  readonly also: readonly string[];
  readonly meaning: string;
}

export const column = (name: string, also: string, meaning: string): UsualColumn => ({
  name,
  also: also.split(" ").filter((one) => one !== ""),
  meaning,
});

/** Texts for error messages about columns. */
export interface ColumnQuestion {
  /** Where the file names its columns. */
  readonly where: string;
  /** The option that maps columns: `--columns`. */
  readonly option: string;
  /** Plural noun for the file's records. */
  readonly records: string;
}

/**
 * Matches the file's columns to `usual`, some of which `said` maps explicitly; returns the file's names by ours, and the problems of the
 * mapping.
 */
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
  const byLower = grouped(columns, (name) => name.toLowerCase());
  const names = new Map(
    usual.flatMap(({ name, also }) => {
      const known = [name, ...also].map((one) => byLower.get(one)).find((one) => one !== undefined);
      if (said[name] === undefined && known !== undefined && known.length > 1)
        problems.push(sameButCase(name, known, where, option));
      const own = said[name] ?? known?.[0];
      return own === undefined ? [] : [[name, own] as const];
    }),
  );
  return { names, problems };
}

/** JSON Lines may have keys that differ only in case. */
function sameButCase(name: string, [one, other]: readonly string[], where: string, option: string): Problem {
  const what = `"${one}" and "${other}" differ by case alone, and either may be the column "${name}"`;
  return { code: "two-readings", what, where, hint: `say which one is meant: ${option} ${name}=${one}` };
}

/** Error for a missing column: suggests the nearest existing one and how to map it. */
export function missingColumn(name: string, columns: readonly string[], where: string, way: string): Problem {
  const close = nearest(name, columns);
  const there = `${columns.slice(0, 12).join(", ")}${columns.length > 12 ? ", …" : ""}`;
  return {
    code: "missing-column",
    what: `has no column "${name}"`,
    where,
    hint:
      close === undefined
        ? `it has ${there === "" ? "none" : there}; say which one is meant: ${way}`
        : `did you mean "${close}"? then say ${way}`,
  };
}
