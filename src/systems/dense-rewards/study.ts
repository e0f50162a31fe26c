// Dense rewards for one sparse task by every family, scored on speed, alignment and hackability (a proposal of December
// 2025 that names the families and no figures; the bench and its thresholds are ours).

import { bestActions } from "../../algorithms/planning/policy.ts";
import { above, atLeast, atMost, below, equalTo, near, worded } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, equation, is } from "../../study/claim.ts";
import { difference, exact, type Figure, ratioOf, sampled } from "../../study/figure.ts";
import type { Study, StudyContext, StudyResult } from "../../study/study.ts";
import { type Table, table } from "../../study/table.ts";
import { type Builder, builders, type Dense, dealtAnew, ofTable, preferred, shaped } from "./builders.ts";
import { countBonusPay } from "./count-pay.ts";
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
    "A dense reward can speed learning up, and can mislead or be farmed; only potential-based shaping is safe whatever it is made from.",
  claimed: "no figures; the proposal states the trade-off",
  seeds: { first: 1, short: 20, full: 60 },
  run,
};

/** Scores of a builder over seeds. */
interface Row {
  readonly builder: Pick<Builder, "name" | "isPotential" | "cost">;
  readonly regrets: readonly number[];
  readonly distances: readonly (number | null)[];
  readonly ranks: readonly (number | null)[];
  readonly loops: readonly number[];
  readonly steps: readonly number[];
  /** Sparse return of the best plan of `LONG` steps, and the most over shorter ones. */
  readonly hacked: readonly number[];
  readonly peak: readonly number[];
}

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds } = context;
  const policies = scores.policySample(context.full ? 400 : 100);
  const rows = new Map<string, Row>();
  const spoilt: readonly Builder[] = [
    {
      name: "flipped labels",
      isPotential: false,
      cost: "200 labels",
      build: (seed) => preferred(200, "flipped", seed),
    },
    { name: "random labels", isPotential: false, cost: "200 labels", build: (seed) => preferred(200, "random", seed) },
    { name: "V* dealt anew", isPotential: true, cost: "none", build: dealtAnew },
    { name: "negative potential", isPotential: true, cost: "none", build: () => shaped((s) => -distance[s]) },
  ];
  const all = [...builders, ...spoilt];
  for (const [done, builder] of all.entries()) {
    context.progress(done, all.length, builder.name);
    rows.set(builder.name, await scored(builder, seeds, policies, context.signal));
  }
  const counted = seeds.map((seed) => scores.stepsToLearn(countBonusPay(), seed));
  const row = (name: string): Row => {
    const found = rows.get(name);
    if (found === undefined) throw new Error(`no builder is called ${name}`);
    return found;
  };
  return {
    claims: [
      ...potentialEquations(row, [...rows.values()]),
      ...farmClaims(row),
      ...preferenceClaims(row),
      tradeOff(builders.map(({ name }) => row(name))),
      ...distanceEquations(),
    ],
    controls: controls(row),
    tables: [
      builderTable(
        builders.map(({ name }) => row(name)),
        counted,
      ),
    ],
  };
}

async function scored(
  builder: Builder,
  seeds: readonly number[],
  policies: readonly Float64Array[],
  signal: AbortSignal,
): Promise<Row> {
  const dense: Dense[] = [];
  const steps: number[] = [];
  for (const seed of seeds) {
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    const reward = builder.build(seed);
    dense.push(reward);
    steps.push(scores.stepsToLearn(scores.scaledPay(reward), seed));
  }
  // A reward that is the same for every seed is scored once.
  const distinct = [...new Set(dense)];
  const each = <T>(score: (reward: Dense) => T): T[] => {
    const found = distinct.map(score);
    return dense.map((reward) => found[distinct.indexOf(reward)]);
  };
  const plans = each((reward) => scores.plannedReturns(reward, [LONG, ...HORIZONS]));
  return {
    builder,
    steps,
    regrets: each(scores.regret),
    distances: each(scores.distanceToSparse),
    ranks: each((reward) => scores.rankCorrelation(reward, policies)),
    loops: each(scores.bestLoop),
    hacked: plans.map(([long]) => long),
    peak: plans.map(([, ...shorter]) => Math.max(...shorter)),
  };
}

const known = (values: readonly (number | null)[]): number[] =>
  values.flatMap((value) => (value === null ? [] : [value]));

/** Every builder in figures; steps of learners that never learn count as the most there are. */
function builderTable(rows: readonly Row[], counted: readonly number[]): Table {
  return table("builders", {
    ...Object.fromEntries(
      rows.map(({ builder, steps, regrets, distances, ranks, hacked, peak }) => [
        `${builder.name} (cost: ${builder.cost})`,
        {
          steps: sampled(steps),
          "never learnt": exact(steps.filter((count) => count >= scores.MOST_STEPS).length),
          regret: sampled(regrets),
          EPIC: sampled(known(distances)),
          "rank correlation": sampled(known(ranks)),
          "lost to hacking": difference(peak, hacked),
        },
      ]),
    ),
    "count bonus": { steps: sampled(counted) },
  });
}

