// A weighing as its file describes it, so that it can be repeated: the log, what is wanted, pays, and which rows are read.

import { existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { stringify } from "yaml";
import { z } from "zod";
import { checked, isMap } from "../../core/checked.ts";
import { type Path, type Problem, retold, UserError } from "../../core/errors.ts";
import { writeWhole, writing } from "../../core/files.ts";
import { readText, readYaml, type YamlFile } from "../../core/yaml.ts";
import { checkFile } from "../../logs/user-file.ts";
import { refuseOtherKind } from "../experiment/file-kinds.ts";
import { isTextReward } from "../text-rewards/named-reward.ts";
import { movedPays } from "./pay-names.ts";
import { type DrawRequest, drawSchema } from "./sources/drawn-pictures.ts";
import type { WeighRequest } from "./weighed-log.ts";

const score = z.string().min(1);

export const weighSchema = z.strictObject({
  title: z.string().min(1).max(200).optional(),
  draw: drawSchema.optional(),
  log: z
    .string()
    .min(1)
    .describe(
      "the rollouts: CSV, JSON Lines, JSON or Parquet, or a folder of pictures; a path starts from the folder of this file",
    ),
  want: score.describe("what is wanted of an answer: a column, a formula over columns, or a reward of texts"),
  pays: z
    .union([score, z.array(score).min(1), z.record(z.string().min(1).max(200), score)])
    .describe(
      "pays: columns, formulas, length, or rewards of texts such as ./reward.py:score; by name where one is long: { half: 0.5 * correct }",
    ),
  scores: z
    .record(z.string().regex(/^[A-Za-z_]\w*$/, "must be a name of letters, digits and _"), score)
    .optional()
    .describe("rewards of texts with names, for formulas: { fmt: ./fmt.py:score }"),
  judge: score
    .optional()
    .describe("a score of all answers, where what is wanted is known of a part: its labels correct the judge"),
  attack: z
    .string()
    .min(1)
    .optional()
    .describe("a file of answers that an audit found, with the chance of each under the log's policy in a column mass"),
  by: z.string().min(1).optional().describe("a column by whose values rollouts are looked at apart, such as step"),
  group: z
    .int()
    .min(2)
    .optional()
    .describe("answers in a group of the trainer; by default those that were logged to a prompt"),
  where: z.string().min(1).optional().describe("rows to read, as an SQL condition on the file's columns"),
  columns: z.record(z.string(), z.string()).default({}).describe("the file's names of columns: { prompt: question }"),
  joinBlanks: z.boolean().default(false).describe("take prompts that differ by blanks alone as one"),
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
  /** A sampler that fills the folder of the log. */
  readonly draw?: DrawRequest;
  /** Folder from which paths of rewards start. */
  readonly folder: string;
  /** Puts the line of the file in the place of an option's name. */
  readonly located: (error: unknown) => unknown;
}

/** Keys that messages of a log's reader call by the option of the command. */
const OPTIONS: Readonly<Record<string, Path>> = {
  "--by": ["by"],
  "--columns": ["columns"],
  "--judge": ["judge"],
  "--score": ["scores"],
  "--group": ["group"],
};

/** Reads a file. Throws a UserError with the line of each mistake. */
export function readWeighFile(file: string): ReadWeighing {
  const yaml = readYaml(file);
  refuseOtherKind("weighing", yaml.value, file);
  try {
    const { log, title, draw, pays, by, where, scores, judge, attack, group, ...rest } = checked(
      weighSchema,
      yaml.value,
    );
    const placed = (path: string, key: string): string => {
      const place = isAbsolute(path) ? path : join(dirname(file), path);
      const isFolder = existsSync(place) && statSync(place).isDirectory();
      if (key === "log" && (draw !== undefined || isFolder)) return place;
      checkFile(place, { path: [key], hint: `paths start from ${dirname(resolve(file))}` });
      return place;
    };
    for (const [name, reward] of Object.entries(scores ?? {})) {
      if (isTextReward(reward)) continue;
      const what = `${JSON.stringify(reward)} names no reward of texts`;
      const hint = "name one, such as ./fmt.py:score; a formula is a pay";
      throw new UserError({ code: "bad-score", what, path: ["scores", name], hint });
    }
    const request = {
      ...rest,
      file: placed(log, "log"),
      pays: typeof pays === "string" ? [pays] : pays,
      ...(by === undefined ? {} : { by }),
      ...(where === undefined ? {} : { where }),
      ...(judge === undefined ? {} : { judge }),
      ...(group === undefined ? {} : { groupSize: group }),
      ...(attack === undefined ? {} : { attack: placed(attack, "attack") }),
      ...(scores === undefined ? {} : { scores: Object.entries(scores).map(([name, reward]) => ({ name, reward })) }),
      places: placesOf(yaml, pays),
    };
    return {
      request,
      title,
      ...(draw === undefined ? {} : { draw }),
      folder: dirname(resolve(file)),
      located: (error) => retold(error, (problem) => inFile(yaml, problem)),
    };
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
  if (problem.path !== undefined && problem.where === undefined) return yaml.locate(problem);
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
export function writeWeighFile(path: string, read: Pick<ReadWeighing, "title" | "request" | "folder" | "draw">): void {
  const folder = dirname(resolve(path));
  const { title, draw } = read;
  const request = movedPays(read.request, read.folder, folder);
  const { file, attack, groupSize, scores = [] } = request;
  const placed = (one: string): string => (isAbsolute(one) ? one : relative(folder, resolve(one)));
  const moved = (one: string): string => (one === "" ? "" : relative(folder, resolve(read.folder, one)));
  const all: Readonly<Record<string, unknown>> = {
    ...{
      ...request,
      title,
      // Its own paths start from the folder of the file that it stood in.
      draw: draw && { ...draw, prompts: moved(draw.prompts), record: moved(draw.record), replay: moved(draw.replay) },
      log: placed(file),
      group: groupSize,
      attack: attack === undefined ? undefined : placed(attack),
    },
    scores: Object.fromEntries(scores.map(({ name, reward }) => [name, reward])),
  };
  const said = Object.keys(weighSchema.shape).flatMap((key) => (isSaid(all[key]) ? [[key, all[key]]] : []));
  if (existsSync(path) && !/^pays:/m.test(readText(path))) {
    const what = `${path} is there already, and holds no weighing`;
    throw new UserError({ code: "file-exists", what, hint: "write it to another file" });
  }
  const text = stringify(Object.fromEntries(said), { lineWidth: 0, flowCollectionPadding: true });
  writing(path, () => writeWhole(path, `# agon weigh ${relative(".", path)}\n${text}`));
}
