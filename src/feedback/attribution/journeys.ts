// Journeys of customers: the touches of advertising channels that a customer met on the way, its features, and whether it bought.

import type { Random } from "../../core/random.ts";
import type { CustomerColumn, TouchBlock } from "../../logs/journey-rows.ts";
import type { LogInput } from "../../logs/source.ts";
import { openTouches, type TouchOptions } from "../../logs/touches.ts";

/** Journeys side by side. The touches of one lie together, the earliest first. */
export interface Journeys {
  readonly channels: readonly string[];
  /** Names of what is known of a customer. */
  readonly features: readonly string[];
  /** [journeys + 1]: the touches of journey k are `starts[k]` … `starts[k + 1]` − 1. */
  readonly starts: Int32Array;
  /** [touches] */
  readonly channel: Int32Array;
  /** [touches]: time from the touch to the journey's end, at least 0. */
  readonly before: Float64Array;
  /** [journeys × features] */
  readonly user: Float64Array;
  /** [journeys]: 1 where the journey ended with a purchase, else 0. */
  readonly converted: Uint8Array;
}

/** What rules and chains look at. */
export type JourneyPaths = Pick<Journeys, "channels" | "starts" | "channel" | "before" | "converted">;

/** Anything that tells chances of a purchase. */
export interface JourneyModel {
  /** P(purchase) of each journey, which may have no touches. */
  probabilities(journeys: Journeys): Float64Array;
}

/** Number of journeys. */
export function journeyCount({ starts }: Pick<Journeys, "starts">): number {
  return starts.length - 1;
}

/** Touches of the longest journey, at least 1. */
export function mostTouches({ starts }: Pick<Journeys, "starts">): number {
  let most = 1;
  for (let k = 1; k < starts.length; k++) most = Math.max(most, starts[k] - starts[k - 1]);
  return most;
}

/** Numbers of the journeys that ended with a purchase. */
export function converters({ converted }: Journeys): number[] {
  return Array.from(converted.keys()).filter((k) => converted[k] === 1);
}

/** The journeys of the given numbers, in their order, a number as often as it is named, with the touches that `keep` keeps. */
export function chosenJourneys(
  journeys: Journeys,
  which: ArrayLike<number>,
  keep: (touch: number, at: number) => boolean = () => true,
): Journeys {
  const { starts, channel, before, user, converted, features } = journeys;
  const touches: number[] = [];
  const first = new Int32Array(which.length + 1);
  const known = new Float64Array(which.length * features.length);
  for (let at = 0; at < which.length; at++) {
    const k = which[at];
    for (let t = starts[k]; t < starts[k + 1]; t++) if (keep(t, at)) touches.push(t);
    first[at + 1] = touches.length;
    known.set(user.subarray(k * features.length, (k + 1) * features.length), at * features.length);
  }
  return {
    ...journeys,
    starts: first,
    channel: Int32Array.from(touches, (t) => channel[t]),
    before: Float64Array.from(touches, (t) => before[t]),
    user: known,
    converted: Uint8Array.from(which, (k) => converted[k]),
  };
}

/** The same customers without any touch of a channel. */
export function withoutChannel(journeys: Journeys, removed: number): Journeys {
  const all = Int32Array.from({ length: journeyCount(journeys) }, (_, k) => k);
  return chosenJourneys(journeys, all, (touch) => journeys.channel[touch] !== removed);
}

/** The same journeys with other outcomes. */
export function withOutcomes(journeys: Journeys, converted: Uint8Array): Journeys {
  if (converted.length !== journeyCount(journeys)) {
    throw new Error(`${converted.length} outcomes of ${journeyCount(journeys)} journeys`);
  }
  return { ...journeys, converted };
}

export interface TableOptions extends TouchOptions {
  /** Reads at most `most` of the `of` journeys that the file has, each with the same probability; default all. */
  readonly sample?: { readonly most: number; readonly of: number; readonly random: Random };
}

/**
 * Journeys of a file of touches, CSV or Parquet (the columns are those of a log of touches: `journey`, `channel`, `time`, `converted`,
 * perhaps `end`). The file's other columns, or those of `customer`, say who the customer is: numbers as they are, names as a feature
 * `column=name` for each. Journeys stand as they first come. A learner from some of them that is measured on others reads them together
 * and takes parts (`chosenJourneys`), so that channels and features have the same places. A UserError tells mistakes with line and column.
 */
export async function readJourneys(source: LogInput, options: TableOptions = {}): Promise<Journeys> {
  const { sample, ...how } = options;
  const log = await openTouches(source, { customer: "all", ...how });
  try {
    const features = log.customer.flatMap(({ name, names }) => names?.map((one) => `${name}=${one}`) ?? [name]);
    const parts: Journeys[] = [];
    const first: number[] = [];
    let [left, wanted] = [sample?.of ?? 0, sample?.most ?? 0];
    for await (const block of log.blocks()) {
      const all = Array.from(block.converted.keys());
      // Selection sampling (Knuth, 3.4.2, algorithm S): each with wanted/left.
      const taken = all.filter(() => {
        if (sample === undefined) return true;
        const take = left * sample.random.uniform() < wanted;
        left -= 1;
        if (take) wanted -= 1;
        return take;
      });
      parts.push(chosenJourneys(withCustomers(block, features, log.customer), taken));
      for (const k of taken) first.push(block.first[k]);
    }
    const whole = joined(parts, { channels: log.channels, features });
    const order = Array.from(first.keys()).sort((a, b) => first[a] - first[b]);
    return chosenJourneys(whole, order);
  } finally {
    log.close();
  }
}

/** A block with the customers' columns as features. */
function withCustomers(
  { channels, starts, channel, before, converted, customer }: TouchBlock,
  features: readonly string[],
  columns: readonly CustomerColumn[],
): Journeys {
  const count = converted.length;
  const user = new Float64Array(count * features.length);
  for (let k = 0; k < count; k++) {
    let at = k * features.length;
    for (const [c, { names }] of columns.entries()) {
      const value = customer[k * columns.length + c];
      if (names === undefined) user[at] = value;
      else if (value >= 0) user[at + value] = 1;
      at += names?.length ?? 1;
    }
  }
  return { channels, features, starts, channel, before, converted, user };
}

function joined(parts: readonly Journeys[], names: Pick<Journeys, "channels" | "features">): Journeys {
  const sum = (size: (part: Journeys) => number) => parts.reduce((total, part) => total + size(part), 0);
  const [journeys, touches] = [sum(journeyCount), sum(({ channel }) => channel.length)];
  const whole = {
    ...names,
    starts: new Int32Array(journeys + 1),
    channel: new Int32Array(touches),
    before: new Float64Array(touches),
    user: new Float64Array(journeys * names.features.length),
    converted: new Uint8Array(journeys),
  };
  let [k, t] = [0, 0];
  for (const part of parts) {
    whole.channel.set(part.channel, t);
    whole.before.set(part.before, t);
    whole.user.set(part.user, k * names.features.length);
    whole.converted.set(part.converted, k);
    for (let j = 1; j < part.starts.length; j++) whole.starts[k + j] = t + part.starts[j];
    k += journeyCount(part);
    t += part.channel.length;
  }
  return whole;
}
