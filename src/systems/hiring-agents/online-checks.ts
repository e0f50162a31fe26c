// Learning what to pay: how regret grows with the number of rounds, with something to spare and without.

import { type HiringRun, learnHiring, learnPayment } from "../../algorithms/hiring/explore-then-commit.ts";
import { Random } from "../../core/random.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { rightReports, twinInspectors, twinsOptimum } from "../../mechanisms/hiring/inspectors.ts";
import { atLeast, type Bound, below, within, worded } from "../../study/bound.ts";
import { beside, claim, control, is } from "../../study/claim.ts";
import { exponentOf, meanShare, percent, sampled, share } from "../../study/figure.ts";
import { type StudyResult, studyJob } from "../../study/study.ts";
import { table } from "../../study/table.ts";

const LENGTHS: readonly number[] = [1e3, 1e4, 1e5, 1e6, 1e7];
const WORK = { accuracy: 0.75, cost: 0.05 };
const GENEROUS = 0.5;
const CAP = 1;

/** A learner: for one agent or twins, with something to spare or ε = 0, and with costs that are known or must be learnt. */
interface Learner {
  readonly agents: 1 | 2;
  readonly tightened: boolean;
  readonly seeksCost: boolean;
}

export const LEARNERS: readonly Learner[] = [true, false].flatMap((seeksCost) =>
  ([1, 2] as const).flatMap((agents) => [true, false].map((tightened) => ({ agents, tightened, seeksCost }))),
);

/** Runs by length, then seed. Each seed is another stream of signals at every length. */
export async function learn({ seeds, ...learner }: Learner & { readonly seeds: readonly number[] }) {
  const { agents, tightened, seeksCost } = learner;
  const solver = await linearPrograms();
  const twins = twinInspectors(WORK);
  const explorers = Array.from({ length: twins.profiles.count }, (_, profile) => ({
    profile,
    mechanism: rightReports(twins, profile, [GENEROUS, GENEROUS]),
  }));
  const offer = (payments: readonly number[]) => rightReports(twins, twins.profiles.index([1, 1]), payments);
  const optimum = twinsOptimum(WORK, CAP).profit;
  const asked = { cap: CAP, explorers, tightened, optimum, ...(seeksCost && { seeks: { generous: GENEROUS, offer } }) };
  const runs = LENGTHS.map((rounds) =>
    seeds.map((seed) => {
      const random = Random.of(seed, "learning to hire", agents, rounds);
      return agents === 1
        ? learnPayment(WORK, { rounds, generous: GENEROUS, tightened, seeksCost }, random)
        : learnHiring(solver, twins, { ...asked, rounds }, random);
    }),
  );
  return { ...learner, runs };
}

export const learning = studyJob(import.meta.url, learn);

/** A learner in words. */
export const named = ({ agents, tightened, seeksCost }: Learner) =>
  `${agents === 1 ? "one agent" : "twins"}, costs ${seeksCost ? "learnt" : "known"}${tightened ? "" : ", nothing to spare (ε = 0)"}`;

type Learnt = Awaited<ReturnType<typeof learn>>;

/** With something to spare regret stays low, as claimed; without, half of the mechanisms are not obeyed: controls. */
export function onlineClaims(all: readonly Learnt[]): StudyResult {
  const byLength = (title: string, of: (run: HiringRun) => number, summary = sampled) =>
    table(
      title,
      all.map((one) => [
        named(one),
        Object.fromEntries(LENGTHS.map((length, k) => [`T = ${length}`, summary(one.runs[k].map(of))])),
      ]),
    );
  const slope = ({ runs }: Learnt, from: number) =>
    exponentOf(
      LENGTHS.slice(from),
      runs[0].map((_, seed) => runs.slice(from).map((row) => row[seed].regret)),
    );
  const slopes = (one: Learnt, bound: Bound) => [is(slope(one, 0), bound), beside("from T = 1e5 on", slope(one, 2))];
  const obeyed = ({ runs }: Learnt) => {
    const kept = runs.flat().map((run) => run.obeyed);
    return is(percent(share(kept.filter((one) => one).length, kept.length)), worded(atLeast(0.99), "≥ 99 %"), "runs");
  };
  const regret = "slope of log regret over log T, T = 1e3 … 1e7";
  const [sparing, bare] = [true, false].map((spare) => all.filter(({ tightened }) => tightened === spare));
  return {
    claims: sparing.flatMap((one) => [
      claim(`${named(one)}: ${regret}`, slopes(one, within(0.5, 0.75))),
      claim(`${named(one)}: the mechanism is obeyed`, obeyed(one)),
    ]),
    controls: bare.flatMap((one) => [
      control(`${named(one)}: ${regret}`, slopes(one, below(0.95))),
      control(`${named(one)}: the mechanism is obeyed`, obeyed(one)),
    ]),
    tables: [
      byLength("regret", (run) => run.regret),
      byLength("share of rounds with work", (run) => run.hires, meanShare),
    ],
  };
}
