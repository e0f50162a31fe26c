// Creates everything a variant needs from names and parameters: its world, its agents by seat, its reward and the objective. A worker does
// so from plain data, so that only data is sent between threads.

import type { Remote } from "../../core/agent.ts";
import type { Channel } from "../../core/channel.ts";
import { checked, isMap } from "../../core/checked.ts";
import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { type Path, retold, UserError } from "../../core/errors.ts";
import { Mistakes } from "../../core/mistakes.ts";
import type { Preparation } from "../../core/registry.ts";
import { plainName } from "../../core/visible.ts";
import { formula } from "../../rewards/formula.ts";
import { type Catalogue, loadCatalogue } from "./catalogue.ts";
import { type DeclaredPart, declaredParts } from "./declared-parts.ts";
import { type Description, descriptionSchema } from "./description.ts";
import { completedFeedback, type Taught, taughtReward, worldOf } from "./lessons.ts";
import { completedMeasures, measuresOf, type NamedMeasure } from "./measures.ts";
import { type Objective, objectiveOf } from "./objective.ts";
import { placed } from "./placing.ts";
import { below, type SeatedPolicy, seatsOf } from "./seated-policies.ts";
import type { WrittenDescription } from "./variants.ts";

/** A variant that can be played. */
export interface Setting extends Taught {
  readonly spec: NumericSpec;
  /** One sentence about the world. */
  readonly about: string;
  makeEnvironment(): NumericEnvironment;
  /** Returns the same world with learnt worths: where a learnt reward reads its text, `worthOf` gives the text's worth. */
  makeWorthWorld(worthOf: (text: string) => number): NumericEnvironment;
  /** The reward as a formula of channels. */
  readonly pay: string;
  /** Named rewards in the formula, with what each pays. */
  readonly payNames: readonly { readonly name: string; readonly meaning: string }[];
  readonly objective: Objective;
  /** The policy of each seat, [agents]. */
  readonly agents: readonly SeatedPolicy[];
  /** Measures that are taken once per seed, beside the episodes. */
  readonly measures: readonly NamedMeasure[];
  /** Requirements of agents that send requests, and of a world that does. */
  readonly remotes: readonly Remote[];
}

/**
 * Prepares what the world and the agents of a description need: reads a log, loads a solver or a trained player. Returns the description
 * with the results. Throws a UserError as `settingOf` does.
 */
export async function prepared(description: Description, parts: Catalogue, place: Preparation): Promise<Description> {
  const made: Record<string, unknown> = { ...description };
  const declared = declaredParts(description);
  const isWorld = ({ kinds }: DeclaredPart) => kinds.includes("environment");
  // The world is last, since it may read a log, which takes long.
  for (const part of [...declared.filter((one) => !isWorld(one)), ...declared.filter(isWorld)]) {
    const { from } = part.parameters;
    if (typeof from === "string" && parts.algorithms.has(part.name)) {
      const path = [...part.place, "from"];
      const { stageKeyAt } = await import("./stages.ts");
      made[path[0]] = placed(made[path[0]], path.slice(1), { cell: stageKeyAt(place, from, path) });
      continue;
    }
    const registries = registriesOf(part, parts);
    const registry = registries.find((one) => one.has(part.name));
    if (registry === undefined) continue;
    const entry = registry.get(part.name);
    if (entry.prepare === undefined) continue;
    const [top, ...below] = part.place;
    try {
      const { beside, own } = parametersOf(part);
      const ready = await entry.prepare(own, place, part.place);
      const whole = { [keyOf(part)]: part.name, ...beside, ...(isMap(ready) ? ready : own) };
      made[top] = placed(made[top], below, whole);
    } catch (error) {
      throw placedIn(part.place, error);
    }
  }
  return descriptionSchema.parse(made);
}

/** Where parts that may have something to prepare are found. */
function registriesOf({ kinds: [kind] }: DeclaredPart, parts: Catalogue) {
  if (kind === "environment") return [parts.environments];
  if (kind === "agent") return [parts.agents, parts.algorithms];
  return kind === "reward" ? [parts.rewards] : kind === "measure" ? [parts.measures] : [];
}

/** The key that a part's name stands under. */
const keyOf = ({ kinds: [kind] }: DeclaredPart): string =>
  kind === "environment" ? "id" : kind === "agent" ? "policy" : "use";

/** A part's own parameters, and what else may stand beside its name: a measure's name, the weight of a reward. */
function parametersOf({ kinds: [kind], parameters }: DeclaredPart) {
  const key = kind === "measure" ? "name" : kind === "reward" ? "weight" : undefined;
  if (key === undefined || !(key in parameters)) return { beside: {}, own: parameters };
  const { [key]: value, ...own } = parameters;
  return { beside: { [key]: value }, own };
}

/** Returns an error with paths in the description added to problems of a part's parameters; problems of another file are unchanged. */
const placedIn = (place: Path, error: unknown): unknown =>
  retold(error, (problem) => {
    const { where, path = [] } = problem;
    const isPlaced = where !== undefined || path[0] === place[0];
    return isPlaced ? problem : { ...problem, path: [...place, ...path] };
  });

