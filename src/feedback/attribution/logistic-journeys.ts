// Logistic regression on how often each channel was met, with or without what is known of the customer.

import type { Random } from "../../core/random.ts";
import { fitLogistic } from "../../math/logistic-regression.ts";
import { type JourneyModel, type Journeys, journeyCount } from "../../mechanisms/attribution/journeys.ts";

/** Features of a journey. */
export interface LogisticInputs {
  /** All touches are counted by channel, or only the last one is. */
  readonly touches: "all" | "last";
  /** A touch at T before the end counts 2^(−T/halfLife); default 1 whenever it was. */
  readonly halfLife?: number;
  /** Whether it sees the customer's features. */
  readonly user: boolean;
  /** λ of the ridge. Default 1. */
  readonly penalty?: number;
}

export function fitLogisticJourneys(journeys: Journeys, inputs: LogisticInputs, random: Random): JourneyModel {
  const { rows, values } = table(journeys, inputs);
  const features = journeys.channels.length + (inputs.user ? journeys.features.length : 0);
  const options = { penalty: inputs.penalty ?? 1, tolerance: 1e-4, maxPasses: 200 };
  const fit = fitLogistic({ rows, values, labels: journeys.converted, features }, random, options);
  return {
    probabilities(others) {
      const seen = table(others, inputs);
      return Float64Array.from(seen.rows, (row, k) => fit.probability(row, seen.values[k]));
    },
  };
}

function table(journeys: Journeys, { touches, halfLife = Number.POSITIVE_INFINITY, user }: LogisticInputs) {
  const [channels, features] = [journeys.channels.length, user ? journeys.features.length : 0];
  const known = journeys.features.length;
  const columns = Int32Array.from({ length: channels + features }, (_, j) => j);
  const count = journeyCount(journeys);
  const values = Array.from({ length: count }, (_, k) => {
    const row = new Float64Array(columns.length);
    const [from, to] = [journeys.starts[k], journeys.starts[k + 1]];
    for (let t = touches === "all" ? from : Math.max(from, to - 1); t < to; t++) {
      row[journeys.channel[t]] += 2 ** (-journeys.before[t] / halfLife);
    }
    for (let j = 0; j < features; j++) row[channels + j] = journeys.user[k * known + j];
    return row;
  });
  return { rows: values.map(() => columns), values };
}
