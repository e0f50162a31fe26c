// What a player of grid football sees: positions as numbers, or a picture of the pitch. Every team sees itself attack to the right.

import type { ObservationField } from "../../../core/environment.ts";
import { field } from "../../declaration.ts";

export const SIGHTS = ["numbers", "picture"] as const;

/** A game as it stands. */
export interface Pitch {
  readonly size: number;
  /** Columns and rows of the players, those of the first team before the others. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Column and row. */
  readonly ball: Float64Array;
  /** 1 for seats that attack to the right, −1 for the others. */
  readonly way: Int32Array;
}

/** A way to see a game. */
export interface Sight {
  readonly fields: readonly ObservationField[];
  /** Writes what a seat sees, from `at` on. */
  write(seat: number, out: Float32Array, at: number): void;
  /** Own column and row, and those of the ball, in what a seat sees. */
  read(observation: ArrayLike<number>): readonly [x: number, y: number, ballX: number, ballY: number];
}

/** A column as the seat sees it. */
export const seenColumn = ({ size, way }: Pick<Pitch, "size" | "way">, seat: number, column: number): number =>
  way[seat] > 0 ? column : size - 1 - column;

/** Calls with every other player: its seat, and whether it is a mate. */
function forOthers({ way }: Pitch, seat: number, isMate: boolean, take: (other: number) => void): void {
  for (let other = 0; other < way.length; other++)
    if (other !== seat && (way[other] === way[seat]) === isMate) take(other);
}

/** Positions; those of others relative to the player. */
function numbers(pitch: Pitch, mates: number, others: number): Sight {
  const { size, x, y, ball } = pitch;
  return {
    fields: [
      field("own", 0, size - 1, "own column and row; every team sees itself attack to the right", { size: 2 }),
      field("ball", -1, size, "column and row of the ball", { size: 2 }),
      field("toBall", -size, size, "columns and rows to the ball", { size: 2 }),
      ...(mates > 0 ? [field("mates", -size, size, "columns and rows to each mate", { size: 2 * mates })] : []),
      ...(others > 0 ? [field("others", -size, size, "columns and rows to each opponent", { size: 2 * others })] : []),
    ],
    write(seat, out, from) {
      const own = seenColumn(pitch, seat, x[seat]);
      const ballX = seenColumn(pitch, seat, ball[0]);
      let at = from;
      out[at++] = own;
      out[at++] = y[seat];
      out[at++] = ballX;
      out[at++] = ball[1];
      out[at++] = ballX - own;
      out[at++] = ball[1] - y[seat];
      for (const isMate of [true, false]) {
        forOthers(pitch, seat, isMate, (other) => {
          out[at++] = seenColumn(pitch, seat, x[other]) - own;
          out[at++] = y[other] - y[seat];
        });
      }
    },
    read: (observation) => [observation[0], observation[1], observation[2], observation[3]],
  };
}

/** A plane of cells for each kind of thing, 1 where one stands; a ball in a goal is in none. */
function picture(pitch: Pitch, mates: number, others: number): Sight {
  const { size, x, y, ball } = pitch;
  const cells = size * size;
  const where = "for each cell from the lower left, row by row";
  const plane = (name: string, meaning: string) => field(name, 0, 1, `1 ${meaning}, ${where}`, { size: cells });
  const fields = [
    plane("own", "where the player stands; every team sees itself attack to the right"),
    plane("ball", "where the ball lies"),
    ...(mates > 0 ? [plane("mates", "where a mate stands")] : []),
    ...(others > 0 ? [plane("others", "where an opponent stands")] : []),
  ];
  const place = (observation: ArrayLike<number>, from: number) => {
    for (let cell = 0; cell < cells; cell++)
      if (observation[from + cell] > 0) return [cell % size, Math.floor(cell / size)] as const;
    return [-1, 0] as const;
  };
  return {
    fields,
    write(seat, out, from) {
      out.fill(0, from, from + fields.length * cells);
      const mark = (plane: number, column: number, row: number) => {
        if (column >= 0 && column < size) out[from + plane * cells + row * size + seenColumn(pitch, seat, column)] = 1;
      };
      mark(0, x[seat], y[seat]);
      mark(1, ball[0], ball[1]);
      forOthers(pitch, seat, true, (other) => mark(2, x[other], y[other]));
      forOthers(pitch, seat, false, (other) => mark(mates > 0 ? 3 : 2, x[other], y[other]));
    },
    read: (observation) => [...place(observation, 0), ...place(observation, cells)],
  };
}

/** A sight by its name; `mates` and `others` count those beside a player and against it. */
export const footballSight = (
  name: (typeof SIGHTS)[number],
  pitch: Pitch,
  { mates, others }: { readonly mates: number; readonly others: number },
): Sight => (name === "picture" ? picture : numbers)(pitch, mates, others);
