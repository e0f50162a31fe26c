// Agents that take from a common pool: greedy, restrained by the stock, watching the others, or in a fixed rhythm.

import { z } from "zod";
import { fieldOffset } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { playShare } from "../core/last-actions.ts";
import { flag, oneOf, share, whole } from "../core/parameters.ts";
import type { AgentPlan, Seat } from "../core/seat.ts";
import { scripted, trembling } from "./scripted.ts";

/** Rounding of observations, which have single precision. */
const ROUNDING = 1e-7;

export const appropriator = scripted({
  id: "appropriator",
  summary:
    "takes its largest share from a common pool: always, while there is enough, unless others do not wait, or in a rhythm",
  source: "the word is Ostrom's (1990); the diagrams that they make are in arXiv 2010.07777",
  parameters: z.strictObject({
    takes: oneOf(["always", "by stock", "watching", "in rhythm"], "by stock").describe(
      "always; while the stock is at the line; so too, until another takes below the line, and always from then on; every so many steps",
    ),
    line: share(0.5).describe("stock from which on it takes, as a share of the capacity"),
    every: whole(1, 1_000_000, 2).describe("steps from one take to the next, in a rhythm"),
    calls: flag(false).describe(
      "whether it tells its neighbours to take less while the stock is below the line, where agents send messages",
    ),
    heeds: flag(false).describe("whether it waits where a neighbour has told it to take less"),
    ...trembling,
  }),
  make:
    ({ takes, line, every, calls, heeds }): AgentPlan =>
    (seat) => {
      const { stock, others, end } = fieldsOf(seat);
      const heard = fieldOffset(seat.spec, "heard");
      const largest = heard === undefined ? 0 : largestTake(seat);
      const isEnough = (seen: Float32Array) => seen[stock] >= line - ROUNDING;
      let [step, wasLow, isProvoked] = [0, false, false];
      const wants = (seen: Float32Array): boolean => {
        if (takes === "always") return true;
        if (takes === "in rhythm") return step % every === 0;
        if (takes === "watching" && wasLow) for (let at = others; at < end; at++) if (seen[at] > 0) isProvoked = true;
        wasLow = !isEnough(seen);
        return isProvoked || !wasLow;
      };
      return {
        reset() {
          [step, wasLow, isProvoked] = [0, false, false];
        },
        act(seen, action) {
          const isTaking = wants(seen) && !(heeds && heard !== undefined && seen[heard] > 0);
          step += 1;
          if (heard === undefined) return playShare(seat.spec, seat.seat, isTaking ? 1 : 0, action);
          // Silent choices come first, then those with the first message.
          action[0] = (isTaking ? largest : 0) + (calls && !isEnough(seen) ? largest + 1 : 0);
        },
      };
    },
});

/** The choice of the largest take without a message. */
function largestTake({ spec, seat }: Seat): number {
  const words = spec.observation.find(({ name }) => name === "heard")?.size ?? 0;
  return (spec.actionHigh[seat * spec.actionSize] + 1) / (words + 1) - 1;
}

/** Offsets of the stock, and of the others' last takes, in an observation. */
function fieldsOf({ spec }: Seat) {
  const [stock, takes] = [fieldOffset(spec, "stock"), fieldOffset(spec, "takes")];
  const size = spec.observation.find(({ name }) => name === "takes")?.size;
  if (stock === undefined || takes === undefined || size === undefined) {
    const what = "an appropriator plays common pools, and this world shows no stock and takes";
    throw new UserError({ code: "no-pool", what, hint: "environment: commons/pool" });
  }
  return { stock, others: takes + 1, end: takes + size };
}
