// A round of Core War as it is looked at: which cells hold something, and which warrior ran in them last.

import type { Scene } from "../../../core/scene.ts";
import type { GameMoment, GameTerms } from "../arena.ts";
import type { Core } from "./core.ts";

export const SHOWN: GameTerms = {
  seats: ["first warrior", "second warrior"],
  actionSize: 0,
  actionUnit: "",
  measures: [
    { name: "tasks", unit: "tasks", meaning: "tasks of the warrior" },
    { name: "cells", unit: "cells", meaning: "cells in which the warrior ran last" },
    { name: "time", unit: "steps", meaning: "steps of each warrior so far" },
  ],
};

/** Moments of a round that are shown, and cells of all of them together, at most. */
const MOST_MOMENTS = 400;
const MOST_CELLS = 800_000;

interface CoreMoment {
  readonly steps: number;
  readonly cells: Uint8Array;
  readonly tasks: readonly number[];
}

/** Fights a round, as `fight` does. Afterwards tells moments of it, evenly spaced. */
export function watched(core: Core, begins: number, steps: number, watch: (moment: GameMoment) => void): number {
  const { size } = core.rules;
  const most = Math.max(20, Math.min(MOST_MOMENTS, Math.floor(MOST_CELLS / size)));
  const ran = new Uint8Array(size);
  let moments: CoreMoment[] = [];
  let apart = 2;
  const look = (taken: number): void => {
    const cells = ran.map((by, cell) => (by === 0 && !core.isEmpty(cell) ? HELD : by));
    moments.push({ steps: taken, cells, tasks: [core.tasks(0), core.tasks(1)] });
    if (moments.length <= most) return;
    moments = moments.filter((_, k) => k % 2 === 0);
    apart *= 2;
  };
  look(0);
  let winner = -1;
  let taken = 0;
  for (; taken < steps && winner < 0; taken++) {
    const seat = (begins + taken) % 2;
    ran[core.place(seat)] = RAN + seat;
    winner = core.fight(seat, 1);
    if ((taken + 1) % apart === 0) look(taken + 1);
  }
  if (taken % apart !== 0) look(taken);
  for (const [k, moment] of moments.entries()) {
    const values = Float64Array.from([0, 1].flatMap((seat) => valuesOf(moment, seat)));
    watch({ ...(k === 0 ? {} : { actions: [], values }), scene: () => sceneOf(moment, size) });
  }
  return winner;
}

/** What a cell is. */
const [HELD, RAN] = [1, 2];

function valuesOf({ cells, tasks, steps }: CoreMoment, seat: number): number[] {
  let own = 0;
  for (const by of cells) if (by === RAN + seat) own += 1;
  return [tasks[seat], own, Math.ceil(steps / 2)];
}

function sceneOf({ cells, tasks, steps }: CoreMoment, size: number): Scene {
  const columns = Math.ceil(Math.sqrt(size * 1.6));
  const rows = Math.ceil(size / columns);
  const all = Array.from({ length: rows * columns }, (_, cell) => (cell < size ? cells[cell] : OUTSIDE));
  return {
    view: { left: 0, bottom: 0, right: columns, top: rows },
    shapes: [{ kind: "grid", at: [0, 0], cell: 1, columns, cells: all, legend: LEGEND }],
    caption: `after ${Math.ceil(steps / 2).toLocaleString("en-US")} steps of each: ${tasks[0]} and ${tasks[1]} tasks`,
  };
}

const OUTSIDE = 4;
const LEGEND = [
  { meaning: "empty", fill: "faint" },
  { meaning: "holds something", fill: "muted" },
  { meaning: "the first warrior ran here last", fill: 0 },
  { meaning: "the second warrior ran here last", fill: 1 },
  { meaning: "outside of the core", fill: "surface" },
] as const;
