// Dense rewards for one sparse task by every family, scored on speed, alignment and hackability (a proposal of December
// 2025 that names the families and no figures; the bench and its thresholds are ours).

import { above, atLeast, atMost, below, near, worded } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, equation, is } from "../../study/claim.ts";
import { byArm, type Comparison } from "../../study/comparison.ts";
import { difference, sampled } from "../../study/figure.ts";
import { type Study, type StudyContext, type StudyResult, studyJob } from "../../study/study.ts";
import { type RowOf, type Table, table } from "../../study/table.ts";
import {
  type Builder,
  builders,
  type Dense,
  dealtAnew,
  made,
  ofTable,
  preferred,
  SEGMENT,
  shaped,
} from "./builders.ts";
import { epicDistance } from "./reward-distance.ts";
import * as scores from "./scores.ts";
import { distance, optimal, task } from "./task.ts";

/** Steps of the plans that look for a hack. */
const LONG = 1000;
/** Shorter plans, for the true return as a function of how hard the reward is maximised. */
const HORIZONS = [15, 20, 40, 80, 160, 320];

export const denseRewards: Study = {
  id: "dense-rewards",
  title: "Towards better dense rewards in reinforcement learning applications",
  source:
    "a research proposal of December 2025 (one author); methods after arXiv 1706.03741, 2006.13900 and Ng et al. (1999)",
  claim:
    "A dense reward can speed learning up, and can mislead or be farmed; only potential-based shaping is safe with any potential.",
  claimed: "no figures; the proposal states the trade-off",
  seeds: { first: 20_001, short: 40, full: 400 },
  notDone: [
    "A point mass with a delayed reward and builders that are networks; builders by hindsight, by a judge of sub-goals, by prediction errors.",
  ],
  seenBefore: [
    "Seeds 1 to 20: the earlier record, with segments of 5 steps. Seeds 901 to 920: segments of 5, 10, 18 and 40 steps, plain and discounted.",
    "There 200 preferences had a regret of 0.15 with 5 steps, 0.9 with 10 and 1 with 18; V* dealt anew took 4,055 steps, the sparse reward 5,230.",
  ],
  changed: [
    `Segments have ${SEGMENT} steps, the longest shortest way to the goal; with 5 steps most pairs tied. Both lengths are shown and judged.`,
    "The control is the task's own: a potential that is dealt anew must be slower than the sparse reward. A second one holds it against V* in its place.",
    "Whether a builder is faster and worse is undecided where an interval leaves it open; it used to fail there. More seeds, for the spread of learning times.",
  ],
  run,
};

/** Builders of the controls. */
const spoilt: readonly Builder[] = [
  made("flipped labels", "200 labels", (seed) => preferred(200, "flipped", seed)),
  made("random labels", "200 labels", (seed) => preferred(200, "random", seed)),
  made("V* dealt anew", "none", dealtAnew, true),
  made("negative potential", "none", () => shaped((s) => -distance[s]), true),
];

const everyBuilder = [...builders, ...spoilt];

/** A builder's reward of one seed. */
type Scores = ReturnType<typeof judged> & { readonly steps: number };

/** Builders by name. */
type Rewards = Comparison<string, Scores>;

async function run({ seeds, full, signal, all }: StudyContext): Promise<StudyResult> {
  signal.throwIfAborted();
  const jobs = everyBuilder.map(({ name }) => ({ name, seeds, policies: full ? 400 : 100 }));
  const found = await all(scoring, jobs, ({ name }) => name);
  const rewards = byArm(new Map(jobs.map(({ name }, k) => [name, found[k]])), {
    amounts: ["regret", "hacked", "steps"],
  });
  const counted = seeds.map((seed) => scores.stepsToLearn(scores.countBonusPay(), seed));
  return {
    claims: [
      ...potentialEquations(rewards),
      ...farmClaims(rewards),
      ...preferenceClaims(rewards),
      tradeOff(rewards),
      ...distanceEquations(),
    ],
    controls: controls(rewards),
    tables: [builderTable(rewards, counted)],
  };
}

/** Scores of a builder on each seed. A reward that seeds share is scored once, but for its speed. */
export async function scored(job: { name: string; seeds: readonly number[]; policies: number }) {
  const policies = scores.policySample(job.policies);
  const known = new Map<Dense, ReturnType<typeof judged>>();
  return everyBuilder
    .filter(({ name }) => name === job.name)
    .flatMap(({ build }) =>
      job.seeds.map((seed): Scores => {
        const reward = build(seed);
        const worth = known.get(reward) ?? judged(reward, policies);
        known.set(reward, worth);
        return { steps: scores.stepsToLearn(scores.scaledPay(reward), seed), ...worth };
      }),
    );
}

const scoring = studyJob(import.meta.url, scored);

/** All but the speed. */
function judged(reward: Dense, policies: readonly Float64Array[]) {
  const [hacked, ...shorter] = scores.plannedReturns(reward, [LONG, ...HORIZONS]);
  return {
    regret: scores.regret(reward),
    /** EPIC, and rank correlation. */
    distance: scores.distanceToSparse(reward),
    rank: scores.rankCorrelation(reward, policies),
    loop: scores.bestLoop(reward),
    /** Sparse return of the best plan of `LONG` steps, and the most over shorter ones. */
    hacked,
    peak: Math.max(...shorter),
  };
}

/** The mean over seeds that have a value. */
const meanOf = (rewards: Rewards, name: string, key: "distance" | "rank") =>
  sampled(rewards.conducts(name).flatMap(({ [key]: value }) => (value === null ? [] : [value])));

