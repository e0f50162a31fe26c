// Assigns declared policies to seats (one for all, a list, or by name), as players or as algorithms that train one.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { checked } from "../../core/checked.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { type Path, retold, sameAgent, UserError, under, unknownName } from "../../core/errors.ts";
import type { AgentPlan, Seat } from "../../core/seat.ts";
import { charactersOf } from "../../core/text.ts";
import { checkFitted } from "../../logs/windows.ts";
import type { Catalogue } from "./catalogue.ts";
import { type AgentsDeclaration, isPolicy, type PolicyDeclaration, policySchema } from "./description.ts";

/** The policy of a seat: a player, or an algorithm that trains one. */
export type SeatedPolicy =
  | { readonly kind: "agent"; readonly policy: string; readonly plan: AgentPlan; readonly knowsPay?: boolean }
  | { readonly kind: "algorithm"; readonly policy: string; readonly plan: AlgorithmPlan; readonly from?: string };

/** Context of an agent in a trial seat. */
export type TrialWorld = Pick<Seat, "about" | "pay" | "makeEnvironment" | "makeReward">;

/** Returns the policy of every seat. Throws a UserError for one that cannot play in this world. */
export function seatsOf(
  declared: AgentsDeclaration,
  spec: NumericSpec,
  parts: Catalogue,
  world: TrialWorld,
): readonly SeatedPolicy[] {
  // Seats that declare the same algorithm share one training.
  const trained = new Map<unknown, SeatedPolicy>();
  return policiesBySeat(declared, spec).map(({ policy, path }, seat) => {
    const agent = trained.get(policy) ?? agentOf(policy, parts, path);
    if (agent.kind === "algorithm") {
      // A learner needs a small number of choices.
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
    const player = tried(agent.plan, { spec, seat, ...world }, parts, path);
    return { ...agent, knowsPay: agent.plan.knowsPay ?? player.receive !== undefined };
  });
}

/** Returns the policy declared for each seat, with its path. */
function policiesBySeat(declared: AgentsDeclaration, spec: NumericSpec): { policy: PolicyDeclaration; path: Path }[] {
  if (isPolicy(declared)) return spec.agents.map(() => ({ policy: declared, path: ["agents"] }));
  if (Array.isArray(declared)) {
    if (declared.length !== spec.agents.length) {
      const what = `the list has ${declared.length} ${declared.length === 1 ? "item" : "items"}`;
      const hint = `it must have one for each of the world's ${spec.agents.length} agents`;
      throw new UserError({ code: "wrong-count", what, path: ["agents"], hint });
    }
    return declared.map((policy, seat) => ({ policy, path: ["agents", seat] }));
  }
  const { others, ...named } = declared;
  const { groups = {} } = spec;
  const bySeat = new Map<number, string>();
  const byGroup = new Map<number, string>();
  for (const name of Object.keys(named)) {
    if (Object.hasOwn(groups, name)) {
      for (const seat of groups[name]) byGroup.set(seat, name);
      continue;
    }
    const seat = Math.max(spec.agents.indexOf(name), spec.labels.indexOf(name));
    if (seat < 0) {
      const known = [...spec.agents, ...spec.labels, ...Object.keys(groups), "others", "policy"];
      throw new UserError({ ...unknownName("agent of this world", name, known), path: ["agents", name] });
    }
    const before = bySeat.get(seat);
    if (before !== undefined) throw new UserError({ ...sameAgent(before, name), path: ["agents", name] });
    bySeat.set(seat, name);
  }
  return spec.agents.map((agent, seat) => {
    const name = bySeat.get(seat) ?? byGroup.get(seat) ?? "others";
    const policy = declared[name];
    if (policy !== undefined) return { policy, path: ["agents", name] };
    const what = `no policy is given for ${agent}`;
    throw new UserError({ code: "missing-agent", what, path: ["agents"], hint: 'name it, or add "others"' });
  });
}

/** Creates the agent once, so that an agent that cannot play in this world fails early. It does nothing before a reset. */
const tried = (plan: AgentPlan, seat: Pick<Seat, "spec" | "seat"> & TrialWorld, parts: Catalogue, path: Path): Agent =>
  under(path, () => plan({ ...seat, memo: (_, compute) => compute(), directory: parts.directory }));

/** Returns agents of one policy for every seat, which play without learning. Throws a UserError as `seatsOf` does. */
export function playersEverywhere(
  declared: unknown,
  path: Path,
  spec: NumericSpec,
  parts: Catalogue,
  world: TrialWorld,
): AgentPlan {
  const agent = agentOf(checked(policySchema, declared, path), parts, path);
  if (agent.kind === "algorithm" || agent.plan.remote !== undefined) {
    const why = agent.kind === "algorithm" ? "has to be trained" : "asks others";
    const what = `${agent.policy} ${why}, and compared episodes are played before any training`;
    throw new UserError({ code: "not-shown", what, path, hint: "name an agent that plays at once, such as random" });
  }
  for (const seat of spec.agents.keys()) tried(agent.plan, { spec, seat, ...world }, parts, path);
  return agent.plan;
}

function agentOf(declared: PolicyDeclaration, parts: Catalogue, path: Path): SeatedPolicy {
  if (typeof declared === "string") return policyOf(declared, {}, parts, path, path);
  const { policy, ...parameters } = declared;
  return policyOf(policy, parameters, parts, path, [...path, "policy"]);
}

function policyOf(name: string, parameters: object, parts: Catalogue, path: Path, namePath: Path): SeatedPolicy {
  if (parts.algorithms.has(name)) return learnerOf(name, parameters, parts, path);
  if (!parts.agents.has(name)) {
    const known = [...parts.agents.ids(), ...parts.algorithms.ids()];
    throw new UserError({ ...unknownName("agent", name, known), path: namePath });
  }
  return { kind: "agent", policy: name, plan: parts.agents.get(name, namePath).make(parameters, path) };
}

/** Reference to the cells of a stage by key, once the stage is resolved. */
const beginning = z.strictObject({ cell: z.string() });

/** Returns an algorithm; `from` is a stage whose parameters it starts with. */
function learnerOf(name: string, parameters: object, parts: Catalogue, path: Path): SeatedPolicy {
  const { from, ...own }: { from?: unknown } = parameters;
  const plan = parts.algorithms.get(name).make(own, path);
  if (from === undefined) return { kind: "algorithm", policy: name, plan };
  if (plan.begins !== true) {
    const hint =
      "writers and on-policy learners (grpo, ppo, a2c, reinforce, …) begin with a stage; others play beside what it has trained: policy: trained";
    throw new UserError({ code: "begins-anew", what: `${name} always begins anew`, path: [...path, "from"], hint });
  }
  return { kind: "algorithm", policy: name, plan, from: checked(beginning, from, [...path, "from"]).cell };
}

/** Runs `make` and gives problems without a path the path of the part that they belong to. */
export function below<T>(path: Path, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw retold(error, (problem) => ({ path, ...problem }));
  }
}
