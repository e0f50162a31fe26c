// What a tape is and what frames show of it: scenes of a type each, in some of which an actor acts for a while. A frame shows one
// cell: the actor who acts there, as a digit, or else the scene's type, as a letter.

import type { Random } from "../../core/random.ts";

export interface TapeOptions {
  readonly scenes: number;
  readonly types: number;
  /** Types that are asked for, the first of all. */
  readonly questions: number;
  /** Cells of a scene, and of an event. */
  readonly cells: number;
  readonly event: number;
  readonly actors: number;
  /** How often the title names who acts in the scene that is asked for. */
  readonly shortcut: number;
  /** How often an actor acts in another scene. */
  readonly distractors: number;
}

/** Scenes of a tape that are looked at: how many, from which on (0 is the first). */
export interface TapeSegment {
  readonly first: number;
  readonly scenes: number;
}

/** Where numbers of a tape stand: who the title names, the scene that is asked for, and three of each scene. */
const [TITLE, ASKED, SCENES] = [0, 1, 2];
const [TYPE, ACTOR, START, EACH] = [0, 1, 2, 3];

/** Numbers that a tape takes. */
export const tapeNumbers = ({ scenes }: TapeOptions): number => SCENES + EACH * scenes;

/** Draws a tape whose asked type occurs once. */
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
    // Any actor, the right one too, so that an actor elsewhere tells nothing; and never in the cell that the first look shows.
    tape[at + ACTOR] = random.uniform() < distractors ? 1 + random.integer(actors) : 0;
    const before = Math.max(0, middle(cells) - event + 1);
    const start = random.integer(before + Math.max(0, cells - event - middle(cells)));
    tape[at + START] = start < before ? start : start - before + middle(cells) + 1;
  }
}

const middle = (cells: number): number => Math.floor(cells / 2);

/** The actor of the scene that is asked for; the scene; and the actor that the title names. */
export function truthOf(tape: Float64Array): { actor: string; scene: number; title: string } {
  const scene = tape[ASKED];
  return { actor: String(tape[SCENES + EACH * scene + ACTOR]), scene, title: String(tape[TITLE]) };
}

/** The type that is asked for, a letter. */
export const typeInQuestion = (tape: Float64Array): string => letter(tape[SCENES + EACH * tape[ASKED] + TYPE]);

const letter = (type: number): string => String.fromCharCode("a".charCodeAt(0) + type);

/** The cell of the segment, from 0, that frame `frame` of `frames` shows: the middle of its share of the segment. */
export const cellOf = (frame: number, frames: number, cells: number): number =>
  Math.floor(((frame + 0.5) * cells) / frames);

/** What `frames` frames show of a segment, and whether the event is among it. */
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

/** The scenes in common over those of either: of a segment, and one scene. */
export const overlap = ({ first, scenes }: TapeSegment, scene: number): number =>
  scene >= first && scene < first + scenes ? 1 / scenes : 0;

/** 1, 2, 4 … scenes anywhere, each number as often. */
export const anySegment = (all: number, random: Random): TapeSegment =>
  anywhere(2 ** random.integer(1 + Math.floor(Math.log2(all))), all, random);

/** So many scenes, each stretch as often. */
export function anywhere(scenes: number, all: number, random: Random): TapeSegment {
  return { first: random.integer(all - scenes + 1), scenes };
}
