// A judge of texts as a reward: `judge:judge.yaml` as `agon judge` reads it, or `judge:rubric.md`, a rubric in words below the endpoint of a
// language model. Answers that a file records are asked once, and later without the model.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { endpointParameters } from "../../clients/endpoint.ts";
import { languageModel } from "../../clients/language-model.ts";
import { checked } from "../../core/checked.ts";
import { contentHash } from "../../core/checksum.ts";
import { retold, UserError } from "../../core/errors.ts";
import { Account, BudgetSpent } from "../../core/spending.ts";
import { parseYaml, readText, type YamlFile } from "../../core/yaml.ts";
import { rubricSum } from "../../feedback/judging/rubric-judge.ts";
import { ANSWER_PARTS, ModelScores, scoringTemplate } from "../../feedback/text-rewards/judged-score.ts";
import type { KeyedTextReward } from "../../feedback/text-rewards/text-reward.ts";
import { judgeSchema } from "../judge/judge-file.ts";
import { programJudge } from "../judge/program-judge.ts";
import { asTexts } from "./javascript-function.ts";

export interface JudgeRewardOptions {
  readonly directory: string;
  readonly columns: readonly string[];
  /** Money that answers of models may cost, by the prices of the judge's file. */
  readonly budget?: number | undefined;
  readonly onNotice?: ((text: string) => void) | undefined;
}

const judgeOnly = z.looseObject({ judge: judgeSchema.shape.judge });
type DeclaredJudge = z.output<typeof judgeOnly>["judge"];
const { model: _, ...endpoint } = endpointParameters;
const head = z.strictObject({ model: z.string().min(1), ...endpoint });

/** Settings at the top of a rubric in words, between two lines of dashes. */
const FRONT = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/;

/** The judge of a file as a reward. Throws a UserError where the file is wrong, or its model cannot be asked. */
export function judgeReward(id: string, options: JudgeRewardOptions): KeyedTextReward {
  const shown = id.slice(id.indexOf(":") + 1);
  const file = resolve(options.directory, shown);
  const text = readText(file);
  const own = /\.(md|txt)$/.test(shown) ? inWords(shown, text) : declared(shown, text);
  const folder = dirname(file);
  const always = { fields: [], readsMessages: false, keepsNone: true, version: contentHash([id, text]) };
  if ("rubric" in own) {
    const sum = readable(shown, () => rubricSum(own.rubric));
    return {
      ...{ id, ...always },
      score: async (texts) => texts.map(asTexts).map(({ prompt, completion }) => sum(prompt, completion)),
      async close() {},
    };
  }
  if ("program" in own) return programReward(id, own, folder);
  return modelReward(id, own, { ...options, folder, text });
}

/** A judge as its file declares it. */
function declared(shown: string, text: string): DeclaredJudge {
  const yaml = parseYaml(shown, text);
  return located(yaml, () => checked(judgeOnly, yaml.value).judge);
}

/** A rubric in words, below the settings of its model. */
function inWords(shown: string, text: string): DeclaredJudge {
  const [, front, body] = FRONT.exec(text) ?? [];
  if (front === undefined || body === undefined) {
    const what = `${shown} does not say which model reads it`;
    const hint = "begin it with a line ---, then model: NAME and endpoint: http://localhost:8000/v1, then a line ---";
    throw new UserError({ code: "no-model", what, hint });
  }
  // One line stands above the settings, so that mistakes have their lines.
  const yaml = parseYaml(shown, `\n${front}`);
  return located(yaml, () => ({ ...checked(head, yaml.value), told: body.trim() }));
}

/** Runs `make`, whose mistakes are those of a file. */
function readable<T>(where: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw retold(error, (problem) => ({ where, ...problem }));
  }
}

function located<T>(yaml: YamlFile, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw retold(error, (problem) => (problem.where === undefined ? yaml.locate(problem) : problem));
  }
}

function programReward(
  id: string,
  { program, seconds }: Extract<DeclaredJudge, { program: unknown }>,
  folder: string,
): KeyedTextReward {
  const judge = programJudge(program, seconds, folder);
  const files = program.map((word) => resolve(folder, word)).flatMap((file) => contentOf(file));
  return {
    ...{
      id,
      fields: [],
      readsMessages: false,
      keepsNone: false,
      version: contentHash([id, program.join(" "), ...files]),
    },
    async score(texts, signal = new AbortController().signal) {
      const scores: (number | null)[] = [];
      for (const { prompt, completion } of texts.map(asTexts)) {
        signal.throwIfAborted();
        const said = await judge.ask({ prompt, first: completion }, 0, signal);
        scores.push("none" in said ? null : said.side > 0 ? 1 : 0);
      }
      return scores;
    },
    close: async () => judge.close?.(),
  };
}

function contentOf(file: string): readonly Uint8Array[] {
  try {
    return [readFileSync(file)];
  } catch {
    return [];
  }
}

function modelReward(
  id: string,
  own: Extract<DeclaredJudge, { model: unknown }>,
  { columns, budget, onNotice, folder, text }: JudgeRewardOptions & { readonly folder: string; readonly text: string },
): KeyedTextReward {
  const { told, ...where } = own;
  const model = languageModel(where, folder);
  model.ready();
  const rubric = told === "" || /\s/.test(told) ? told : readText(resolve(folder, told));
  const template = readable(id, () => scoringTemplate(rubric, columns));
  const spending = new Account(budget);
  const scores = new ModelScores({ id, model, parallel: where.parallel, template, spending });
  return {
    ...{ id, readsMessages: false, keepsNone: false, version: contentHash([id, text, rubric]) },
    fields: template.names.filter((name) => !ANSWER_PARTS.includes(name)),
    async score(texts, signal = new AbortController().signal) {
      try {
        return await scores.of(texts.map(asTexts), signal);
      } catch (error) {
        if (!(error instanceof BudgetSpent)) throw error;
        const what = `${id}: ${error.message}, after ${spending.asked.toLocaleString("en-US")} answers`;
        throw new UserError({ code: "budget", what, hint: "a larger --budget goes on; scores that came are kept" });
      }
    },
    async close() {
      const { asked, recalled, spent } = spending;
      const none = [...scores.none].map(([why, count]) => `${count.toLocaleString("en-US")} ${why}`);
      if (asked + recalled > 0)
        onNotice?.(
          `${id}: ${asked.toLocaleString("en-US")} answers asked for, ${recalled.toLocaleString("en-US")} recorded before, cost ${Number(spent.toPrecision(3))}`,
        );
      if (none.length > 0) onNotice?.(`${id}: answers without a score: ${none.join(", ")}`);
    },
  };
}
