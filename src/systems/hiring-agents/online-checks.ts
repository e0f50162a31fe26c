// Learning what to pay: how regret grows with the number of rounds, with something to spare and without.

import { type HiringRun, learnHiring, learnPayment } from "../../algorithms/hiring/explore-then-commit.ts";
import { Random } from "../../core/random.ts";
import { estimate, wilson } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { powerLaw } from "../../evaluation/statistics/power-law.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { twinInspectors, twinsOptimum } from "../../mechanisms/hiring/inspectors.ts";
import { fixedEfforts } from "../../mechanisms/hiring/mechanism.ts";
import type { HiringProblem } from "../../mechanisms/hiring/problem.ts";
import { type Check, type Control, holds, type StudyJob } from "../../study/legacy.ts";

export const LENGTHS: readonly number[] = [1e3, 1e4, 1e5, 1e6, 1e7];
const WORK = { accuracy: 0.75, cost: 0.05 };
const GENEROUS = 0.5;
const CAP = 1;

interface Job {
  readonly firstSeed: number;
  readonly seeds: number;
  readonly agents: 1 | 2;
  readonly tightened: boolean;
}

/** Runs by length, then seed. */
export interface Learnt {
  readonly agents: 1 | 2;
  readonly tightened: boolean;
  readonly runs: HiringRun[][];
}

/** Each seed is another stream of signals at every length. */
export async function learn({ firstSeed, seeds, agents, tightened }: Job): Promise<Learnt> {
  const solver = await linearPrograms();
  const twins = twinInspectors(WORK);
  const explorers = rightReports(twins);
  const optimum = twinsOptimum(WORK, CAP).profit;
  const runs = LENGTHS.map((rounds) =>
    Array.from({ length: seeds }, (_, k) => {
      const random = Random.of(firstSeed + k, "learning to hire", agents, rounds);
      return agents === 1
        ? learnPayment(WORK, { rounds, generous: GENEROUS, tightened }, random)
        : learnHiring(solver, twins, { rounds, cap: CAP, explorers, tightened, optimum }, random);
    }),
  );
  return { agents, tightened, runs };
}

export const learning: StudyJob<Job, Learnt> = { module: import.meta.url, name: "learn", compute: learn };

/** All efforts in turn; who is asked to work is paid for a right report. */
function rightReports(problem: HiringProblem) {
  const { profiles, signals } = problem;
  return Array.from({ length: profiles.count }, (_, profile) => ({
    profile,
    mechanism: fixedEfforts(problem, profile, (agent, state, reports) =>
      profiles.digit(profile, agent) === 1 && signals.digit(reports, agent) === state ? GENEROUS : 0,
    ),
  }));
}

export function onlineChecks(all: readonly Learnt[]): { checks: Check[]; controls: Control[]; measured: string } {
  const checks: Check[] = [];
  const controls: Control[] = [];
  const told: string[] = [];
  for (const { agents, tightened, runs } of all) {
    const who = agents === 1 ? "one agent" : "twins";
    const regrets = runs.map((row) => row.map(({ regret }) => regret));
    const law = powerLaw(LENGTHS, regrets.map(mean));
    const slopes = regrets[0].map(
      (_, k) =>
        powerLaw(
          LENGTHS,
          regrets.map((row) => row[k]),
        ).exponent ?? Number.NaN,
    );
    const own = estimate(slopes);
    const obeyed = runs.map((row) => row.filter((run) => run.obeyed).length);
    const asked = runs.map((row) => `${(100 * mean(row.map(({ hires }) => hires))).toFixed(0)} %`).join(", ");
    const total = runs.flat().length;
    const share = wilson(
      obeyed.reduce((a, b) => a + b, 0),
      total,
    );
    const exponent = law.exponent ?? Number.NaN;
    const growth = `${exponent.toFixed(3)} of the mean [${law.low?.toFixed(3)}, ${law.high?.toFixed(3)}]; ${own.mean?.toFixed(3)} [${own.low?.toFixed(3)}, ${own.high?.toFixed(3)}] over ${own.n} seeds`;
    const means = regrets.map((row) => mean(row).toPrecision(4)).join(", ");
    const works = `${obeyed.join(", ")} of ${runs[0].length} by length (${((share.mean ?? 0) * 100).toFixed(1)} %); somebody is asked to work in ${asked} of the rounds`;
    if (tightened) {
      told.push(
        `${who}: regret grows as T^${exponent.toFixed(2)}, obeyed in ${((share.mean ?? 0) * 100).toFixed(1)} %`,
      );
      checks.push(
        holds(
          `${who}: slope of log regret over log T, T = 1e3 … 1e7 (regret ${means})`,
          "in [0.5, 0.75]",
          growth,
          exponent >= 0.5 && exponent <= 0.75,
        ),
        holds(`${who}: runs in which the mechanism is obeyed`, "≥ 99 %", works, (share.mean ?? 0) >= 0.99),
      );
    } else {
      controls.push(
        {
          name: `${who}, nothing to spare (ε = 0): slope below 0.95`,
          failed: exponent >= 0.95,
          measured: `slope ${growth}; regret ${means}`,
        },
        {
          name: `${who}, nothing to spare (ε = 0): obeyed in ≥ 99 % of the runs`,
          failed: (share.mean ?? 1) < 0.99,
          measured: works,
        },
      );
    }
  }
  return { checks, controls, measured: told.join("; ") };
}
