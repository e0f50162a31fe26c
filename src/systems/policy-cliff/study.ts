// The policy cliff: in finite processes values move smoothly with the reward while best actions jump at ties, entropy makes
// them smooth at a price, and all of it has a formula. Then what training makes of a tie: a small transformer that may answer
// in two right formats, and a hundredth of a point for one of them.

import type { Check, Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import {
  cliff,
  cliffChecks,
  halfBound,
  klChecks,
  smoothChecks,
  tightChecks,
  tightness,
  uniqueOptimum,
  unreachable,
} from "./one-choice.ts";
import { channelChecks, conflictChecks, pairChecks, tieChecks } from "./random-checks.ts";
import { writingPart } from "./writers.ts";
import { armsOf, divergenceChecks, entropyChecks, summary, usualChecks, wrongFormat } from "./writing-checks.ts";

export const policyCliff: Study = {
  id: "policy-cliff",
  title: "The policy cliff: small changes of a reward, large changes of the best policy",
  source: "arXiv 2507.20150 (Xu)",
  claim:
    "Optimal values move by at most ‖ΔR‖/(1 − γ), but where actions tie an arbitrarily small reward turns the best policy round; entropy of weight α makes it move by at most ‖ΔR‖/(2α(1 − γ)).",
  claimed:
    "propositions, and readings of others' results: small changes of a reward model visibly shift what a 72B model does (plots only)",
  run,
};

/** Seeds that none of the set-up was chosen on. */
const FIRST_SEED = 101;

async function run(context: StudyContext): Promise<StudyResult> {
  const { full } = context;
  const seeds = context.seeds ?? 6;
  const few = full ? seeds : Math.min(3, seeds);
  const jobs = Array.from({ length: seeds }, (_, k) => ({ seed: FIRST_SEED + k, names: armsOf(full, k < few) }));
  const exact = exactChecks(context, full ? 5000 : 500);
  const written = await context.all(writingPart, jobs, ({ seed }) => `writers, seed ${seed}`);
  const { ratio } = tightness(0.9, 0.1, 0.01);
  return {
    measured:
      `ε = 1e-9 turns the greedy policy round (TV ${cliff(1e-9, 0.9).turned}) while values move by ${cliff(1e-9, 0.9).moved.toExponential(1)}; ` +
      `soft policies reach ${(100 * ratio).toFixed(3)}% of their bound; ${summary(written)}`,
    checks: [
      ...exact,
      ...usualChecks(written),
      ...entropyChecks(written.slice(0, few)),
      ...(full ? divergenceChecks(written) : []),
    ],
    controls: [uniqueOptimum(), unreachable(), halfBound(), wrongFormat(written)],
  };
}

/** The propositions, on `count` random processes each. */
export function exactChecks(context: StudyContext, count: number): Check[] {
  const parts: [label: string, checks: () => Check[]][] = [
    ["one choice", () => [...tightChecks(), ...cliffChecks(), ...smoothChecks(), ...klChecks()]],
    ["pairs of rewards", () => pairChecks(0, count)],
    ["ties", () => tieChecks(1, count)],
    ["channels", () => channelChecks(2, count)],
    ["conflicts", () => conflictChecks(3, count / 5)],
  ];
  return parts.flatMap(([label, checks], k) => {
    context.signal.throwIfAborted();
    context.progress(k, parts.length, label);
    return checks();
  });
}
