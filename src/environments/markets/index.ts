// Worlds in which something is sold, or given away while there is some.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Sources } from "../../core/library.ts";
import type { Bound } from "../../core/registry.ts";

export const markets: Sources<Bound<NumericEnvironment>> = {
  "markets/auction": async () => (await import("./auction.ts")).auctionWorld,
  "markets/positions": async () => (await import("./positions.ts")).positionsWorld,
  "markets/requests": async () => (await import("./requests.ts")).requestsWorld,
  "markets/campaign": async () => (await import("./campaign.ts")).campaignWorld,
};
