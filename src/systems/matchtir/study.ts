// Calls of tools paid by a reference trace: matched one to one, they teach turn by turn what an answer's pay says of the whole
// alone, and a repeated call earns nothing; matched one to many, it pays to repeat.

import { estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import {
  type Check,
  type Control,
  holds,
  type Study,
  type StudyContext,
  type StudyResult,
} from "../../study/legacy.ts";
import { type ArmName, type Conduct, HOPS, type Trained, trainingPart } from "./arms.ts";
import { creditChecks } from "./credit-checks.ts";
import { exactChecks } from "./exact-checks.ts";
import { difference, shown } from "./figures.ts";

export const matchtir: Study = {
  id: "matchtir",
  title: "MatchTIR: fine-grained supervision of tool-integrated reasoning by bipartite matching",
  source: "arXiv 2601.10712 and its released code, quchangle1/MatchTIR",
  claim:
    "Calls that are matched one to one with a reference trace, and compared both as whole texts and turn by turn, teach a model to call what is needed and nothing twice, the more so the longer the task.",
  claimed:
    "better than other rewards on FTRL, BFCL and ToolHop; the 4B model beats most 8B competitors, mostly on long-horizon multi-turn tasks",
  run,
};

/** Seeds that none of the set-up was chosen on. */
const FIRST_SEED = 101;
const SHORT: readonly ArmName[] = ["outcome", "dual", "trajectory", "turn", "free", "one to many", "shuffled"];
const FULL: readonly ArmName[] = [...SHORT, "greedy", "transport", "unscaled transport"];

async function run(context: StudyContext): Promise<StudyResult> {
  const { full } = context;
  const arms = full ? FULL : SHORT;
  const jobs = Array.from({ length: context.seeds ?? 5 }, (_, k) => ({
    seed: FIRST_SEED + k,
    updates: full ? 100 : 20,
    arms,
  }));
  const exact = [...exactChecks(), ...creditChecks()];
  const found = await context.all(trainingPart, jobs, ({ seed }) => `${arms.length} ways of paying, seed ${seed}`);
  return {
    measured: `after ${jobs[0].updates} updates: ${(["warm", ...arms] as const).map((arm) => summary(found, arm)).join("; ")}`,
    checks: [...exact, ...trainingChecks(found), ...levelChecks(found)],
    controls: [shuffledControl(found), repeatingControl(found)],
  };
}

type Figure = (conduct: Conduct) => number;

const correct: Figure = ({ correct: share }) => share;
const solveF1: Figure = ({ solveF1: score }) => score;
const redundant: Figure = ({ redundant: share }) => share;

const of = (found: readonly Trained[], arm: ArmName | "warm", figure: Figure) => found.map((arms) => figure(arms[arm]));

/** Thresholds were fixed before the first run. */
function trainingChecks(found: readonly Trained[]): Check[] {
  const gain = (figure: Figure) => difference(of(found, "outcome", figure), of(found, "dual", figure));
  const [better, fewer] = [gain(solveF1), gain(redundant)];
  const free = (figure: Figure) =>
    `with unexpected calls free ${difference(of(found, "outcome", figure), of(found, "free", figure)).words}`;
  const [short, long] = [HOPS[0], HOPS[HOPS.length - 1]].map((hops) => gain(({ byHops }) => byHops[hops].solveF1));
  return [
    holds(
      "solve-F1 of both levels less that of the answer's pay alone",
      "≥ 0.05",
      `${better.words}; ${free(solveF1)}`,
      better.mean >= 0.05,
    ),
    holds(
      "share of calls that repeat another, both levels less the answer's pay alone",
      "≤ −0.10",
      `${fewer.words}; ${free(redundant)}`,
      fewer.mean <= -0.1,
    ),
    holds(
      "that gain of solve-F1 where four calls are needed, and where two are",
      "not less with four",
      `${long.words}; ${short.words}`,
      long.mean >= short.mean,
    ),
  ];
}

function levelChecks(found: readonly Trained[]): Check[] {
  return (["trajectory", "turn"] as const).map((level) => {
    const gain = difference(of(found, level, solveF1), of(found, "dual", solveF1));
    return holds(`solve-F1 of both levels less that of the ${level} alone`, "≥ −0.01", gain.words, gain.mean >= -0.01);
  });
}

function shuffledControl(found: readonly Trained[]): Control {
  const { mean: gain, words } = difference(of(found, "outcome", correct), of(found, "shuffled", correct));
  return {
    name: "held against the reference of another question, more answers are right than with the answer's pay alone",
    failed: gain <= 0,
    measured: words,
  };
}

function repeatingControl(found: readonly Trained[]): Control {
  const { mean: gain, words } = difference(of(found, "dual", redundant), of(found, "one to many", redundant));
  return {
    name: "where any call may take any reference, the share of repeated calls rises by less than 0.10 above one to one",
    failed: gain >= 0.1,
    measured: words,
  };
}

function summary(found: readonly Trained[], arm: ArmName | "warm"): string {
  const hops = HOPS.map((count) => mean(of(found, arm, ({ byHops }) => byHops[count].solveF1)).toFixed(2));
  return (
    `${arm} ${shown(estimate(of(found, arm, correct)))} right, solve-F1 ${shown(estimate(of(found, arm, solveF1)))} ` +
    `(${hops.join(", ")} for ${HOPS.join(", ")} calls), repeated ${shown(estimate(of(found, arm, redundant)))}`
  );
}