type Find = (name: string) => Row;

function potentialEquations(row: Find, rows: readonly Row[]): Claim[] {
  const perfect = shaped((s) => optimal.values[s]).reward;
  // Every action that is best at once, ties included, must be among the best in the long run.
  const strays = Array.from({ length: task.states }, (_, s) => s)
    .filter((s) => task.terminal[s] === 0)
    .flatMap((s) => {
      const good = bestActions(optimal.actionValues, s, task.actions);
      return bestActions(perfect, s, task.actions).filter((action) => !good.includes(action));
    });
  const potentials = rows.filter(({ builder }) => builder.isPotential);
  const positive = potentials.filter(({ builder }) => builder.name !== "negative potential");
  const below0 = row("negative potential");
  return [
    equation("potential of V*: what is best at once is best", [
      is(exact(scores.regretOf(perfect)), near(0, 1e-12), "regret of the myopic policy"),
      is(exact(strays.length), equalTo(0), "wrong actions"),
    ]),
    equation(
      "potentials move no optimum, whatever the potential",
      is(
        largest(potentials, ({ regrets }) => regrets.map(Math.abs)),
        atMost(1e-9),
        "largest regret",
      ),
    ),
    equation(
      "potentials ≥ 0 make no loop pay",
      is(
        largest(positive, ({ loops }) => loops),
        atMost(1e-12),
        "best loop, per step",
      ),
    ),
    // A loop under F pays −(1 − γ)·ΣΦ: with Φ below zero it is positive, and the optimum stays where it is all the same.
    equation("a potential below 0 makes loops pay, and moves no optimum either", [
      is(exact(below0.loops[0]), above(0), "best loop, per step"),
      is(exact(below0.regrets[0]), near(0, 1e-9), "regret"),
    ]),
  ];
}

function largest(rows: readonly Row[], of: (row: Row) => readonly number[]): Figure {
  return exact(Math.max(...rows.flatMap(of)));
}

function farmClaims(row: Find): Claim[] {
  const { loops, hacked, peak } = row("approach");
  return [
    claim("pay for coming nearer can be farmed: a loop pays", is(exact(loops[0]), above(0), "best loop, per step")),
    claim(`pay for coming nearer, planned over ${LONG} steps: the task is forgone`, [
      is(exact(hacked[0]), below(1e-6), "discounted sparse return"),
      beside("at the best shorter plan", exact(peak[0])),
    ]),
  ];
}

function preferenceClaims(row: Find): Claim[] {
  const [model, flipped, none] = ["200 preferences", "flipped labels", "none"].map(row);
  return [
    claim(
      "200 preferences: the optimum of the learned reward is nearly the true one",
      is(sampled(model.regrets), atMost(0.1), "regret"),
    ),
    claim("200 preferences: learning is at least twice as fast", [
      is(ratioOf(model.steps, none.steps), atMost(0.5), "steps, of those of the sparse reward"),
      beside("steps", sampled(model.steps)),
      beside("under the sparse reward", sampled(none.steps)),
      beside("saved", difference(none.steps, model.steps)),
    ]),
    claim("flipped labels mislead", is(sampled(flipped.regrets), atLeast(0.5), "regret")),
  ];
}

/** The point of the proposal: faster, and worse in the end. */
function tradeOff([none, ...others]: readonly Row[]): Claim {
  const both = others.map((row) => ({
    name: row.builder.name,
    fewer: difference(none.steps, row.steps),
    regret: difference(row.regrets, none.regrets),
  }));
  const found = both.filter(({ fewer, regret }) => (fewer.low ?? 0) > 0 && (regret.low ?? 0) > 1e-6);
  return claim("a dense reward can be faster and worse", [
    is(exact(found.length), worded(atLeast(1), "a builder saves steps and adds regret"), "builders"),
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
    equation("EPIC: three times the reward and shaping", is(exact(alike), atMost(1e-9))),
    equation("EPIC: the opposite reward", is(exact(opposite), near(1, 1e-9))),
  ];
}

function controls(row: Find): Control[] {
  const [none, dealt, random] = ["none", "V* dealt anew", "random labels"].map(row);
  return [
    // Any potential ≥ 0 acts as optimistic first values (Wiewiora, 2003), so that even this one is no hindrance.
    control("V* dealt out to other states speeds learning up", [
      is(difference(none.steps, dealt.steps), above(0), "steps saved"),
      beside("steps", sampled(dealt.steps)),
      beside("under the sparse reward", sampled(none.steps)),
      beside(
        "largest regret",
        largest([dealt], ({ regrets }) => regrets.map(Math.abs)),
      ),
    ]),
    control(
      "random labels order policies as the task does",
      is(sampled(known(random.ranks)), atLeast(0.3), "rank correlation"),
    ),
  ];
}
