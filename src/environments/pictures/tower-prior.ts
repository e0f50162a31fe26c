// What the encoders of captions and of pictures say of a caption and of a right picture of it, in closed form: both vectors are sums over
// colours, and colours are drawn apart from each other, save that one of them is there.

import type { Moments, OutcomePrior } from "../../core/outcome-prior.ts";
import { caption, WORDS } from "./caption.ts";
import { PIXELS, quadrantOf, spriteOf, TEMPLATES, templates } from "./sprite-bank.ts";
import type { towersOf } from "./towers.ts";

/** The prior of the channels `names`, first those of texts, where each of `colours` is there with chance `present`. */
export function towerPrior(
  names: readonly string[],
  towers: ReturnType<typeof towersOf>,
  colours: number,
  present: number,
): OutcomePrior {
  const size = names.length;
  const words = new Float64Array(colours * WORDS);
  const picture = new Float64Array(colours * PIXELS);
  const [text, seen] = [new Float64Array(size / 2), new Float64Array(size / 2)];
  /** Writes both vectors of the templates that colours have. */
  const write = (drawn: readonly number[], into: Float64Array, at: number): void => {
    words.fill(0);
    for (const [k, template] of drawn.entries()) {
      const sprite = spriteOf(template);
      if (sprite !== undefined) caption(words, k, sprite.shape, quadrantOf(sprite));
      picture.set(templates.subarray(template * PIXELS, (template + 1) * PIXELS), k * PIXELS);
    }
    towers.text(words, text);
    towers.picture(picture, seen);
    into.set(text, at);
    into.set(seen, at + size / 2);
  };
  let known: Moments | undefined;
  return {
    channels: names,
    kinds: [],
    moments() {
      known ??= momentsOfColours(write, size, colours, present);
      return known;
    },
    draw(random, into, at) {
      const drawn: number[] = new Array<number>(colours).fill(0);
      while (!drawn.some((template) => template > 0)) {
        for (let k = 0; k < colours; k++) drawn[k] = random.uniform() < present ? 1 + random.integer(TEMPLATES - 1) : 0;
      }
      write(drawn, into, at);
    },
  };
}

function momentsOfColours(
  write: (drawn: readonly number[], into: Float64Array, at: number) => void,
  size: number,
  colours: number,
  present: number,
): Moments {
  const nothing = new Float64Array(size);
  write(new Array<number>(colours).fill(0), nothing, 0);
  const all = Float64Array.from(nothing);
  const squares = new Float64Array(size * size);
  const part = new Float64Array(size);
  for (let k = 0; k < colours; k++) {
    const mean = new Float64Array(size);
    const chance = present / (TEMPLATES - 1);
    for (let template = 1; template < TEMPLATES; template++) {
      write(
        Array.from({ length: colours }, (_, other) => (other === k ? template : 0)),
        part,
        0,
      );
      for (let a = 0; a < size; a++) part[a] -= nothing[a];
      for (let a = 0; a < size; a++) {
        mean[a] += chance * part[a];
        for (let b = 0; b < size; b++) squares[a * size + b] += chance * part[a] * part[b];
      }
    }
    for (let a = 0; a < size; a++) {
      all[a] += mean[a];
      for (let b = 0; b < size; b++) squares[a * size + b] -= mean[a] * mean[b];
    }
  }
  // Captions without any sprite are drawn again: their share is taken out of the moments.
  const empty = (1 - present) ** colours;
  const mean = all.map((value, a) => (value - empty * nothing[a]) / (1 - empty));
  const covariance = squares.map((value, at) => {
    const [a, b] = [Math.floor(at / size), at % size];
    return (value + all[a] * all[b] - empty * nothing[a] * nothing[b]) / (1 - empty) - mean[a] * mean[b];
  });
  return { mean, covariance };
}
