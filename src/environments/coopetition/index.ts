// The twenty environments of Coopetition-Gym v1, in the order of its four reports. A world's constants are in `worlds/`, the
// step they share is in `game.ts`, and trust changes in `trust.ts`.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Sources } from "../../core/library.ts";
import type { Bound } from "../../core/registry.ts";

export const coopetitionWorlds: Sources<Bound<NumericEnvironment>> = {
  "coopetition/trust-dilemma": async () => (await import("./worlds/trust-dilemma.ts")).trustDilemma,
  "coopetition/partner-hold-up": async () => (await import("./worlds/partner-hold-up.ts")).partnerHoldUp,
  "coopetition/platform-ecosystem": async () => (await import("./worlds/platform-ecosystem.ts")).platformEcosystem,
  "coopetition/dynamic-partner-selection": async () =>
    (await import("./worlds/dynamic-partner-selection.ts")).dynamicPartnerSelection,
  "coopetition/recovery-race": async () => (await import("./worlds/recovery-race.ts")).recoveryRace,
  "coopetition/synergy-search": async () => (await import("./worlds/synergy-search.ts")).synergySearch,
  "coopetition/slcd": async () => (await import("./worlds/slcd.ts")).slcd,
  "coopetition/renault-nissan": async () => (await import("./worlds/renault-nissan.ts")).renaultNissan,
  "coopetition/cooperative-negotiation": async () =>
    (await import("./worlds/cooperative-negotiation.ts")).cooperativeNegotiation,
  "coopetition/reputation-market": async () => (await import("./worlds/reputation-market.ts")).reputationMarket,
  "coopetition/team-production": async () => (await import("./worlds/team-production.ts")).teamProduction,
  "coopetition/loyalty-team": async () => (await import("./worlds/loyalty-team.ts")).loyaltyTeam,
  "coopetition/coalition-formation": async () => (await import("./worlds/coalition-formation.ts")).coalitionFormation,
  "coopetition/apache-project": async () => (await import("./worlds/apache-project.ts")).apacheProject,
  "coopetition/public-goods": async () => (await import("./worlds/public-goods.ts")).publicGoods,
  "coopetition/reciprocal-dilemma": async () => (await import("./worlds/reciprocal-dilemma.ts")).reciprocalDilemma,
  "coopetition/gift-exchange": async () => (await import("./worlds/gift-exchange.ts")).giftExchange,
  "coopetition/indirect-reciprocity": async () =>
    (await import("./worlds/indirect-reciprocity.ts")).indirectReciprocity,
  "coopetition/graduated-sanction": async () => (await import("./worlds/graduated-sanction.ts")).graduatedSanction,
  "coopetition/apple-app-store": async () => (await import("./worlds/apple-app-store.ts")).appleAppStore,
};
