// Simple heuristics that split a budget over channels: equally, or more to the channel with the best recent return. They ignore marginal
// returns and future effects.

import { z } from "zod";
import { type Agent, memoryless } from "../core/agent.ts";
import { fieldOffset } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { share } from "../core/parameters.ts";
import type { BoundEntry } from "../core/registry.ts";
import type { AgentPlan, Seat } from "../core/seat.ts";
import { nearestSplit } from "../mechanisms/budgets/splits.ts";
import { scripted, trembling } from "./scripted.ts";

/** Observation of spending and results, and conversion of shares to an action. */
interface Desk {
  readonly channels: number;
  readonly spent: number;
  readonly returned: number;
  /** Plays shares that sum to 1: unchanged, or as the nearest available split. */
  play(seen: Float32Array, shares: Float64Array, action: Float64Array): void;
}

/** Throws a UserError where the environment is no multi-channel campaign. */
function deskOf({ spec }: Seat, id: string): Desk {
  const { observation, choices } = spec;
  const [spent, returned, features] = ["spent", "returned", "features"].map((name) => fieldOffset(spec, name));
  const channels = observation.find(({ name }) => name === "spent")?.size ?? 0;
  if (spent === undefined || returned === undefined) {
    const what = `${id} must see what it spent in each channel and what was returned, and this world shows neither`;
    throw new UserError({ code: "no-channels", what, hint: "markets/channels does" });
  }
  return {
    channels,
    spent,
    returned,
    play(seen, shares, action) {
      if (choices === undefined || features === undefined) action.set(shares);
      else action[0] = nearestSplit(seen, features, choices, shares);
    },
  };
}

const equal = scripted({
  id: "spender/equal",
  summary: "gives every channel of a campaign the same",
  example: { environment: "markets/channels" },
  parameters: z.strictObject({ ...trembling }),
  make:
    (): AgentPlan =>
    (seat): Agent => {
      const desk = deskOf(seat, "spender/equal");
      const shares = new Float64Array(desk.channels).fill(1 / desk.channels);
      return memoryless((seen, action) => desk.play(seen, shares, action));
    },
});

const greedy = scripted({
  id: "spender/greedy",
  summary:
    "moves money to the channel that returned most for its money in the last period, from the one that returned least",
  example: { environment: "markets/channels" },
  parameters: z.strictObject({
    step: share(0.05).describe("share of a period's budget that is moved each period"),
    keep: share(0.02).describe("share that every channel keeps, so that it is still seen to return something"),
    ...trembling,
  }),
  make:
    ({ step, keep }): AgentPlan =>
    (seat): Agent => {
      const desk = deskOf(seat, "spender/greedy");
      const { channels } = desk;
      const shares = new Float64Array(channels);
      return {
        reset() {
          shares.fill(1 / channels);
        },
        act(seen, action) {
          let [best, worst] = [-1, -1];
          const rate = (j: number) => seen[desk.returned + j] / seen[desk.spent + j];
          for (let j = 0; j < channels; j++) {
            if (!(seen[desk.spent + j] > 0)) continue;
            if (best < 0 || rate(j) > rate(best)) best = j;
            if (shares[j] > keep && (worst < 0 || rate(j) < rate(worst))) worst = j;
          }
          if (best >= 0 && worst >= 0 && best !== worst) {
            const moved = Math.min(step, shares[worst] - keep);
            shares[worst] -= moved;
            shares[best] += moved;
          }
          desk.play(seen, shares, action);
        },
      };
    },
});

export const spenders: readonly BoundEntry<AgentPlan>[] = [equal, greedy];
