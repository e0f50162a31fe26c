// Online allocation by prices that learn: one rule, whatever requests are like.

import { linearPrograms } from "../../math/linear-program.ts";
import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { adversarialChecks } from "./adversarial.ts";
import { driftingChecks } from "./drifting.ts";
import { independentChecks, losing } from "./independent.ts";
import { stepChecks } from "./one-step.ts";

export const dualMirrorDescent: Study = {
  id: "dual-mirror-descent",
  title: "Online allocation by dual mirror descent, in any kind of world",
  source: "arXiv 2011.10124 (Balseiro, Lu & Mirrokni; Operations Research)",
  claim:
    "Serving each request by prices of the resources, and moving the prices by online mirror descent, loses no more than the order of √T on independent requests and little more on drifting ones, and reaches the best possible share 1/α of the optimum where an adversary sends them.",
  claimed: "theorems: regret O(√T) for i.i.d. input, α*-competitive for adversarial input, which nothing exceeds",
  run,
};

/** No kind of requests of these seeds was looked at before the thresholds were fixed. */
const FIRST_SEED = 7101;
const HORIZONS = [100, 400, 1600, 6400, 25_600];

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = context.seeds ?? (context.full ? 40 : 10);
  const horizons = context.full ? [...HORIZONS, 102_400] : HORIZONS;
  const solver = await linearPrograms();
  context.signal.throwIfAborted();
  const steps = stepChecks(solver, FIRST_SEED);
  const adversarial = adversarialChecks(100_000);
  const drifting = driftingChecks(FIRST_SEED, seeds);
  const jobs = Array.from({ length: seeds }, (_, k) => ({ seed: FIRST_SEED + k, horizons }));
  const lost = await context.all(losing, jobs, ({ seed }) => `independent requests, seed ${seed}`);
  const independent = independentChecks(horizons, lost);
  return {
    measured: [independent.measured, adversarial.measured].join("; "),
    checks: [...steps, ...independent.checks, ...adversarial.checks, ...drifting],
    controls: [...independent.controls, ...adversarial.controls],
  };
}
