// Episodes of a log: stretches of records that follow each other.

import { UserError } from "../core/errors.ts";
import type { Random } from "../core/random.ts";
import type { KeptLog } from "./kept-log.ts";

/** A log cut into episodes. */
export interface LogWindows {
  /** The record that an episode begins with: any that enough follow, so that seeds see different parts of the log. */
  begin(random: Random): number;
  /** Record `t` of the episode that begins with `first`: the time, then column by column a number of each party. Good until the next call. */
  at(first: number, t: number): Float64Array;
}

/** Episodes of `horizon` records. A UserError where the log is shorter. */
export function logWindows(log: KeptLog, horizon: number): LogWindows {
  const { records, file, kind } = log;
  if (records < horizon) {
    const what = `an episode is ${horizon.toLocaleString("en-US")} long, and ${file} has ${records.toLocaleString("en-US")} ${kind}`;
    throw new UserError({ code: "short-log", what, path: ["horizon"], hint: `set it to ${records} or less` });
  }
  const record = new Float64Array(log.width);
  return {
    begin: (random) => random.integer(records - horizon + 1),
    at(first, t) {
      log.read(first + t, record);
      return record;
    },
  };
}
