// Frame of small worlds that are drawn as a map of letters and known as a whole: one agent, four moves, and rules that say where a move leads. All
// states are found from the beginning on, so that planners and audits read the world's process.

import type { Channel } from "../../core/channel.ts";
import type { NumericSpec, ObservationField } from "../../core/environment.ts";
import type { GridShape, Scene } from "../../core/scene.ts";
import { level, named } from "../declaration.ts";
import { tabularMdp } from "../tabular/mdp.ts";
import { type ProcessWorld, processWorld } from "../tabular/process-world.ts";
import { MOVES } from "./tiles.ts";

/** A map of letters; `#` is a wall, and the border is of walls. */
export interface DrawnMap {
  readonly width: number;
  readonly height: number;
  /** The letter of each cell, row by row. */
  readonly letters: readonly string[];
}

export function drawnMap(rows: readonly string[]): DrawnMap {
  const width = rows[0].length;
  if (rows.some((row) => row.length !== width)) throw new Error("the rows of a map must be of one length");
  return { width, height: rows.length, letters: [...rows.join("")] };
}

/** Cells with a letter, in order. */
export const cellsOf = ({ letters }: DrawnMap, letter: string): number[] =>
  [...letters.keys()].filter((cell) => letters[cell] === letter);

/** The cell beside, in the direction of a move. */
export const beside = ({ width }: DrawnMap, cell: number, move: number): number =>
  cell + MOVES[move][0] + MOVES[move][1] * width;

/** The cell that a move leads to; walls stop it. */
export function stepOn(map: DrawnMap, cell: number, move: number): number {
  const to = beside(map, cell, move);
  return map.letters[to] === "#" ? cell : to;
}

export const placeChannels = ({ width, height }: DrawnMap): Channel[] => [
  level("x", "tiles", 0, width - 1, "column"),
  level("y", "tiles", 0, height - 1, "row, from above"),
];

/** Writes the place of a cell into these two channels, of which the first is at `place`. */
export function reportPlace(outcomes: Float64Array, place: number, { width }: DrawnMap, cell: number): void {
  outcomes[place] = cell % width;
  outcomes[place + 1] = Math.floor(cell / width);
}

/** What there is in a state: where the agent stands, and what else changes, as one whole number. */
export interface MapState {
  readonly cell: number;
  readonly rest: number;
}

/** The rules and the view of a drawn world. */
export interface DrawnRules {
  readonly label: string;
  readonly map: DrawnMap;
  readonly horizon: number;
  readonly starts: readonly (readonly [state: MapState, chance: number])[];
  /** Where a move leads. */
  next(state: MapState, move: number): MapState;
  /** Whether a state ends the episode. */
  ends?(state: MapState): boolean;
  /** What is seen beside column and row, and its numbers. */
  readonly observation?: readonly ObservationField[];
  see?(out: Float32Array, at: number, state: MapState): void;
  readonly channels: readonly Channel[];
  /** Writes the outcomes of a step from `from`; of a beginning, without it. */
  report(outcomes: Float64Array, to: MapState, from: MapState | undefined): void;
  /** How cells look by their letter; letters that it lacks are floor. */
  readonly looks?: Readonly<Record<string, GridShape["legend"][number]>>;
  /** The letter that a cell shows in a state, where it changes. */
  lettersOf?(state: MapState): readonly string[];
  readonly oracles?: NumericSpec["oracles"];
}

/** The fields that every drawn world shows first. */
const fieldsOf = ({ width, height }: DrawnMap): ObservationField[] => [
  { name: "x", size: 1, low: 0, high: width - 1, meaning: "column" },
  { name: "y", size: 1, low: 0, high: height - 1, meaning: "row, from above" },
];

export function drawnWorld(rules: DrawnRules): ProcessWorld {
  const { map, horizon, starts, observation = [], channels, label, oracles } = rules;
  const { width } = map;
  const states: MapState[] = [];
  const numbers = new Map<number, number>();
  const cells = map.letters.length;
  const numberOf = (state: MapState): number => {
    const code = state.rest * cells + state.cell;
    const known = numbers.get(code);
    if (known !== undefined) return known;
    numbers.set(code, states.length);
    return states.push(state) - 1;
  };
  for (const [state] of starts) numberOf(state);
  const successors: number[] = [];
  const isEnd = (state: MapState): boolean => rules.ends?.(state) ?? false;
  for (let s = 0; s < states.length; s++)
    for (let a = 0; a < MOVES.length; a++) successors.push(isEnd(states[s]) ? s : numberOf(rules.next(states[s], a)));
  const start = new Float64Array(states.length);
  for (const [state, chance] of starts) start[numberOf(state)] += chance;
  const process = tabularMdp({
    states: states.length,
    actions: MOVES.length,
    discount: 1,
    start,
    terminal: (s) => isEnd(states[s]),
    transitions: (s, a) => [[successors[s * MOVES.length + a], 1]],
    reward: () => 0,
  });
  return processWorld({
    process,
    horizon,
    action: named("up", "right", "down", "left"),
    view: {
      label,
      observation: [...fieldsOf(map), ...observation],
      show(out, s) {
        out[0] = states[s].cell % width;
        out[1] = Math.floor(states[s].cell / width);
        rules.see?.(out, 2, states[s]);
      },
      channels,
      report(outcomes, to, step) {
        outcomes.fill(0);
        rules.report(outcomes, states[to], step === undefined ? undefined : states[step.from]);
      },
      scene: (s, clock) => sceneOf(rules, states[s], clock),
      oracles,
    },
  });
}

const FLOOR: GridShape["legend"][number] = { meaning: "floor", fill: "surface" };
const WALL: GridShape["legend"][number] = { meaning: "wall", fill: "muted" };

function sceneOf({ map, looks = {}, lettersOf, horizon }: DrawnRules, state: MapState, clock: number): Scene {
  const { width, height } = map;
  const letters = Object.keys(looks);
  const cells = (lettersOf?.(state) ?? map.letters).map((letter) => {
    const at = letters.indexOf(letter);
    return letter === "#" ? 1 : at < 0 ? 0 : 2 + at;
  });
  const [x, y] = [state.cell % width, Math.floor(state.cell / width)];
  return {
    view: { left: 0, right: width, bottom: 0, top: height },
    shapes: [
      {
        ...{ kind: "grid", at: [0, 0], cell: 1, columns: width, cells },
        legend: [FLOOR, WALL, ...letters.map((letter) => looks[letter])],
      },
      { kind: "circle", at: [x + 0.5, height - y - 0.5], radius: 0.3, fill: "accent" },
    ],
    caption: `Column ${x}, row ${y} from above after ${clock} of ${horizon} moves`,
  };
}