/** Returns the settings of variants with one objective, by default each one's reward, and loads all that they name. */
export async function settingsOf(
  written: readonly WrittenDescription[],
  objective: unknown,
  place: Preparation,
): Promise<readonly Setting[]> {
  const descriptions = written.map((one) => checked(descriptionSchema, one));
  const mentions = descriptions.flatMap((description) => declaredParts(description, objective));
  const parts = await loadCatalogue(place.directory, mentions);
  const settings: Setting[] = [];
  // Sequential, since variants of one world share what it reads.
  for (const description of descriptions)
    settings.push(settingOf(await prepared(description, parts, place), objective, parts));
  return settings;
}

/**
 * Creates the setting. Without an objective, the reward is the objective. Throws a UserError with the path of each problem below the
 * description, or below `objective`.
 */
export function settingOf(description: Description, objective: unknown, parts: Catalogue): Setting {
  const { id, ...parameters } = description.environment;
  if (typeof id !== "string") {
    const hint = "environment: coopetition/slcd";
    throw new UserError({ code: "no-environment", what: "the environment has no id", path: ["environment"], hint });
  }
  const entry = parts.environments.get(id, ["environment", "id"]);
  const makeWorld = () => {
    try {
      return entry.make(parameters, ["environment"]);
    } catch (error) {
      throw placedIn(["environment"], error);
    }
  };
  const makeEnvironment = () => worldOf(description.reward, makeWorld());
  const { spec, asker } = makeEnvironment();
  for (const [kind, names] of namesOf(spec)) for (const name of names) plainName(kind, name, ["environment"]);
  const about = entry.summary;
  const pay = formula(description.reward);
  const mistakes = new Mistakes();
  const taught = mistakes.from(() => taughtReward(description, spec, parts, { about, pay, makeEnvironment }));
  const mentioned = declaredParts(description).filter(
    ({ path, name }) => path[0] === "reward" && parts.rewards.has(name),
  );
  const payNames = [...new Set(mentioned.map(({ name }) => name))].map((name) => ({
    name,
    meaning: parts.rewards.get(name).summary,
  }));
  const makeReward = () => {
    // The reward's mistakes are reported already.
    if (taught === undefined) throw new UserError([]);
    return taught.reward(spec);
  };
  const agents = mistakes.from(() =>
    seatsOf(description.agents, spec, parts, { about, pay, makeEnvironment, makeReward }),
  );
  const wanted = mistakes.from(() => {
    // The reward's mistakes are reported only once.
    if (objective === undefined && taught === undefined) throw new UserError([]);
    return below(["objective"], () => objectiveOf(objective ?? description.reward, spec, parts.rewards));
  });
  const measures = mistakes.from(() => measuresOf(description.measures ?? [], makeEnvironment(), parts));
  mistakes.end();
  if (taught === undefined || agents === undefined || wanted === undefined || measures === undefined)
    throw new Error("a mistake was not told");
  const asking = agents.flatMap(({ kind, plan }) =>
    kind === "agent" && plan.remote !== undefined ? [plan.remote] : [],
  );
  const waited = agents.find(({ kind, plan }) => kind === "agent" && plan.remote !== undefined);
  if (waited !== undefined && agents.some(({ kind }) => kind === "algorithm")) {
    const what = `${waited.policy} answers later, and cannot sit beside learners`;
    const hint = "let learners train without it in a stage, and play against it: { policy: trained, stage: … }";
    throw new UserError({ code: "slow-partner", what, path: ["agents"], hint });
  }
  const setting = {
    spec,
    measures,
    about,
    makeEnvironment,
    makeWorthWorld: (worthOf: (text: string) => number) => worldOf(description.reward, makeWorld(), worthOf),
    ...taught,
    pay,
    payNames,
    objective: wanted,
    agents,
    remotes: [asking, asker?.remote ?? [], taught.feedback?.remote ?? []].flat(),
  };
  const channels = new Set(spec.channels.map(({ name }) => name));
  for (const { name } of countsOf(setting)) {
    if (!channels.has(name)) continue;
    const what = `the world has a channel "${name}", and so has what its agents count`;
    throw new UserError({ code: "same-name", what, path: ["agents"] });
  }
  return setting;
}

/** Returns the names in a world that become columns or values of tables. */
const namesOf = ({ agents, labels, channels }: NumericSpec): (readonly [string, readonly string[]])[] => [
  ["an agent's name", [...agents, ...labels]],
  ["a channel's name", channels.map(({ name }) => name)],
];

/** Returns whether an episode may be aborted: an agent or the world sends requests, or the world's own judge may fail. */
export const mayFail = ({ remotes, spec }: Pick<Setting, "remotes" | "spec">): boolean =>
  remotes.length > 0 || spec.fallible === true;

/** Returns the counters of agents and of worlds that send requests, each name once. */
export function countsOf({ agents, remotes }: Pick<Setting, "agents" | "remotes">): readonly Channel[] {
  const own = agents.flatMap((agent) => (agent.kind === "agent" ? (agent.plan.counts ?? []) : []));
  const counts = [...own, ...remotes.flatMap((remote) => remote.counts)];
  return [...new Map(counts.map((count) => [count.name, count])).values()];
}

/** Returns the canonical form of a description, with all defaults, so that equal settings have equal descriptions. */
export function completed(description: Description, setting: Taught, parts: Catalogue): Description {
  const { id, ...parameters } = description.environment;
  const entry = parts.environments.get(String(id), ["environment"]);
  const complete = entry.complete(parameters, ["environment"]);
  const environment = { id, ...(typeof complete === "object" ? complete : {}) };
  return completedMeasures(completedFeedback({ ...description, environment }, setting, parts), parts);
}
