// Results of verifiers: a line for each rollout, with prompt and completion as messages, the reward, and its metrics.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isMap } from "../../../core/checked.ts";
import { jsonIn } from "../../../core/json.ts";
import { fieldsOf, type RolloutRow, rolloutRow, without } from "./rollout-rows.ts";
import { promptOf, spokenIn } from "./spoken.ts";

/** Whether a line is a rollout of verifiers. */
export const isVerifiersRollout = (row: unknown): boolean =>
  isMap(row) && ["example_id", "prompt", "completion", "reward"].every((name) => name in row);

/** Fields that are no columns: texts that are read as such, and what only the environment understands. */
const ASIDE = ["prompt", "completion", "metrics", "info", "tool_defs", "trajectory", "state", "is_truncated"];

/** A line as a row; `about` are columns that all lines have. */
export function verifiersRow(
  line: Readonly<Record<string, unknown>>,
  about: Readonly<Record<string, unknown>>,
): RolloutRow {
  const spoken = spokenIn(line.completion);
  const isCut = line.is_truncated === true || spoken.isCut;
  // Metrics stand beside the reward too, in versions that have the map of them.
  const metrics = Object.fromEntries(Object.entries(fieldsOf(line.metrics)).filter(([name]) => !(name in line)));
  return rolloutRow(promptOf(line.prompt), { ...spoken, isCut }, { ...about, ...metrics, ...without(line, ASIDE) });
}

/** The environment and the model that `metadata.json` beside the results names. */
export function verifiersAbout(path: string): Readonly<Record<string, unknown>> {
  const file = join(dirname(path), "metadata.json");
  if (!existsSync(file)) return {};
  const { env_id, model } = fieldsOf(jsonIn(readFileSync(file, "utf8")));
  return { env_id, model };
}
