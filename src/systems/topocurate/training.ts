// Training on tasks that a picker chose: the same learner and the same number of rollouts of every choice, and a test on new tasks.

import { groupAscent } from "../../algorithms/tabular/group-ascent.ts";
import { jointCredit } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import { type DeskMachine, deskValues, NOVICE, TOOLS } from "../../environments/tools/desk-machine.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { chosenTasks, type TaskChoice } from "../../feedback/topology/choice.ts";
import { quotientGraph } from "../../feedback/topology/quotient-graph.ts";
import { type TaskOptions, taskScores } from "../../feedback/topology/scores.ts";
import { atLeast } from "../../study/bound.ts";
import { beside, claim, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import type { StudyResult } from "../../study/study.ts";
import { type Bank, deskBank, PATIENCE, ROLLOUTS, rolloutsOf } from "./desk.ts";
import { deskTree } from "./signal.ts";

const CANDIDATES = 200;
const PICKED = 40;
const TESTED = 100;
/** Plays of each task in an update. */
const GROUP = 8;
const UPDATES = 30;
/** Of 6, 12, 25, 50 and 100 the one at which tasks picked by pass rate teach most (on seeds 1 … 10). */
const RATE = 50;

/** Success on the tested tasks, and the share of tasks picked in which decisions matter. */
export interface Trained {
  readonly success: number;
  readonly branches: number;
}

export type Picker = "random" | "pass rate" | "topology" | "even" | "error branches";
export type Pickings = Readonly<Record<Picker | "novice", Trained>>;

/** The novice after REINFORCE with the mean of a group's others as baseline, [symbols × tools]. */
function trainedPolicy(bank: Bank, tasks: readonly number[], random: Random): Float64Array {
  const { tree, symbols, table } = deskTree(bank, tasks, true);
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

/** The novice, and what it becomes by 40 of 200 tasks that each picker chooses by 32 rollouts of each. */
export function trained(seed: number): Pickings {
  const bank = deskBank("mixed", CANDIDATES, 10_000 + seed);
  const { machines } = deskBank("branch", TESTED, 20_000 + seed);
  const rng = (name: string) => Random.of(seed, "topocurate", "training", name);
  const watched = rng("rollouts");
  const scores = bank.machines.map((_, task) =>
    taskScores(quotientGraph(rolloutsOf(bank, task, NOVICE, ROLLOUTS, watched))),
  );
  const by = (choice: TaskChoice, options: TaskOptions = {}): Trained => {
    const picked = chosenTasks(choice, scores, PICKED, rng("pick"), options);
    const branch = picked.filter((task) => bank.machines[task].family === "branch");
    return {
      success: tested(machines, trainedPolicy(bank, picked, rng("learning"))),
      branches: branch.length / PICKED,
    };
  };
  return {
    random: by("random"),
    "pass rate": by("pass-rate"),
    topology: by("topology"),
    even: by("topology", { mix: [0.5, 0.5] }),
    "error branches": by("topology", { mix: [1, 0] }),
    novice: { success: tested(machines, NOVICE), branches: 0 },
  };
}

export function trainingClaims(seeds: readonly Pickings[]): StudyResult {
  const arms = comparison(seeds, { shares: ["success", "branches"] });
  const gain = (picker: Picker) => arms.less(picker, "pass rate", "success");
  const pickers = ["random", "pass rate", "topology", "even", "error branches", "novice"] as const;
  return {
    claims: [
      claim(
        "success on new branch tasks after training: tasks picked by error branches and heterogeneity, less by pass rate nearest ½",
        [
          is(gain("topology"), atLeast(0.05)),
          beside("both weighed alike", gain("even")),
          beside("error branches alone", gain("error branches")),
        ],
      ),
    ],
    controls: [],
    tables: [
      arms.table(`trained on ${PICKED} of ${CANDIDATES} tasks, by picker`, pickers, {
        success: "success",
        "share of branch tasks": "branches",
      }),
    ],
  };
}
