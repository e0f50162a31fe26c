// Imitation of successes that a picker chose: a hundred of four hundred are cloned, and what came of it is tested where a hand
// slips once.

import { Random } from "../../core/random.ts";
import { NOVICE, TOOLS } from "../../environments/tools/desk-machine.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { chosenRollouts, type Graded, graded, inAnyOrder, type Merit } from "../../feedback/topology/choice.ts";
import { quotientGraph } from "../../feedback/topology/quotient-graph.ts";
import type { Rollout } from "../../feedback/topology/rollout.ts";
import { atLeast, atMost } from "../../study/bound.ts";
import { beside, claim, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import type { StudyResult } from "../../study/study.ts";
import { type Bank, deskBank, ROLLOUTS, rolloutsOf } from "./desk.ts";

const SUCCESSES = 400;
const PICKED = 100;
const TESTED = 100;
/** Turns until a ticket is closed: a slip costs two, and there must be time to make it good. */
const PATIENCE = 10;
/** Times that the clones' prior has seen the novice at each symbol. */
const PRIOR = 0.1;
/** Plays of each tested task, with a slip and without. */
const PLAYS = 20;

type Teacher = "random" | "shortest" | "topology";
/** The novice, and clones by what they were taught; spared: all turns but those that led astray. */
export type Student = "novice" | Teacher | "random, spared" | "topology, spared";

/** What a clone does on tested tasks where one of its first turns goes wrong. */
export interface Cloned {
  readonly success: number;
  /** Mean turns of its successes. */
  readonly turns: number;
  /** Turns it took in all for each success. */
  readonly cost: number;
  /** Different chains of tools among its successes on a task, on average. */
  readonly chains: number;
  /** Success where nothing slips, and mean turns of these. */
  readonly undisturbed: number;
  readonly undisturbedTurns: number;
  /** Share of what it was taught in which a mistake was undone. */
  readonly recoveries: number;
}

/** A success, with what pickers go by. */
interface Example extends Graded {
  readonly merit: Merit;
}

/** Successes of the novice on tasks of a bank until there are enough, each weighed among its task's. */
function examples(bank: Bank, random: Random): Example[] {
  const found: Example[] = [];
  for (let task = 0; found.length < SUCCESSES; task++) {
    if (task === bank.machines.length) throw new Error("the bank has too few tasks");
    for (const { rollout, merit } of graded(quotientGraph(rolloutsOf(bank, task, NOVICE, ROLLOUTS, random))))
      if (merit !== undefined) found.push({ rollout, merit });
  }
  return found.slice(0, SUCCESSES);
}

function taught(teacher: Teacher, all: readonly Example[], random: Random): Example[] {
  if (teacher !== "shortest") return chosenRollouts(teacher === "random" ? "right" : teacher, all, PICKED, random);
  // In a random order first, so that ties are broken by luck.
  const order = inAnyOrder(all, random);
  return order.toSorted((a, b) => a.rollout.turns.length - b.rollout.turns.length).slice(0, PICKED);
}

/**
 * The clone, [symbols × tools]: the mean posterior policy under a Dirichlet prior of weight κ = 0.1 around the novice,
 * (κ·π₀(a|x) + n(x, a))/(κ + n(x)). Turns that led astray do not count where the clone is `spared` them.
 */
function clone(bank: Bank, from: readonly Example[], spared: boolean): Float64Array {
  const A = TOOLS.length;
  const names: readonly string[] = TOOLS;
  const counts = NOVICE.map((chance) => PRIOR * chance);
  for (const { rollout, merit } of from) {
    const machine = bank.machines[Number(rollout.task.split("/")[1])];
    let symbol = machine.symbols[0];
    for (const [t, { tool, state }] of rollout.turns.entries()) {
      if (!(spared && merit.mistakes.includes(t))) counts[symbol * A + names.indexOf(tool)] += 1;
      symbol = machine.symbols[Number(state)];
    }
  }
  for (let row = 0; row < counts.length; row += A) {
    const total = counts.subarray(row, row + A).reduce((sum, one) => sum + one, 0);
    for (let a = row; a < row + A; a++) counts[a] /= total;
  }
  return counts;
}

function tested(bank: Bank, policy: Float64Array, random: Random): Omit<Cloned, "recoveries"> {
  const played = bank.machines.map((_, task) => ({
    slips: rolloutsOf(bank, task, policy, PLAYS, random, { slip: true }),
    calm: rolloutsOf(bank, task, policy, PLAYS, random),
  }));
  const all = played.flatMap(({ slips }) => slips);
  const won = all.filter(({ success }) => success);
  const fine = played.flatMap(({ calm }) => calm.filter(({ success }) => success));
  const chainOf = ({ turns }: Rollout) => turns.map(({ tool }) => tool).join();
  const chains = played.map(({ slips }) => new Set(slips.filter(({ success }) => success).map(chainOf)).size);
  const turns = (rollouts: readonly Rollout[]) => rollouts.reduce((sum, one) => sum + one.turns.length, 0);
  return {
    success: won.length / all.length,
    turns: turns(won) / won.length,
    cost: turns(all) / won.length,
    chains: mean(chains),
    undisturbed: fine.length / all.length,
    undisturbedTurns: turns(fine) / fine.length,
  };
}

/** Every teacher's clone, and the novice that was taught nothing, on the same tested tasks. */
export function cloned(seed: number): Record<Student, Cloned> {
  const bank = deskBank("branch", 60, 30_000 + seed, PATIENCE);
  const test = deskBank("branch", TESTED, 40_000 + seed, PATIENCE);
  const rng = (name: string) => Random.of(seed, "topocurate", "imitation", name);
  const all = examples(bank, rng("rollouts"));
  const of = (teacher: Teacher, spared = false): Cloned => {
    const from = taught(teacher, all, rng("pick"));
    return {
      ...tested(test, clone(bank, from, spared), rng("test")),
      recoveries: mean(from.map(({ merit }) => (merit.recovery > 0 ? 1 : 0))),
    };
  };
  return {
    random: of("random"),
    shortest: of("shortest"),
    topology: of("topology"),
    "random, spared": of("random", true),
    "topology, spared": of("topology", true),
    novice: { ...tested(test, NOVICE, rng("test")), recoveries: 0 },
  };
}

/** Claims on clones of whole successes, and the same on clones that both are spared what led astray. */
export function imitationClaims(seeds: readonly Readonly<Record<Student, Cloned>>[]): StudyResult {
  const arms = comparison(seeds, { shares: ["success", "undisturbed", "recoveries"] });
  const students = ["novice", "random", "shortest", "topology", "random, spared", "topology, spared"] as const;
  const claims = (["", ", spared"] as const).flatMap((how) => {
    const gain = (meter: keyof Cloned) => arms.less(`topology${how}`, `random${how}`, meter);
    const clones = how === "" ? "clones of whole successes" : "clones spared the turns that led astray";
    return [
      claim(`${clones}: success with a slip, taught what topology picks, less at random`, [
        is(gain("success"), atLeast(0.04)),
        beside("the shortest whole, less whole at random", arms.less("shortest", "random", "success")),
      ]),
      claim(`${clones}: different successful chains on a test task, less random's`, is(gain("chains"), atLeast(0))),
      claim(`${clones}: all turns over successes, less random's`, is(gain("cost"), atMost(0))),
      claim(`${clones}: mean turns of a success, less random's`, is(gain("turns"), atMost(0))),
    ];
  });
  return {
    claims,
    controls: [],
    tables: [
      arms.table(`cloned from ${PICKED} of ${SUCCESSES} successes, tested with a slip`, students, {
        success: "success",
        "undisturbed success": "undisturbed",
        "turns of these": "undisturbedTurns",
        "share of recoveries taught": "recoveries",
      }),
    ],
  };
}
