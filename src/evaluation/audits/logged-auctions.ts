// Auctions of a log as audit instances: the log gives bidders, values and click rates.

import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import type { KeptLog } from "../../logs/kept-log.ts";
import { valueBands } from "../../logs/spread.ts";
import { SURE } from "../../mechanisms/position/list.ts";
import { ironedVirtualValues, steppedValues, type VirtualValues } from "../../mechanisms/value-distribution.ts";

/** One logged auction, restricted to bidders with a positive value. */
export interface LoggedAuction {
  /** Position of the auction in the log, from 1. */
  readonly number: number;
  /** Names, values per item or click, and click rates, [bidders] each. */
  readonly names: readonly string[];
  readonly values: Float64Array;
  readonly qualities: Float64Array;
  /** Virtual values of each bidder, from the distribution of its values in the log, [bidders]. */
  virtual(): VirtualValues[];
}

/** The auctions of a log. */
export interface LoggedAuctions {
  /** File name as the user gave it. */
  readonly file: string;
  readonly count: number;
  /** Draws an auction with 1 to `most` bidders. Throws a UserError where such auctions are too rare in the log. */
  draw(random: Random, most: number): LoggedAuction;
}

/** Draws until an auction has a permitted number of bidders. */
const DRAWS = 1000;

/** Reads the auctions of a log of kind `auctions`. */
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
