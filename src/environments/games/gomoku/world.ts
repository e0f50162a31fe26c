// Gomoku: two players place stones on a board in turn; a row of exactly five wins. A move on an occupied cell loses.

import { z } from "zod";
import { type NumericEnvironment, observationSize, Status } from "../../../core/environment.ts";
import { layout } from "../../../core/layout.ts";
import { whole } from "../../../core/parameters.ts";
import { bind } from "../../../core/registry.ts";
import type { Scene, Shape } from "../../../core/scene.ts";
import { choiceOf, event, field, parts, seats } from "../../declaration.ts";
import { between, counted } from "../../scene-shapes.ts";
import { POINT, sharedPoint, WON } from "../points.ts";

const parameters = z.strictObject({
  size: whole(5, 25, 15).describe("rows and columns"),
});

/** Length of a winning row; longer rows do not win. */
const FIVE = 5;

/** `winner` in the state: 1 for black, 2 for white, or one of these. */
const OPEN = 0;
const DRAWN = 3;

/** Directions of rows: horizontal, vertical, and both diagonals. */
const ROWS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** Whether the stone at (row, column) is part of a row of exactly five of its colour; `stones` [size × size]. */
export function winsAt(stones: ArrayLike<number>, size: number, row: number, column: number): boolean {
  const colour = stones[row * size + column];
  const reach = (dx: number, dy: number): number => {
    let [x, y, count] = [column + dx, row + dy, 0];
    for (; x >= 0 && x < size && y >= 0 && y < size && stones[y * size + x] === colour; x += dx, y += dy) count += 1;
    return count;
  };
  return ROWS.some(([dx, dy]) => 1 + reach(dx, dy) + reach(-dx, -dy) === FIVE);
}

function gomokuWorld({ size }: z.output<typeof parameters>): NumericEnvironment {
  const cells = size * size;
  /** Stones: 0 for none, 1 for black and 2 for white; `last` is −1 before the first. */
  const state = layout({ stones: [size, size], moves: [1], winner: [1], last: [1] });
  const { stones, moves, winner, last } = state.views;
  const turn = (): number => moves[0] % 2;
  const plane = (name: string, meaning: string) =>
    field(name, 0, 1, `1 where there is ${meaning}, row by row`, { size: cells });
  const observation = [
    plane("own", "an own stone"),
    plane("other", "a stone of the other"),
    field("toMove", 0, 1, "1 where it is the own turn"),
    field("colour", 1, 2, "1 for black, 2 for white"),
  ];
  const points = (): number[] => sharedPoint(winner[0] === 1 ? [1, 0] : winner[0] === 2 ? [0, 1] : [1, 1]);

  function report(outcomes: Float64Array, illegal: number): void {
    const shares = winner[0] === OPEN ? [0, 0] : points();
    for (let seat = 0; seat < 2; seat++) {
      outcomes[3 * seat] = shares[seat];
      outcomes[3 * seat + 1] = shares[seat] === 1 ? 1 : 0;
      outcomes[3 * seat + 2] = illegal === seat ? 1 : 0;
    }
  }

  return {
    spec: {
      ...seats(["black", "white"], () => cells - 1),
      horizon: cells,
      actionUnit: "cell",
      choices: cells,
      legal(seen) {
        const free: number[] = [];
        if (seen[2 * cells] === 1)
          for (let cell = 0; cell < cells; cell++) if (seen[cell] === 0 && seen[cells + cell] === 0) free.push(cell);
        return free;
      },
      observation,
      observationSize: observationSize(observation),
      channels: [POINT, WON, event("illegal", "moves", "a move on a stone, which loses")],
      publicState: parts({ moves: "stones on the board" }),
      deterministic: true,
      symmetric: false,
    },
    state,
    reset(_, outcomes) {
      state.buffer.fill(0);
      last[0] = -1;
      report(outcomes, -1);
    },
    step(actions, outcomes) {
      const seat = turn();
      const cell = choiceOf(actions[seat], cells);
      const isIllegal = stones[cell] !== 0;
      if (isIllegal) winner[0] = 2 - seat;
      else {
        stones[cell] = seat + 1;
        last[0] = cell;
        moves[0] += 1;
        if (winsAt(stones, size, Math.floor(cell / size), cell % size)) winner[0] = seat + 1;
        else if (moves[0] === cells) winner[0] = DRAWN;
      }
      report(outcomes, isIllegal ? seat : -1);
      return winner[0] === OPEN ? Status.running : Status.terminated;
    },
    observe(out) {
      for (let seat = 0; seat < 2; seat++) {
        const at = seat * (2 * cells + 2);
        for (let cell = 0; cell < cells; cell++) {
          out[at + cell] = stones[cell] === seat + 1 ? 1 : 0;
          out[at + cells + cell] = stones[cell] === 2 - seat ? 1 : 0;
        }
        out[at + 2 * cells] = turn() === seat ? 1 : 0;
        out[at + 2 * cells + 1] = seat + 1;
      }
    },
    scene: () => gomokuScene(stones, size, last[0], winner[0]),
    bout: {
      asks: (seat) => turn() === seat,
      given: (seat) => [
        Array.from({ length: size }, (_, row) => [...stones.subarray(row * size, (row + 1) * size)]),
        seat + 1,
      ],
      read(answer, _, action) {
        const cell = cellIn(answer, size);
        if (cell === undefined) return false;
        action[0] = cell;
        return true;
      },
      points,
    },
  };
}

/** The cell of `[row, column]`; undefined for an invalid answer. */
function cellIn(answer: unknown, size: number): number | undefined {
  if (!Array.isArray(answer) || answer.length !== 2) return undefined;
  const [row, column] = answer.map(Number);
  const isOn = (at: number): boolean => Number.isInteger(at) && at >= 0 && at < size;
  return isOn(row) && isOn(column) ? row * size + column : undefined;
}

/** The board with its lines, the stones, and a mark on the last one. */
function gomokuScene(stones: ArrayLike<number>, size: number, last: number, winner: number): Scene {
  const lines = Array.from({ length: size }, (_, k) => [
    between([0, k], [size - 1, k], "faint"),
    between([k, 0], [k, size - 1], "faint"),
  ]).flat();
  const at = (cell: number) => [cell % size, size - 1 - Math.floor(cell / size)] as const;
  const shapes: Shape[] = [...lines];
  for (let cell = 0; cell < size * size; cell++) {
    if (stones[cell] === 0) continue;
    const fill = stones[cell] === 1 ? "ink" : "surface";
    shapes.push({ kind: "circle", at: at(cell), radius: 0.43, fill, stroke: "ink" });
  }
  if (last >= 0) shapes.push({ kind: "circle", at: at(last), radius: 0.14, fill: "accent" });
  const ends = ["", "Black has won", "White has won", "The board is full: a draw"][winner];
  const count = Array.from(stones).filter((stone) => stone !== 0).length;
  return {
    view: { left: -0.8, right: size - 0.2, bottom: -0.8, top: size - 0.2 },
    shapes,
    caption: `${ends === "" ? `${count % 2 === 0 ? "Black" : "White"} to move` : ends}; ${counted(count, "stone")}.`,
  };
}

export const gomoku = bind({
  id: "games/gomoku",
  summary: "two players put stones on a board in turn; exactly five in a row win",
  source: "an arena of CodeClash (arXiv 2511.00839)",
  parameters,
  make: gomokuWorld,
});
