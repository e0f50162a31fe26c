// A small world of sequences in which a learned proxy can be exploited: one symbol is worth something when it is rare, and costs when there
// is much of it. Reference answers have little of it, so that a linear proxy takes the more for the better.

import type { Random } from "../../core/random.ts";
import { fitDenseLogistic } from "../../math/dense-logistic.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { divergence } from "../../math/preference-game.ts";
import { drawAt } from "../../math/weighted-draw.ts";

export const LENGTH = 8;
export const SYMBOLS = 6;
export const PROMPTS = 8;
/** Contexts of a prompt: the position and the symbol before it, one more at the beginning. */
export const CONTEXTS = LENGTH * (SYMBOLS + 1);
const BAIT = 0;
const FEATURES = LENGTH * SYMBOLS;
/** Standard deviations of a symbol's worth at a position, and of the heights of the prompts' scores, which comparisons do not show. */
const WORTH = 0.3;
const HEIGHT = 2;
/** The bait's worth: GAIN·c − COST·c² for c of them. */
const GAIN = 1.6;
const COST = 0.35;
/** How often the reference writes it. */
const BAIT_CHANCE = 0.08;
const COMPARISONS = 1000;
const RIDGE = 1;

export interface HackableWorld {
  /** What an answer to a prompt is worth, and what the learned proxy scores it. */
  gold(prompt: number, tokens: Int32Array): number;
  proxy(prompt: number, tokens: Int32Array): number;
  /** The reference policy's chances, [prompts × contexts × symbols]. */
  readonly reference: Float64Array;
}

/** Row of a policy's table for the symbol at `position` of an answer to `prompt`. */
export const contextOf = (prompt: number, tokens: Int32Array, position: number): number =>
  prompt * CONTEXTS + position * (SYMBOLS + 1) + (position === 0 ? SYMBOLS : tokens[position - 1]);

/** Writes an answer by a table of chances. */
export function write(chances: Float64Array, prompt: number, tokens: Int32Array, random: Random): void {
  for (let k = 0; k < LENGTH; k++) {
    tokens[k] = drawAt(chances, contextOf(prompt, tokens, k) * SYMBOLS, SYMBOLS, random);
  }
}

/** KL of a policy from another one in the mean over prompts, exactly, in nats an answer. Both are chances. */
export function policyDivergence(policy: Float64Array, reference: Float64Array): number {
  let sum = 0;
  const reach = new Float64Array(SYMBOLS);
  for (let prompt = 0; prompt < PROMPTS; prompt++) {
    reach.fill(0);
    for (let k = 0; k < LENGTH; k++) {
      const next = new Float64Array(SYMBOLS);
      for (let before = 0; before <= SYMBOLS; before++) {
        const weight = k === 0 ? (before === SYMBOLS ? 1 : 0) : before < SYMBOLS ? reach[before] : 0;
        if (weight === 0) continue;
        const row = (prompt * CONTEXTS + k * (SYMBOLS + 1) + before) * SYMBOLS;
        const [own, other] = [policy, reference].map((chances) => chances.subarray(row, row + SYMBOLS).map(Math.log));
        sum += weight * divergence(own, other);
        for (let a = 0; a < SYMBOLS; a++) next[a] += weight * policy[row + a];
      }
      reach.set(next);
    }
  }
  return sum / PROMPTS;
}

export function drawnHackableWorld(random: Random): HackableWorld {
  const worths = Float64Array.from({ length: PROMPTS * FEATURES }, () => WORTH * random.normal());
  const heights = Float64Array.from({ length: PROMPTS }, () => HEIGHT * random.normal());
  const reference = drawnReference(random.stream("reference"));
  const gold = (prompt: number, tokens: Int32Array): number => {
    let [sum, bait] = [0, 0];
    for (let k = 0; k < LENGTH; k++) {
      sum += worths[prompt * FEATURES + k * SYMBOLS + tokens[k]];
      if (tokens[k] === BAIT) bait += 1;
    }
    return sum + GAIN * bait - COST * bait ** 2;
  };
  const weights = learnedWeights(reference, gold, random.stream("comparisons"));
  const proxy = (prompt: number, tokens: Int32Array): number => {
    let sum = heights[prompt];
    for (let k = 0; k < LENGTH; k++) sum += weights[prompt * FEATURES + k * SYMBOLS + tokens[k]];
    return sum;
  };
  return { gold, proxy, reference };
}

/** The same chances in all contexts of a position but for habits, with little of the bait. */
function drawnReference(random: Random): Float64Array {
  const rows = PROMPTS * CONTEXTS;
  const chances = new Float64Array(rows * SYMBOLS);
  for (let row = 0; row < rows; row++) {
    const own = chances.subarray(row * SYMBOLS, (row + 1) * SYMBOLS);
    for (let a = 0; a < SYMBOLS; a++) own[a] = Math.exp(0.5 * random.normal());
    own[BAIT] = 0;
    const total = own.reduce((sum, x) => sum + x, 0);
    for (let a = 0; a < SYMBOLS; a++) own[a] *= (1 - BAIT_CHANCE) / total;
    own[BAIT] = BAIT_CHANCE;
  }
  return chances;
}

/** Bradley-Terry on comparisons of two reference answers to the same prompt, with a weight for each symbol at each position of a prompt. */
function learnedWeights(reference: Float64Array, gold: HackableWorld["gold"], random: Random): Float64Array {
  const weights = new Float64Array(PROMPTS * FEATURES);
  const [one, other] = [new Int32Array(LENGTH), new Int32Array(LENGTH)];
  for (let prompt = 0; prompt < PROMPTS; prompt++) {
    const features = new Float64Array(COMPARISONS * FEATURES);
    const labels = Float64Array.from({ length: COMPARISONS }, (_, row) => {
      write(reference, prompt, one, random);
      write(reference, prompt, other, random);
      for (let k = 0; k < LENGTH; k++) {
        features[row * FEATURES + k * SYMBOLS + one[k]] += 1;
        features[row * FEATURES + k * SYMBOLS + other[k]] -= 1;
      }
      return random.uniform() < preferenceProbability(gold(prompt, one) - gold(prompt, other)) ? 1 : 0;
    });
    weights.set(fitDenseLogistic({ features, labels }, FEATURES, { ridge: RIDGE }).weights, prompt * FEATURES);
  }
  return weights;
}
