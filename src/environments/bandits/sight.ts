// What the player of a bandit sees: of one that never changes the last pull as two numbers; of one that is drawn anew for
// every block of rounds a place for each arm, as a network likes it, with the time and what a pull may have shown. Arms that are
// vectors are seen as such.

import type { ObservationField } from "../../core/environment.ts";
import { flag } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { field } from "../declaration.ts";

/** What a bandit draws anew for every episode. */
export interface Block {
  /** Numbers that are drawn, and what they are. */
  readonly size: number;
  readonly label: string;
  /** Whether they stay for the whole episode; else they are drawn again after every round, and nothing recurs. */
  readonly stays: boolean;
  /** Whether the player sees what came of the last pull. */
  readonly feedback: boolean;
  draw(random: Random, hidden: Float64Array): void;
  /** The arm that a pull of `arm` shows, −1 for none. Default none, and then the observation has no place for it. */
  show?(arm: number, random: Random, hidden: Float64Array): number;
}

/** Parameters that every bandit of blocks has. */
export const blockParameters = {
  stays: flag(true).describe(
    "whether what is hidden stays for the whole block; false: it is drawn anew for every pull",
  ),
  feedback: flag(true).describe(
    "whether the observation shows the last pull and what came of it; false: only the time",
  ),
};

/** What is seen of the arms themselves before a pull: a row of numbers for each. */
export interface Features {
  /** Numbers of a row. */
  readonly dimension: number;
  readonly low: number;
  readonly high: number;
  readonly meaning: string;
  /** Writes [arms × dimension] from `at` on. */
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

/** Fields and how they are filled. */
export interface Sight {
  readonly fields: readonly ObservationField[];
  /** `last` is arm and payoff, `shown` an arm or −1, `time` the rounds played. */
  observe(out: Float32Array, last: Float64Array, shown: Float64Array, time: Float64Array, hidden: Float64Array): void;
}

/** How a bandit is seen. */
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
