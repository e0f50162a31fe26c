// Matches the columns of a file to those of a kind of log: by the user's mapping, or by equal names.

import { nearest, type Problem, UserError, unknownName } from "../core/errors.ts";
import { isNumberForm, NUMBER_FORMS, TIME_FORMS } from "./column-forms.ts";
import { type LogKind, nameColumns, TIME } from "./kinds.ts";
import type { LogSource } from "./source.ts";

/** How the caller lets users map columns; used in error messages. */
export interface Mapping {
  /** Path of the mapping in the configuration. */
  readonly path: readonly string[];
  /** Text of one mapping entry. */
  readonly words: (name: string, own: string) => string;
}

/** Mapping in an experiment file. */
export const IN_YAML: Mapping = { path: ["log", "columns"], words: (name, own) => `columns: { ${name}: ${own} }` };

/** Matched columns. */
export interface MatchedColumns {
  /** The file's column names by the schema's names. */
  readonly names: ReadonlyMap<string, string>;
  /** The file's names of the family's columns by our names. */
  readonly family: ReadonlyMap<string, string>;
}

/** Matches the file's columns to the schema. Throws a UserError that names missing columns and the nearest existing one. */
export function matchedColumns(
  kind: LogKind,
  columns: readonly string[],
  source: LogSource,
  { path, words }: Mapping,
  where: string,
): MatchedColumns {
  const said = source.columns ?? {};
  const wanted = [
    ...(kind.untimed === true ? [] : [{ name: TIME.name, optional: false }]),
    ...nameColumns(kind).map(({ column, optional = false }) => ({ name: column, optional })),
    ...kind.numbers.map(({ name, otherwise, needed }) => ({
      name,
      optional: otherwise !== undefined && needed !== true,
    })),
  ];
  const problems = saidProblems(kind, source, path);
  const prefix = kind.family?.name;
  const isFamily = (name: string) => isOfFamily(kind, name);
  const names = new Map<string, string>();
  for (const { name, optional } of wanted) {
    const own = said[name] ?? name;
    if (columns.includes(own)) {
      names.set(name, own);
      continue;
    }
    if (optional && said[name] === undefined) continue;
    const close = nearest(own, columns);
    const there = columns.slice(0, 12).join(", ");
    problems.push({
      code: "missing-column",
      what: `there is no column "${own}"${own === name ? "" : `, which \`columns\` says is the ${name}`}`,
      where,
      hint:
        close === undefined
          ? `it has ${there}; say which one is meant: ${words(name, "…")}`
          : `did you mean ${words(name, close)}?`,
    });
  }
  const unsaid = problems.filter(({ code }) => code === "missing-column").length;
  if (unsaid > 1 && Object.keys(said).length === 0) {
    const what = `lacks ${unsaid} columns of a log of ${kind.name}`;
    const hint = `agon log check ${source.file} says what its columns are taken for, and what it is a log of`;
    problems.push({ code: "missing-column", what, where: source.file, hint });
  }
  const used = new Set([...names.values(), ...Object.values(said)]);
  const family = new Map([
    ...columns.filter((name) => isFamily(name) && !used.has(name)).map((name) => [name, name] as const),
    ...Object.entries(said).filter(([name]) => isFamily(name)),
  ]);
  for (const [name, own] of family) {
    if (columns.includes(own)) continue;
    const close = nearest(own, columns);
    problems.push({
      code: "missing-column",
      what: `there is no column "${own}"`,
      where,
      ...(close === undefined ? {} : { hint: `did you mean ${words(name, close)}?` }),
    });
  }
  if (prefix !== undefined && family.size === 0) {
    problems.push({
      code: "missing-column",
      what: `there is no column with a name that begins with "${prefix}"`,
      where,
      hint: `${kind.family?.meaning ?? ""}: ${prefix}cpu, or say which one is meant: ${words(`${prefix}cpu`, "…")}`,
    });
  }
  if (problems.length > 0) throw new UserError(problems);
  return { names, family };
}

/** Problems with the column names in a user's mapping, or with their formats; `path` locates the mapping. */
export function saidProblems(
  kind: LogKind,
  { columns = {}, read = {} }: Pick<LogSource, "columns" | "read">,
  path: readonly string[],
): Problem[] {
  const time = kind.untimed === true ? [] : [TIME.name];
  const known = [...time, ...namesOf(kind), ...kind.numbers.map(({ name }) => name)];
  const unknown = (name: string, at: readonly string[]): Problem[] =>
    known.includes(name) || isOfFamily(kind, name)
      ? []
      : [{ ...unknownName(`column of a log of ${kind.name}`, name, known), path: at }];
  const times = new Set([TIME.name, ...kind.numbers.filter(({ time }) => time === true).map(({ name }) => name)]);
  const forms = Object.entries(read).flatMap(([name, form]): Problem[] => {
    // `columns` and `read` are siblings in the configuration.
    const at = [...path.map((key) => key.replace("columns", "read")), name];
    const wrong = unknown(name, at);
    if (wrong.length > 0) return wrong;
    if (namesOf(kind).includes(name)) return [{ code: "no-form", what: "is a name, which is read as it is", path: at }];
    if (times.has(name) !== isNumberForm(form)) return [];
    const [taken, others] = isNumberForm(form) ? ["numbers", TIME_FORMS] : ["times", NUMBER_FORMS];
    const hint = `take ${Object.keys(others).join(", ")}`;
    return [{ code: "no-form", what: `${form} is a form of ${taken}`, path: at, hint }];
  });
  return [...Object.keys(columns).flatMap((name) => unknown(name, [...path, name])), ...forms];
}

/** Whether a name belongs to the kind's family of columns. */
export const isOfFamily = ({ family }: LogKind, name: string): boolean =>
  family !== undefined && name.startsWith(family.name) && name !== family.name;

/** Name columns of a kind. */
export const namesOf = (kind: LogKind): readonly string[] => nameColumns(kind).map(({ column }) => column);
