// Search for profitable misreports: each bidder's reports are varied while all others report truthfully. A profitable report is a
// counterexample to truthfulness; the absence of one is no proof.

import { maximise } from "../../math/maximise.ts";
import { type DirectMechanism, utilities } from "../../mechanisms/direct.ts";

/** An untruthful report and its gain over truthful reporting. */
export interface Misreport {
  readonly bidder: number;
  readonly report: number;
  /** Utility of the report less that of truthful reporting, in units of value; 0 or less where no better report was found. */
  readonly gain: number;
}

/** Returns the most profitable of the given `reports` over all bidders, whose true values are `values`. */
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

/** Returns the most profitable report among the given multiples of the own value. A grid over all values would miss small ones. */
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

/**
 * Returns the most profitable report in [0, `highest`]: a grid of `levels` points, refined by golden-section search around the best one.
 */
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
