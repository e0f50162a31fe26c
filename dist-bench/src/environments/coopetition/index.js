// The twenty environments of Coopetition-Gym v1, in the order of its four reports.
import { apacheProject } from "./worlds/apache-project.js";
import { appleAppStore } from "./worlds/apple-app-store.js";
import { coalitionFormation } from "./worlds/coalition-formation.js";
import { cooperativeNegotiation } from "./worlds/cooperative-negotiation.js";
import { dynamicPartnerSelection } from "./worlds/dynamic-partner-selection.js";
import { giftExchange } from "./worlds/gift-exchange.js";
import { graduatedSanction } from "./worlds/graduated-sanction.js";
import { indirectReciprocity } from "./worlds/indirect-reciprocity.js";
import { loyaltyTeam } from "./worlds/loyalty-team.js";
import { partnerHoldUp } from "./worlds/partner-hold-up.js";
import { platformEcosystem } from "./worlds/platform-ecosystem.js";
import { publicGoods } from "./worlds/public-goods.js";
import { reciprocalDilemma } from "./worlds/reciprocal-dilemma.js";
import { recoveryRace } from "./worlds/recovery-race.js";
import { renaultNissan } from "./worlds/renault-nissan.js";
import { reputationMarket } from "./worlds/reputation-market.js";
import { slcd } from "./worlds/slcd.js";
import { synergySearch } from "./worlds/synergy-search.js";
import { teamProduction } from "./worlds/team-production.js";
import { trustDilemma } from "./worlds/trust-dilemma.js";
export const coopetitionWorlds = [
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
