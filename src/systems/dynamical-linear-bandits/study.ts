// Bandits whose actions work through a hidden state: keep an action up until the state has settled, and learn from that payoff alone.

import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { alternationChecks, biasChecks, longRunChecks, waitingChecks, worthChecks } from "./exact-checks.ts";
import { identificationChecks } from "./identification-checks.ts";
import { playing } from "./play.ts";
import { jobs, regretChecks } from "./regret-checks.ts";

export const dynamicalLinearBandits: Study = {
  id: "dynamical-linear-bandits",
  title: "Dynamical linear bandits",
  source: "arXiv 2211.08997 (Mussi, Metelli & Restelli, ICML 2023)",
  claim:
    "Where actions pay through a hidden state, DynLin-UCB, which keeps each action up until the state has settled and learns from the last payoff, has sublinear regret, and LinUCB may lose a share of every round.",
  claimed:
    "regret Õ(d√T/(1 − ρ̄)^{3/2}); better than LinUCB, D-LinUCB, AR2, Exp3, batched Exp3 and an expert on synthetic and real-world data",
  run,
};

/** Development used seeds 1 to 16; 7101 to 7112, 7201 to 7212 and 7301 to 7312 were looked at before. */
const FIRST_SEED = 7401;

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = context.seeds ?? 12;
  const bias = biasChecks(FIRST_SEED, 2000);
  const identified = identificationChecks(FIRST_SEED, seeds);
  const exact = [
    ...worthChecks(),
    waitingChecks(),
    longRunChecks(FIRST_SEED, 100_000),
    ...bias.checks,
    ...alternationChecks(FIRST_SEED, 10_000),
  ];
  context.signal.throwIfAborted();
  const played = jobs(FIRST_SEED, seeds, context.full ? seeds : 5);
  const regret = regretChecks(
    await context.all(playing, played, ({ world, learner }) => `${learner} on ${JSON.stringify(world.system)}`),
  );
  return {
    measured: [regret.measured, identified.measured].join("; "),
    checks: [...exact, ...regret.checks, ...identified.checks],
    controls: regret.controls,
  };
}
