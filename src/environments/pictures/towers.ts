// Two frozen encoders of captions and pictures that were never trained together. That of pictures reads the chance of each word from the pixels;
// that of texts knows the same words on other axes: shifted, stretched and turned, so that the gap between the two is known.

import { Random } from "../../core/random.ts";
import type { TemplateMixture } from "../../core/template-mixture.ts";
import { softmax } from "../../math/softmax.ts";
import { orthogonal } from "../../nn/initialisers.ts";
import { WORDS } from "./caption.ts";
import { quadrantOf, SHAPES, spriteOf, TEMPLATES } from "./sprite-bank.ts";

export interface TowerOptions {
  readonly colours: number;
  /** Which pair of encoders. */
  readonly towers: number;
  /** Length of the shift of texts. */
  readonly shift: number;
  /** Largest factor of an axis of texts; factors are even in logarithms, from 1/stretch to stretch. */
  readonly stretch: number;
  /** Degrees by which texts are turned in each plane of two axes. */
  readonly turn: number;
  /** Standard deviation of the pixels' noise that the encoder of pictures expects. */
  readonly blur: number;
}

/** Words of each template of a colour, as in a caption, [TEMPLATES × WORDS]. */
const WORDS_OF = Float64Array.from({ length: TEMPLATES * WORDS }, (_, at) => {
  const sprite = spriteOf(Math.floor(at / WORDS));
  if (sprite === undefined) return 0;
  const word = at % WORDS;
  return word === 0 || word === 1 + sprite.shape || word === 1 + SHAPES.length + quadrantOf(sprite) ? 1 : 0;
});

/** The encoders; vectors have `size` numbers. */
export function towersOf({ templates, size: pixels }: TemplateMixture, options: TowerOptions) {
  const { colours, shift, stretch, turn, blur } = options;
  const size = colours * WORDS;
  const random = Random.of(options.towers, "towers of pictures");
  const [axes, others] = ["axes", "axes of the stretch"].map((name) => {
    const drawn = new Float32Array(size * size);
    orthogonal(1)(drawn, size, size, random.stream(name));
    return drawn;
  });
  const [stretches, directions] = [random.stream("stretch"), random.stream("shift")];
  const factors = Float64Array.from({ length: size }, () => stretch ** stretches.uniform(-1, 1));
  const shifts = Float64Array.from({ length: size }, () => directions.normal());
  const scale = shift / Math.hypot(...shifts);
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const turned = (words: ArrayLike<number>, into: Float64Array): void => {
    for (let k = 0; k < size; k++) {
      into[k] = 0;
      for (let w = 0; w < size; w++) into[k] += axes[k * size + w] * words[w];
    }
  };
  const chances = new Float64Array(TEMPLATES);
  /** Chances of the templates of a colour, under noise of `blur`. */
  const read = (x: ArrayLike<number>, colour: number): void => {
    for (let id = 0; id < TEMPLATES; id++) {
      let square = 0;
      for (let k = 0; k < pixels; k++) square += (x[colour * pixels + k] - templates[id * pixels + k]) ** 2;
      chances[id] = -square / (2 * blur * blur);
    }
    softmax(chances);
  };
  const [words, along] = [new Float64Array(size), new Float64Array(size)];
  const mean = (colour: number): void => {
    for (let w = 0; w < WORDS; w++) {
      let sum = 0;
      for (let id = 0; id < TEMPLATES; id++) sum += chances[id] * WORDS_OF[id * WORDS + w];
      words[colour * WORDS + w] = sum;
    }
  };
  return {
    size,
    /** Writes the vector of a caption. */
    text(caption: ArrayLike<number>, into: Float64Array): void {
      turned(caption, along);
      into.fill(0);
      for (let axis = 0; axis < size; axis++) {
        let part = 0;
        for (let k = 0; k < size; k++) part += factors[axis] * others[axis * size + k] * along[k];
        for (let k = 0; k < size; k++) into[k] += part * others[axis * size + k];
      }
      for (let k = 0; k + 1 < size; k += 2) {
        const [a, b] = [into[k], into[k + 1]];
        into[k] = cos * a - sin * b;
        into[k + 1] = sin * a + cos * b;
      }
      for (let k = 0; k < size; k++) into[k] += scale * shifts[k];
    },
    /** Writes the vector of a picture: the axes of the chances of its words. */
    picture(x: ArrayLike<number>, into: Float64Array): void {
      for (let colour = 0; colour < colours; colour++) {
        read(x, colour);
        mean(colour);
      }
      turned(words, into);
    },
    /** Writes Σ_k of[k] × ∂(picture's vector)_k/∂x. */
    slope(x: ArrayLike<number>, of: ArrayLike<number>, into: Float64Array): void {
      into.fill(0);
      for (let colour = 0; colour < colours; colour++) {
        read(x, colour);
        const worth = new Float64Array(TEMPLATES);
        let middle = 0;
        for (let w = 0; w < WORDS; w++) {
          let slope = 0;
          for (let k = 0; k < size; k++) slope += of[k] * axes[k * size + colour * WORDS + w];
          for (let id = 0; id < TEMPLATES; id++) worth[id] += slope * WORDS_OF[id * WORDS + w];
        }
        for (let id = 0; id < TEMPLATES; id++) middle += chances[id] * worth[id];
        for (let id = 0; id < TEMPLATES; id++) {
          const weight = (chances[id] * (worth[id] - middle)) / (blur * blur);
          if (Math.abs(weight) < 1e-12) continue;
          for (let k = 0; k < pixels; k++) into[colour * pixels + k] += weight * templates[id * pixels + k];
        }
      }
    },
  };
}
