// Training on tasks that a picker chose: the same learner and the same number of rollouts, whatever was chosen, and a test on
// tasks that nobody saw.

import { jointCredit } from "../../algorithms/component-credit.ts";
import { groupAscent } from "../../algorithms/tabular/group-ascent.ts";
import { Random } from "../../core/random.ts";
import { type DeskMachine, deskValues, NOVICE, TOOLS } from "../../environments/tools/desk-machine.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { chosenTasks, type TaskChoice } from "../../feedback/topology/choice.ts";
import { quotientGraph } from "../../feedback/topology/quotient-graph.ts";
import { type TaskOptions, type TaskScores, taskScores } from "../../feedback/topology/task-scores.ts";
import { type Bank, deskBank, PATIENCE, ROLLOUTS, rolloutsOf } from "./desk.ts";
import { deskTree, tableOf } from "./signal.ts";

const CANDIDATES = 200;
const PICKED = 40;
const TESTED = 100;
/** Plays of each task in an update. */
const GROUP = 8;
const UPDATES = 30;
/** Of 6, 12, 25, 50 and 100 the one at which tasks picked by pass rate teach most (on seeds 1 … 10). */
const RATE = 50;

export const PICKERS = ["random", "pass rate", "topology", "even", "error branches"] as const;
export type Picker = (typeof PICKERS)[number];

export interface Trained {
  /** Success on the tested tasks by picker, and of the novice. */
  readonly success: Readonly<Record<Picker, number>>;
  readonly novice: number;
  /** Share of tasks picked in which decisions matter. */
  readonly branches: Readonly<Record<Picker, number>>;
}

/** How each picker chooses 40 of 200 tasks by 32 rollouts of each. */
const CHOICES = {
  random: ["random", {}],
  "pass rate": ["pass-rate", {}],
  topology: ["topology", {}],
  even: ["topology", { mix: [0.5, 0.5] }],
  "error branches": ["topology", { mix: [1, 0] }],
} as const satisfies Readonly<Record<Picker, readonly [TaskChoice, TaskOptions]>>;

function chosen(picker: Picker, scores: readonly TaskScores[], random: Random): number[] {
  const [by, options] = CHOICES[picker];
  return chosenTasks(by, scores, PICKED, random, options);
}

/** The novice after REINFORCE with the mean of a group's others as baseline, [symbols × tools]. */
function trainedPolicy(bank: Bank, tasks: readonly number[], random: Random): Float64Array {
  const { tree, symbols } = deskTree(bank, tasks, true);
  const table = tableOf(symbols);
  const learner = groupAscent(tree, table, [{ scores: tree.scores.chance, drawn: true }], {
    group: GROUP,
    credit: jointCredit([1], { baseline: "others", scale: "none" }),
    rate: RATE,
  });
  for (let update = 0; update < UPDATES; update++) learner.update(random);
  const policy = Float64Array.from(NOVICE);
  const A = TOOLS.length;
  for (const [row, symbol] of symbols.entries()) policy.set(table.policy.subarray(row * A, (row + 1) * A), symbol * A);
  return policy;
}

const tested = (machines: readonly DeskMachine[], policy: Float64Array) =>
  mean(machines.map((machine) => deskValues(machine, policy, PATIENCE)[0]));

export function trained(seed: number): Trained {
  const bank = deskBank("mixed", CANDIDATES, 10_000 + seed);
  const { machines } = deskBank("branch", TESTED, 20_000 + seed);
  const rng = (name: string) => Random.of(seed, "topocurate", "training", name);
  const watched = rng("rollouts");
  const scores = bank.machines.map((_, task) =>
    taskScores(quotientGraph(rolloutsOf(bank, task, NOVICE, ROLLOUTS, watched))),
  );
  const picked = Object.fromEntries(PICKERS.map((p) => [p, chosen(p, scores, rng("pick"))]));
  const each = (of: (picker: Picker) => number) => ({
    random: of("random"),
    "pass rate": of("pass rate"),
    topology: of("topology"),
    even: of("even"),
    "error branches": of("error branches"),
  });
  return {
    novice: tested(machines, NOVICE),
    success: each((p) => tested(machines, trainedPolicy(bank, picked[p], rng("learning")))),
    branches: each((p) => mean(picked[p].map((task) => (bank.machines[task].family === "branch" ? 1 : 0)))),
  };
}
