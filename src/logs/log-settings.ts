// Settings files that describe how to read a log. `agon log check --write` creates one, and it can be used wherever a log is named.

import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { stringify } from "yaml";
import { z } from "zod";
import { checked } from "../core/checked.ts";
import { type Problem, retold, UserError } from "../core/errors.ts";
import { writeWhole, writing } from "../core/files.ts";
import { parseYaml, readText } from "../core/yaml.ts";
import { kindCalled, type LogKind } from "./kinds.ts";
import { saidProblems } from "./log-columns.ts";
import { details, type LogSource } from "./source.ts";
import { checkFile } from "./user-file.ts";

/** Contents of a settings file. */
export const logSettings = details.omit({ content: true }).extend({
  kind: z
    .string()
    .describe("what it is a log of: auctions, impressions, requests, offers, traffic, bids, touches or clicks"),
  file: z.string().min(1).describe("the log; a path starts from the folder of this file"),
});
export type LogSettings = z.output<typeof logSettings>;

/** JSON Schema of settings files, draft 2020-12. */
export const logJsonSchema = (): object => ({
  ...z.toJSONSchema(logSettings, { io: "input" }),
  title: "Settings of a log for Agon",
});

/** Whether a file name is that of a settings file rather than a log. */
export const isSettings = (file: string): boolean => /\.ya?ml$/i.test(file);

/** Reads the settings file at `path`, which messages call `shown`. Throws a UserError with file and line of a mistake. */
export function readLogSettings(path: string, shown: string): LogSettings {
  const file = parseYaml(shown, readText(path));
  try {
    const settings = checked(logSettings, file.value);
    const problems = [...saidProblems(kindCalled(settings.kind, ["kind"]), settings, ["columns"])];
    if (isSettings(settings.file)) {
      const hint = "name the CSV, JSON or Parquet file";
      problems.push({ code: "settings", what: "these are settings, and no log", path: ["file"], hint });
    }
    if (problems.length > 0) throw new UserError(problems);
    return settings;
  } catch (error) {
    throw retold(error, (problem) => file.locate(problem));
  }
}

/**
 * Merges a source with the settings file that it names in place of a log; the source's own settings have priority. Throws a UserError where
 * the settings are of another kind. `missing` adds to the message where the file does not exist.
 */
export function settledSource<S extends LogSource>(
  kind: LogKind,
  source: S,
  directory: string,
  missing: Pick<Problem, "path" | "hint">,
): S {
  if (!isSettings(source.file)) return source;
  const path = resolve(directory, source.file);
  checkFile(path, missing);
  const { kind: name, file, columns, read, skipBadRows, ...settings } = readLogSettings(path, source.file);
  checkFile(resolve(dirname(path), file), { path: ["file"], hint: `${source.file} says so` });
  if (name !== kind.name) {
    const what = `these are settings of a log of ${name}, and one of ${kind.name} is asked for`;
    throw new UserError({ code: "other-kind", what, where: source.file });
  }
  const own = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined));
  return {
    ...source,
    ...settings,
    ...own,
    file: isAbsolute(file) ? file : join(dirname(source.file), file),
    columns: { ...columns, ...source.columns },
    read: { ...read, ...source.read },
    skipBadRows: source.skipBadRows || skipBadRows,
  };
}

/**
 * Writes a settings file; the log's path is relative to the working folder. Throws a UserError where the file cannot be written or is not a
 * settings file.
 */
export function writeLogSettings(path: string, { file, ...settings }: LogSettings, why: string): void {
  const named = isAbsolute(file) ? file : relative(dirname(resolve(path)), resolve(file));
  const { kind, ...rest } = settings;
  const said = Object.entries({ kind, file: named, ...rest }).filter(
    ([, value]) =>
      value !== undefined && value !== false && (typeof value !== "object" || Object.keys(value).length > 0),
  );
  const text = stringify(Object.fromEntries(said), { lineWidth: 120, flowCollectionPadding: true });
  if (existsSync(path) && !/^kind:/m.test(readText(path))) {
    const what = `${path} is there already, and holds no settings of a log`;
    throw new UserError({ code: "file-exists", what, hint: "write them to another file" });
  }
  writing(path, () => writeWhole(path, `# ${why}\n${text}`));
}
