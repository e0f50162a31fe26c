// Auctions of a log as instances of an audit: who bids, what it is worth to each and how often each ad is clicked stand there.

import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import type { KeptLog } from "../../logs/kept-log.ts";
import { valueBands } from "../../logs/spread.ts";
import { SURE } from "../../mechanisms/position/list.ts";
import { ironedVirtualValues, steppedValues, type VirtualValues } from "../../mechanisms/value-distribution.ts";

/** One auction: those to whom the thing is worth something. */
export interface LoggedAuction {
  /** Where it stands in the log, from 1. */
  readonly number: number;
  /** [bidders] each: names, what a thing or a click is worth, and how often the ad is clicked. */
  readonly names: readonly string[];
  readonly values: Float64Array;
  readonly qualities: Float64Array;
  /** What each one's values are worth to a seller who knows how they spread in the log, [bidders]. */
  virtual(): VirtualValues[];
}

/** The auctions of a log. */
export interface LoggedAuctions {
  /** As the user names it. */
  readonly file: string;
  readonly count: number;
  /** Any of them in which from 1 to `most` bid. A UserError where the log hardly has one. */
  draw(random: Random, most: number): LoggedAuction;
}

/** Auctions that are drawn until one is neither empty nor too large. */
const DRAWS = 1000;

/** Auctions of a log of the kind `auctions`. */
export function loggedAuctions(log: KeptLog): LoggedAuctions {
  const { file, records, parties, numbers, width } = log;
  const record = new Float64Array(width);
  const quality = 1 + numbers.indexOf("quality") * parties.length;
  const spreads = new Map<number, VirtualValues>();
  const spreadOf = (party: number): VirtualValues => {
    const known = spreads.get(party) ?? ironedVirtualValues(steppedValues(valueBands(log, 0, party)));
    spreads.set(party, known);
    return known;
  };
  return {
    file,
    count: records,
    draw(random, most) {
      for (let draw = 0; draw < DRAWS; draw++) {
        const at = random.integer(records);
        log.read(at, record);
        const bidding = [...parties.keys()].filter((party) => record[1 + party] > 0);
        if (bidding.length === 0 || bidding.length > most) continue;
        return {
          number: at + 1,
          names: bidding.map((party) => parties[party]),
          values: Float64Array.from(bidding, (party) => record[1 + party]),
          qualities: Float64Array.from(bidding, (party) =>
            Math.min(SURE[1], Math.max(SURE[0], record[quality + party])),
          ),
          virtual: () => bidding.map(spreadOf),
        };
      }
      const what = `${file} has hardly an auction in which from 1 to ${most} bid for more than nothing`;
      const hint = "read some of the bidders: `--where` takes an SQL condition";
      throw new UserError({ code: "no-auctions", what, hint });
    },
  };
}
