// Learning what to pay: how regret grows with the number of rounds, with something to spare and without.

import { type HiringRun, learnHiring, learnPayment } from "../../algorithms/hiring/explore-then-commit.ts";
import { Random } from "../../core/random.ts";
import { powerLaw } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { twinInspectors, twinsOptimum } from "../../mechanisms/hiring/inspectors.ts";
import { fixedEfforts } from "../../mechanisms/hiring/mechanism.ts";
import type { HiringProblem } from "../../mechanisms/hiring/problem.ts";
import { atLeast, below, within, worded } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { ofExponent, percent, sampled, share } from "../../study/figure.ts";
import { type StudyResult, studyJob } from "../../study/study.ts";
import { table } from "../../study/table.ts";

const LENGTHS: readonly number[] = [1e3, 1e4, 1e5, 1e6, 1e7];
const WORK = { accuracy: 0.75, cost: 0.05 };
const GENEROUS = 0.5;
const CAP = 1;

interface Job {
  readonly seeds: readonly number[];
  readonly agents: 1 | 2;
  readonly tightened: boolean;
}

/** Runs by length, then seed. Each seed is another stream of signals at every length. */
export async function learn({ seeds, agents, tightened }: Job) {
  const solver = await linearPrograms();
  const twins = twinInspectors(WORK);
  const explorers = rightReports(twins);
  const optimum = twinsOptimum(WORK, CAP).profit;
  const runs = LENGTHS.map((rounds) =>
    seeds.map((seed) => {
      const random = Random.of(seed, "learning to hire", agents, rounds);
      return agents === 1
        ? learnPayment(WORK, { rounds, generous: GENEROUS, tightened }, random)
        : learnHiring(solver, twins, { rounds, cap: CAP, explorers, tightened, optimum }, random);
    }),
  );
  return { agents, tightened, runs };
}

export const learning = studyJob(import.meta.url, learn);

/** All efforts in turn; an agent that is asked to work is paid for a right report. */
function rightReports(problem: HiringProblem) {
  const { profiles, signals } = problem;
  return Array.from({ length: profiles.count }, (_, profile) => ({
    profile,
    mechanism: fixedEfforts(problem, profile, (agent, state, reports) =>
      profiles.digit(profile, agent) === 1 && signals.digit(reports, agent) === state ? GENEROUS : 0,
    ),
  }));
}

/** With something to spare regret stays low, as claimed; without, half of the mechanisms are not obeyed: a control. */
export function onlineClaims({ agents, tightened, runs }: Awaited<ReturnType<typeof learn>>): Partial<StudyResult> {
  const who = agents === 1 ? "one agent" : "twins";
  const regrets = runs.map((row) => row.map(({ regret }) => regret));
  const law = powerLaw(LENGTHS, regrets.map(mean));
  const exponent = (one: readonly number[]) => powerLaw(LENGTHS, one).exponent ?? Number.NaN;
  const slopes = regrets[0].map((_, k) => exponent(regrets.map((row) => row[k])));
  const obeyed = (some: readonly HiringRun[]) => some.filter((one) => one.obeyed).length;
  const all = runs.flat();
  const kept = is(
    percent(share(obeyed(all), all.length)),
    worded(atLeast(0.99), "≥ 99 %"),
    "runs in which the mechanism is obeyed",
  );
  const byLength = table(
    `${who}${tightened ? "" : ", nothing to spare (ε = 0)"}`,
    LENGTHS.map((length, k) => [
      `T = ${length}`,
      {
        regret: sampled(regrets[k]),
        obeyed: obeyed(runs[k]),
        "rounds with work": percent(sampled(runs[k].map(({ hires }) => hires))),
      },
    ]),
  );
  const slope = law.exponent ?? Number.NaN;
  const exponents = [beside("of the mean, by lengths", ofExponent(law)), beside("of the seeds", sampled(slopes))];
  const regret = `${who}: slope of log regret over log T, T = 1e3 … 1e7`;
  const found = tightened
    ? { claims: [claim(regret, [is(slope, within(0.5, 0.75)), ...exponents]), claim(`${who}: obedience`, kept)] }
    : {
        controls: [
          control(`${regret}, nothing to spare (ε = 0)`, [is(slope, below(0.95)), ...exponents]),
          control(`${who}: obedience, nothing to spare (ε = 0)`, kept),
        ],
      };
  return { ...found, tables: [byLength] };
}
