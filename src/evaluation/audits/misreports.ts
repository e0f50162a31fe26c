// Whether the truth pays best: every bidder's reports are searched for one that gains more than the truth does, while the others
// report theirs. What a search does not find may still be there; what it finds is a counterexample.

import { maximise } from "../../math/maximise.ts";
import { type DirectMechanism, utilities } from "../../mechanisms/direct.ts";

/** A report that is not the truth, and what it gains over the truth. */
export interface Misreport {
  readonly bidder: number;
  readonly report: number;
  /** Utility less that of the truth, in units of value; 0 or less where nothing better was found. */
  readonly gain: number;
}

/** The most profitable of the given `reports` of any bidder whose true values are `values`. */
export function bestMisreport(
  mechanism: DirectMechanism,
  values: ArrayLike<number>,
  reports: ArrayLike<number>,
): Misreport {
  return best(mechanism, values, (gainOf) => {
    let largest = { report: Number.NaN, gain: Number.NEGATIVE_INFINITY };
    for (let k = 0; k < reports.length; k++) {
      const gain = gainOf(reports[k]);
      if (gain > largest.gain) largest = { report: reports[k], gain };
    }
    return largest;
  });
}

/** The most profitable of some shares of the own value: a grid over all values would pass over the small ones. */
export function bestShading(
  mechanism: DirectMechanism,
  values: ArrayLike<number>,
  shares: readonly number[],
): Misreport {
  return best(mechanism, values, (gainOf, value) => {
    let largest = { report: Number.NaN, gain: Number.NEGATIVE_INFINITY };
    for (const share of shares) {
      const gain = gainOf(share * value);
      if (gain > largest.gain) largest = { report: share * value, gain };
    }
    return largest;
  });
}

/** As `bestMisreport` over all of [0, `highest`]: a grid of `levels`, and golden-section search around its best point. */
export function searchedMisreport(
  mechanism: DirectMechanism,
  values: ArrayLike<number>,
  highest: number,
  levels = 64,
): Misreport {
  return best(mechanism, values, (gainOf) => {
    const { at, value } = maximise(gainOf, 0, highest, levels, highest * 1e-9);
    return { report: at, gain: value };
  });
}

function best(
  mechanism: DirectMechanism,
  values: ArrayLike<number>,
  search: (gainOf: (report: number) => number, value: number) => { readonly report: number; readonly gain: number },
): Misreport {
  const truth = Float64Array.from(values);
  const honest = utilities(values, mechanism.run(truth));
  let largest: Misreport = { bidder: -1, report: Number.NaN, gain: Number.NEGATIVE_INFINITY };
  for (let bidder = 0; bidder < mechanism.bidders; bidder++) {
    const reports = truth.slice();
    const own = search((report) => {
      reports[bidder] = report;
      return utilities(values, mechanism.run(reports))[bidder] - honest[bidder];
    }, values[bidder]);
    if (own.gain > largest.gain) largest = { bidder, ...own };
  }
  return largest;
}
