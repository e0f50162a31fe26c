// Decisions that can be justified: two debaters show a limited judge evidence for a decision and for the baseline's, and the outcome is paid.

import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { debaterClaims, exactClaims, judgeClaims, policyClaims } from "./claims.ts";
import { DEBATERS, debating } from "./debaters.ts";
import { debatingExactly, type JudgesJob, judging } from "./debates.ts";
import { justifying, type PolicyArm } from "./policies.ts";

export const justifiableDecisions: Study = {
  id: "justifiable-decisions",
  title: "Reward design for justifiable sequential decision-making",
  source: "arXiv 2402.15826 (ICLR 2024)",
  claim:
    "A policy that is also paid for winning debates about its decisions makes decisions that a judge prefers, at little loss of return; a judge that sees few pieces of evidence does nearly as well as one that sees all.",
  claimed:
    "policies trained with debate are strongly favoured by the judge and hardly lose performance; 6 of 44 features are comparable to a full-state judge; evidence of debating agents resists refutation (abstract)",
  seeds: { first: 65_001, short: 3, full: 5 },
  notDone: [
    "Records of intensive care (MIMIC-III) and their clinicians: a synthetic ward stands in their place, so that returns are measured by play and weighted importance sampling is not needed.",
    "A judge that is a network: judges are linear, and one learned from comparisons is linear in values and mask.",
    "Masked actions: a debater that names a piece that has been shown shows the next one that has not.",
    "An opponent that is trained anew in each generation (maxmin), and a confuser that learns: the opponent is minimax, and the confuser the best answer found by search.",
    "Debaters that learn inside the training of policies: debates there are solved. Evidence drawn by chance at λ above 0.25.",
    "Debaters that learn, and λ above 0.25, in the short form.",
  ],
  seenBefore: [
    "Thresholds of solved debates and of policies: written by hand after a run of another program, with a ward of its own.",
    "Seeds 901 to 903: solved debates agreed in 0.88 to 0.92 of pairs after 4 vital signs. A judge trained without masks was as accurate as one with masks where vital signs are 0 on average, as it must be; the control is of patients that are ill to one side.",
    "Seeds 901 to 903: policies with pushes of up to 0.5 and 0.3 in place of 0.4, with pushes of 0.5 also of patients ill to one side and at λ 0.5, beside evidence drawn by chance, a random judge and another patient's evidence. The setting that is run, 0.4, was not tried. Training anew without a debate changed 0.38 to 0.45 of decisions, of which the judge preferred 0.14 to 0.2 of all: a claim on the share preferred alone would hold of luck, so that those in which the baseline's is preferred are taken off.",
    "Seed 901: debaters in debates of 4 pieces and 5 topics, where one paid for its own pieces alone was the least exploitable, 0.1 against 0.36 and 0.38. In debates of 6 pieces and 3 topics it came to 0.34, self-play to 0.35, and one trained against minimax to 0.54, with four times the steps, twice the units and a lower rate to 0.36.",
  ],
  run,
};

const WEIGHTS = [0.25, 0.5, 0.75, 1] as const;

/** Policies of a form: the short one has the first weight alone. */
const armsOf = (full: boolean): PolicyArm[] => [
  ...(full ? WEIGHTS : WEIGHTS.slice(0, 1)).flatMap((weight) =>
    (["debate", "full"] as const).map((arm) => ({ arm, weight })),
  ),
  ...(["random evidence", "random judge", "other state"] as const).map((arm) => ({ arm, weight: WEIGHTS[0] })),
  { arm: "trained anew", weight: 0 },
];

async function run(context: StudyContext): Promise<StudyResult> {
  const { full, seeds } = context;
  const pairs = full ? 1000 : 500;
  const exact = await context.all(
    debatingExactly,
    seeds.map((seed) => ({ seed, pairs })),
    ({ seed }) => `solved debates, seed ${seed}`,
  );
  const judgesJobs = seeds.flatMap((seed) =>
    (["ill to one side", "centred"] as const).map((patients): JudgesJob => ({ seed, patients })),
  );
  const judges = await context.all(judging, judgesJobs, ({ seed, patients }) => `judges, ${patients}, seed ${seed}`);
  const arms = armsOf(full);
  const policies = await context.all(
    justifying,
    seeds.map((seed) => ({ seed, arms })),
    ({ seed }) => `policies, seed ${seed}`,
  );
  const common = combined(exactClaims(exact), judgeClaims(judgesJobs, judges), policyClaims(arms, policies));
  if (!full) return common;
  const jobs = DEBATERS.flatMap((arm) => seeds.map((seed) => ({ arm, seed })));
  const debaters = await context.all(debating, jobs, ({ arm, seed }) => `${arm} debater, seed ${seed}`);
  return combined(common, debaterClaims(jobs, debaters));
}
