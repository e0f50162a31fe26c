// What a picture or clip of a road is worth: classes read from its pixels beside those of the scene, by regions and objects, and how its points
// change from frame to frame.

import { CAMERAS, hullOf, maskValue, RAYS, VIEW } from "./road-camera.ts";
import { boxesIn, CAR, classAt, FREE, isForeground } from "./road-grid.ts";
import { labels, pointPairs, readClass, render } from "./road-reading.ts";

/** Voxels from which on an object is far. */
const FAR = 9;
/** Least overlap, over its hull, of an object that counts as detected. */
const DETECTED = 0.5;

/** Classes whose share of the pixels is an outcome. */
const COUNTED = [CAR, classAt("pole"), classAt("building"), FREE];

/** An object in one camera of one frame: the pixels of its hull, as numbers of all frames, and how far it is. */
interface SeenObject {
  readonly kind: number;
  readonly pixels: readonly number[];
  readonly isFar: boolean;
}

/** All objects before the cameras, with hulls. */
function objectsIn(boxes: ArrayLike<number>, frames: number): SeenObject[] {
  const seen: SeenObject[] = [];
  for (const box of boxesIn(boxes))
    for (let frame = 0; frame < frames; frame++)
      for (let camera = 0; camera < CAMERAS; camera++) {
        const first = frame * RAYS + camera * VIEW;
        const pixels = hullOf(box, camera, frame).map((pixel) => first + pixel);
        if (pixels.length > 0) seen.push({ kind: box.kind, pixels, isFar: box.x - frame >= FAR });
      }
  return seen;
}

/** Writes the foreground-aware mask, [frames × RAYS]: of the objects over a pixel the largest 1 − area/pixels, else 0. */
export function foregroundMask(boxes: ArrayLike<number>, frames: number, into: Float64Array): void {
  into.fill(0);
  for (const { pixels } of objectsIn(boxes, frames))
    for (const at of pixels) into[at] = Math.max(into[at], maskValue(pixels.length, VIEW));
}

/** The judge of clips of so many frames. */
export function roadJudge(frames: number) {
  const size = frames * RAYS;
  const [kinds, depths, read] = [new Uint8Array(size), new Uint8Array(size), new Uint8Array(size)];
  const exact = new Float64Array(size * 3);
  /** Overlap of a class, or of several, in some pixels; 1 where it is neither there nor read. */
  const overlap = (is: (kind: number) => boolean, pixels?: Iterable<number>): number => {
    let [both, either] = [0, 0];
    for (const at of pixels ?? kinds.keys()) {
      const [truly, seen] = [is(kinds[at]), is(read[at])];
      if (truly && seen && kinds[at] === read[at]) both += 1;
      if (truly || seen) either += 1;
    }
    return either === 0 ? 1 : both / either;
  };
  let pairs: number[] = [];
  /** Other pairs as many, of pixels that do not belong together. */
  const strangers = () => pairs.map((at, k) => (k % 2 === 0 ? at : at - (at % RAYS) + ((at * 71 + 35) % RAYS)));
  /** Minus the mean squared error of the differences of colours in pairs, and its slope in the picture times `weight`, if wanted. */
  const kept = (of: readonly number[], picture: ArrayLike<number>, weight = 0, into?: Float64Array): number => {
    let sum = 0;
    const count = Math.max(1, (of.length / 2) * 3);
    for (let k = 0; k < of.length; k += 2)
      for (let c = 0; c < 3; c++) {
        const [a, b] = [of[k] * 3 + c, of[k + 1] * 3 + c];
        const error = picture[a] - exact[a] - (picture[b] - exact[b]);
        sum += error * error;
        if (into === undefined) continue;
        into[a] -= (2 * weight * error) / count;
        into[b] += (2 * weight * error) / count;
      }
    return -sum / count;
  };
  const closeness = (picture: ArrayLike<number>): number => {
    let sum = 0;
    for (let k = 0; k < exact.length; k++) sum += (picture[k] - exact[k]) ** 2;
    return -sum / exact.length;
  };
  return {
    /** Looks at a scene, with its exact picture, which it returns. */
    look(grid: ArrayLike<number>, light: number): Float64Array {
      labels(grid, frames, kinds, depths);
      render(kinds, depths, light, exact);
      pairs = pointPairs(frames, depths);
      return exact;
    },
    /** Whether a car, a pole, and objects near and far are seen in the scene that was looked at. */
    isTelling(boxes: ArrayLike<number>): boolean {
      const objects = objectsIn(boxes, frames);
      const isSeen = (far: boolean) =>
        objects.some(({ isFar, pixels, kind }) => isFar === far && pixels.some((at) => kinds[at] === kind));
      return kinds.includes(CAR) && kinds.includes(classAt("pole")) && isSeen(true) && isSeen(false);
    },
    /** Writes the world's channels in their order; they are of the scene that was looked at. */
    outcomes(boxes: ArrayLike<number>, light: number, picture: ArrayLike<number>, outcomes: Float64Array): void {
      for (let at = 0; at < size; at++) read[at] = readClass(picture, at, light);
      const objects = objectsIn(boxes, frames);
      const pixelsOf = (some: readonly SeenObject[]) => new Set(some.flatMap(({ pixels }) => pixels));
      const [far, near] = [true, false].map((is) => pixelsOf(objects.filter(({ isFar }) => isFar === is)));
      for (const at of near) far.delete(at);
      const outside = [...kinds.keys()].filter((at) => !far.has(at) && !near.has(at));
      const seen = objects.filter(({ kind, pixels }) => pixels.some((at) => kinds[at] === kind));
      const detected = seen.filter(({ kind, pixels }) => overlap((one) => one === kind, pixels) >= DETECTED);
      const isRight = (at: number) => read[at] === kinds[at];
      let flickers = 0;
      for (let k = 0; k < pairs.length; k += 2) if (read[pairs[k]] !== read[pairs[k + 1]]) flickers += 1;
      outcomes.set([
        [...kinds.keys()].filter(isRight).length / size,
        ...[CAR, classAt("road"), classAt("pole")].map((kind) => overlap((one) => one === kind)),
        overlap(isForeground, far),
        overlap(isForeground, near),
        outside.filter(isRight).length / Math.max(1, outside.length),
        seen.length === 0 ? 1 : detected.length / seen.length,
        pairs.length === 0 ? 0 : (2 * flickers) / pairs.length,
        closeness(picture),
        kept(pairs, picture),
        kept(strangers(), picture),
        ...COUNTED.map((kind) => read.reduce((sum, one) => sum + (one === kind ? 1 : 0), 0) / size),
      ]);
    },
    /** Adds the slopes of `closeness`, `steadiness` and `unrelated`, weighted, at a picture of the scene that was looked at. */
    slope(picture: ArrayLike<number>, of: readonly [number, number, number], into: Float64Array): void {
      for (let k = 0; k < exact.length; k++) into[k] -= (2 * of[0] * (picture[k] - exact[k])) / exact.length;
      kept(pairs, picture, of[1], into);
      kept(strangers(), picture, of[2], into);
    },
  };
}

/** Squared differences of colours at most, of pixels within ±2. */
export const WORST = { pixels: 9, pairs: 36 };
