// Rows of neighbours on a highway. A car keeps its place for as long as it is in sight, so that a learner can follow it over time. A place that a
// car has left is empty for a step before another car has it.

import type { ObservationField } from "../../core/environment.ts";
import { field } from "../declaration.ts";

/** Marks of a place without a car; others are the number of the car, plus 1. */
const [FREE, LEFT_NOW] = [0, -1];

export interface NeighbourOptions {
  /** Places of each learner. */
  readonly rows: number;
  readonly sight: number;
  readonly lanes: number;
  /** Fastest car in m/s, hardest braking and strongest acceleration in m/s². */
  readonly top: number;
  readonly accelerations: readonly [low: number, high: number];
  /** State of the cars. */
  readonly views: Readonly<Record<"speed" | "acceleration" | "lane" | "places", Float64Array>>;
  /** Metres that car `j` is ahead of car `i`, the shorter way, negative behind. */
  apart(i: number, j: number): number;
}

/** Makes the rows of learners, which are the first cars. */
export function neighbours({ rows, sight, lanes, top, accelerations, views, apart }: NeighbourOptions) {
  const { speed, acceleration, lane, places } = views;
  const size = { size: rows };
  const fields: readonly ObservationField[] =
    rows === 0
      ? []
      : [
          field(
            "carSeen",
            0,
            1,
            "by place of a neighbour: 1 where there is one, which stays while it is in sight",
            size,
          ),
          field("carAhead", -sight, sight, "metres that it is ahead, from middle to middle", size),
          field("carLane", 1 - lanes, lanes - 1, "lanes that it is further to the left", size),
          field("carSpeed", -top, top, "its speed less the own, in m/s", { ...size, usual: [-10, 10] }),
          field("carAcceleration", ...accelerations, "its mean acceleration in the last step, in m/s²", size),
        ];
  return {
    fields,
    /** Frees places of cars out of sight, and gives free ones to the nearest cars without a place. */
    follow(i: number): void {
      for (let k = i * rows; k < (i + 1) * rows; k++) {
        if (places[k] === LEFT_NOW) places[k] = FREE;
        else if (places[k] > 0 && Math.abs(apart(i, places[k] - 1)) > sight) places[k] = LEFT_NOW;
      }
      for (let k = i * rows; k < (i + 1) * rows; k++) {
        if (places[k] === FREE) places[k] = 1 + nearest(i);
      }
    },
    /** Writes the rows of learner `i`. */
    write(out: Float32Array, at: number, i: number): void {
      for (let k = 0; k < rows; k++) {
        const j = places[i * rows + k] - 1;
        if (j < 0) {
          for (let f = 0; f < fields.length; f++) out[at + f * rows + k] = 0;
          continue;
        }
        out[at + k] = 1;
        out[at + rows + k] = apart(i, j);
        out[at + 2 * rows + k] = lane[j] - lane[i];
        out[at + 3 * rows + k] = speed[j] - speed[i];
        out[at + 4 * rows + k] = acceleration[j];
      }
    },
  };

  /** The nearest car in sight without a place, −1 for none. */
  function nearest(i: number): number {
    let best = -1;
    let least = sight;
    for (let j = 0; j < speed.length; j++) {
      const distance = Math.abs(apart(i, j));
      if (j === i || distance > least || isPlaced(i, j)) continue;
      [best, least] = [j, distance];
    }
    return best;
  }

  function isPlaced(i: number, j: number): boolean {
    for (let k = i * rows; k < (i + 1) * rows; k++) if (places[k] === j + 1) return true;
    return false;
  }
}
