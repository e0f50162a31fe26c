// Businesses of a marketplace that answer customers: at once or late, at a price, honestly or not.

import { z } from "zod";
import { fieldOffset } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { flag, share, within } from "../core/parameters.ts";
import { preset } from "../core/preset.ts";
import type { Random } from "../core/random.ts";
import type { BoundEntry } from "../core/registry.ts";
import type { AgentPlan, Seat } from "../core/seat.ts";
import { scripted, trembling } from "./scripted.ts";
import { refuseOtherPart } from "./shoppers.ts";

/** Tones of a proposal: plain, boastful, pressing, and both. */
const TONES = 4;

const EXAMPLE = { environment: "marketplace/talk", group: "businesses" };

export const seller = scripted({
  id: "seller",
  summary: "answers customers of a marketplace with proposals: at a price, at once or later, and honestly or not",
  source: "businesses of arXiv 2510.25779",
  example: EXAMPLE,
  parameters: z.strictObject({
    price: within(0, 1000, 1).describe("price that it proposes, in prices of its menu: the nearest that the world has"),
    yields: within(0, 1000, 0.9).describe("price that it proposes to a customer who haggles, where that is lower"),
    boasts: share(0).describe("chance that it claims amenities that it lacks"),
    presses: flag(false).describe("whether its proposals press the customer to pay at once"),
    selective: flag(false).describe("whether it declines where it lacks an amenity that the customer needs"),
    delay: within(0, 1e6, 0).describe("mean number of steps that it takes for an answer, geometrically distributed"),
    ...trembling,
  }),
  make:
    ({ price, yields, boasts, presses, selective, delay }): AgentPlan =>
    (seat) => {
      refuseOtherPart(seat, "businesses", "a seller is a business");
      const { unread, fits, sells, haggling, wait, decline, proposal } = dealsOf(seat);
      let random: Random | undefined;
      return {
        reset(stream) {
          random = stream.stream("answers");
        },
        act(seen, action) {
          if (random === undefined) throw new Error("act before reset");
          action.fill(0);
          action[0] = wait;
          if (seen[unread] === 0 || random.uniform() * (1 + delay) >= 1) return;
          const boastful = random.uniform() < boasts ? 1 : 0;
          if (seen[sells] === 0 || (selective && seen[fits] === 0)) action[0] = decline;
          else {
            const wish = seen[haggling] === 1 ? Math.min(price, yields) : price;
            action[0] = proposal(seen, wish, boastful + (presses ? 2 : 0));
          }
        },
      };
    },
});

/** Where a seller's world shows what it needs, and the numbers of its deeds: proposals come last, four tones for each price. */
function dealsOf({ spec, seat }: Seat) {
  const at = (name: string): number => fieldOffset(spec, name) ?? -1;
  const fields = { unread: at("unread"), fits: at("fits"), sells: at("sells"), haggling: at("haggling") };
  const rates = spec.observation.find(({ name }) => name === "rates")?.size;
  if (Object.values(fields).includes(-1) || rates === undefined) {
    const what = "a seller answers customers, and in this world none write to businesses";
    throw new UserError({ code: "no-customers", what, hint: "environment: marketplace/talk" });
  }
  const propose = spec.actionHigh[seat * spec.actionSize] + 1 - TONES * rates;
  const from = at("rates");
  /** Number of a proposal at the price nearest to a wish. */
  const proposal = (seen: Float32Array, wish: number, tone: number): number => {
    let near = 0;
    for (let k = 1; k < rates; k++) if (Math.abs(seen[from + k] - wish) < Math.abs(seen[from + near] - wish)) near = k;
    return propose + TONES * near + tone;
  };
  return { ...fields, wait: 1, decline: propose - 1, proposal };
}

export const sellers: readonly BoundEntry<AgentPlan>[] = [
  seller,
  preset(seller, {
    id: "seller/truthful",
    summary: "answers customers at once, honestly and at the prices of its menu",
    defaults: {},
    example: EXAMPLE,
  }),
  preset(seller, {
    id: "seller/deceptive",
    summary: "claims amenities that it lacks, and presses customers to pay at once",
    defaults: { boasts: 1, presses: true },
    example: EXAMPLE,
  }),
  preset(seller, {
    id: "seller/fast",
    summary: "answers at once and asks more than its menu says",
    defaults: { price: 1.2, yields: 1.2 },
    example: EXAMPLE,
  }),
];
