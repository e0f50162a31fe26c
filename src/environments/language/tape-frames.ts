// The tape and its frames: a tape consists of scenes, each with a type, and in some of them an actor is active for a few cells. A frame
// shows one cell: the active actor as a digit, or otherwise the scene's type as a letter.

import type { Random } from "../../core/random.ts";

export interface TapeOptions {
  readonly scenes: number;
  readonly types: number;
  /** Number of types that questions may ask for, the first of all types. */
  readonly questions: number;
  /** Cells of a scene, and cells of an event. */
  readonly cells: number;
  readonly event: number;
  readonly actors: number;
  /** Probability that the title names the actor of the scene in question. */
  readonly shortcut: number;
  /** Probability of an actor in another scene. */
  readonly distractors: number;
}

/** A range of scenes: the first (from 0) and the number of scenes. */
export interface TapeSegment {
  readonly first: number;
  readonly scenes: number;
}

/** Indices in the tape's array: the actor in the title, the scene in question, and three numbers per scene. */
const [TITLE, ASKED, SCENES] = [0, 1, 2];
const [TYPE, ACTOR, START, EACH] = [0, 1, 2, 3];

/** Size of the tape's array. */
export const tapeNumbers = ({ scenes }: TapeOptions): number => SCENES + EACH * scenes;

/** Draws a tape on which the requested type occurs once. */
export function drawTape(options: TapeOptions, random: Random, tape: Float64Array): void {
  const { scenes, types, questions, cells, event, actors, shortcut, distractors } = options;
  const target = random.integer(scenes);
  const type = random.integer(questions);
  const title = 1 + random.integer(actors);
  const other = 1 + ((title + random.integer(actors - 1)) % actors);
  tape[TITLE] = title;
  tape[ASKED] = target;
  for (let scene = 0; scene < scenes; scene++) {
    const at = SCENES + EACH * scene;
    if (scene === target) {
      tape[at + TYPE] = type;
      tape[at + ACTOR] = random.uniform() < shortcut ? title : other;
      tape[at + START] = random.integer(cells - event + 1);
      continue;
    }
    tape[at + TYPE] = (type + 1 + random.integer(types - 1)) % types;
    // The actor is uniform over all, including the right one, so that other scenes carry no information; its event avoids the cell that the
    // first look shows.
    tape[at + ACTOR] = random.uniform() < distractors ? 1 + random.integer(actors) : 0;
    const before = Math.max(0, middle(cells) - event + 1);
    const start = random.integer(before + Math.max(0, cells - event - middle(cells)));
    tape[at + START] = start < before ? start : start - before + middle(cells) + 1;
  }
}

const middle = (cells: number): number => Math.floor(cells / 2);

/** The actor of the scene in question; the scene; and the actor that the title names. */
export function truthOf(tape: Float64Array): { actor: string; scene: number; title: string } {
  const scene = tape[ASKED];
  return { actor: String(tape[SCENES + EACH * scene + ACTOR]), scene, title: String(tape[TITLE]) };
}

/** The requested type as a letter. */
export const typeInQuestion = (tape: Float64Array): string => letter(tape[SCENES + EACH * tape[ASKED] + TYPE]);

const letter = (type: number): string => String.fromCharCode("a".charCodeAt(0) + type);

/** Cell of the segment, from 0, shown by frame `frame` of `frames`: the middle of its share of the segment. */
export const cellOf = (frame: number, frames: number, cells: number): number =>
  Math.floor(((frame + 0.5) * cells) / frames);

/** Symbols that `frames` frames of a segment show, and whether the event is visible in them. */
export function lookAt(
  { cells, event }: TapeOptions,
  tape: Float64Array,
  segment: TapeSegment,
  frames: number,
): { shown: string; hit: boolean } {
  let shown = "";
  let hit = false;
  for (let frame = 0; frame < frames; frame++) {
    const cell = segment.first * cells + cellOf(frame, frames, segment.scenes * cells);
    const scene = Math.floor(cell / cells);
    const at = SCENES + EACH * scene;
    const since = cell - scene * cells - tape[at + START];
    const acts = tape[at + ACTOR] > 0 && since >= 0 && since < event;
    if (acts && scene === tape[ASKED]) hit = true;
    shown += acts ? String(tape[at + ACTOR]) : letter(tape[at + TYPE]);
  }
  return { shown, hit };
}

/** Intersection over union of a segment and one scene. */
export const overlap = ({ first, scenes }: TapeSegment, scene: number): number =>
  scene >= first && scene < first + scenes ? 1 / scenes : 0;

/** A random segment of 1, 2, 4 … scenes, with equal probability for each number. */
export const anySegment = (all: number, random: Random): TapeSegment =>
  anywhere(2 ** random.integer(1 + Math.floor(Math.log2(all))), all, random);

/** A random segment with this number of scenes. */
export function anywhere(scenes: number, all: number, random: Random): TapeSegment {
  return { first: random.integer(all - scenes + 1), scenes };
}
