// Measures of a batch that was made by hand: which number each of them is.

import { expect, it } from "vitest";
import type { Channel } from "../../core/channel.ts";
import { emptyRollouts } from "./completions.ts";
import { outcomeMeasures, writingMeasures } from "./writing-measures.ts";

const channel = (name: string, over: Channel["over"]): Channel => ({
  name,
  unit: "",
  low: 0,
  high: 10,
  over,
  state: over === "last",
  meaning: "",
});

/** Two questions with two answers each, of 1, 2, 3 and 2 characters; both answers to the second are right. */
function batch() {
  const texts = emptyRollouts(4, 2, 5, 4);
  for (const [row, length] of [1, 2, 3, 2].entries()) {
    texts.written.fill(1, row * 5 + 1, row * 5 + 1 + length);
    texts.entropies.fill(0.5 * (row + 1), row * 5 + 1, row * 5 + 1 + length);
    texts.pay[row * 5 + length] = row;
    texts.objective[row] = 2 * row;
    texts.outcomes.set([row >= 2 ? 1 : 0, 6, 7, row], row * 4);
  }
  return texts;
}

it("means of pay, objective and length are over answers, of the entropy over characters", () => {
  expect(writingMeasures(batch())).toEqual({
    pay: (0 + 1 + 2 + 3) / 4,
    objective: 3,
    episodeSteps: 2,
    entropy: (0.5 * 1 + 1 * 2 + 1.5 * 3 + 2 * 2) / 8,
  });
});

it("a channel is what an episode came to, summed or by the character; one of which only the end counts is left out", () => {
  const channels = [
    channel("correct", "sum"),
    channel("grip", "mean"),
    channel("stock", "last"),
    channel("calls", "sum"),
  ];
  const { grip, passAtK, ...others } = outcomeMeasures(batch(), channels);
  expect(others).toEqual({ correct: 0.5, calls: 1.5 });
  expect(grip).toBeCloseTo((6 + 3 + 2 + 3) / 4, 12);
  expect(passAtK).toBe(0.5);
  expect(outcomeMeasures(batch(), [channel("right", "sum"), ...channels.slice(1)])).not.toHaveProperty("passAtK");
});
