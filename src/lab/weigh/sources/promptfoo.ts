// Results of promptfoo: one for each prompt, provider, test and repetition, in its JSON document or a line each.

import { isMap } from "../../../core/checked.ts";
import { fieldsOf, type RolloutRow, rolloutRow } from "./rollout-rows.ts";
import { promptOf, spokenIn } from "./spoken.ts";

/** Whether a line is a result of promptfoo. */
export const isPromptfooResult = (row: unknown): boolean =>
  isMap(row) && isMap(row.prompt) && "raw" in row.prompt && "success" in row && ("response" in row || "error" in row);

/** The results of a document; undefined where it is another one. */
export function promptfooResults(document: unknown): readonly unknown[] | undefined {
  const { results } = fieldsOf(fieldsOf(document).results);
  return Array.isArray(results) && results.every(isPromptfooResult) ? results : undefined;
}

/** How promptfoo marks a result that no answer was scored for. */
const NOT_SCORED = 2;

/** A result as a row. One that failed by an error, and not by an assertion, has no score. */
export function promptfooRow(result: unknown): RolloutRow {
  const { prompt, response, provider, vars, namedScores, failureReason, ...rest } = fieldsOf(result);
  const { raw, label } = fieldsOf(prompt);
  const { output, finishReason } = fieldsOf(response);
  const isScored = failureReason !== NOT_SCORED && isMap(response);
  const chat = typeof raw === "string" && /^\s*\[/.test(raw) ? messagesIn(raw) : raw;
  return rolloutRow(promptOf(chat), spokenIn(textOf(output), finishReason), {
    ...(isScored ? { score: rest.score, success: rest.success, namedScores } : { score: null, success: null }),
    ...{ provider: fieldsOf(provider).id, label, promptIdx: rest.promptIdx, testIdx: rest.testIdx },
    ...{ latencyMs: rest.latencyMs, cost: rest.cost, finishReason, vars },
  });
}

/** A prompt of chat messages is written as JSON. */
function messagesIn(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

const textOf = (output: unknown): string =>
  typeof output === "string" ? output : output === undefined || output === null ? "" : JSON.stringify(output);
