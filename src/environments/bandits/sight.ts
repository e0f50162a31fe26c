// Observations of bandits. A stationary bandit shows the last arm and payoff as two numbers. A bandit with blocks shows a one-hot encoding
// of the arm for networks, with the time and what a pull may have revealed. Arms that are vectors are observed as such.

import type { ObservationField } from "../../core/environment.ts";
import { flag } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { field } from "../declaration.ts";

/** Quantities that a bandit draws anew for every episode. */
export interface Block {
  /** Number of quantities, and their description. */
  readonly size: number;
  readonly label: string;
  /** Whether they stay for the whole episode; otherwise they are redrawn after every round. */
  readonly stays: boolean;
  /** Whether the result of the last pull is observed. */
  readonly feedback: boolean;
  draw(random: Random, hidden: Float64Array): void;
  /** The arm that a pull of `arm` reveals, −1 for none. By default nothing is revealed, and the observation has no entry for it. */
  show?(arm: number, random: Random, hidden: Float64Array): number;
}

/** Parameters of every bandit with blocks. */
export const blockParameters = {
  stays: flag(true).describe(
    "whether what is hidden stays for the whole block; false: it is drawn anew for every pull",
  ),
  feedback: flag(true).describe(
    "whether the observation shows the last pull and what came of it; false: only the time",
  ),
};

/** Features of the arms that are observed before a pull: a row of numbers for each. */
export interface Features {
  /** Numbers per row. */
  readonly dimension: number;
  readonly low: number;
  readonly high: number;
  readonly meaning: string;
  /** Writes [arms × dimension] from index `at` on. */
  write(hidden: Float64Array, out: Float32Array, at: number): void;
}

interface Seen {
  readonly count: number;
  readonly horizon: number;
  readonly low: number;
  readonly high: number;
  readonly block?: Block;
  readonly features?: Features;
}

/** Observation fields and the function that fills them. */
export interface Sight {
  readonly fields: readonly ObservationField[];
  /** `last` holds arm and payoff, `shown` an arm or −1, `time` the number of rounds played. */
  observe(out: Float32Array, last: Float64Array, shown: Float64Array, time: Float64Array, hidden: Float64Array): void;
}

/** Creates the observation of a bandit. */
export function sightOf({ count, horizon, low, high, block, features }: Seen): Sight {
  const [least, most] = [Math.min(0, low), Math.max(0, high)];
  if (block === undefined) {
    return {
      fields: [
        field("lastArm", -1, count - 1, "the arm pulled last; −1 at the start"),
        field("lastPayoff", least, most, "what it paid; 0 at the start"),
        ...(features === undefined
          ? []
          : [
              field("features", features.low, features.high, `${features.meaning}, one arm after the other`, {
                size: count * features.dimension,
              }),
            ]),
      ],
      observe(out, last, _shown, _time, hidden) {
        out[0] = last[0];
        out[1] = last[1];
        features?.write(hidden, out, 2);
      },
    };
  }
  const shows = block.show === undefined ? 0 : block.size;
  const clue: ObservationField = field("shown", 0, 1, "1 at the arm that the last pull showed", { size: shows });
  const without = block.feedback ? "" : "; always 0 here";
  return {
    fields: [
      field("pulled", 0, 1, `1 at the arm pulled last${without}`, { size: count }),
      field("lastPayoff", least, most, `what it paid${without}`),
      ...(shows > 0 ? [clue] : []),
      field("time", 0, 1, "rounds played as a share of the block"),
    ],
    observe(out, last, shown, time) {
      out.fill(0);
      if (block.feedback && last[0] >= 0) {
        out[last[0]] = 1;
        out[count] = last[1];
        if (shows > 0 && shown[0] >= 0) out[count + 1 + shown[0]] = 1;
      }
      out[count + 1 + shows] = time[0] / horizon;
    },
  };
}
