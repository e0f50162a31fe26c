// Forecasts at a KL against the tilt of exactly that KL, beside rare answers that are paid best and not wanted.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { gainAt } from "./gain-at.ts";
import { tiltCurveAt } from "./pressure-curve.ts";
import { PromptSums } from "./prompt-sums.ts";

const KLS = [0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5];

/** Largest error of the gain of the want, over its largest gain, where a share of all prompts has an answer of this chance. */
function largestError(prompts: number, chance: number): number {
  const random = Random.of(prompts, "rare");
  const sums = new PromptSums(1);
  const judged = Array.from({ length: prompts }, () => {
    const want = Float64Array.from({ length: 17 }, (_, k) => (k < 16 ? random.normal() : -4));
    const pay = want.map((one, k) => (k < 16 ? one + random.normal() : 4));
    const mass = Float64Array.from({ length: 17 }, (_, k) => (k < 16 ? 1 : (16 * chance) / (1 - chance)));
    sums.add(0, { size: 17, drawn: 16, mass, want }, pay);
    return { reference: mass.map((one) => (one * (1 - chance)) / 16), proxy: pay, gold: want };
  });
  const exact = tiltCurveAt(judged, KLS);
  const most = Math.max(...exact.map(({ gold }) => Math.abs(gold)));
  return Math.max(
    ...exact.map(({ gold, proxy }, k) => {
      const [want, pay] = (["want", "pay"] as const).map((figure) => gainAt(sums.groups[0], KLS[k], figure));
      expect(Math.abs(pay / proxy - 1)).toBeLessThan(1e-4);
      return Math.abs(want - gold) / most;
    }),
  );
}

test.each([
  [1, 0.004, 1e-4],
  [1, 1e-4, 3e-4],
  [8, 0.004, 1e-4],
  [40, 1e-3, 1e-4],
])(
  "the gain at a KL is exact, of %i prompts with an answer of the chance %d to %d of its largest",
  (prompts, chance, error) => {
    expect(largestError(prompts, chance)).toBeLessThan(error);
  },
);
