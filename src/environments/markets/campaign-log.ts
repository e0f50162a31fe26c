// Impressions of a campaign as a log has them.

import type { KeptLog } from "../../logs/kept-log.ts";
import { CHANCE, CLICK, type ImpressionSource, PRICE, TIME } from "../../mechanisms/campaign/source.ts";

/** A log's impressions; where it does not say whether one was clicked, that is drawn with its chance. */
export function loggedImpressions(log: KeptLog): ImpressionSource {
  const record = new Float64Array(log.width);
  return {
    count: log.records,
    highest: log.most[0],
    begin: (horizon, random) => random.integer(log.records - horizon + 1),
    read(t, random, row) {
      log.read(t, record);
      // Drawn always, so that what is known of one click moves no other.
      const drawn = random.uniform() < record[CHANCE] ? 1 : 0;
      row[TIME] = record[TIME];
      row[PRICE] = record[PRICE];
      row[CHANCE] = record[CHANCE];
      row[CLICK] = record[CLICK] < 0 ? drawn : record[CLICK];
    },
  };
}
