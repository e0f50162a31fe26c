// The twenty environments of Coopetition-Gym v1, in the order of its four reports.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Bound } from "../../core/registry.ts";
import { apacheProject } from "./worlds/apache-project.ts";
import { appleAppStore } from "./worlds/apple-app-store.ts";
import { coalitionFormation } from "./worlds/coalition-formation.ts";
import { cooperativeNegotiation } from "./worlds/cooperative-negotiation.ts";
import { dynamicPartnerSelection } from "./worlds/dynamic-partner-selection.ts";
import { giftExchange } from "./worlds/gift-exchange.ts";
import { graduatedSanction } from "./worlds/graduated-sanction.ts";
import { indirectReciprocity } from "./worlds/indirect-reciprocity.ts";
import { loyaltyTeam } from "./worlds/loyalty-team.ts";
import { partnerHoldUp } from "./worlds/partner-hold-up.ts";
import { platformEcosystem } from "./worlds/platform-ecosystem.ts";
import { publicGoods } from "./worlds/public-goods.ts";
import { reciprocalDilemma } from "./worlds/reciprocal-dilemma.ts";
import { recoveryRace } from "./worlds/recovery-race.ts";
import { renaultNissan } from "./worlds/renault-nissan.ts";
import { reputationMarket } from "./worlds/reputation-market.ts";
import { slcd } from "./worlds/slcd.ts";
import { synergySearch } from "./worlds/synergy-search.ts";
import { teamProduction } from "./worlds/team-production.ts";
import { trustDilemma } from "./worlds/trust-dilemma.ts";

export const coopetitionWorlds: readonly Bound<NumericEnvironment>[] = [
  trustDilemma,
  partnerHoldUp,
  platformEcosystem,
  dynamicPartnerSelection,
  recoveryRace,
  synergySearch,
  slcd,
  renaultNissan,
  cooperativeNegotiation,
  reputationMarket,
  teamProduction,
  loyaltyTeam,
  coalitionFormation,
  apacheProject,
  publicGoods,
  reciprocalDilemma,
  giftExchange,
  indirectReciprocity,
  graduatedSanction,
  appleAppStore,
];
