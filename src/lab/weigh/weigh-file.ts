// A weighing as its file describes it, so that it can be repeated: the log, what is wanted, pays, and which rows are read.

import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { stringify } from "yaml";
import { z } from "zod";
import { checked, isMap } from "../../core/checked.ts";
import { type Path, type Problem, retold, UserError } from "../../core/errors.ts";
import { writeWhole, writing } from "../../core/files.ts";
import { readText, readYaml, type YamlFile } from "../../core/yaml.ts";
import { checkFile } from "../../logs/user-file.ts";
import { refuseOtherKind } from "../experiment/file-kinds.ts";
import type { WeighRequest } from "./weighed-log.ts";

const score = z.string().min(1);

export const weighSchema = z.strictObject({
  title: z.string().min(1).max(200).optional(),
  log: z
    .string()
    .min(1)
    .describe("the rollouts: CSV, JSON Lines, JSON or Parquet; a path starts from the folder of this file"),
  want: score.describe("what is wanted of an answer: a column, or a formula over columns"),
  pays: z
    .union([score, z.array(score).min(1), z.record(z.string().min(1).max(200), score)])
    .describe("pays: columns, formulas, or length; by name where one is long: { half: 0.5 * correct }"),
  by: z.string().min(1).optional().describe("a column by whose values rollouts are looked at apart, such as step"),
  where: z.string().min(1).optional().describe("rows to read, as an SQL condition on the file's columns"),
  columns: z.record(z.string(), z.string()).default({}).describe("the file's names of columns: { prompt: question }"),
  skipBadRows: z.boolean().default(false).describe("leave out rows that cannot be read, and count them"),
});
type WeighFile = z.output<typeof weighSchema>;

/** JSON Schema of a weighing's file, draft 2020-12. */
export const weighJsonSchema = (): object => ({
  ...z.toJSONSchema(weighSchema, { io: "input" }),
  title: "A weighing of pays for Agon",
});

/** A file that was read: the request, whose paths start from the working folder, and where each of its keys stands. */
export interface ReadWeighing {
  readonly request: WeighRequest;
  readonly title: string | undefined;
  /** Puts the line of the file in the place of an option's name. */
  readonly located: (error: unknown) => unknown;
}

/** Keys that messages of a log's reader call by the option of the command. */
const OPTIONS: Readonly<Record<string, Path>> = {
  "--by": ["by"],
  "--columns": ["columns"],
};

/** Reads a file. Throws a UserError with the line of each mistake. */
export function readWeighFile(file: string): ReadWeighing {
  const yaml = readYaml(file);
  refuseOtherKind("weighing", yaml.value, file);
  try {
    const { log, title, pays, by, where, ...rest } = checked(weighSchema, yaml.value);
    const place = isAbsolute(log) ? log : join(dirname(file), log);
    checkFile(place, { path: ["log"], hint: `paths start from ${dirname(resolve(file))}` });
    const request = {
      ...rest,
      file: place,
      pays: typeof pays === "string" ? [pays] : pays,
      ...(by === undefined ? {} : { by }),
      ...(where === undefined ? {} : { where }),
      places: placesOf(yaml, pays),
    };
    return { request, title, located: (error) => retold(error, (problem) => inFile(yaml, problem)) };
  } catch (error) {
    throw retold(error, (problem) => yaml.locate(problem));
  }
}

function placesOf({ locate }: YamlFile, pays: WeighFile["pays"]): NonNullable<WeighRequest["places"]> {
  const at = (path: Path): string => locate({ code: "", what: "", path }).where ?? "";
  const keys = typeof pays === "string" ? [undefined] : isMap(pays) ? Object.keys(pays) : [...pays.keys()];
  return { want: at(["want"]), pays: keys.map((key) => at(key === undefined ? ["pays"] : ["pays", key])) };
}

function inFile(yaml: YamlFile, problem: Problem): Problem {
  const { code, what, where = "" } = problem;
  const isCondition = code === "bad-condition" || what.endsWith("which the condition names");
  const path = isCondition ? ["where"] : OPTIONS[where];
  if (path !== undefined) return yaml.locate({ ...problem, path });
  if (code !== "missing-column" || !isMap(yaml.value) || !("columns" in yaml.value)) return problem;
  return yaml.locate({ ...problem, what: `${where} ${what}`, path: ["columns"] });
}

/** Whether a value differs from what holds without it. */
const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== false && (typeof value !== "object" || Object.keys(value ?? {}).length > 0);

/** Writes a request into a file, which repeats it. Throws a UserError where another kind of file is there. */
export function writeWeighFile(path: string, { title, request }: Pick<ReadWeighing, "title" | "request">): void {
  const { file } = request;
  const log = isAbsolute(file) ? file : relative(dirname(resolve(path)), resolve(file));
  const all: Readonly<Record<string, unknown>> = { ...request, title, log };
  const said = Object.keys(weighSchema.shape).flatMap((key) => (isSaid(all[key]) ? [[key, all[key]]] : []));
  if (existsSync(path) && !/^pays:/m.test(readText(path))) {
    const what = `${path} is there already, and holds no weighing`;
    throw new UserError({ code: "file-exists", what, hint: "write it to another file" });
  }
  const text = stringify(Object.fromEntries(said), { lineWidth: 0, flowCollectionPadding: true });
  writing(path, () => writeWhole(path, `# agon weigh ${relative(".", path)}\n${text}`));
}
