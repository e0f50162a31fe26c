// One variant brought to life: its world, its agents by seat, its reward and the objective, all from names and
// parameters. A worker does this from plain data, so that nothing but data crosses threads.

import type { Remote } from "../../core/agent.ts";
import type { Channel } from "../../core/channel.ts";
import { checked, isMap } from "../../core/checked.ts";
import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { type Path, retold, UserError } from "../../core/errors.ts";
import { type Preparation, ready } from "../../core/registry.ts";
import { rewardDeclaration, SHOWN_BY } from "../../rewards/declaration.ts";
import { formula } from "../../rewards/formula.ts";
import { type Catalogue, loadCatalogue, type Mention } from "./catalogue.ts";
import { completedFeedback, type Taught, taughtReward, worldOf } from "./lessons.ts";
import { type Objective, objectiveOf } from "./objective.ts";
import { plainName } from "./plain-name.ts";
import { isFile, type PluginKind } from "./plugins.ts";
import { below, type SeatedPolicy, seatsOf } from "./seated-policies.ts";
import type { Description } from "./variants.ts";

/** A variant that can be played. */
export interface Setting extends Taught {
  readonly spec: NumericSpec;
  /** The world in a sentence. */
  readonly about: string;
  makeEnvironment(): NumericEnvironment;
  /** The same world where a learnt reward reads what it leaves, by what was learnt. */
  makeWorthWorld(worthOf: (text: string) => number): NumericEnvironment;
  /** The reward as a formula of channels. */
  readonly pay: string;
  /** The rewards that stand in it by their names, and what each pays. */
  readonly payNames: readonly { readonly name: string; readonly meaning: string }[];
  readonly objective: Objective;
  /** [agents] */
  readonly agents: readonly SeatedPolicy[];
  /** What a run must know of agents that ask others, and of a world that does. */
  readonly remotes: readonly Remote[];
}

/** Names that are used, so that what they mean can be loaded before a setting is made. */
export function mentionsIn(description: Description, objective: unknown): Mention[] {
  const mentions: Mention[] = [];
  /** A text method, a callback or a source of feedback: a name alone, or under `use`. */
  const parts = (kind: PluginKind, value: unknown, path: Path): void => {
    if (typeof value === "string") mentions.push({ kinds: [kind], name: value, path });
    else if (typeof value === "object" && value !== null && "use" in value) parts(kind, value.use, [...path, "use"]);
  };
  const { id } = description.environment;
  if (typeof id === "string") mentions.push({ kinds: ["environment"], name: id, path: ["environment"] });
  const { rule } = description.environment;
  if (typeof rule === "string" && isFile(rule))
    mentions.push({ kinds: ["rule"], name: rule, path: ["environment", "rule"] });
  const policies = (value: unknown, path: Path): void => {
    if (typeof value === "string") mentions.push({ kinds: ["agent", "algorithm"], name: value, path });
    else if (typeof value === "object" && value !== null) {
      if ("policy" in value) {
        policies(value.policy, [...path, "policy"]);
        if ("method" in value) parts("text-method", value.method, [...path, "method"]);
        if ("with" in value && Array.isArray(value.with))
          for (const [k, one] of value.with.entries()) parts("callback", one, [...path, "with", k]);
      } else for (const [key, part] of Object.entries(value)) policies(part, [...path, key]);
    }
  };
  const pays = (value: unknown, path: Path): void => {
    if (typeof value === "string") mentions.push({ kinds: ["reward"], name: value, path });
    else if (isMap(value) && isMap(value.learnt)) policies(value.learnt.from ?? SHOWN_BY, [...path, "learnt", "from"]);
    else if (typeof value === "object" && value !== null)
      for (const [key, part] of Object.entries(value)) pays(part, [...path, key]);
  };
  policies(description.agents, ["agents"]);
  pays(description.reward, ["reward"]);
  parts("feedback", description.feedback, ["feedback"]);
  pays(objective, ["objective"]);
  return mentions;
}

/**
 * The description with what its world and its agents ask for made ready: a log is read, a solver or a trained player loaded. A
 * UserError as in `settingOf`.
 */
export async function prepared(description: Description, parts: Catalogue, place: Preparation): Promise<Description> {
  const agents = await preparedAgents(description.agents, parts, place, ["agents"]);
  const reward = await preparedReward(description.reward, parts, place, ["reward"]);
  return preparedWorld({ ...description, agents, reward }, parts, place);
}

/** A reward with the players made ready whose episodes it is learnt from. */
async function preparedReward(declared: unknown, parts: Catalogue, place: Preparation, path: Path): Promise<unknown> {
  if (Array.isArray(declared)) {
    const list: unknown[] = [];
    for (const [k, one] of declared.entries()) list.push(await preparedReward(one, parts, place, [...path, k]));
    return list;
  }
  if (!isMap(declared)) return declared;
  const map: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(declared)) {
    const at = [...path, key];
    const isShown = key === "from" && path.at(-1) === "learnt";
    map[key] = await (isShown ? preparedAgents : preparedReward)(one, parts, place, at);
  }
  return map;
}

