// Serves requests by resource prices: it chooses the option with the highest reward less the price of its uses, if that is positive. Prices
// are learnt from requested uses, whether or not they could be served (dual mirror descent, arXiv 2011.10124, algorithm 1).

import { z } from "zod";
import { fieldOffset } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { oneOf } from "../core/parameters.ts";
import { type BoundEntry, bind } from "../core/registry.ts";
import type { AgentPlan, Seat } from "../core/seat.ts";
import { MIRRORS, nextPrice } from "../mechanisms/allocation/prices.ts";

const parameters = z.strictObject({
  mirror: oneOf(MIRRORS, "subgradient").describe("how prices step: by the subgradient, or by multiplicative weights"),
  rate: z
    .number()
    .gt(0)
    .max(1e6)
    .optional()
    .describe(
      "step size of prices; default 1/2 of what a request commonly earns, or 4 for multiplicative ones, over the root of the number of requests",
    ),
  start: z
    .number()
    .min(0)
    .max(1e6)
    .optional()
    .describe(
      "the prices at first; default 0, or 0.3 of what a request commonly earns for multiplicative ones, which cannot leave 0",
    ),
});

export const pricedServer: BoundEntry<AgentPlan> = bind({
  id: "serve/priced",
  summary: "serves requests by prices of resources that learn from what is asked for (dual mirror descent)",
  source: "arXiv 2011.10124 (Balseiro, Lu & Mirrokni)",
  parameters,
  make:
    ({ mirror, rate, start }: z.output<typeof parameters>): AgentPlan =>
    (seat) => {
      const { options: d, resources: m, rewards, uses, rates, usual } = placesOf(seat);
      const first = start ?? (mirror === "subgradient" ? 0 : 0.3 * usual);
      const step = rate ?? (mirror === "subgradient" ? 0.5 * usual : 4) / Math.sqrt(seat.spec.horizon);
      const prices = new Float64Array(m);
      return {
        reset() {
          prices.fill(first);
        },
        act(observation, action) {
          let [best, chosen] = [0, -1];
          for (let j = 0; j < d; j++) {
            let worth = observation[rewards + j];
            for (let k = 0; k < m; k++) worth -= prices[k] * observation[uses + j * m + k];
            if (worth > best) [best, chosen] = [worth, j];
          }
          for (let k = 0; k < m; k++) {
            const used = chosen < 0 ? 0 : observation[uses + chosen * m + k];
            prices[k] = nextPrice(mirror, prices[k], step, observation[rates + k], used);
          }
          action[0] = chosen + 1;
        },
      };
    },
});

/** Indices of the request fields in the observation. Throws a UserError in an environment without them. */
function placesOf({ spec }: Seat) {
  const sizeOf = (name: string) => spec.observation.find((field) => field.name === name)?.size ?? 0;
  const [rewards, uses, rates] = ["rewards", "uses", "rates"].map((name) => fieldOffset(spec, name));
  if (rewards === undefined || uses === undefined || rates === undefined) {
    const what = "serve/priced must see what ways to serve earn and use, and this world does not show it";
    throw new UserError({ code: "no-requests", what, hint: "markets/requests does" });
  }
  const usual = spec.observation.find(({ name }) => name === "rewards")?.usual?.[1] ?? 1;
  return { options: sizeOf("rewards"), resources: sizeOf("rates"), rewards, uses, rates, usual };
}
