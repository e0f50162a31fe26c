// Experiments that show one entry, in the fewest words. A snippet is tried before it is printed: what does not fit its world is
// refused by the same check that a user's file meets, and the next world is tried.

import { UserError } from "../../core/errors.ts";
import type { BoundEntry } from "../../core/registry.ts";
import { parseExperiment } from "../experiment/experiment.ts";
import { flow, parameterRows } from "./parameter-rows.ts";
import type { World } from "./worlds.ts";

/** Worlds that suit most entries, tried before all others. */
const FAMILIAR = ["coopetition/slcd", "control/cart-pole", "language/sort"];
/** Budgets of a training that ends within a minute, by the parameter that says how long it is. */
const SHORT = [
  ["steps", 20_000],
  ["updates", 20],
  ["rounds", 5],
] as const;

/** Finds snippets among these worlds. */
export interface Snippets {
  agent(entry: BoundEntry<unknown>): Promise<string>;
  /** A short training beside random play. */
  algorithm(entry: BoundEntry<unknown>): Promise<string>;
  reward(entry: BoundEntry<unknown>): Promise<string>;
  /** Random play, measured. */
  measure(entry: BoundEntry<unknown>): Promise<string>;
  /** A short training of texts by the method, or with the callback. */
  method(entry: BoundEntry<unknown>): Promise<string>;
  callback(entry: BoundEntry<unknown>): Promise<string>;
  /** A reward that is learnt from the source. */
  feedback(entry: BoundEntry<unknown>): Promise<string>;
}

/** The world's payoff under random play, beside that of a player that theory gives. */
export function worldSnippet(world: World): string {
  const [oracle] = Object.keys(world.spec.oracles ?? {});
  const beside = oracle === undefined ? [] : [`${oracle}: { agents: { policy: oracle, name: ${oracle} } }`];
  return experiment(world, "random", ["random: {}", ...beside]);
}

/** Each snippet is of the world that the entry's example names, or of the first that the entry fits. */
export function snippetsIn(worlds: readonly World[]): Snippets {
  const candidates = ({ id, example }: BoundEntry<unknown>): Iterable<World> => {
    const [family, ...own] = id.split("/");
    const first = example?.environment;
    if (first !== undefined) return worlds.filter(({ entry }) => entry.id === first);
    const related = own.length === 0 ? [] : worlds.filter(({ entry }) => entry.id.includes(family));
    const familiar = worlds.filter(({ entry }) => FAMILIAR.includes(entry.id));
    return new Set([...related, ...familiar, ...worlds]);
  };
  const find = async (entry: BoundEntry<unknown>, draft: (world: World) => string): Promise<string> => {
    let refusal: unknown = new Error(`no world of the example of "${entry.id}" is there`);
    for (const world of candidates(entry)) {
      const text = draft(world);
      if (entry.example?.needs !== undefined) return text;
      try {
        await parseExperiment(text, "snippet.yaml");
        return text;
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        refusal = error;
      }
    }
    throw refusal;
  };
  const rewardOf = ({ example }: BoundEntry<unknown>) =>
    example?.reward === undefined ? undefined : flow(example.reward);
  return {
    agent(entry) {
      const { group } = entry.example ?? {};
      const agents =
        group === undefined ? named("policy", entry) : `{ ${group}: ${named("policy", entry)}, others: random }`;
      return find(entry, (world) => experiment(world, agents, [], rewardOf(entry)));
    },
    algorithm(entry) {
      const policy = named("policy", entry, budgetOf(entry));
      const variants = ["learnt: {}", "random: { agents: random }"];
      return find(entry, (world) => experiment(world, policy, variants, rewardOf(entry)));
    },
    method: (entry) =>
      find(entry, (world) => experiment(world, written(`method: ${named("use", entry)}`), [], rewardOf(entry))),
    callback: (entry) =>
      find(entry, (world) => experiment(world, written(`with: [${named("use", entry)}]`), [], rewardOf(entry))),
    feedback: (entry) =>
      find(entry, (world) =>
        [`feedback: ${named("use", entry)}`, experiment(world, "random", [], "{ learnt: { comparisons: 100 } }")].join(
          "\n",
        ),
      ),
    measure: (entry) =>
      find(entry, (world) => [`measures: [${named("use", entry)}]`, experiment(world, "random", [])].join("\n")),
    reward: (entry) => find(entry, (world) => experiment(world, "random", [], named("use", entry))),
  };
}

const written = (part: string) => `{ policy: grpo, updates: 20, ${part} }`;

/** An entry by its name, or as a map where its example or `more` gives parameters. */
function named(key: string, { id, example }: BoundEntry<unknown>, more: object = {}): string {
  const parameters = { ...more, ...example?.parameters };
  return Object.keys(parameters).length === 0 ? id : flow({ [key]: id, ...parameters });
}

function budgetOf({ parameters }: BoundEntry<unknown>): object {
  const names = new Set(parameterRows(parameters).map((row) => row.name));
  return Object.fromEntries(SHORT.filter(([name]) => names.has(name)).slice(0, 1));
}

function experiment({ entry, spec }: World, agents: string, variants: readonly string[] = [], given?: string): string {
  // A world without a payoff says nothing of what is paid; its first channel stands in its place.
  const wanted = spec.channels.some(({ name }) => name === "payoff") ? "payoff" : spec.channels[0].name;
  const reward = given ?? (wanted === "payoff" ? undefined : flow({ channel: wanted }));
  return [
    `environment: ${entry.id}`,
    `agents: ${agents}`,
    ...(reward === undefined ? [] : [`reward: ${reward}`]),
    `objective: ${spec.agents.length === 1 ? wanted : `joint.${wanted}`}`,
    ...(variants.length < 2 ? [] : ["variants:", ...variants.map((variant) => `  ${variant}`)]),
    "seeds: 5",
  ].join("\n");
}
