// Registry of agents by id.

import { Library, type Sources, together } from "../core/library.ts";
import type { BoundEntry } from "../core/registry.ts";
import type { AgentPlan } from "../core/seat.ts";

export const players: Sources<BoundEntry<AgentPlan>> = {
  constant: async () => (await import("./plain.ts")).constant,
  random: async () => (await import("./plain.ts")).random,
  schedule: async () => (await import("./schedule.ts")).schedule,
  "random/legal": async () => (await import("./plain.ts")).randomLegal,
  "tit-for-tat": async () => (await import("./tit-for-tat.ts")).titForTat,
  "tit-for-two-tats": async () => (await import("./tit-for-tat.ts")).titForTwoTats,
  "generous-tit-for-tat": async () => (await import("./tit-for-tat.ts")).generousTitForTat,
  "suspicious-tit-for-tat": async () => (await import("./tit-for-tat.ts")).suspiciousTitForTat,
  "contrite-tit-for-tat": async () => (await import("./tit-for-tat.ts")).contriteTitForTat,
  "grim-trigger": async () => (await import("./triggers.ts")).grimTrigger,
  "win-stay-lose-shift": async () => (await import("./triggers.ts")).winStayLoseShift,
  gradual: async () => (await import("./triggers.ts")).gradual,
  "trust-matching": async () => (await import("./plain.ts")).trustMatching,
  "matching/rule": async () => (await import("./matching-rule.ts")).matchingRule,
  equilibrium: async () => (await import("./equilibrium.ts")).equilibrium,
  program: async () => (await import("./program.ts")).program,
  llm: async () => (await import("./llm.ts")).llm,
  oracle: async () => (await import("./oracle.ts")).oracle,
  ...together(
    [
      "oracle/equilibrium",
      "oracle/trust-aware",
      "oracle/nash",
      "oracle/social-optimum",
      "oracle/loyalty",
      "oracle/reciprocity-equilibrium",
      "oracle/bounded-reciprocity",
    ],
    async () => (await import("./oracle.ts")).oracles,
  ),
  ...together(["bidder/shaded", "bidder/paced"], async () => (await import("./bidders.ts")).bidders),
  "bidder/autobid": async () => (await import("./bidders.ts")).autobid,
  ...together(["spender/equal", "spender/greedy"], async () => (await import("./spenders.ts")).spenders),
  ...together(
    ["shopper", "shopper/first", "shopper/careful", "shopper/obedient"],
    async () => (await import("./shoppers.ts")).shoppers,
  ),
  ...together(
    ["seller", "seller/truthful", "seller/deceptive", "seller/fast"],
    async () => (await import("./sellers.ts")).sellers,
  ),
  appropriator: async () => (await import("./appropriators.ts")).appropriator,
  commoner: async () => (await import("./commoners.ts")).commoner,
  "serve/priced": async () => (await import("./priced.ts")).pricedServer,
};

export const agents = new Library("agent", players);
