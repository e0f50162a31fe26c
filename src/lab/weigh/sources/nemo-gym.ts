// Rollouts of NeMo Gym: a line for each, with the request and the response of the Responses API, the reward, and what the verifier says
// beside it.

import { isMap } from "../../../core/checked.ts";
import { fieldsOf, type RolloutRow, rolloutRow, without } from "./rollout-rows.ts";
import { type LoggedAnswer, promptOf, spokenIn } from "./spoken.ts";

/** Whether a line is a rollout of NeMo Gym. */
export const isNemoRollout = (row: unknown): boolean =>
  isMap(row) && isMap(row.responses_create_params) && isMap(row.response) && "reward" in row;

/** A line as a row. */
export function nemoRow(line: Readonly<Record<string, unknown>>): RolloutRow {
  const { input, instructions, max_output_tokens } = fieldsOf(line.responses_create_params);
  const before = typeof instructions === "string" && instructions !== "" ? `system: ${instructions}\n\n` : "";
  const { model, status } = fieldsOf(line.response);
  const limit = typeof max_output_tokens === "number" ? max_output_tokens : undefined;
  const [task, rollout] = [line._ng_task_index, line._ng_rollout_index];
  return rolloutRow(before + promptOf(input), answerIn(fieldsOf(line.response), limit), {
    ...without(line, ["responses_create_params", "response", "_ng_task_index", "_ng_rollout_index"]),
    ...{ task, rollout, model, status },
  });
}

/** The last message of the model, unless a tool answered after it. */
function answerIn(
  { output, output_text, incomplete_details }: Readonly<Record<string, unknown>>,
  limit?: number,
): LoggedAnswer {
  const { reason } = fieldsOf(incomplete_details);
  const items = (Array.isArray(output) ? output : []).map(fieldsOf);
  const last = items.findLastIndex(
    ({ type, role }) => (type === "message" || type === undefined) && role === "assistant",
  );
  const tool = items.findLastIndex(({ type }) => String(type).endsWith("_output"));
  if (items.length === 0 && typeof output_text === "string") return spokenIn(output_text, reason, limit);
  return last > tool ? spokenIn(items[last], reason, limit) : spokenIn("", reason, limit);
}
