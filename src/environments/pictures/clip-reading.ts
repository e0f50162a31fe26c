// What is read of a colour's clip: how far every frame is from every still, and from these the nearest clip, the places and shapes of single
// frames, and scores of single frames with their slopes in the pixels. As frames add up, the nearest clip is the exact optimum.

import { addInk, type ClipBank, HALVES, inked, inkOn, STILLS } from "./clip-bank.ts";
import { PIXELS, PLACES } from "./sprite-bank.ts";

/** Temperature of the place that a frame's sprite is taken to be in, in squared pixels of ink. */
const TEMPERATURE = 2;
/** Stills of a shape. */
const OF_SHAPE = HALVES * HALVES;

/** Minus the distance of each still's middle from the middle of the frame, along both axes, in pixels: [STILLS]. */
const centrality = Float64Array.from({ length: STILLS }, (_, still) => {
  const place = still % OF_SHAPE;
  const off = (half: number): number => Math.abs(half - (PLACES - 1)) / 2;
  return -off(Math.floor(place / HALVES)) - off(place % HALVES);
});

/** Reads one colour's clip at a time. */
export function clipReader(bank: ClipBank) {
  const { frames, count, stills } = bank;
  /** Squared distances of frames from stills [frames × STILLS], and from an empty frame. */
  const far = new Float64Array(frames * STILLS);
  const empty = new Float64Array(frames);
  const nearest = new Uint16Array(frames);
  const chances = new Float64Array(STILLS);

  /** The still of a shape, or of any, that is nearest to a frame. */
  const nearestStill = (frame: number, shape?: number): number => {
    const from = shape === undefined ? 0 : shape * OF_SHAPE;
    let best = from;
    for (let still = from; still < (shape === undefined ? STILLS : from + OF_SHAPE); still++)
      if (far[frame * STILLS + still] < far[frame * STILLS + best]) best = still;
    return best;
  };
  /** Writes how likely a frame shows each still, ∝ exp(−distance/(2·TEMPERATURE)); returns the expected centrality. */
  const placed = (frame: number): number => {
    const least = far[frame * STILLS + nearestStill(frame)];
    let [total, mean] = [0, 0];
    for (let still = 0; still < STILLS; still++) {
      const chance = Math.exp((least - far[frame * STILLS + still]) / (2 * TEMPERATURE));
      chances[still] = chance;
      total += chance;
      mean += chance * centrality[still];
    }
    for (let still = 0; still < STILLS; still++) chances[still] /= total;
    return mean / total;
  };
  /** Squared distance of a clip from the frames. */
  const distanceOf = (clip: number): number => {
    let sum = 0;
    for (let frame = 0; frame < frames; frame++)
      sum += clip === 0 ? empty[frame] : far[frame * STILLS + stills[(clip - 1) * frames + frame]];
    return sum;
  };

  return {
    /** Squared distance of a clip from the one that was read. */
    distanceOf,
    /** Reads the frames of a colour, which begin at `at`. */
    read(x: ArrayLike<number>, at: number): void {
      for (let frame = 0; frame < frames; frame++) {
        const from = at + frame * PIXELS;
        let [sum, square] = [0, 0];
        for (let k = from; k < from + PIXELS; k++) {
          sum += x[k];
          square += x[k] * x[k];
        }
        // ‖x − s‖² with s = 2·ink − 1.
        empty[frame] = square + PIXELS + 2 * sum;
        for (let still = 0; still < STILLS; still++)
          far[frame * STILLS + still] = square + inked.squares[still] + 2 * sum - 4 * inkOn(still, x, from);
        nearest[frame] = nearestStill(frame);
      }
    },
    /** The nearest clip, of equally near ones the first; where `fits` is given, of those that fit. */
    nearestClip(fits?: (clip: number) => boolean): number {
      let [best, least] = [0, Number.POSITIVE_INFINITY];
      for (let clip = 0; clip < count; clip++) {
        if (fits !== undefined && !fits(clip)) continue;
        const distance = distanceOf(clip);
        if (distance < least) [best, least] = [clip, distance];
      }
      return best;
    },
    /** Mean squared second difference of the places of single frames, over both axes, in squared pixels. */
    jitter(): number {
      let sum = 0;
      const along = (frame: number, axis: 0 | 1): number => {
        const place = nearest[frame] % OF_SHAPE;
        return (axis === 0 ? Math.floor(place / HALVES) : place % HALVES) / 2;
      };
      for (let frame = 2; frame < frames; frame++) {
        for (const axis of [0, 1] as const)
          sum += (along(frame, axis) - 2 * along(frame - 1, axis) + along(frame - 2, axis)) ** 2;
      }
      return frames < 3 ? 0 : sum / (2 * (frames - 2));
    },
    /** Share of frames after the first that show another shape than the frame before. */
    flicker(): number {
      let changes = 0;
      const shapeAt = (frame: number): number => Math.floor(nearest[frame] / OF_SHAPE);
      for (let frame = 1; frame < frames; frame++) if (shapeAt(frame) !== shapeAt(frame - 1)) changes += 1;
      return frames < 2 ? 0 : changes / (frames - 1);
    },
    /** Minus the mean squared distance of a frame's pixels from the nearest still of a shape; without one, from an empty frame. */
    likeness(frame: number, shape: number | undefined): number {
      const distance = shape === undefined ? empty[frame] : far[frame * STILLS + nearestStill(frame, shape)];
      return -distance / PIXELS;
    },
    /** Expected centrality of a frame's sprite. */
    centrality: placed,
    /** Adds `weight` × the slope of a frame's likeness to `into`, where the frame's pixels begin at `at` as in `x`. */
    addLikenessSlope(
      frame: number,
      shape: number | undefined,
      weight: number,
      x: ArrayLike<number>,
      into: Float64Array,
      at: number,
    ): void {
      const unit = (2 * weight) / PIXELS;
      for (let k = at; k < at + PIXELS; k++) into[k] -= unit * (x[k] + 1);
      if (shape !== undefined) addInk(nearestStill(frame, shape), 2 * unit, into, at);
    },
    /** Adds `weight` × the slope of a frame's expected centrality, (2/T)·Σ chance·(centrality − mean)·ink. */
    addCentralitySlope(frame: number, weight: number, into: Float64Array, at: number): void {
      const mean = placed(frame);
      for (let still = 0; still < STILLS; still++) {
        const pull = chances[still] * (centrality[still] - mean);
        if (Math.abs(pull) > 1e-12) addInk(still, (2 * weight * pull) / TEMPERATURE, into, at);
      }
    },
  };
}
