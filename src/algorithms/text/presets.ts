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
    id: "turn-group",
    summary:
      "A²TGPO: a small transformer whose turns are credited for making the right answer likelier than the same turn of other answers",
    source: "arXiv 2605.06200",
    defaults: { informationGain: {}, ratio: "turns", minibatches: 4 },
  }),
  preset(grpo, {
    id: "matchtir",
    summary: "a small transformer that calls tools, whose calls are matched one to one with those of a reference trace",
    source: "MatchTIR, arXiv 2601.10712",
    defaults: { callMatching: {}, clip: [0.2, 0.2], divergence: 0.001, entropy: 0.001 },
  }),
  preset(grpo, {
    id: "dcpo",
    summary:
      "a small transformer that learns from half of its answers: the best and shortest beside the worst and longest",
    source: "after arXiv 2603.06065; formulas reconstructed",
    defaults: { contrast: {}, questions: 4, answers: 16 },
  }),
];
