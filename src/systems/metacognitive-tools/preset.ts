// The method under its system's name: accuracy and economy, each compared by itself.

import type { TextPreset } from "../../algorithms/text/grpo.ts";

export const preset: TextPreset = {
  id: "metacognitive-tools",
  summary: "a small transformer whose reward has two terms: accuracy among all answers, economy among those it pays",
  source: "HDPO, arXiv 2604.08545",
  example: {
    environment: "language/calculator",
    reward: { sum: [{ channel: "correct" }, { product: [{ channel: "correct" }, { channel: "economy" }] }] },
  },
  method: { use: "separate-advantages", terms: [{ weight: 1 }, { weight: 0.15, among: "paid" }] },
  defaults: {},
};
