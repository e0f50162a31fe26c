// The policy cliff: in finite processes values move smoothly with the reward while best actions jump at ties, and entropy smooths them.
// Training shows what becomes of a tie: a small transformer answers in two right formats, a hundredth of a point is paid for one.

import { combined, inStages, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import {
  cliffEquations,
  divergenceEquation,
  halfBound,
  smoothEquation,
  tightEquations,
  uniqueOptimum,
  unreachable,
} from "./one-choice.ts";
import { channelEquation, conflictEquation, pairEquations, tieEquations } from "./random-processes.ts";
import { writerClaims } from "./writer-claims.ts";
import { jobOf, writingPart } from "./writers.ts";

export const policyCliff: Study = {
  id: "policy-cliff",
  title: "The policy cliff: small changes of a reward, large changes of the best policy",
  source: "arXiv 2507.20150 (Xu)",
  claim:
    "Optimal values move by at most ‖ΔR‖/(1 − γ), but where actions tie an arbitrarily small reward turns the best policy round; entropy of weight α makes it move by at most ‖ΔR‖/(2α(1 − γ)).",
  claimed:
    "propositions, and readings of others' results: small changes of a reward model visibly shift what a 72B model does (plots only)",
  seeds: { first: 20_001, short: 6, full: 20 },
  notDone: ["Reward models and sampled completions of a language model."],
  seenBefore: ["Seeds 101 to 106: the earlier record, where shares without a bonus differed by 0.17 between seeds."],
  changed: [
    "That seeds without a bonus differ by 0.3 is shown and no longer asked for: no proposition says so. At a tie the expected gradient is nought.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { full, seeds } = context;
  const few = full ? seeds.length : Math.min(3, seeds.length);
  const jobs = seeds.map((seed, k) => jobOf(seed, full, k < few));
  const propositions = await propositionClaims(context, full ? 5000 : 500);
  const written = await context.all(writingPart, jobs, ({ seed }) => `writers, seed ${seed}`);
  return combined(propositions, writerClaims(written, full));
}

/** The propositions, on `count` random processes each. */
export function propositionClaims(
  context: Pick<StudyContext, "signal" | "progress">,
  count: number,
): Promise<StudyResult> {
  return inStages(context, {
    "one choice": () => ({
      claims: [...tightEquations(), ...cliffEquations(), smoothEquation(), divergenceEquation()],
      controls: [uniqueOptimum(), unreachable(), halfBound()],
    }),
    "pairs of rewards": () => ({ claims: pairEquations(0, count) }),
    ties: () => ({ claims: tieEquations(1, count) }),
    channels: () => ({ claims: [channelEquation(2, count)] }),
    conflicts: () => ({ claims: [conflictEquation(3, count / 5)] }),
  });
}
