// Journeys of customers from a file of touches.

import type { Random } from "../../core/random.ts";
import type { CustomerColumn, TouchBlock } from "../../logs/journey-rows.ts";
import type { LogInput } from "../../logs/source.ts";
import { openTouches, type TouchOptions } from "../../logs/touches.ts";
import { chosenJourneys, type Journeys, journeyCount } from "../../mechanisms/attribution/journeys.ts";

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
