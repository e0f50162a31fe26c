// Worlds whose right actions are finitely many: an action is made of parts, and each part is one of a list of templates. What a demonstrator
// draws is then a finite mixture, so that flows towards it, values and optima have closed forms.

/** The templates of an action's parts, and what is drawn where. */
export interface TemplateMixture {
  /** Parts of an action, of equal size, one after the other; each is drawn independently of the others. */
  readonly tokens: number;
  /** Numbers of a part. */
  readonly size: number;
  /** Equal pieces of a part that are alike, such as the frames of a clip; default 1. */
  readonly pieces?: number;
  /** The templates of a part, [count × size]; the same for all parts. */
  readonly templates: Float64Array;
  readonly count: number;
  /** Standard deviation of normal noise that a demonstrator adds to every number of a template; default 0. */
  readonly deviation?: number;
  /** Writes how often a demonstrator draws each template as part `token` of an action, given what it sees: [count], sum 1. */
  weights(observation: Float32Array, token: number, into: Float64Array): void;
  /** Returns whether a template is right as part `token` of the action. */
  fits(observation: Float32Array, token: number, template: number): boolean;
  /** What the parts show, where they are canvases with an object each. */
  readonly objects?: CanvasObjects;
}

/** A rectangle of pixels, in pixels from the upper left corner; `right` and `bottom` lie outside. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Canvases of one size, one over the other, with an object each: a part is a canvas, row by row. */
export interface CanvasObjects {
  readonly width: number;
  /** Where a template's object lies; undefined where it shows none. */
  box(template: number): PixelBox | undefined;
  /** Whether an object is wanted as part `token`. */
  isWanted(observation: ArrayLike<number>, token: number): boolean;
  /** Whether a template shows what is wanted, wherever it lies. */
  isAsWanted(observation: ArrayLike<number>, token: number, template: number): boolean;
  /** Whether a template's object lies where one is wanted, be it as wanted or not. */
  liesAsWanted(observation: ArrayLike<number>, token: number, template: number): boolean;
}

/** Templates that are compared at a time: each sum keeps its order, and does not wait for the additions of the others. */
const SIDE_BY_SIDE = 4;

/** Returns a function that finds the template nearest to a part of `x` that begins at `at`, and its squared distance. */
export function templateReader({ templates, count, size }: Pick<TemplateMixture, "templates" | "count" | "size">) {
  const squares = new Float64Array(count);
  for (let id = 0; id < count; id++) {
    for (let k = id * size; k < (id + 1) * size; k++) squares[id] += templates[k] * templates[k];
  }
  const products = new Float64Array(SIDE_BY_SIDE);
  const read = { template: 0, distance: 0 };
  /** The object is reused by the next call. Of equally near templates the first is read. */
  return (x: ArrayLike<number>, at: number): Readonly<typeof read> => {
    let [least, best, norm] = [Number.POSITIVE_INFINITY, 0, 0];
    for (let k = at; k < at + size; k++) norm += x[k] * x[k];
    for (let first = 0; first < count; first += SIDE_BY_SIDE) {
      const place = (k: number) => Math.min(first + k, count - 1) * size;
      const [atA, atB, atC, atD] = [place(0), place(1), place(2), place(3)];
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let k = 0; k < size; k++) {
        const value = x[at + k];
        a += value * templates[atA + k];
        b += value * templates[atB + k];
        c += value * templates[atC + k];
        d += value * templates[atD + k];
      }
      products.set([a, b, c, d]);
      for (let k = 0; k < SIDE_BY_SIDE && first + k < count; k++) {
        const distance = squares[first + k] - 2 * products[k];
        if (distance < least) [least, best] = [distance, first + k];
      }
    }
    read.template = best;
    read.distance = Math.max(0, norm + least);
    return read;
  };
}
