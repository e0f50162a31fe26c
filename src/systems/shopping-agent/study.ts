// A shop's assistant that is paid in layers, so that persuasion counts only where every fact is right, beside one that is paid
// the plain sum; each learns from all of its answers or from contrasting halves.

import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { armsOf, trainingPart } from "./arms.ts";
import { exactPart, trainedPart } from "./claims.ts";

export const shoppingAgent: Study = {
  id: "shopping-agent",
  title: "ChatShopBuddy: conversational shopping agents by hierarchical rewards and contrastive rollouts",
  source: "arXiv 2603.06065; formulas of reward and rollout choice are reconstructed",
  claim:
    "Pay that opens persuasion and thrift only above correctness makes a shopping assistant right and reliable where the sum of all three does not, and learning from halves that contrast pay and length shortens its thinking at no loss.",
  claimed:
    "L1 Avg@4 60.40 → 75.22, Pass^4 18.30 → 34.20, L2 0.4800 → 0.6325, reasoning shorter by more than 30 % (Qwen3-30B-A3B-Thinking)",
  seeds: { first: 20_001, short: 6, full: 40 },
  notDone: ["A catalogue of 60 products with prices, and a judge of persuasion: the shop's rubric stands for it."],
  seenBefore: [
    "Constants of the shop were chosen on the closed forms of all plans, before any training.",
    "The weight that holds learners near the warm model was found on seeds 1 and 3.",
    "An earlier record had seeds 101 to 105 and 120 updates, and learners that were not held.",
    "Seeds 901 to 903 were run with the present code; of held learners, one kept 2.2 dots, and a random half 3.2.",
  ],
  changed: [
    "A learner from all answers stops thinking by itself, so that a random half had nothing to shorten.",
    "Learners that are held near the warm model go on thinking: length is claimed of them too, and the control is theirs.",
    "Trainings have 150 updates instead of 120, and 300 in the long form.",
  ],
  run,
};

async function run({ full, seeds, all }: StudyContext): Promise<StudyResult> {
  const arms = armsOf(full);
  const exact = exactPart();
  const jobs = seeds.map((seed) => ({ seed, updates: full ? 300 : 150, arms }));
  const found = await all(trainingPart, jobs, ({ seed }) => `${arms.length} assistants, seed ${seed}`);
  return combined(exact, trainedPart(found, ["warm", ...arms]));
}
