// One model as policy and as its own judge: its answers and their verdicts, which are thrown away elsewhere, become exercises
// in judging and in doing better, and are paid for like the task. Whether the judge is free, and whether it helps the policy,
// are two questions with two answers.

import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type ArmName, trainingPart } from "./arms.ts";
import { placeControl } from "./place-control.ts";
import { trainedClaims } from "./training-claims.ts";

export const spark: Study = {
  id: "spark",
  title: "SPARK: a policy and its own reward model that grow together",
  source: "arXiv 2509.22624 and its released code, InternLM/Spark",
  claim:
    "Rollouts and verdicts, recycled into exercises of judging and reflection for the same model, make it its own reward model, which helps it at test time, and raise what it answers at once.",
  claimed:
    "SPARK-VL-7B over its baselines: +9.7% on seven reasoning benchmarks, +12.1% on two reward benchmarks, +1.5% on eight general ones",
  // None of the set-up was chosen on these.
  seeds: { first: 111, short: 5, full: 10 },
  notDone: ["the card's testbed of unary chains: digits are sorted here"],
  seenBefore: ["The learning rate was chosen by single runs on seeds 1 to 3."],
  run,
};

const SHORT: readonly ArmName[] = ["tasks alone", "SPARK", "without reflection", "without judging", "shuffled gold"];

async function run({ full, seeds, all }: StudyContext): Promise<StudyResult> {
  const arms: readonly ArmName[] = full ? [...SHORT, "a judge apart"] : SHORT;
  const jobs = seeds.map((seed) => ({ seed, arms }));
  const found = await all(trainingPart, jobs, ({ seed }) => `arms, seed ${seed}`);
  return combined({ controls: [placeControl()] }, trainedClaims(found, arms));
}
