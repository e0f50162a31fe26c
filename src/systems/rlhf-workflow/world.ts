// The task: a prompt is a set of candidate answers, points that a nonlinear reward rates. A policy is a softmax of linear features, of which
// cosines can follow the reward, so that every expectation over answers is a finite sum.

import type { Random } from "../../core/random.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { softmax } from "../../math/softmax.ts";

/** Answers to a prompt, and numbers of an answer. */
export const CANDIDATES = 256;
export const POINT = 10;
/** Units of the reward's network, and how far its values spread. */
const UNITS = 64;
const SPREAD = 1.5;
/** Points by which the reward is standardised. */
const STANDARD = 4096;
/** Cosines of a policy; its other features are the point itself. */
const COSINES = 160;
export const FEATURES = COSINES + POINT;
/** Deviation of their frequencies. */
const FREQUENCY = 0.5;
/** Deviation of the weights within the reward's network. */
const STEEPNESS = 0.45;

/** What an answer is worth. */
export type Gold = (points: Float64Array, at: number) => number;

/** A random network of tanh units, standardised over answers of the reference. */
export function drawnGold(random: Random): Gold {
  const inner = Float64Array.from({ length: UNITS * POINT }, () => STEEPNESS * random.normal());
  const shift = Float64Array.from({ length: UNITS }, () => random.normal());
  const outer = Float64Array.from({ length: UNITS }, () => random.normal());
  const raw: Gold = (points, at) => {
    let sum = 0;
    for (let unit = 0; unit < UNITS; unit++) {
      let x = shift[unit];
      for (let k = 0; k < POINT; k++) x += inner[unit * POINT + k] * points[at + k];
      sum += outer[unit] * Math.tanh(x);
    }
    return sum;
  };
  const points = drawnPoints(STANDARD, random);
  const values = Float64Array.from({ length: STANDARD }, (_, k) => raw(points, k * POINT));
  const [centre, spread] = [mean(values), deviation(values)];
  return (points, at) => (SPREAD * (raw(points, at) - centre)) / spread;
}

/** [count × POINT] standard normals. */
export function drawnPoints(count: number, random: Random): Float64Array {
  return Float64Array.from({ length: count * POINT }, () => random.normal());
}

/** Random cosines √2·cos(ω·x + φ) and the point itself. */
export interface FeatureMap {
  /** Features of each of the points, [points × FEATURES]; written to `into` where it is given. */
  of(points: Float64Array, into?: Float64Array): Float64Array;
}

export function drawnFeatures(random: Random): FeatureMap {
  const frequencies = Float64Array.from({ length: COSINES * POINT }, () => FREQUENCY * random.normal());
  const phases = Float64Array.from({ length: COSINES }, () => random.uniform(0, 2 * Math.PI));
  return {
    of(points, into = new Float64Array((points.length / POINT) * FEATURES)) {
      for (let at = 0, row = 0; at < points.length; at += POINT, row += FEATURES) {
        for (let j = 0; j < COSINES; j++) {
          let x = phases[j];
          for (let k = 0; k < POINT; k++) x += frequencies[j * POINT + k] * points[at + k];
          into[row + j] = Math.SQRT2 * Math.cos(x);
        }
        for (let k = 0; k < POINT; k++) into[row + COSINES + k] = points[at + k];
      }
      return into;
    },
  };
}

/** One prompt as it is met: features and worth of its candidates. */
export interface Prompt {
  /** [CANDIDATES × FEATURES] */
  readonly features: Float64Array;
  /** [CANDIDATES × POINT] */
  readonly points: Float64Array;
  /** [CANDIDATES] */
  readonly gold: Float64Array;
}

/** Prompts of a stream, by their number; the next one overwrites the one before. */
export function promptReader(features: FeatureMap, gold: Gold, random: Random): (number: number) => Prompt {
  const table = new Float64Array(CANDIDATES * FEATURES);
  return (number) => {
    const points = drawnPoints(CANDIDATES, random.stream("prompt", number));
    return {
      points,
      features: features.of(points, table),
      gold: Float64Array.from({ length: CANDIDATES }, (_, k) => gold(points, k * POINT)),
    };
  };
}

/** θ·φ of each of a prompt's candidates. */
export function scored(theta: Float64Array, features: Float64Array, into: Float64Array): Float64Array {
  for (let row = 0; row < into.length; row++) {
    let sum = 0;
    for (let k = 0; k < FEATURES; k++) sum += theta[k] * features[row * FEATURES + k];
    into[row] = sum;
  }
  return into;
}

/** Exact expectations of a policy over held-out prompts. */
export interface PolicyWorth {
  readonly gold: number;
  /** Mean KL(π‖π₀) from the uniform policy. */
  readonly divergence: number;
}

/** Judges policies on the same `count` held-out prompts. */
export function heldOut(read: (number: number) => Prompt, count: number): (theta: Float64Array) => PolicyWorth {
  const prompts = Array.from({ length: count }, (_, k) => {
    const { features, gold } = read(k);
    return { features: features.slice(), gold };
  });
  const chances = new Float64Array(CANDIDATES);
  return (theta) => {
    let [worth, divergence] = [0, 0];
    for (const { features, gold } of prompts) {
      softmax(scored(theta, features, chances));
      for (let k = 0; k < CANDIDATES; k++) {
        worth += chances[k] * gold[k];
        if (chances[k] > 0) divergence += chances[k] * Math.log(chances[k] * CANDIDATES);
      }
    }
    return { gold: worth / count, divergence: divergence / count };
  };
}