/** Every builder in figures; steps of learners that never learn count as the most there are. */
function builderTable(rewards: Rewards, counted: readonly number[]): Table {
  const { mean, values } = rewards;
  const rows = builders.map(({ name, cost }) => {
    const row: RowOf = {
      steps: mean(name, "steps"),
      "never learnt": values(name, "steps").filter((count) => count >= scores.MOST_STEPS).length,
      regret: mean(name, "regret"),
      EPIC: meanOf(rewards, name, "distance"),
      "rank correlation": meanOf(rewards, name, "rank"),
      "lost to hacking": difference(values(name, "peak"), values(name, "hacked")),
    };
    return [`${name} (cost: ${cost})`, row] as const;
  });
  return table("builders", [...rows, ["count bonus", { steps: sampled(counted) }]]);
}

const largest = (all: readonly number[]) => Math.max(...all);

function potentialEquations({ values }: Rewards): Claim[] {
  const { reward: perfect } = shaped((s) => optimal.values[s]);
  const potentials = everyBuilder.filter(({ isPotential }) => isPotential).map(({ name }) => name);
  const positive = potentials.filter((name) => name !== "negative potential");
  return [
    equation(
      "potential of V*: what is best at once is best",
      is(scores.regretOf(perfect), near(0, 1e-12), "regret of the myopic policy"),
    ),
    equation(
      "no potential moves an optimum",
      is(largest(potentials.flatMap((name) => values(name, "regret").map(Math.abs))), atMost(1e-9), "largest regret"),
    ),
    equation(
      "potentials ≥ 0 make no loop pay",
      is(largest(positive.flatMap((name) => values(name, "loop"))), atMost(1e-12), "best loop, per step"),
    ),
    // A loop under F pays −(1 − γ)·ΣΦ: with Φ below zero it is positive, and the optimum stays where it is all the same.
    equation("a potential below 0 makes loops pay, and moves no optimum either", [
      is(values("negative potential", "loop")[0], above(0), "best loop, per step"),
      is(values("negative potential", "regret")[0], near(0, 1e-9), "regret"),
    ]),
  ];
}

function farmClaims({ values }: Rewards): Claim[] {
  const [loop, hacked, peak] = (["loop", "hacked", "peak"] as const).map((key) => values("approach", key)[0]);
  return [
    claim(`pay for coming nearer can be farmed: a loop pays, and a plan of ${LONG} steps forgoes the task`, [
      is(loop, above(0), "best loop, per step"),
      is(hacked, below(1e-6), "discounted sparse return"),
      beside("at the best shorter plan", peak),
    ]),
  ];
}

function preferenceClaims({ mean, ratio, less }: Rewards): Claim[] {
  return [
    ...["200 preferences", "200 short preferences"].flatMap((name) => [
      claim(
        `${name}: the optimum of the learned reward is nearly the true one`,
        is(mean(name, "regret"), atMost(0.1), "regret"),
      ),
      claim(`${name}: learning is at least twice as fast`, [
        is(ratio(name, "none", "steps"), atMost(0.5), "steps, of those of the sparse reward"),
        beside("saved", less("none", name, "steps")),
      ]),
    ]),
    claim("flipped labels mislead", is(mean("flipped labels", "regret"), atLeast(0.5), "regret")),
  ];
}

/** The point of the proposal: faster, and worse in the end. Between the builders that surely are and those that may be. */
function tradeOff({ less }: Rewards): Claim {
  const pairs = builders
    .slice(1)
    .map(({ name }) => ({ name, fewer: less("none", name, "steps"), regret: less(name, "none", "regret") }));
  const [sure, possible] = (["low", "high"] as const).map((end) =>
    pairs.filter(({ fewer, regret }) => (fewer[end] ?? 0) > 0 && (regret[end] ?? 0) > 1e-6),
  );
  const found = { value: sure.length, low: sure.length, high: possible.length };
  return claim("a dense reward can be faster and worse", [
    is(found, worded(atLeast(1), "a builder saves steps and adds regret"), "builders, sure and possible"),
    ...possible.flatMap(({ name, fewer, regret }) => [beside(`${name}: steps saved`, fewer), beside("regret", regret)]),
  ]);
}

function distanceEquations(): Claim[] {
  const coverage = { states: task.states, actions: task.actions, discount: task.discount };
  const sparse = ofTable(task.reward).onTriples;
  const { onTriples } = shaped((s) => optimal.values[s] - distance[s]);
  const alike = epicDistance(sparse, (s, a, t) => onTriples(s, a, t) + 2 * sparse(s, a, t), coverage) ?? Number.NaN;
  const opposite = epicDistance(sparse, (s, a, t) => -sparse(s, a, t), coverage) ?? Number.NaN;
  return [
    equation("EPIC: three times the reward and shaping", is(alike, atMost(1e-9))),
    equation("EPIC: the opposite reward", is(opposite, near(1, 1e-9))),
  ];
}

function controls(rewards: Rewards): Control[] {
  const { mean, less, values } = rewards;
  return [
    control(
      "V* dealt out to other states: learning is no slower than under the sparse reward",
      [
        is(less("none", "V* dealt anew", "steps"), atLeast(0), "steps saved"),
        beside("steps", mean("V* dealt anew", "steps")),
        beside("largest regret", largest(values("V* dealt anew", "regret").map(Math.abs))),
      ],
      { note: "any potential ≥ 0 acts as optimistic first values (Wiewiora, 2003), wherever it lies" },
    ),
    control(
      "V* dealt out to other states: learning is as fast as with V* in its place",
      is(less("potential of V*", "V* dealt anew", "steps"), atLeast(0), "steps saved"),
    ),
    control(
      "random labels order policies as the task does",
      is(meanOf(rewards, "random labels", "rank"), atLeast(0.3), "rank correlation"),
    ),
  ];
}
