// A critic that is paid only for what becomes of the answer learns to help, and not to judge: where the refiner never spoils a
// right answer it says that everything is wrong, and where it does, no verdict serves the answer as well as a right one. Its
// pay is what Acc@Refine measures, so that by this meter alone it is hard to beat. Two stages keep the verdict.

import type { Claim } from "../../study/claim.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { armNames } from "../../study/testbeds/text-arms.ts";
import { arms, trainingPart } from "./arms.ts";
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
  seeds: { first: 20_001, short: 8, full: 40 },
  notDone: ["Language models of billions of weights, whose critiques are texts."],
  seenBefore: [
    "The world's noise and the learning rate were chosen on seeds 1 to 3. An earlier record had seeds 101 to 105.",
    "The present code on seeds 901 to 904 in the short form: Acc@Refine gained −0.01 ± 0.05, Acc@Dis 0.02 ± 0.04; and on 906 in the long one.",
  ],
  changed: [
    "A critique without a verdict counts as a yes in Acc@Dis, since the refiner takes it for one. The other count stands in the table.",
    "Pay for refined answers is also learnt where nothing is spoiled and tested where half is: there it is not the meter itself.",
    "Shuffled truths are held to 0.5 ± 0.05; they begin near 0.6, so that the change stands beside. An identity of the world's code is gone.",
    "There are 8 seeds instead of 5. The long form has 40, 200 updates in each stage, and a refiner of half as much help.",
  ],
  run,
};

async function run({ full, seeds, all }: StudyContext): Promise<StudyResult> {
  const names = armNames(arms, full ? undefined : Object.keys(arms).length - 3);
  const jobs = seeds.map((seed) => ({ seed, updates: full ? 200 : 60, arms: names }));
  const found = await all(trainingPart, jobs, ({ seed }) => `critics, seed ${seed}`);
  return combined({ claims: exactEquations() }, trainingClaims(found, full));
}

/** What holds without any training. */
export function exactEquations(): Claim[] {
  return [...payEquations(), ...honestyEquations(), gateEquation()];
}
