// Arms whose payoffs were written down beforehand by somebody who wishes the player ill. Nothing is random, and what
// counts is the best single arm in hindsight. The default flatters the wrong arm for a quarter of the time.

import { z } from "zod";
import { whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { bandit } from "./arms.ts";

export const adversarialBandit = bind({
  id: "bandits/adversarial",
  summary: "arms whose payoffs follow a sequence fixed in advance",
  source: "Auer, Cesa-Bianchi, Freund & Schapire (2002)",
  parameters: z.strictObject({
    horizon: whole(1, 10_000_000, 1000).describe("rounds"),
    gains: z
      .array(z.array(z.number().min(0).max(1)).min(1))
      .min(1)
      .default([
        [1, 0],
        [0, 1],
        [0, 1],
        [0, 1],
      ])
      .refine((rows) => rows.every((row) => row.length === rows[0].length), {
        error: "It must have rows of one length",
      })
      .describe("what each arm pays, row after row; after the last row comes the first again"),
    hold: whole(1, 10_000_000, 250).describe("rounds for which a row lasts"),
  }),
  make: ({ horizon, gains, hold }) => {
    const rowOf = (round: number) => gains[Math.floor(round / hold) % gains.length];
    const totals = totalGains(gains, hold, horizon);
    const best = totals.indexOf(Math.max(...totals));
    return bandit({
      count: totals.length,
      horizon,
      low: 0,
      high: 1,
      spread: 1,
      deterministic: true,
      best: "the best single arm of the whole sequence",
      isBest: (arm) => totals[arm] === totals[best],
      pay: (arm, round) => rowOf(round)[arm],
      gap: (arm, round) => rowOf(round)[best] - rowOf(round)[arm],
    });
  },
});

/** What each arm pays over `horizon` rounds, [arms]. */
export function totalGains(gains: readonly (readonly number[])[], hold: number, horizon: number): number[] {
  const period = hold * gains.length;
  const [whole, rest] = [Math.floor(horizon / period), horizon % period];
  return gains[0].map((_, arm) =>
    gains.reduce((sum, row, k) => {
      const partial = Math.min(hold, Math.max(0, rest - k * hold));
      return sum + row[arm] * (whole * hold + partial);
    }, 0),
  );
}
