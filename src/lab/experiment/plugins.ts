// User files as parts of an experiment: which names mean a file, the kinds of parts, and loading.

import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { CallbackPlan } from "../../algorithms/text/callback.ts";
import type { TextMethodPlan } from "../../algorithms/text/text-method.ts";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { reasonOf } from "../../core/files.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import { refuseWaiting } from "../../core/named-files.ts";
import type { PluginOf } from "../../core/plugin.ts";
import type { RewardPlan } from "../../core/reward.ts";
import type { AgentPlan } from "../../core/seat.ts";
import type { FeedbackPlan } from "../../feedback/sources/source.ts";
import type { Rule } from "../../mechanisms/rule.ts";

/** What an entry of each kind constructs. */
export interface MadeBy {
  environment: NumericEnvironment;
  reward: RewardPlan;
  agent: AgentPlan;
  algorithm: AlgorithmPlan;
  "text-method": TextMethodPlan;
  callback: CallbackPlan;
  rule: Rule;
  feedback: FeedbackPlan;
  measure: MeasurePlan;
}

export type PluginKind = keyof MadeBy;

/** Types of the default export of a user's file. */
export type Plugin = { [Kind in PluginKind]: PluginOf<Kind, MadeBy[Kind]> }[PluginKind];

/** Every kind: its noun with article, and the function that declares it. */
const KINDS: Readonly<Record<PluginKind, readonly [string, string]>> = {
  environment: ["an environment", "defineEnvironment"],
  reward: ["a reward", "defineReward"],
  agent: ["an agent", "defineAgent"],
  algorithm: ["an algorithm", "defineAlgorithm"],
  "text-method": ["a text method", "defineTextMethod"],
  callback: ["a callback", "defineCallback"],
  rule: ["a rule", "defineRule"],
  feedback: ["a source of feedback", "defineFeedback"],
  measure: ["a measure", "defineMeasure"],
};

/** All kinds, in the order in which a name is looked up. */
export const PLUGIN_KINDS = [
  ...(["environment", "reward", "agent", "algorithm"] as const),
  ...(["text-method", "callback", "rule", "feedback", "measure"] as const),
];

/** Returns whether a name means a file: it begins as a path, or has an extension of TypeScript or JavaScript. */
export const isFile = (name: string): boolean =>
  name.startsWith("./") || name.startsWith("../") || isAbsolute(name) || /\.m?[jt]s$/.test(name);

/** Loads the default export of a user's file, which must be of one of `kinds`. Throws a UserError where it is not, or cannot be loaded. */
export async function loadPlugin(
  file: string,
  kinds: readonly PluginKind[],
  path: readonly (string | number)[] = [],
  onNotice?: (text: string) => void,
): Promise<Plugin> {
  if (!existsSync(file)) {
    const hint = "paths start from the experiment's folder";
    throw new UserError({ code: "no-file", what: `there is no file ${file}`, path, hint });
  }
  refuseWaiting(file);
  let plugin: unknown;
  try {
    const { importUserFile } = await import("./user-files.ts");
    plugin = (await importUserFile(file, onNotice)).default;
  } catch (error) {
    const reason = reasonOf(error).split("\n")[0];
    throw new UserError({ code: "broken-file", what: `${file} could not be loaded: ${reason}`, path });
  }
  if (isPlugin(plugin) && kinds.includes(plugin.kind)) return plugin;
  const makers = kinds.map((kind, k) => `${KINDS[kind][0]}${k === 0 ? " is made" : ""} by ${KINDS[kind][1]}({ … })`);
  const what = `the default export of ${file} is ${isPlugin(plugin) ? KINDS[plugin.kind][0] : "not a part of Agon"}`;
  throw new UserError({ code: "not-a-part", what, path, hint: `${makers.join(", ")} from "agonlab"` });
}

const isPlugin = (value: unknown): value is Plugin =>
  typeof value === "object" &&
  value !== null &&
  "entry" in value &&
  "kind" in value &&
  typeof value.kind === "string" &&
  Object.hasOwn(KINDS, value.kind);
