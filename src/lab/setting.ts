// One variant brought to life: its world, its agents by seat, its reward and the objective, all from names and
// parameters. A worker does this from plain data, so that nothing but data crosses threads.

import type { AgentPlan, Remote, Seat } from "../core/agent.ts";
import type { AlgorithmPlan } from "../core/algorithm.ts";
import type { Channel } from "../core/channel.ts";
import { checked, display, isMap } from "../core/checked.ts";
import type { NumericEnvironment, NumericSpec } from "../core/environment.ts";
import { type Path, retold, sameAgent, UserError, under, unknownName } from "../core/errors.ts";
import { type Preparation, ready } from "../core/registry.ts";
import type { RewardPlan } from "../core/reward.ts";
import { charactersOf } from "../core/text.ts";
import { checkFitted } from "../logs/windows.ts";
import { formula } from "../rewards/formula.ts";
import { rewardDeclaration, rewardPlan } from "../rewards/index.ts";
import { type Catalogue, loadCatalogue, type Mention } from "./catalogue.ts";
import { type Objective, objectiveOf } from "./objective.ts";
import { plainName } from "./plain-name.ts";
import { isFile, type PluginKind } from "./plugins.ts";
import type { Description } from "./variants.ts";

/** A variant that can be played. */
export interface Setting {
  readonly spec: NumericSpec;
  /** The world in a sentence. */
  readonly about: string;
  makeEnvironment(): NumericEnvironment;
  readonly reward: RewardPlan;
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

/** What sits in a seat: a player that is ready, or an algorithm that makes one by training. */
export type SeatedPolicy =
  | { readonly kind: "agent"; readonly policy: string; readonly plan: AgentPlan; readonly knowsPay?: boolean }
  | { readonly kind: "algorithm"; readonly policy: string; readonly plan: AlgorithmPlan };

/** Names that are used, so that what they mean can be loaded before a setting is made. */
export function mentionsIn(description: Description, objective: unknown): Mention[] {
  const mentions: Mention[] = [];
  /** A text method or a callback: a name alone, or under `use`. */
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
    else if (typeof value === "object" && value !== null)
      for (const [key, part] of Object.entries(value)) pays(part, [...path, key]);
  };
  policies(description.agents, ["agents"]);
  pays(description.reward, ["reward"]);
  pays(objective, ["objective"]);
  return mentions;
}

/**
 * The description with what its world and its agents ask for made ready: a log is read, a solver or a trained player loaded. A
 * UserError as in `settingOf`.
 */
