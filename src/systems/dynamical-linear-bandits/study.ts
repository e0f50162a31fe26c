// Bandits whose actions work through a hidden state: keep an action up until the state has settled, and learn from that payoff alone.

import { gathered } from "../../study/comparison.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { jobs, regretClaims } from "./claims.ts";
import { alternationEquations, biasEquations, waitingEquation, worthEquations } from "./exact.ts";
import { identificationClaims } from "./identification.ts";
import { playing } from "./play.ts";

export const dynamicalLinearBandits: Study = {
  id: "dynamical-linear-bandits",
  title: "Dynamical linear bandits",
  source: "arXiv 2211.08997 (Mussi, Metelli & Restelli, ICML 2023)",
  claim:
    "Where actions pay through a hidden state, DynLin-UCB, which keeps each action up until the state has settled and learns from the last payoff, has sublinear regret, and LinUCB may lose a share of every round.",
  claimed:
    "regret Õ(d√T/(1 − ρ̄)^{3/2}); better than LinUCB, D-LinUCB, AR2, Exp3, batched Exp3 and an expert on synthetic and real-world data",
  seeds: { first: 7401, short: 12, full: 12 },
  notDone: [
    "Two comparisons stand in tables and not as claims: learning from all payoffs of an epoch, which loses less than learning from the last alone, and the widths of theory, with which LinUCB loses less on the synthetic system.",
  ],
  seenBefore: ["Development used seeds 1 to 16; 7101 to 7112, 7201 to 7212 and 7301 to 7312 were looked at before."],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds, full, signal } = context;
  const exact = [
    ...worthEquations(),
    waitingEquation(),
    ...biasEquations(seeds[0], 2000),
    ...alternationEquations(seeds[0], 10_000),
  ];
  signal.throwIfAborted();
  const played = jobs(seeds, full ? seeds.length : 5);
  const lost = await context.all(playing, played, ({ arm, seed }) => `${arm}, seed ${seed}`);
  return combined({ claims: exact }, regretClaims(gathered(played, lost)), { claims: identificationClaims(seeds) });
}
