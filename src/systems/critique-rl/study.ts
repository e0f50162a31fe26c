// A critic that is paid only for what becomes of the answer learns to help, and not to judge: where the refiner never spoils a
// right answer it says that everything is wrong, and where it does, no verdict serves the answer as well as a right one. Its
// pay is what Acc@Refine measures, so that by this meter alone it is hard to beat. Two stages keep the verdict.

import type { Check, Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { type Critics, criticsPart } from "./arms.ts";
import { gateCheck, honestyChecks } from "./mechanism.ts";
import { payChecks } from "./pay-checks.ts";
import {
  claimChecks,
  coinControl,
  mechanismChecks,
  shuffledCheck,
  shuffledControl,
  summary,
} from "./training-checks.ts";

export const critiqueRl: Study = {
  id: "critique-rl",
  title: "Training critics in two stages: first the verdict, then the help",
  source: "arXiv 2510.24320 and its released code, WooooDyy/Critique-RL",
  claim:
    "Pay for right refined answers alone makes critiques helpful and leaves their verdicts poor; a first stage that pays the verdict, and a second that pays refinement only behind a right verdict, near the first stage's critic, gives both.",
  claimed:
    "Qwen2.5-7B: +9.02% on tasks of the training, +5.70% on others; pay for refinement alone discriminates poorly",
  run,
};

/** Seeds that none of the set-up was chosen on. */
const FIRST_SEED = 101;

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = context.seeds ?? (context.full ? 10 : 5);
  const jobs = Array.from({ length: seeds }, (_, k) => ({ seed: FIRST_SEED + k }));
  const exact = exactChecks();
  const found: readonly Critics[] = await context.all(criticsPart, jobs, ({ seed }) => `critics, seed ${seed}`);
  return {
    measured: summary(found),
    checks: [...exact, ...claimChecks(found), ...mechanismChecks(found), shuffledCheck(found)],
    controls: [shuffledControl(found), coinControl(found)],
  };
}

/** What holds without any training. */
export function exactChecks(): Check[] {
  return [...payChecks(), ...honestyChecks(), gateCheck()];
}
