// A critic that is paid only for what becomes of the answer learns to help, and not to judge: where the refiner never spoils a
// right answer it says that everything is wrong, and where it does, no verdict serves the answer as well as a right one. Its
// pay is what Acc@Refine measures, so that by this meter alone it is hard to beat. Two stages keep the verdict.

import type { Claim } from "../../study/claim.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { jobOf, trainingPart } from "./arms.ts";
import { gateEquation, honestyEquations } from "./mechanism.ts";
import { payEquations } from "./pay.ts";
import { trainingClaims } from "./training-claims.ts";

export const critiqueRl: Study = {
  id: "critique-rl",
  title: "Training critics in two stages: first the verdict, then the help",
  source: "arXiv 2510.24320 and its released code, WooooDyy/Critique-RL",
  claim:
    "Pay for right refined answers alone makes critiques helpful and leaves their verdicts poor; a first stage that pays the verdict, and a second that pays refinement only behind a right verdict, near the first stage's critic, gives both.",
  claimed:
    "Qwen2.5-7B: +9.02% on tasks of the training, +5.70% on others; pay for refinement alone discriminates poorly",
  // None of the set-up was chosen on these seeds.
  seeds: { first: 101, short: 5, full: 10 },
  notDone: [
    "Acc@Dis counts a critique without a verdict as wrong, though the refiner takes it for a yes; the other count is not shown.",
  ],
  seenBefore: ["The world's noise and the learning rate were chosen on seeds 1 to 3."],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const exact = { claims: exactEquations() };
  const found = await context.all(trainingPart, context.seeds.map(jobOf), ({ seed }) => `critics, seed ${seed}`);
  return combined(exact, trainingClaims(found));
}

/** What holds without any training. */
export function exactEquations(): Claim[] {
  return [...payEquations(), ...honestyEquations(), gateEquation()];
}
