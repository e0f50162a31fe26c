// The twenty environments of Coopetition-Gym v1, in the order of its four reports. A world's constants are in the files `…-worlds.ts`,
// the step they share is in `game.ts`, and trust changes in `trust.ts`.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Sources } from "../../core/library.ts";
import type { Bound } from "../../core/registry.ts";

export const coopetitionWorlds: Sources<Bound<NumericEnvironment>> = {
  "coopetition/trust-dilemma": async () => (await import("./trust-worlds.ts")).trustDilemma,
  "coopetition/partner-hold-up": async () => (await import("./trust-worlds.ts")).partnerHoldUp,
  "coopetition/platform-ecosystem": async () => (await import("./trust-worlds.ts")).platformEcosystem,
  "coopetition/dynamic-partner-selection": async () => (await import("./standing-worlds.ts")).dynamicPartnerSelection,
  "coopetition/recovery-race": async () => (await import("./trust-worlds.ts")).recoveryRace,
  "coopetition/synergy-search": async () => (await import("./agreement-worlds.ts")).synergySearch,
  "coopetition/slcd": async () => (await import("./trust-worlds.ts")).slcd,
  "coopetition/renault-nissan": async () => (await import("./trust-worlds.ts")).renaultNissan,
  "coopetition/cooperative-negotiation": async () => (await import("./agreement-worlds.ts")).cooperativeNegotiation,
  "coopetition/reputation-market": async () => (await import("./standing-worlds.ts")).reputationMarket,
  "coopetition/team-production": async () => (await import("./team-worlds.ts")).teamProduction,
  "coopetition/loyalty-team": async () => (await import("./team-worlds.ts")).loyaltyTeam,
  "coopetition/coalition-formation": async () => (await import("./team-worlds.ts")).coalitionFormation,
  "coopetition/apache-project": async () => (await import("./team-worlds.ts")).apacheProject,
  "coopetition/public-goods": async () => (await import("./team-worlds.ts")).publicGoods,
  "coopetition/reciprocal-dilemma": async () => (await import("./reciprocal-worlds.ts")).reciprocalDilemma,
  "coopetition/gift-exchange": async () => (await import("./reciprocal-worlds.ts")).giftExchange,
  "coopetition/indirect-reciprocity": async () => (await import("./reciprocal-worlds.ts")).indirectReciprocity,
  "coopetition/graduated-sanction": async () => (await import("./reciprocal-worlds.ts")).graduatedSanction,
  "coopetition/apple-app-store": async () => (await import("./reciprocal-worlds.ts")).appleAppStore,
};