export async function prepared(description: Description, parts: Catalogue, place: Preparation): Promise<Description> {
  const agents = await preparedAgents(description.agents, parts, place, ["agents"]);
  return preparedWorld({ ...description, agents }, parts, place);
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
  const makeEnvironment = () => {
    try {
      return entry.make(parameters, ["environment"]);
    } catch (error) {
      throw ofWorld(error);
    }
  };
  const { spec, asker } = makeEnvironment();
  for (const [kind, names] of namesOf(spec)) for (const name of names) plainName(kind, name, ["environment"]);
  const reward = below(["reward"], () => {
    const plan = rewardPlan(description.reward, parts.rewards, ["reward"]);
    plan(spec);
    return plan;
  });
  const about = entry.summary;
  const pay = formula(checked(rewardDeclaration, description.reward, ["reward"]));
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
    reward,
    pay,
    payNames,
    objective: below(["objective"], () => objectiveOf(objective, spec, parts.rewards)),
    agents,
    remotes: [...asking, ...(asker === undefined ? [] : [asker.remote])],
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
export function completed(description: Description, parts: Catalogue): Description {
  const { id, ...parameters } = description.environment;
  const entry = parts.environments.get(String(id), ["environment"]);
  const complete = entry.complete(parameters, ["environment"]);
  return { ...description, environment: { id, ...(typeof complete === "object" ? complete : {}) } };
}

function seatsOf(
  declared: unknown,
  spec: NumericSpec,
  parts: Catalogue,
  world: Pick<Seat, "about" | "pay" | "makeEnvironment" | "makeReward">,
): Setting["agents"] {
  const policies: { policy: unknown; path: Path }[] = spec.agents.map(() => ({ policy: undefined, path: ["agents"] }));
  if (Array.isArray(declared)) {
    if (declared.length !== spec.agents.length) {
      const what = `the list has ${declared.length} ${declared.length === 1 ? "item" : "items"}`;
      const hint = `it must have one for each of the world's ${spec.agents.length} agents`;
      throw new UserError({ code: "wrong-count", what, path: ["agents"], hint });
    }
    for (const [seat, policy] of declared.entries()) policies[seat] = { policy, path: ["agents", seat] };
  } else if (typeof declared === "object" && declared !== null && !("policy" in declared)) {
    for (const [name, policy] of Object.entries(declared)) {
      if (name === "others") continue;
      const seat = Math.max(spec.agents.indexOf(name), spec.labels.indexOf(name));
      if (seat < 0) {
        const known = [...spec.agents, ...spec.labels, "others", "policy"];
        throw new UserError({ ...unknownName("agent of this world", name, known), path: ["agents", name] });
      }
      const before = policies[seat].path.at(1);
      if (before !== undefined) throw new UserError({ ...sameAgent(String(before), name), path: ["agents", name] });
      policies[seat] = { policy, path: ["agents", name] };
    }
    const others = "others" in declared ? declared.others : undefined;
    for (const [seat, { policy }] of policies.entries()) {
      if (policy !== undefined) continue;
      if (others === undefined) {
        const what = `no policy is given for ${spec.agents[seat]}`;
        throw new UserError({ code: "missing-agent", what, path: ["agents"], hint: 'name it, or add "others"' });
      }
      policies[seat] = { policy: others, path: ["agents", "others"] };
    }
  } else policies.fill({ policy: declared, path: ["agents"] });
  // Seats that declare the same algorithm are trained by one.
  const trained = new Map<unknown, SeatedPolicy>();
  return policies.map(({ policy, path }, seat) => {
    const agent = trained.get(policy) ?? agentOf(policy, parts, path);
    if (agent.kind === "algorithm") {
      // A learner chooses among few.
      under(path, () => charactersOf(spec));
      under(path, () => agent.plan.check(spec));
      if (spec.windows !== undefined) checkFitted(spec.windows, `${agent.policy} learns from`, path);
      trained.set(policy, agent);
      if (trained.size > 1) {
        const what = "two algorithms would have to learn in one game";
        const hint = "give all learning seats the same policy, once, under `others` or for all";
        throw new UserError({ code: "two-algorithms", what, path, hint });
      }
      return agent;
    }
    // Takes its seat once, so that an agent that cannot play in this world says so now; it begins nothing before a reset.
    const { directory } = parts;
    const player = below(path, () => agent.plan({ spec, seat, ...world, memo: (_, compute) => compute(), directory }));
    return { ...agent, knowsPay: agent.plan.knowsPay ?? player.receive !== undefined };
  });
}

function agentOf(declared: unknown, parts: Catalogue, path: Path): SeatedPolicy {
  if (typeof declared === "string") return policyOf(declared, {}, parts, path, path);
  if (isMap(declared) && typeof declared.policy === "string") {
    const { policy, ...parameters } = declared;
    return policyOf(policy, parameters, parts, path, [...path, "policy"]);
  }
  const hint = "name a policy: agents: tit-for-tat, or agents: { policy: constant, level: 40 }";
  throw new UserError({ code: "invalid-agent", what: `is ${display(declared)}`, path, hint });
}

function policyOf(name: string, parameters: object, parts: Catalogue, path: Path, namePath: Path): SeatedPolicy {
  if (parts.algorithms.has(name)) {
    return { kind: "algorithm", policy: name, plan: parts.algorithms.get(name).make(parameters, path) };
  }
  if (!parts.agents.has(name)) {
    const known = [...parts.agents.ids(), ...parts.algorithms.ids()];
    throw new UserError({ ...unknownName("agent", name, known), path: namePath });
  }
  return { kind: "agent", policy: name, plan: parts.agents.get(name, namePath).make(parameters, path) };
}

/** Gives problems without a path the path of the part they arose in. */
function below<T>(path: Path, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw retold(error, (problem) => ({ path, ...problem }));
  }
}
