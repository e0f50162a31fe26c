// Films of a static scene: a camera moves along one axis, and each sprite shifts by its inverse depth times the camera's way. In a caption the
// camera's way is said; depths and places are free.

import type { TemplateMixture } from "../../core/template-mixture.ts";
import { COLOURS, PIXELS, PLACES, SHAPES, templateOf, templates } from "./sprite-bank.ts";

/** Frames of a film. */
export const FRAMES = 4;
/** How far the camera has come in each frame, along its axis and its direction, in pixels of a near sprite. */
const WAYS = [
  [0, 2, 4, 4],
  [0, 2, 2, 4],
  [0, 0, 2, 4],
] as const;
/** Directions along which the scene shifts, as (y, x). */
export const SHIFTS = [
  { name: "down", y: 1, x: 0 },
  { name: "up", y: -1, x: 0 },
  { name: "right", y: 0, x: 1 },
  { name: "left", y: 0, x: -1 },
] as const;
const PACES = ["late rest", "a rest", "early rest"] as const;
/** Inverse depths ρ. */
export const DEPTHS = [0.5, 1] as const;

/** A way of the camera: the shift of a sprite with ρ = 1 in each frame. */
export interface Camera {
  readonly y: readonly number[];
  readonly x: readonly number[];
  readonly name: string;
}
export const CAMERAS: readonly Camera[] = SHIFTS.flatMap(({ name, y, x }) =>
  WAYS.map((way, k) => ({ y: way.map((c) => y * c), x: way.map((c) => x * c), name: `${name}, ${PACES[k]}` })),
);

/** What a colour of a film shows. */
export interface FilmedSprite {
  readonly shape: number;
  readonly camera: number;
  /** Inverse depth. */
  readonly depth: number;
  /** Place in the first frame. */
  readonly y: number;
  readonly x: number;
}

/** All films of a colour: each shape, camera, depth and first place that stay in the frame. */
export const films: readonly FilmedSprite[] = SHAPES.flatMap((_, shape) =>
  CAMERAS.flatMap((way, camera) =>
    DEPTHS.flatMap((depth) =>
      Array.from({ length: PLACES * PLACES }, (_, place) => {
        return { shape, camera, depth, y: Math.floor(place / PLACES), x: place % PLACES };
      }).filter(({ y, x }) => way.y.every((c, k) => isInside(y + depth * c) && isInside(x + depth * way.x[k]))),
    ),
  ),
);

function isInside(place: number): boolean {
  return place >= 0 && place < PLACES;
}

/** Pixels of all films of a colour, [films × FRAMES × PIXELS]. */
const filmPixels = (): Float64Array => {
  const pixels = new Float64Array(films.length * FRAMES * PIXELS);
  for (const [id, { shape, camera, depth, y, x }] of films.entries()) {
    for (let frame = 0; frame < FRAMES; frame++) {
      const { y: down, x: right } = CAMERAS[camera];
      const template = templateOf({ shape, y: y + depth * down[frame], x: x + depth * right[frame] });
      pixels.set(templates.subarray(template * PIXELS, (template + 1) * PIXELS), (id * FRAMES + frame) * PIXELS);
    }
  }
  return pixels;
};

/** Numbers of a colour in a caption: its shape, and the way of the camera along both axes after the first frame, over its largest. */
export const FILM_WORDS = SHAPES.length + 2 * (FRAMES - 1);
const LARGEST = 4;

/** Writes a caption: a shape of each colour, and one camera. */
export function filmCaption(into: Float64Array, shapes: readonly number[], camera: number): void {
  into.fill(0);
  const { y, x } = CAMERAS[camera];
  for (const [k, shape] of shapes.entries()) {
    const at = k * FILM_WORDS;
    into[at + shape] = 1;
    for (let frame = 1; frame < FRAMES; frame++) {
      into[at + SHAPES.length + frame - 1] = y[frame] / LARGEST;
      into[at + SHAPES.length + FRAMES + frame - 2] = x[frame] / LARGEST;
    }
  }
}

/** The shape that a caption names for a colour. */
export function filmShape(of: ArrayLike<number>, colour: number): number {
  let best = 0;
  for (let k = 1; k < SHAPES.length; k++) if (of[colour * FILM_WORDS + k] > of[colour * FILM_WORDS + best]) best = k;
  return best;
}

/** The camera that a caption names: the nearest. */
export function filmCamera(of: ArrayLike<number>, colour = 0): number {
  const at = colour * FILM_WORDS + SHAPES.length;
  const far = ({ y, x }: Camera): number => {
    let sum = 0;
    for (let frame = 1; frame < FRAMES; frame++)
      sum += (of[at + frame - 1] - y[frame] / LARGEST) ** 2 + (of[at + FRAMES + frame - 2] - x[frame] / LARGEST) ** 2;
    return sum;
  };
  const distances = CAMERAS.map(far);
  return distances.indexOf(Math.min(...distances));
}

/** Returns whether a film is what the caption says of a colour. */
export const filmFits = (of: ArrayLike<number>, colour: number, { shape, camera }: FilmedSprite): boolean =>
  shape === filmShape(of, colour) && camera === filmCamera(of, colour);

/** Returns a caption in words: `the scene shifts left, a rest: a red square, a green plus, a blue cross`. */
export const filmText = (of: ArrayLike<number>): string =>
  `the scene shifts ${CAMERAS[filmCamera(of)].name}: ${COLOURS.map((colour, k) => `a ${colour} ${SHAPES[filmShape(of, k)]}`).join(", ")}`;

/**
 * Films of a caption as a mixture: of the right shape and camera, evenly over depths and places. With `own` ν a sprite follows with chance ν a
 * camera of its own, which is another one: the film is then none of a static scene.
 */
export function filmMixture(own: number): TemplateMixture {
  const size = FRAMES * PIXELS;
  return {
    tokens: COLOURS.length,
    size,
    pieces: FRAMES,
    templates: filmPixels(),
    count: films.length,
    weights(observation, colour, into) {
      const [shape, camera] = [filmShape(observation, colour), filmCamera(observation, colour)];
      let [same, other] = [0, 0];
      for (const film of films) if (film.shape === shape) film.camera === camera ? same++ : other++;
      for (const [id, film] of films.entries()) {
        if (film.shape !== shape) into[id] = 0;
        else into[id] = film.camera === camera ? (1 - own) / same : own / other;
      }
    },
    fits: (observation, colour, id) => filmFits(observation, colour, films[id]),
  };
}