/** Policies, by seat or for all, with what they ask for made ready. */
async function preparedAgents(declared: unknown, parts: Catalogue, place: Preparation, path: Path): Promise<unknown> {
  if (typeof declared === "string") {
    const needs = parts.agents.has(declared) && parts.agents.get(declared).prepare !== undefined;
    return needs ? preparedAgents({ policy: declared }, parts, place, path) : declared;
  }
  if (Array.isArray(declared)) {
    const list: unknown[] = [];
    for (const [seat, one] of declared.entries()) list.push(await preparedAgents(one, parts, place, [...path, seat]));
    return list;
  }
  if (!isMap(declared)) return declared;
  const { policy, ...parameters } = declared;
  if (typeof policy === "string") {
    const entry = parts.agents.has(policy) ? parts.agents.get(policy) : undefined;
    if (entry?.prepare === undefined) return declared;
    try {
      const found = await entry.prepare(parameters, place, path);
      return typeof found === "object" ? { policy, ...found } : declared;
    } catch (error) {
      throw retold(error, (problem) => {
        const told = problem.where !== undefined || problem.path?.[0] === "agents";
        return told ? problem : { ...problem, path: [...path, ...(problem.path ?? [])] };
      });
    }
  }
  const seats: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(declared)) {
    seats[name] = await preparedAgents(one, parts, place, [...path, name]);
  }
  return seats;
}

async function preparedWorld(description: Description, parts: Catalogue, place: Preparation): Promise<Description> {
  const { id, ...parameters } = description.environment;
  if (typeof id !== "string" || !parts.environments.has(id)) return description;
  try {
    const found = await ready(parts.environments.get(id), parameters, place, ["environment"]);
    return typeof found === "object" ? { ...description, environment: { id, ...found } } : description;
  } catch (error) {
    throw ofWorld(error);
  }
}

/** What was thrown; a problem of the world's parameters with its path in a description, one in another file as it is. */
const ofWorld = (error: unknown): unknown =>
  retold(error, (problem) => {
    const { where, path = [] } = problem;
    const told = where !== undefined || path[0] === "environment";
    return told ? problem : { ...problem, path: ["environment", ...path] };
  });

/** Settings of variants with one objective, with all that they name loaded: of a run that was checked before it began. */
export async function settingsOf(
  descriptions: readonly Description[],
  objective: unknown,
  place: Preparation,
): Promise<readonly Setting[]> {
  const mentions = descriptions.flatMap((description) => mentionsIn(description, objective));
  const parts = await loadCatalogue(place.directory, mentions);
  const settings: Setting[] = [];
  // One after the other: variants of one world share what it reads.
  for (const description of descriptions)
    settings.push(settingOf(await prepared(description, parts, place), objective, parts));
  return settings;
}

/** Makes the setting; a UserError holds the path of each problem below the description, or below `objective`. */
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
      throw ofWorld(error);
    }
  };
  const makeEnvironment = () => worldOf(description.reward, makeWorld());
  const { spec, asker } = makeEnvironment();
  for (const [kind, names] of namesOf(spec)) for (const name of names) plainName(kind, name, ["environment"]);
  const about = entry.summary;
  const pay = formula(checked(rewardDeclaration, description.reward, ["reward"]));
  const taught = taughtReward(description, spec, parts, { about, pay, makeEnvironment });
  const { reward } = taught;
  const mentioned = mentionsIn(description, undefined).filter(
    ({ path, name }) => path[0] === "reward" && parts.rewards.has(name),
  );
  const payNames = [...new Set(mentioned.map(({ name }) => name))].map((name) => ({
    name,
    meaning: parts.rewards.get(name).summary,
  }));
  const agents = seatsOf(description.agents, spec, parts, {
    about,
    pay,
    makeEnvironment,
    makeReward: () => reward(spec),
  });
  const asking = agents.flatMap(({ kind, plan }) =>
    kind === "agent" && plan.remote !== undefined ? [plan.remote] : [],
  );
  const setting = {
    spec,
    about,
    makeEnvironment,
    makeWorthWorld: (worthOf: (text: string) => number) => worldOf(description.reward, makeWorld(), worthOf),
    ...taught,
    pay,
    payNames,
    objective: below(["objective"], () => objectiveOf(objective, spec, parts.rewards)),
    agents,
    remotes: [asking, asker?.remote ?? [], taught.feedback?.remote ?? []].flat(),
  };
  for (const { name } of countsOf(setting)) {
    if (!spec.channels.some((channel) => channel.name === name)) continue;
    const what = `the world has a channel "${name}", and so has what its agents count`;
    throw new UserError({ code: "same-name", what, path: ["agents"] });
  }
  return setting;
}

/** What a world names, of which tables are made. */
const namesOf = ({ agents, labels, channels }: NumericSpec): (readonly [string, readonly string[]])[] => [
  ["an agent's name", [...agents, ...labels]],
  ["a channel's name", channels.map(({ name }) => name)],
];

/** Whether an episode may be broken off: an agent or the world asks others, or the world's own judge may fail. */
export const mayFail = ({ remotes, spec }: Pick<Setting, "remotes" | "spec">): boolean =>
  remotes.length > 0 || spec.fallible === true;

/** What agents and worlds that ask others count in an episode, each name once. */
export function countsOf({ remotes }: Pick<Setting, "remotes">): readonly Channel[] {
  const counts = remotes.flatMap((remote) => remote.counts);
  return [...new Map(counts.map((count) => [count.name, count])).values()];
}

/** The canonical form of a description: defaults filled in, so that what is said twice is the same. */
export function completed(description: Description, setting: Taught, parts: Catalogue): Description {
  const { id, ...parameters } = description.environment;
  const entry = parts.environments.get(String(id), ["environment"]);
  const complete = entry.complete(parameters, ["environment"]);
  const environment = { id, ...(typeof complete === "object" ? complete : {}) };
  return completedFeedback({ ...description, environment }, setting, parts);
}
