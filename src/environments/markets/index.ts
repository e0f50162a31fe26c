// Worlds in which something is sold, or given away while there is some.

import { auctionWorld } from "./auction.ts";
import { campaignWorld } from "./campaign.ts";
import { positionsWorld } from "./positions.ts";
import { requestsWorld } from "./requests.ts";

export const markets = [auctionWorld, positionsWorld, requestsWorld, campaignWorld];
