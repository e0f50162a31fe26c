// Methods on written texts under names of their own: the one trainer with the constants of a paper.

import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { preset } from "../../core/preset.ts";
import type { Bound } from "../../core/registry.ts";
import { grpo } from "./grpo.ts";

export const textLearners: readonly Bound<AlgorithmPlan>[] = [
  preset(grpo, {
    id: "nft",
    summary:
      "negative-aware fine-tuning: a small transformer learns from its right and its wrong answers by likelihood",
    source: "Chen et al., arXiv 2505.18116",
    defaults: { negativeAware: {}, questions: 8, answers: 16, minibatches: 4, tries: 4 },
  }),
  preset(grpo, {
    id: "hdpo",
    summary: "a small transformer whose reward has two parts: accuracy among all answers, economy among those it pays",
    source: "arXiv 2604.08545",
    defaults: { parts: [{ weight: 1 }, { weight: 0.15, among: "paid" }] },
  }),
  preset(grpo, {
    id: "dcpo",
    summary:
      "a small transformer that learns from half of its answers: the best and shortest beside the worst and longest",
    source: "after arXiv 2603.06065; formulas reconstructed",
    defaults: { contrast: {}, questions: 4, answers: 16 },
  }),
];
