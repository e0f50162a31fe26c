// Worlds in which something is sold.

import { auctionWorld } from "./auction.ts";

export const markets = [auctionWorld];
