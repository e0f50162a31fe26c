// Rows of neighbours in an observation: fields of one prefix with a number for each neighbour, of which PREFIXSeen says whether it is there. A
// neighbour keeps its place while it is in sight, and a place is empty for a step before another neighbour has it.

import type { NumericSpec } from "../../core/environment.ts";
import { fieldOffset } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";

/** Where rows stand in an observation. */
export interface NeighbourRows {
  /** Places of neighbours. */
  readonly count: number;
  /** Numbers of each. */
  readonly features: number;
  /** Returns whether the neighbour in place `j` is there, in the observation that begins at `at`. */
  isSeen(observations: Float32Array, at: number, j: number): boolean;
  /** Writes the numbers of the neighbour in place `j`. */
  write(observations: Float32Array, at: number, j: number, into: Float32Array, to: number): void;
}

/** Finds the rows of a world. Throws a UserError where it has none, or fields of different sizes. */
export function neighbourRows({ observation }: Pick<NumericSpec, "observation">, prefix: string): NeighbourRows {
  const path = ["rows"];
  const isRow = (name: string) => name.startsWith(prefix) && /^[A-Z]/.test(name.slice(prefix.length));
  const fields = observation.filter(({ name }) => isRow(name));
  const [seen, others] = [`${prefix}Seen`, fields.filter(({ name }) => name !== `${prefix}Seen`)];
  const seenAt = fieldOffset({ observation }, seen);
  if (seenAt === undefined || others.length === 0) {
    const what = `the world shows no rows of neighbours: it has no fields ${seen} and ${prefix}…`;
    throw new UserError({ code: "no-rows", what, path, hint: "name the prefix of its rows, or take ppo" });
  }
  const count = fields.find(({ name }) => name === seen)?.size ?? 0;
  const odd = others.find(({ size }) => size !== count);
  if (odd !== undefined) {
    const what = `${odd.name} has ${odd.size} numbers, and ${seen} has ${count}: rows have one of each`;
    throw new UserError({ code: "uneven-rows", what, path });
  }
  const offsets = Int32Array.from(others, ({ name }) => fieldOffset({ observation }, name) ?? 0);
  return {
    count,
    features: offsets.length,
    // Unscaled it is 0 or 1, scaled −1 or 1.
    isSeen: (observations, at, j) => observations[at + seenAt + j] > 0,
    write(observations, at, j, into, to) {
      for (let k = 0; k < offsets.length; k++) into[to + k] = observations[at + offsets[k] + j];
    },
  };
}

/** Play that rows are read from; entry t·rows + row of each table is step t of a row. */
export interface SeenPlay {
  readonly observations: Float32Array;
  /** Numbers of an observation. */
  readonly width: number;
  /** 0 where the step is an episode's first, else 1. */
  readonly keep: Float32Array;
  readonly rows: number;
  readonly steps: number;
}

/** A moment of play: its step and row, and the place of a neighbour. */
export interface SeenMoment {
  step: number;
  row: number;
  place: number;
}

/** Draws at most this often for a moment that fits. */
const TRIES = 50;

/** Draws a moment with `before` − 1 steps of play before it, after which its neighbour stays for `after` steps. Returns whether there is one. */
export function drawMoment(
  play: SeenPlay,
  rows: NeighbourRows,
  before: number,
  after: number,
  random: Random,
  into: SeenMoment,
): boolean {
  const choices = play.steps - after - before + 1;
  for (let tries = 0; tries < TRIES && choices > 0; tries++) {
    into.step = before - 1 + random.integer(choices);
    into.row = random.integer(play.rows);
    into.place = random.integer(rows.count);
    if (stays(play, rows, into, after)) return true;
  }
  return false;
}

function stays(play: SeenPlay, rows: NeighbourRows, { step, row, place }: SeenMoment, after: number): boolean {
  for (let t = step; t <= step + after; t++) {
    const entry = t * play.rows + row;
    if (t > step && play.keep[entry] === 0) return false;
    if (!rows.isSeen(play.observations, entry * play.width, place)) return false;
  }
  return true;
}

/**
 * Writes the last `length` rows of a neighbour up to a moment as sequence `s` of `count`, step-major; zeros before it came into sight or the
 * episode began.
 */
export function writeHistory(
  play: SeenPlay,
  rows: NeighbourRows,
  { step, row, place }: SeenMoment,
  length: number,
  into: Float32Array,
  count: number,
  s: number,
): void {
  const F = rows.features;
  let isHere = true;
  for (let k = length - 1; k >= 0; k--) {
    const entry = (step - (length - 1 - k)) * play.rows + row;
    const to = (k * count + s) * F;
    isHere = isHere && rows.isSeen(play.observations, entry * play.width, place);
    if (isHere) rows.write(play.observations, entry * play.width, place, into, to);
    else into.fill(0, to, to + F);
    if (play.keep[entry] === 0) isHere = false;
  }
}
