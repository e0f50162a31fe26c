// Dense rewards for one sparse task by every family, scored on speed, alignment and hackability (a proposal of December
// 2025 that names the families and no figures; the bench and its thresholds are ours).

import { bestActions } from "../../algorithms/planning/policy.ts";
import { above, atLeast, atMost, below, equalTo, near, worded } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, equation, is } from "../../study/claim.ts";
import { byArm, type Comparison } from "../../study/comparison.ts";
import { difference, sampled } from "../../study/figure.ts";
import type { Study, StudyContext, StudyResult } from "../../study/study.ts";
import { type RowOf, type Table, table } from "../../study/table.ts";
import { type Builder, builders, type Dense, dealtAnew, made, ofTable, preferred, shaped } from "./builders.ts";
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
  seeds: { first: 1, short: 20, full: 60 },
  run,
};

/** Builders of the controls. */
const spoilt: readonly Builder[] = [
  made("flipped labels", "200 labels", (seed) => preferred(200, "flipped", seed)),
  made("random labels", "200 labels", (seed) => preferred(200, "random", seed)),
  made("V* dealt anew", "none", dealtAnew, true),
  made("negative potential", "none", () => shaped((s) => -distance[s]), true),
];

/** A builder's reward of one seed. */
type Scores = ReturnType<typeof judged> & { readonly steps: number };

/** Builders by name. */
type Rewards = Comparison<string, Scores>;

async function run({ seeds, full, progress, signal }: StudyContext): Promise<StudyResult> {
  const policies = scores.policySample(full ? 400 : 100);
  const all = [...builders, ...spoilt];
  const found = new Map<string, Scores[]>();
  for (const [done, builder] of all.entries()) {
    progress(done, all.length, builder.name);
    found.set(builder.name, await scored(builder, seeds, policies, signal));
  }
  const rewards = byArm(found);
  const counted = seeds.map((seed) => scores.stepsToLearn(scores.countBonusPay(), seed));
  return {
    claims: [
      ...potentialEquations(rewards, all),
      ...farmClaims(rewards),
      ...preferenceClaims(rewards),
      tradeOff(rewards),
      ...distanceEquations(),
    ],
    controls: controls(rewards),
    tables: [builderTable(rewards, counted)],
  };
}

/** Scores of each seed. A reward that seeds share is scored once, but for its speed. */
async function scored(
  { build }: Builder,
  seeds: readonly number[],
  policies: readonly Float64Array[],
  signal: AbortSignal,
): Promise<Scores[]> {
  const known = new Map<Dense, ReturnType<typeof judged>>();
  const found: Scores[] = [];
  for (const seed of seeds) {
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    const reward = build(seed);
    const steps = scores.stepsToLearn(scores.scaledPay(reward), seed);
    const worth = known.get(reward) ?? judged(reward, policies);
    known.set(reward, worth);
    found.push({ steps, ...worth });
  }
  return found;
}

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

function potentialEquations({ values }: Rewards, all: readonly Builder[]): Claim[] {
  const { reward: perfect } = shaped((s) => optimal.values[s]);
  // Every action that is best at once, ties included, must be among the best in the long run.
  const strays = Array.from(task.terminal.keys())
    .filter((s) => task.terminal[s] === 0)
    .flatMap((s) => {
      const good = bestActions(optimal.actionValues, s, task.actions);
      return bestActions(perfect, s, task.actions).filter((action) => !good.includes(action));
    });
  const potentials = all.filter(({ isPotential }) => isPotential).map(({ name }) => name);
  const positive = potentials.filter((name) => name !== "negative potential");
  return [
    equation("potential of V*: what is best at once is best", [
      is(scores.regretOf(perfect), near(0, 1e-12), "regret of the myopic policy"),
      is(strays.length, equalTo(0), "wrong actions"),
    ]),
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
    claim("pay for coming nearer can be farmed: a loop pays", is(loop, above(0), "best loop, per step")),
    claim(`pay for coming nearer, planned over ${LONG} steps: the task is forgone`, [
      is(hacked, below(1e-6), "discounted sparse return"),
      beside("at the best shorter plan", peak),
    ]),
  ];
}

function preferenceClaims({ mean, ratio, less }: Rewards): Claim[] {
  return [
    claim(
      "200 preferences: the optimum of the learned reward is nearly the true one",
      is(mean("200 preferences", "regret"), atMost(0.1), "regret"),
    ),
    claim("200 preferences: learning is at least twice as fast", [
      is(ratio("200 preferences", "none", "steps"), atMost(0.5), "steps, of those of the sparse reward"),
      beside("steps", mean("200 preferences", "steps")),
      beside("under the sparse reward", mean("none", "steps")),
      beside("saved", less("none", "200 preferences", "steps")),
    ]),
    claim("flipped labels mislead", is(mean("flipped labels", "regret"), atLeast(0.5), "regret")),
  ];
}

/** The point of the proposal: faster, and worse in the end. */
function tradeOff({ less }: Rewards): Claim {
  const [, ...others] = builders;
  const found = others
    .map(({ name }) => ({ name, fewer: less("none", name, "steps"), regret: less(name, "none", "regret") }))
    .filter(({ fewer, regret }) => (fewer.low ?? 0) > 0 && (regret.low ?? 0) > 1e-6);
  return claim("a dense reward can be faster and worse", [
    is(found.length, worded(atLeast(1), "a builder saves steps and adds regret"), "builders"),
    ...found.flatMap(({ name, fewer, regret }) => [beside(`${name}: steps saved`, fewer), beside("regret", regret)]),
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
    // Any potential ≥ 0 acts as optimistic first values (Wiewiora, 2003), so that even this one is no hindrance.
    control("V* dealt out to other states speeds learning up", [
      is(less("none", "V* dealt anew", "steps"), above(0), "steps saved"),
      beside("steps", mean("V* dealt anew", "steps")),
      beside("under the sparse reward", mean("none", "steps")),
      beside("largest regret", largest(values("V* dealt anew", "regret").map(Math.abs))),
    ]),
    control(
      "random labels order policies as the task does",
      is(meanOf(rewards, "random labels", "rank"), atLeast(0.3), "rank correlation"),
    ),
  ];
}
