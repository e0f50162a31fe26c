// One model as policy and as its own judge: its answers and their verdicts, which are thrown away elsewhere, become exercises
// in judging and in doing better, and are paid for like the task. Whether the judge is free, and whether it helps the policy,
// are two questions with two answers.

import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { type ArmName, type Trained, trainingPart } from "./arms.ts";
import { exactChecks, placeControl } from "./exact-checks.ts";
import { judgeChecks, shuffledControls, summary, verdictChecks } from "./training-checks.ts";

export const spark: Study = {
  id: "spark",
  title: "SPARK: a policy and its own reward model that grow together",
  source: "arXiv 2509.22624 and its released code, InternLM/Spark",
  claim:
    "Rollouts and verdicts, recycled into exercises of judging and reflection for the same model, make it its own reward model, which helps it at test time, and raise what it answers at once.",
  claimed:
    "SPARK-VL-7B over its baselines: +9.7% on seven reasoning benchmarks, +12.1% on two reward benchmarks, +1.5% on eight general ones",
  run,
};

/** Seeds that none of the set-up was chosen on. */
const FIRST_SEED = 111;

const SHORT: readonly ArmName[] = ["tasks", "spark", "judging", "reflection", "shuffled"];
const FULL: readonly ArmName[] = [...SHORT, "apart"];

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = context.seeds ?? (context.full ? 10 : 5);
  const arms = context.full ? FULL : SHORT;
  const jobs = Array.from({ length: seeds }, (_, k) => ({ seed: FIRST_SEED + k, arms }));
  const found: readonly Trained[] = await context.all(trainingPart, jobs, ({ seed }) => `arms, seed ${seed}`);
  return {
    measured: summary(found),
    checks: [...exactChecks(), ...judgeChecks(found), ...verdictChecks(found)],
    controls: [placeControl(), ...shuffledControls(found)],
  };
}
