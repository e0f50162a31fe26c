// Exploration from greed alone: exact plans first, then agents that learn from their pay and nothing else, whole and with one of
// the three conditions taken away.

import type { Agent } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { above, atLeast, atMost, within } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, is } from "../../study/claim.ts";
import { byArm, type Comparison } from "../../study/comparison.ts";
import type { Study, StudyContext, StudyJob, StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { type AgentName, BERNOULLI, MAP, ruleAgents, type TaskName, trained, worldOf } from "./agents.ts";
import { bayesAdaptiveValue } from "./bayes-adaptive.ts";
import { exactEquations, searchValue } from "./exact.ts";
import { type Pulls, pulls, type Searches, searches } from "./measures.ts";

export const greedyExploration: Study = {
  id: "greedy-exploration",
  title: "Exploration that nobody asked for: greedy agents with memory in worlds that recur",
  source: "arXiv 2508.01287 (Rentschler & Roberts, 2025)",
  claim:
    "An agent trained only to collect reward explores by itself where its world recurs, it remembers, and credit reaches far. Without recurrence or memory it does not; without far credit it still tries arms, but buys no information.",
  claimed:
    "directions only: exploration with recurrence and memory, none without either; without long-horizon credit it often survives in bandits",
  seeds: { first: 500, short: 5, full: 10 },
  notDone: ["A transformer as the learner. The paper's text: its abstract alone was at hand."],
  seenBefore: ["Settings of the learner, and the second forms of UCB1 and ε-greedy: chosen on other seeds."],
  run,
};

/** What is trained with all seeds, with three of them in the short form, and in the long form alone. */
const PLAN: Readonly<Record<TaskName, Readonly<Record<"all" | "few" | "long", readonly AgentName[]>>>> = {
  map: {
    all: ["full", "no memory", "γ = 0"],
    few: ["no recurrence", "wrong map", "exchanged pay"],
    long: ["nothing stays"],
  },
  bernoulli: { all: ["full", "γ = 0"], few: [], long: ["no memory", "no recurrence", "nothing stays"] },
  goal: { all: ["full", "no memory"], few: [], long: ["γ = 0", "no recurrence", "nothing stays"] },
};

async function run(context: StudyContext): Promise<StudyResult> {
  context.signal.throwIfAborted();
  const equations = exactEquations();
  const goals = await learned(context, "goal");
  const [maps, arms] = [await pulled(context, "map"), await pulled(context, "bernoulli")];
  const [map, bernoulli, goal] = [byArm(maps), byArm(arms), byArm(goals, { shares: ["fresh"] })];
  const meters = { earned: "earned", "different choices among the first N": "distinct" } as const;
  return {
    claims: [
      ...equations,
      ...mapClaims(map),
      ...bernoulliClaims(bernoulli),
      ...(["no memory", "γ = 0"] as const).flatMap((name) => (goals.has(name) ? [goalClaim(goal, name)] : [])),
    ],
    controls: mapControls(map),
    tables: [
      table("known worth of a block, and known steps of a search", {
        map: { best: MAP.pulls - 1, "by elimination": searchValue(MAP.arms, MAP.pulls) },
        Bernoulli: { best: bayesAdaptiveValue(BERNOULLI, "optimal"), myopic: bayesAdaptiveValue(BERNOULLI, "myopic") },
        "hidden goal": { "first search": 12.5, "a later one": 2.5 },
      }),
      map.table("map bandit, a block", [...maps.keys()], meters),
      bernoulli.table("Bernoulli bandit, a block", [...arms.keys()], meters),
      goal.table("searches for a hidden goal", [...goals.keys()], {
        "steps of the first": "first",
        "of a later one": "later",
        "share of new tiles in the first": "fresh",
        "goals found in a block": "found",
      }),
    ],
  };
}

/** What is measured in the blocks of each task. */
interface Conducts {
  readonly map: Pulls;
  readonly bernoulli: Pulls;
  readonly goal: Searches;
}

const WATCHED: { readonly [T in TaskName]: (world: NumericEnvironment, agent: Agent, seed: number) => Conducts[T] } = {
  map: (world, agent, seed) => pulls(world, agent, MAP.arms, seed, 1000),
  bernoulli: (world, agent, seed) => pulls(world, agent, BERNOULLI.arms, seed, 2000),
  goal: (world, agent, seed) => searches(world, agent, seed, 500),
};

/** An agent that is to learn. */
interface BlockJob<T> {
  readonly task: T;
  readonly name: AgentName;
  readonly seed: number;
}

/** Trains an agent and watches it in whole blocks, seen as it saw them in training. */
export async function learn<T extends TaskName>(
  { task, name, seed }: BlockJob<T>,
  signal?: AbortSignal,
): Promise<Conducts[T]> {
  const agent = await trained(task, name, seed, signal);
  try {
    return WATCHED[task](worldOf(task, name === "no memory" || name === "wrong map" ? name : "full"), agent, seed);
  } finally {
    agent.close?.();
  }
}

/** What the agents of a task do, by seed. */
async function learned<T extends TaskName>(context: StudyContext, task: T): Promise<Map<string, Conducts[T][]>> {
  const { full, seeds } = context;
  const { all, few, long } = PLAN[task];
  const on = (names: readonly AgentName[], some: readonly number[]) =>
    names.flatMap((name) => some.map((seed) => ({ task, name, seed })));
  const jobs = [...on(all, seeds), ...on(few, full ? seeds : seeds.slice(0, 3)), ...on(full ? long : [], seeds)];
  const job: StudyJob<BlockJob<T>, Conducts[T]> = { module: import.meta.url, name: "learn", compute: learn };
  const found = await context.all(job, jobs, ({ name, seed }) => `${task}, ${name}, seed ${seed}`);
  return new Map(jobs.map(({ name }) => [name, found.filter((_, k) => jobs[k].name === name)]));
}

/** What agents and rules earn in the blocks of a bandit. */
async function pulled(context: StudyContext, task: "map" | "bernoulli"): Promise<Map<string, Pulls[]>> {
  const agents = await learned(context, task);
  const world = worldOf(task);
  const rules = ruleAgents(world.spec.choices ?? 0).map(
    ([name, rule]) => [name, context.seeds.map((seed) => WATCHED[task](world, rule, seed))] as const,
  );
  return new Map([...agents, ...rules]);
}

/** What an agent without a memory earns at best: H/N, and a little. */
const MEMORYLESS = (1.15 * MAP.pulls) / MAP.arms;

/** The map bandit with and without the conditions. Thresholds were fixed before the first run. */
function mapClaims(map: Comparison<string, Pulls>): Claim[] {
  const first = "share of blocks that begin with the map";
  return [
    claim("map: the full agent buys information", is(map.mean("full", "mapFirst"), atLeast(0.8), first)),
    claim("map: what it earns, 90% of H − 1", is(map.mean("full", "earned"), atLeast(0.9 * (MAP.pulls - 1)))),
    claim("map, γ = 0: no information is bought", is(map.mean("γ = 0", "mapFirst"), atMost(0.05), first)),
    claim(
      "map, γ = 0: what it earns, 80% of the search value",
      is(map.mean("γ = 0", "earned"), atLeast(0.8 * searchValue(MAP.arms, MAP.pulls))),
    ),
    claim("map, no memory: what it earns, 1.15·H/N", is(map.mean("no memory", "earned"), atMost(MEMORYLESS))),
    claim(
      "map, trained on blocks of one pull: no information is bought",
      is(map.mean("no recurrence", "mapFirst"), atMost(0.05), first),
    ),
  ];
}

/** The Bernoulli bandit against Thompson sampling, and what far credit adds. */
function bernoulliClaims(arms: Comparison<string, Pulls>): Claim[] {
  return [
    claim("Bernoulli: what the full agent earns, 95% of Thompson sampling", [
      is(arms.ratio("full", "Thompson", "earned"), atLeast(0.95), "full/Thompson"),
      beside("full", arms.mean("full", "earned")),
    ]),
    claim("Bernoulli, γ = 0: what it earns against the full agent, paired", [
      is(arms.ratio("γ = 0", "full", "earned"), within(0.95, 1.05), "γ = 0/full"),
      beside("γ = 0 − full", arms.less("γ = 0", "full", "earned")),
    ]),
  ];
}

/** How much shorter a condition makes the later searches. */
function goalClaim(goal: Comparison<string, Searches>, without: AgentName): Claim {
  return claim(`hidden goal, ${without}: steps of searches 2 to 4 against the full agent`, [
    is(goal.ratio(without, "full", "later"), atLeast(2), `${without}/full`),
    beside(without, goal.mean(without, "later")),
    beside("full", goal.mean("full", "later")),
    beside("more", goal.less(without, "full", "later")),
  ]);
}

/** A map that shows a wrong arm, and pay that says nothing of one's own pulls. */
function mapControls(map: Comparison<string, Pulls>): Control[] {
  return [
    control(
      "the map shows a wrong arm: more than 5% of blocks begin with it",
      is(map.mean("wrong map", "mapFirst"), above(0.05)),
    ),
    control(
      "in training every block is paid what another earned: more than 1.15·H/N",
      is(map.mean("exchanged pay", "earned"), above(MEMORYLESS)),
    ),
  ];
}
