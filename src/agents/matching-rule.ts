// Offers impressions by an online matching rule. It observes the interested advertisers, which of them are free, and the loads.

import { z } from "zod";
import { fieldOffset } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { oneOf } from "../core/parameters.ts";
import type { Random } from "../core/random.ts";
import { type BoundEntry, bind } from "../core/registry.ts";
import type { AgentPlan } from "../core/seat.ts";
import { bestEdges, RULES, ruleOf } from "../mechanisms/matching/rules.ts";

const parameters = z.strictObject({
  rule: oneOf(RULES, "balance").describe(
    "whom it offers an impression: the smallest load (balance), the largest p·(1 − g(load)) with g = e^(load − 1) or 1 − e^(−load), by an order that is drawn for the episode (ranking), any, the largest p, or by index",
  ),
});

export const matchingRule: BoundEntry<AgentPlan> = bind({
  id: "matching/rule",
  summary: "offers each impression to a free advertiser by a rule: Stochastic Balance and those it is compared with",
  source: "Mehta & Panigrahi (2012); Karp, Vazirani & Vazirani (1990); arXiv 2309.10289",
  parameters,
  make:
    ({ rule: name }: z.output<typeof parameters>): AgentPlan =>
    ({ spec }) => {
      const places = ["chance", "load", "free"].map((place) => fieldOffset(spec, place));
      const [chanceAt, loadAt, freeAt] = places;
      if (spec.choices === undefined || chanceAt === undefined || loadAt === undefined || freeAt === undefined) {
        const what = "matching/rule offers impressions, and this world has none";
        throw new UserError({ code: "no-impressions", what, hint: "matching/impressions and matching/offers have" });
      }
      const n = spec.choices - 1;
      const rule = ruleOf(name, n);
      const advertisers = Int32Array.from({ length: n }, (_, u) => u);
      const [chances, worths, free, best] = [
        new Float64Array(n),
        new Float64Array(n),
        new Uint8Array(n),
        new Int32Array(n),
      ];
      let hand: Random | undefined;
      return {
        reset(random) {
          hand = random.stream("ties");
          rule.begin?.(random.stream("rule"));
        },
        act(observation, action) {
          for (let u = 0; u < n; u++) {
            chances[u] = observation[chanceAt + u];
            worths[u] = rule.worth(u, observation[loadAt + u]);
            free[u] = chances[u] > 0 && observation[freeAt + u] === 1 ? 1 : 0;
          }
          const ties = bestEdges(rule.byChance, advertisers, chances, 0, n, free, worths, best);
          action[0] = ties === 0 ? n : best[ties === 1 ? 0 : (hand?.integer(ties) ?? 0)];
        },
      };
    },
});
