// Splits a log into episodes. Evaluation episodes are windows that share no record, or are assembled from blocks drawn with replacement. An
// earlier part of the log may be set aside for fitting.

import type { Windows } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import type { KeptLog } from "./kept-log.ts";
import type { WindowTerms } from "./source.ts";

/** Episodes of a log. */
export interface LogWindows {
  /** The environment's declaration of its windows. */
  readonly spec: Windows;
  /**
   * Returns the hidden number of an episode, which determines its records. With a `place`, the episode's number within a run, it is an
   * evaluation window of the later part. Without one it is a trial episode that starts anywhere in the part for fitting, or in the whole
   * log where none is set aside.
   */
  begin(random: Random, place: number | undefined): number;
  /** Record `t` of the episode with a hidden number: the time, then for every column one number per party. Valid until the next call. */
  at(hidden: number, t: number): Float64Array;
}

/** Integers below this bound are multiplied without rounding. */
const EXACT = 2 ** 52;
/** Upper bound of the hidden numbers of block episodes. */
const KEYS = 2 ** 31;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Splits a log into episodes of `horizon` records. Evaluation windows are disjoint. Their numbers visit all windows before one repeats, in
 * steps of the golden section, so that a few seeds cover the whole log. Blocks are those of the circular block bootstrap (Politis & Romano,
 * 1992), by default with a length near the cube root of the number of records. Throws a UserError where the log is too short.
 */
export function logWindows(log: KeptLog, horizon: number, { fit, windows }: WindowTerms): LogWindows {
  const { records, file, kind } = log;
  const fitted = Math.floor(fit * records);
  const scored = records - fitted;
  if (scored < horizon) {
    const has = `${file} has ${scored.toLocaleString("en-US")} ${kind}${fitted > 0 ? " after the part for fitting" : ""}`;
    const what = `an episode is ${horizon.toLocaleString("en-US")} long, and ${has}`;
    throw new UserError({ code: "short-log", what, path: ["horizon"], hint: `set it to ${scored} or less` });
  }
  const disjoint = Math.floor(scored / horizon);
  const block = blockOf(windows, scored, log);
  const spec = { source: file, records: kind, scored, fitted, disjoint, ...(block === undefined ? {} : { block }) };
  const record = new Float64Array(log.width);
  const drawn = { key: -1, number: -1, first: 0 };
  /** First record of a block, counted from the first evaluation record. */
  const blockStart = (key: number, number: number): number => {
    if (drawn.key !== key || drawn.number !== number) {
      drawn.first = Random.of(key, "block of a log", number).integer(scored);
      [drawn.key, drawn.number] = [key, number];
    }
    return drawn.first;
  };
  const indexOf = (hidden: number, t: number): number => {
    if (hidden < 0 && block !== undefined) {
      return fitted + ((blockStart(-1 - hidden, Math.floor(t / block)) + (t % block)) % scored);
    }
    return hidden < fitted ? (hidden + t) % fitted : hidden + t;
  };
  return {
    spec,
    begin(random, place) {
      if (place !== undefined && block !== undefined) return -1 - random.integer(KEYS);
      if (place !== undefined) return fitted + spreadPlace(place, disjoint) * horizon;
      const part = fitted > 0 ? fitted : records;
      return random.integer(part < horizon ? part : part - horizon + 1);
    },
    at(hidden, t) {
      log.read(indexOf(hidden, t), record);
      return record;
    },
  };
}

/** Maps an episode's place in a run to one of `count` windows: few episodes are spread evenly, and none repeats before all were used. */
export const spreadPlace = (place: number, count: number): number => ((place % count) * strideOf(count)) % count;

/** An integer coprime to `count` near its golden section. */
function strideOf(count: number): number {
  let stride = Math.max(1, Math.min(Math.round(GOLDEN * count), Math.floor(EXACT / count)));
  while (divisor(stride, count) > 1) stride -= 1;
  return stride;
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

function blockOf(windows: WindowTerms["windows"], scored: number, { file, kind }: KeptLog): number | undefined {
  if (windows === "disjoint") return undefined;
  const block = windows === "blocks" ? Math.max(1, Math.round(Math.cbrt(scored))) : windows.blocks;
  const most = Math.floor(scored / 2);
  if (block <= most) return block;
  const what = `blocks of ${block.toLocaleString("en-US")}, and ${file} has ${scored.toLocaleString("en-US")} ${kind} to draw them from`;
  const hint = most < 1 ? "that is too few" : `set it to ${most} or less, so that there are two at least`;
  throw new UserError({ code: "long-blocks", what, path: ["log", "windows"], hint });
}

/** Throws a UserError where a component is fitted to a log without a part set aside for fitting. `who` names the component. */
export function checkFitted({ fitted, source }: Windows, who: string, path?: readonly (string | number)[]): void {
  if (fitted > 0) return;
  throw new UserError({
    code: "no-fit",
    what: `${who} ${source}, and would be scored on what it was fitted to`,
    ...(path === undefined ? {} : { path }),
    hint: `set the earlier part of the log aside: log: { file: ${source}, fit: 0.5 }`,
  });
}
