// Resolves names to parts: it loads the named built-in parts and the user's files.

import { resolve } from "node:path";
import type { TextParts } from "../../algorithms/text/chosen-parts.ts";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { FRAMEWORKS } from "../../core/frameworks.ts";
import { atHand } from "../../core/library.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import type { PluginOf } from "../../core/plugin.ts";
import { Registry } from "../../core/registry.ts";
import type { RewardPlan } from "../../core/reward.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { environmentsOver } from "../../environments/index.ts";
import { measures } from "../../evaluation/measures/index.ts";
import { feedbackSources } from "../../feedback/sources/index.ts";
import type { FeedbackPlan } from "../../feedback/sources/source.ts";
import type { Rule } from "../../mechanisms/rule.ts";
import { rewardLibrary } from "../../rewards/library.ts";
import { agents } from "./agents.ts";
import { algorithmsAtHand, textPartsAtHand } from "./algorithms.ts";
import { isFile, loadPlugin, type MadeBy, type PluginKind } from "./plugins.ts";

/** All parts that one experiment names, loaded. */
export interface Catalogue extends TextParts {
  readonly directory: string;
  readonly environments: Registry<NumericEnvironment>;
  readonly rewards: Registry<RewardPlan>;
  readonly agents: Registry<AgentPlan>;
  readonly algorithms: Registry<AlgorithmPlan>;
  /** Rules of sale: the user's own, and the built-in ones where one of them is named. Worlds that sell can use both. */
  readonly rules: Registry<Rule>;
  readonly feedback: Registry<FeedbackPlan>;
  readonly measures: Registry<MeasurePlan>;
  /** Absolute paths of the user's files, in the order in which they are named. */
  readonly files: readonly string[];
}

/** An occurrence of a name, with its path and the kinds that it may mean. */
export interface Mention {
  readonly kinds: readonly PluginKind[];
  readonly name: string;
  readonly path: readonly (string | number)[];
}

/** Parts that few experiments name. */
const shipped = {
  rules: async () => (await import("../../mechanisms/rules.ts")).rules,
  hosted: async () => (await import("../../environments/hosted/index.ts")).hostedWorlds,
};

/**
 * Loads what `mentions` name. Files are relative to `directory`; `onNotice` is that of Preparation. An unknown name is reported only where
 * it is used.
 */
export async function loadCatalogue(
  directory: string,
  mentions: readonly Mention[] = [],
  onNotice?: (text: string) => void,
): Promise<Catalogue> {
  const names = new Set(mentions.map(({ name }) => name));
  const named = (id: string) => names.has(id);
  const parts = {
    directory,
    environments: new Registry<NumericEnvironment>("environment"),
    rewards: await atHand(rewardLibrary, named),
    agents: await atHand(agents, named),
    algorithms: new Registry<AlgorithmPlan>("algorithm"),
    rules: new Registry<Rule>("rule"),
    feedback: await atHand(feedbackSources, named),
    measures: await atHand(measures, named),
    ...(await textPartsAtHand(named)),
  };
  const files: string[] = [];
  const registries = registriesOf(parts);
  for (const { kinds, name, path } of mentions) {
    if (!isFile(name) || kinds.some((kind) => registries[kind].has(name))) continue;
    const file = resolve(directory, name);
    const plugin = await loadPlugin(file, kinds, path, onNotice);
    add(registries, plugin, name);
    files.push(file);
  }
  // The text trainer can also name the user's methods and callbacks, and worlds that sell the user's rules.
  const algorithms = await algorithmsAtHand(parts, named);
  for (const own of parts.algorithms.entries()) algorithms.add(own);
  const hosted = FRAMEWORKS.some(named) ? await (await shipped.hosted()).all(named) : [];
  const environments = await atHand(environmentsOver(parts.rules.entries()), named, hosted);
  for (const own of parts.environments.entries()) environments.add(own);
  const rules = mentions.some(({ kinds, name }) => kinds.includes("rule") && !isFile(name))
    ? await shipped.rules()
    : parts.rules;
  return { ...parts, algorithms, environments, rules, files };
}

export function registriesOf(parts: Omit<Catalogue, "directory" | "files">): Registries {
  const {
    environments,
    rewards: pay,
    agents: players,
    algorithms,
    methods,
    callbacks,
    rules,
    feedback,
    measures: figures,
  } = parts;
  return {
    environment: environments,
    reward: pay,
    agent: players,
    algorithm: algorithms,
    "text-method": methods,
    callback: callbacks,
    rule: rules,
    feedback,
    measure: figures,
  };
}

type Registries = { readonly [Kind in PluginKind]: Registry<MadeBy[Kind]> };

function add<Kind extends PluginKind>(to: Registries, { kind, entry }: PluginOf<Kind, MadeBy[Kind]>, id: string): void {
  to[kind].add({ ...entry, id });
}
