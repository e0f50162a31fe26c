// A language model that edits a program between rounds. It receives a description of the arena, its rounds and its files, and uses tools.
// Each call is a step, and so is an answer without a call. After the last step the current program plays.

import { z } from "zod";
import { ModelFailure } from "../clients/chat.ts";
import { endpointParameters } from "../clients/endpoint.ts";
import { type ChatModel, type KeyedReply, languageModel, NoAnswer } from "../clients/language-model.ts";
import type { Message } from "../clients/request.ts";
import type { EditCounts, EditDesk, Editor } from "../core/editor.ts";
import { UserError } from "../core/errors.ts";
import { whole } from "../core/parameters.ts";
import { EDIT_TOOLS, PROGRAM, type Workbench, workbench } from "./edit-tools.ts";

export const modelEditorParameters = {
  ...endpointParameters,
  model: z.string().min(1).describe("name of the model, as the server calls it"),
  maxTokens: whole(1, 1_000_000, 4_096).describe("tokens of one answer at most, a written program among them"),
  steps: whole(1, 10_000, 30).describe("calls of tools in a phase of edits"),
  instructions: z.string().default("").describe("what it is told besides the task"),
};

const parameters = z.strictObject(modelEditorParameters);
export type ModelEditorPlan = z.output<typeof parameters>;

export interface ModelEditorPlace {
  /** Base folder of recordings. */
  readonly directory: string;
  /** Description of the arena in a sentence. */
  readonly arena: string;
  readonly signal?: AbortSignal;
}

/** Upper bound of the request numbers (`draw`) in a phase. */
const DRAWS = 2 ** 31;

/** Creates the model of an editor. Throws a UserError where its endpoint is invalid. */
export const editingModel = (plan: ModelEditorPlan, directory: string): ChatModel => languageModel(plan, directory);

/**
 * Creates the editor. It throws a UserError where the model gives no answer; edits made until then are lost, unless the answers are
 * recorded.
 */
export function modelEditor(plan: ModelEditorPlan, { directory, arena, signal }: ModelEditorPlace): Editor {
  const model = editingModel(plan, directory);
  const place = signal === undefined ? {} : { signal };
  let counts: EditCounts = NOTHING;
  return {
    get counts() {
      return counts;
    },
    async edit(desk, random) {
      const bench = workbench(desk);
      const talk: Message[] = [
        { role: "system", content: taskOf(plan, arena) },
        { role: "user", content: beginningOf(desk, bench) },
      ];
      counts = NOTHING;
      while (counts.steps < plan.steps && !bench.isFinished()) {
        const answer = await model.askWith(EDIT_TOOLS, talk, random.integer(DRAWS), place).catch((error: unknown) => {
          // A reply without a usable answer is paid for and counts as a step.
          if (error instanceof NoAnswer) return error.reply;
          throw explain(error, plan.model, desk.round);
        });
        counts = withAnswer(counts, answer, plan.price !== undefined);
        const { text, calls = [], shortfall } = answer;
        const left = () => `Steps left: ${plan.steps - counts.steps}.`;
        talk.push({ role: "assistant", content: text, ...(calls.length > 0 && { calls }) });
        if (calls.length === 0) {
          counts = { ...counts, steps: counts.steps + 1 };
          const why = shortfall === undefined ? "That calls no tool" : `Your answer was ${shortfall.reason}`;
          const content = `${why}, and nothing was done. Call ${PROGRAM_TOOLS}. ${left()}`;
          talk.push({ role: "user", content });
        }
        for (const called of calls) {
          // Calls after the last step or after finishing are ignored.
          if (counts.steps === plan.steps || bench.isFinished()) break;
          counts = { ...counts, steps: counts.steps + 1 };
          talk.push({ role: "tool", content: `${await bench.call(called)}\n${left()}` });
        }
      }
      return bench.code();
    },
  };
}

const NOTHING: EditCounts = { steps: 0, modelCalls: 0, promptTokens: 0, completionTokens: 0, modelCost: 0 };
const PROGRAM_TOOLS = EDIT_TOOLS.map(({ name }) => name).join(", ");

const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

function withAnswer(before: EditCounts, answer: KeyedReply, isPriced: boolean): EditCounts {
  const { promptTokens, completionTokens, cost } = answer;
  return {
    steps: before.steps,
    modelCalls: before.modelCalls + 1,
    promptTokens: sum(before.promptTokens, promptTokens),
    completionTokens: sum(before.completionTokens, completionTokens),
    modelCost: sum(before.modelCost, isPriced && !Number.isNaN(cost) ? cost : null),
  };
}

function taskOf({ steps, instructions }: ModelEditorPlan, arena: string): string {
  return [
    `You own a program that fights programs of others in an arena: ${arena}.`,
    "Before each round of games you may change it. Then it meets the program of an opponent, which you do not see.",
    "It should win as much of the points as it can.",
    `You work with tools. Each call is a step, and you have ${steps} steps. Then your program plays as it stands.`,
    ...(instructions === "" ? [] : [instructions]),
  ].join("\n");
}

function beginningOf({ round, log, left }: EditDesk, bench: Workbench): string {
  const names = [...bench.files()].map(([name, text]) => `${name} (${linesOf(text)})`);
  return [
    `Round ${round} comes next.`,
    `Share of the points that your program won: ${log.map((one) => `round ${one.round}: ${one.share.toFixed(3)}`).join(", ")}.`,
    `Files: ${names.join(", ")}. A file round-N is your program of that round, and a file sample-N is a published program.`,
    `Trials: ${left()}.`,
    `The file "${PROGRAM}":`,
    bench.code(),
  ].join("\n");
}

function linesOf(text: string): string {
  const lines = text.replace(/\n$/, "").split("\n").length;
  return lines === 1 ? "1 line" : `${lines} lines`;
}

/** Converts a model failure to an error that ends the contest. */
function explain(error: unknown, model: string, round: number): unknown {
  if (!(error instanceof ModelFailure)) return error;
  const what = `the model ${model} gave no answer in the edits before round ${round}: ${error.message}`;
  return new UserError({ code: "no-answer", what, hint: "what was played is kept, and the same command goes on" });
}
