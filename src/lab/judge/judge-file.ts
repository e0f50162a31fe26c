// A judge as its file describes it: what it is, the labelled texts that it is held against, how often it is asked, and what is tried on it.

import { basename, dirname, resolve } from "node:path";
import { z } from "zod";
import { endpointParameters } from "../../clients/endpoint.ts";
import { languageModel } from "../../clients/language-model.ts";
import { checked } from "../../core/checked.ts";
import { type Path, retold } from "../../core/errors.ts";
import { readText, readYaml } from "../../core/yaml.ts";
import type { AuditedJudge } from "../../feedback/judging/audited-judge.ts";
import { modelJudge } from "../../feedback/judging/model-judge.ts";
import { PROBES } from "../../feedback/judging/probes.ts";
import { rubricJudge } from "../../feedback/judging/rubric-judge.ts";
import { assigned, assignmentOf } from "../experiment/assignment.ts";
import { refuseOtherKind } from "../experiment/file-kinds.ts";
import { programJudge } from "./program-judge.ts";

const { model: _, ...endpoint } = endpointParameters;

const judge = z.union([
  z.strictObject({
    rubric: z
      .record(z.string(), z.number())
      .describe("weights of what is read off a text: { length: 1, flattery: 0.5 }"),
    tie: z.number().min(0).default(0).describe("sums no further apart than this are a tie"),
    atLeast: z.number().default(0).describe("of one answer alone: the least sum of a right one"),
  }),
  z.strictObject({
    program: z.array(z.string().min(1)).min(1).describe("a program of your own that judges, in JSON Lines"),
    seconds: z.number().positive().max(86_400).default(60).describe("for each of its answers"),
  }),
  z.strictObject({
    model: z.string().min(1).describe("name of a language model, as its server calls it"),
    ...endpoint,
    told: z.string().default("").describe("what it is told, with {prompt}, {first} and {second}; a default if empty"),
  }),
]);

export const judgeSchema = z.strictObject({
  title: z.string().min(1).max(200).optional(),
  judge: judge.describe("the judge: { rubric: … }, { program: [./judge.py] } or { model: NAME, endpoint: … }"),
  beside: judge.optional().describe("another judge, compared with the first on the same questions"),
  pairs: z
    .string()
    .min(1)
    .optional()
    .describe("file of compared texts: prompt, first, second, winner; or prompt, chosen, rejected"),
  items: z.string().min(1).optional().describe("file of answers that are right or wrong: prompt, text, label"),
  columns: z.record(z.string(), z.string()).default({}).describe("the file's names of columns: { first: answer_a }"),
  labels: z
    .record(z.string(), z.enum(["first", "second", "tie", "player"]))
    .default({})
    .describe("what the labels of pairs mean, where they have more than one reading: { 0: first, 1: second }"),
  most: z.int().min(1).max(1_000_000).default(500).describe("items that are asked about, drawn from the file"),
  repetitions: z.int().min(1).max(100).default(2).describe("times that each question is put"),
  probes: z
    .array(z.enum(PROBES))
    .default([...PROBES])
    .describe(`what is tried on it: ${PROBES.join(", ")}`),
  seed: z.int().min(0).default(0),
});

export interface JudgeFile extends Omit<z.output<typeof judgeSchema>, "judge" | "beside"> {
  readonly file: string;
  readonly directory: string;
  readonly title: string;
  readonly judge: AuditedJudge;
  readonly beside?: AuditedJudge;
}

/** Reads a judge's file with `path=value` in the place of what it says. A UserError tells each mistake with its line. */
export function readJudgeFile(file: string, set: readonly string[] = []): JudgeFile {
  const yaml = readYaml(file);
  refuseOtherKind("judge", yaml.value, file);
  const directory = dirname(resolve(file));
  const located = <T>(make: () => T, path: Path = []): T => {
    try {
      return make();
    } catch (error) {
      throw retold(error, (problem) =>
        problem.where === undefined ? yaml.locate({ ...problem, path: [...path, ...(problem.path ?? [])] }) : problem,
      );
    }
  };
  return located(() => {
    let raw = yaml.value;
    for (const assignment of set.map(assignmentOf)) raw = assigned(raw, assignment);
    const schema = judgeSchema.refine(({ pairs, items }) => (pairs === undefined) !== (items === undefined), {
      error: "write pairs: FILE, or items: FILE",
      path: ["pairs"],
    });
    const { judge: first, beside, title = basename(file).replace(/\.ya?ml$/i, ""), ...rest } = checked(schema, raw);
    const compares = rest.pairs !== undefined;
    const made = located(() => judgeOf(first, compares, directory), ["judge"]);
    const other =
      beside === undefined ? {} : { beside: located(() => judgeOf(beside, compares, directory), ["beside"]) };
    return { ...rest, ...other, title, file, directory, judge: made };
  });
}

function judgeOf(own: z.output<typeof judge>, compares: boolean, directory: string): AuditedJudge {
  if ("rubric" in own) return rubricJudge({ weights: own.rubric, tie: own.tie, atLeast: own.atLeast });
  if ("program" in own) return programJudge(own.program, own.seconds, directory);
  const { told, ...where } = own;
  const model = languageModel(where, directory);
  model.ready();
  const text = told === "" || /\s/.test(told) ? told : readText(resolve(directory, told));
  const { price, maxTokens, replay } = where;
  return modelJudge({
    ...{ name: own.model, model, parallel: own.parallel, instruction: text, compares },
    ...(price !== undefined && replay === "" && { price: { ...price, maxTokens } }),
  });
}
