// Credit of channels by the attention network, fitted to some journeys of a log.

import { setImmediate } from "node:timers/promises";
import { Random } from "../core/random.ts";
import { deviation, mean } from "../evaluation/statistics/moments.ts";
import { attentionFitting } from "../feedback/attribution/attention-model.ts";
import { creditShares, removalCredit } from "../feedback/attribution/credit.ts";
import { readJourneys } from "../feedback/attribution/journey-table.ts";
import { converters, type Journeys, journeyCount, mostTouches } from "../feedback/attribution/journeys.ts";
import type { LogSource } from "../logs/source.ts";
import type { TouchOptions } from "../logs/touches.ts";

/** How the network is fitted. */
export interface AttentionChoice {
  /** Journeys that it is fitted to at most. */
  readonly journeys: number;
  readonly seed: number;
  /** Columns that say who the customer is; default all that the log's schema does not name. */
  readonly customer?: "all" | readonly string[];
}

/** What the network credits. */
export interface AttentionCredit {
  /** Journeys that it was fitted to. */
  readonly journeys: number;
  /** What it was told of the customers. */
  readonly features: readonly string[];
  /** Mean loss of the last epoch, in nats. */
  readonly loss: number;
  /** Purchases by channel, [channels]: all of the log's, in proportion to what would be lost without the channel among the fitted journeys. */
  readonly credit: readonly number[];
}

/** Of longer journeys the last so many touches are seen, as in the published code. */
const LONGEST = 20;

/** Fits the network to some of the log's `all` journeys, and shares `purchases` among channels. */
export async function attentionCredit(
  source: LogSource,
  all: number,
  purchases: number,
  { journeys: most, seed, customer = "all" }: AttentionChoice,
  { onNotice: _, ...options }: TouchOptions,
): Promise<AttentionCredit> {
  const random = Random.of(seed, "attention");
  const sample = { most, of: all, random: random.stream("journeys") };
  const journeys = standardised(await readJourneys(source, { ...options, customer, sample }));
  const longest = Math.min(LONGEST, mostTouches(journeys));
  const fitting = attentionFitting(journeys, { longest }, random.stream("fit"));
  let loss = Number.NaN;
  for (let epoch = 1; epoch <= fitting.epochs; epoch++) {
    loss = fitting.epoch();
    options.onProgress?.(`attention: epoch ${epoch} of ${fitting.epochs}, loss ${loss.toFixed(4)}`);
    // Who wants to stop it is heard here.
    await setImmediate();
    options.signal?.throwIfAborted();
  }
  const model = fitting.end();
  const shares = creditShares(removalCredit(model, journeys, converters(journeys)));
  model.close();
  return {
    ...{ journeys: journeyCount(journeys), features: journeys.features, loss },
    credit: Array.from(shares, (share) => purchases * share),
  };
}

/** The same journeys with features of mean 0 and variance 1, whatever they are measured in. */
function standardised(journeys: Journeys): Journeys {
  const width = journeys.features.length;
  const user = journeys.user.slice();
  for (let j = 0; j < width; j++) {
    const values = user.filter((_, at) => at % width === j);
    const [centre, spread] = [mean(values), deviation(values)];
    for (let at = j; at < user.length; at += width) user[at] = spread > 0 ? (user[at] - centre) / spread : 0;
  }
  return { ...journeys, user };
}
