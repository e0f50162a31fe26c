// Core War as an arena: two Redcode warriors that start in turn, at random positions or at those of a fixed start.

import { z } from "zod";
import { maybeWhole, oneOf, wrong } from "../../../core/parameters.ts";
import type { Random } from "../../../core/random.ts";
import { type BoundEntry, bind } from "../../../core/registry.ts";
import type { Scene } from "../../../core/scene.ts";
import type { Arena, GameMoment, GameTerms } from "../arena.ts";
import { CORES, Core, type CoreRules } from "./core.ts";
import { mutated } from "./mutation.ts";
import { assembled } from "./redcode.ts";

const parameters = z
  .strictObject({
    core: oneOf(["standard", "small", "nano"], "standard").describe("published sizes and limits, which others replace"),
    size: maybeWhole(10, 1_000_000).describe("cells"),
    processes: maybeWhole(1, 100_000).describe("tasks of a warrior at a time"),
    cycles: maybeWhole(1, 10_000_000).describe("steps of each warrior after which a round is a draw"),
    length: maybeWhole(1, 10_000).describe("instructions of a warrior"),
    distance: maybeWhole(1, 500_000).describe("cells between the beginnings of two warriors, at least"),
    fixed: maybeWhole(1, 2_000_000_000).describe("start from which pMARS computes all places; default: at random"),
  })
  .refine(
    (own) => rulesOf(own).length <= rulesOf(own).distance,
    wrong("distance", "It must be no less than the length"),
  )
  .refine(
    (own) => 2 * rulesOf(own).distance <= rulesOf(own).size,
    wrong("size", "It must be twice the distance at least"),
  )
  .refine(
    (own) => (own.fixed ?? Number.POSITIVE_INFINITY) >= rulesOf(own).distance,
    wrong("fixed", "It must be no less than the distance"),
  );

type Chosen = Partial<Record<keyof CoreRules, number | undefined>> & { readonly core: keyof typeof CORES };

function rulesOf({ core, ...own }: Chosen): CoreRules {
  const usual = CORES[core];
  const { size = usual.size, processes = usual.processes, cycles = usual.cycles } = own;
  const { length = usual.length, distance = usual.distance } = own;
  return { size, processes, cycles, length, distance };
}

export const coreWar: BoundEntry<Arena> = bind({
  id: "core-war",
  summary: "two programs in Redcode try to stop each other in one ring of memory",
  source: "ICWS'94 draft standard, as pMARS 0.9.4 plays it",
  parameters,
  make: (chosen): Arena => ({
    entrants: [2, 2],
    mutated: (code, random) => mutated(code, rulesOf(chosen), random),
    begin(entrants, random) {
      const [rules, fixed] = [rulesOf(chosen), chosen.fixed];
      const [first, second] = entrants.map(({ text, file }) => assembled(text, file, rules));
      const core = new Core(rules);
      const place = fixed === undefined ? randomPlaces(rules, random) : fixedPlaces(rules, fixed);
      let round = 0;
      return {
        terms: SHOWN,
        seating: () => [0, 1],
        play({ watch } = {}) {
          core.clear();
          core.load(0, first, 0);
          core.load(1, second, place());
          const begins = round % 2;
          round += 1;
          const steps = 2 * rules.cycles;
          const winner = watch === undefined ? core.fight(begins, steps) : watched(core, begins, steps, watch);
          return winner < 0 ? [0.5, 0.5] : [1 - winner, winner];
        },
        skip(rounds) {
          for (let k = 0; k < rounds; k++) place();
          round += rounds;
        },
      };
    },
  }),
});

/** Returns the next position of the second warrior. */
type Places = () => number;

/** Random positions, uniform over all that keep the minimum distance. */
const randomPlaces =
  ({ size, distance }: CoreRules, random: Random): Places =>
  () =>
    distance + random.integer(size + 1 - 2 * distance);

/** Positions of pMARS with a fixed start: the Park-Miller generator, with the start less the distance as its first state. */
function fixedPlaces({ size, distance }: CoreRules, start: number): Places {
  let state = start - distance;
  return () => {
    const place = distance + (state % (size + 1 - 2 * distance));
    state = (16_807 * state) % 2_147_483_647;
    return place;
  };
}

const SHOWN: GameTerms = {
  seats: ["first warrior", "second warrior"],
  actionSize: 0,
  actionUnit: "",
  measures: [
    { name: "tasks", unit: "tasks", meaning: "tasks of the warrior" },
    { name: "cells", unit: "cells", meaning: "cells in which the warrior ran last" },
    { name: "time", unit: "steps", meaning: "steps of each warrior so far" },
  ],
};

/** Maximum number of recorded moments of a round, and of cells over all of them. */
const MOST_MOMENTS = 400;
const MOST_CELLS = 800_000;

interface CoreMoment {
  readonly steps: number;
  readonly cells: Uint8Array;
  readonly tasks: readonly number[];
}

/** Fights a round as `fight` does and then reports evenly spaced moments of it. */
function watched(core: Core, begins: number, steps: number, watch: (moment: GameMoment) => void): number {
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

/** States of a cell in the scene: held by a warrior, and executed by it. */
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
