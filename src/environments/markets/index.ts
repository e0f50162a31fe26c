// Worlds in which something is sold, or given away while there is some.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Sources } from "../../core/library.ts";
import type { Bound } from "../../core/registry.ts";
import type { Rule } from "../../mechanisms/rule.ts";

/** Worlds over the shipped rules of sale and those of one's own. */
export const markets = (rules: readonly Bound<Rule>[]): Sources<Bound<NumericEnvironment>> => ({
  "markets/auction": async () => (await import("./auction.ts")).auctionOver(rules),
  "markets/positions": async () => (await import("./positions.ts")).positionsOver(rules),
  "markets/requests": async () => (await import("./requests.ts")).requestsWorld,
  "markets/campaign": async () => (await import("./campaign.ts")).campaignWorld,
});
