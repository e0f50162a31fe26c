// Drivers of a user's traffic log: in each window of records a car with the car ahead of it in its lane.

import type { Windows } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import type { KeptLog } from "../../logs/kept-log.ts";
import type { WindowTerms } from "../../logs/source.ts";
import { logWindows } from "../../logs/windows.ts";
import type { Pair } from "./cut-in-gap.ts";
import { CAR } from "./mobil.ts";

/** A gap in metres that stands for an open road. */
export const OPEN = 100;
/** Places of columns in a record, as the kind of log has them. */
const [POSITION, LANE, SPEED, TYPE] = [0, 1, 2, 3];

export interface LoggedDrivers {
  readonly windows: Windows;
  /** Begins an episode: the hidden number of its window. */
  begin(random: Random, place: number | undefined): number;
  /** Draws a car for each seat among those that are seen longest in the window behind another. */
  choose(hidden: number, cars: Float64Array, random: Random): void;
  /** Writes what a car does in record `t`. Returns whether it is there. */
  read(hidden: number, t: number, car: number, into: Pair): boolean;
  /** Returns the time of record `t` in seconds. */
  time(hidden: number, t: number): number;
  /** Returns the type that the log gives a car, −1 for none. */
  type(hidden: number, car: number): number;
}

/** Reads episodes of `steps` steps, which are one record longer. Throws a UserError where the log is shorter. */
export function loggedDrivers(log: KeptLog, steps: number, terms: WindowTerms): LoggedDrivers {
  const n = log.parties.length;
  const { spec: windows, begin, at } = logWindows(log, steps + 1, terms);
  const number = (record: Float64Array, column: number, car: number) => record[1 + column * n + car];

  /** The car ahead in the same lane, −1 for none. */
  function leaderOf(record: Float64Array, car: number): number {
    let leader = -1;
    for (let j = 0; j < n; j++) {
      if (j === car || number(record, LANE, j) !== number(record, LANE, car)) continue;
      const ahead = number(record, POSITION, j) - number(record, POSITION, car);
      if (ahead <= 0) continue;
      if (leader < 0 || number(record, POSITION, j) < number(record, POSITION, leader)) leader = j;
    }
    return leader;
  }

  return {
    windows,
    begin,
    choose(hidden, cars, random) {
      const seen = new Int32Array(n);
      for (let t = 0; t <= steps; t++) {
        const record = at(hidden, t);
        for (let i = 0; i < n; i++) {
          if (number(record, LANE, i) > 0) seen[i] += leaderOf(record, i) < 0 ? 1 : 2;
        }
      }
      const longest = Math.max(...seen);
      const all = Array.from(seen.keys()).filter((i) => seen[i] === longest);
      for (let k = 0; k < cars.length; k++) cars[k] = all[random.integer(all.length)];
    },
    read(hidden, t, car, into) {
      const record = at(hidden, t);
      if (number(record, LANE, car) === 0) return false;
      const leader = leaderOf(record, car);
      into.speed = number(record, SPEED, car);
      into.leader = leader < 0 ? into.speed : number(record, SPEED, leader);
      const gap = leader < 0 ? OPEN : number(record, POSITION, leader) - number(record, POSITION, car) - CAR;
      into.gap = Math.min(OPEN, Math.max(0, gap));
      return true;
    },
    time: (hidden, t) => at(hidden, t)[0],
    type(hidden, car) {
      for (let t = 0; t <= steps; t++) {
        const record = at(hidden, t);
        if (number(record, LANE, car) > 0) return number(record, TYPE, car);
      }
      return -1;
    },
  };
}
