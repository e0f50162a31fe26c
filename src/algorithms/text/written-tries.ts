// Several answers to each of a list of starts, as a log of tries: what pass rates are measured from, before a training chooses what
// is practised, and after it.

import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import { startsFrom } from "../../environments/starts.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { type Completions, textSampler } from "./completions.ts";

export interface WrittenTriesOptions {
  /** Starts of the world (`startsFrom`), each of which is a row, and may come more than once. */
  readonly starts: readonly number[];
  /** Answers to each. */
  readonly answers: number;
  /** Questions that are written at once; default `triesBlock`. */
  readonly block?: number;
  /** That answers are drawn at; default 1. */
  readonly temperature?: number;
  /** Sees the answers of each block, and the starts of its groups. */
  readonly watch?: (texts: Completions, starts: readonly number[]) => void;
}

/** Questions whose answers are written at once: as many as make about 512 of them. */
export function triesBlock(answers: number): number {
  return Math.max(1, Math.round(512 / answers));
}

/**
 * Which answers the context's objective counts as right (above 0), a row of the matrix for each start, in their
 * order. `random` is the writing's own stream.
 */
export function writtenTries(
  context: TrainingContext,
  model: LanguageModel,
  parameters: Parameters,
  { starts, answers, block = triesBlock(answers), temperature, watch }: WrittenTriesOptions,
  random: Random,
): Uint8Array[] {
  const groups = Math.min(block, starts.length);
  // What each group is asked; it changes between blocks.
  const slots = Array.from({ length: groups }, (_, g) => [starts[g]]);
  const sampler = textSampler(context, model, parameters, {
    groups,
    group: answers,
    temperature,
    worlds: (row) => startsFrom(context.makeEnvironment(), slots[Math.floor(row / answers)]),
  });
  const matrix: Uint8Array[] = [];
  for (let from = 0; from < starts.length; from += groups) {
    // The last block is filled up with starts that it has asked already, which are not counted again.
    for (let g = 0; g < groups; g++) slots[g][0] = starts[Math.min(from + g, starts.length - 1)];
    const texts = sampler.write(random.stream("block", from));
    const counted = Math.min(groups, starts.length - from);
    for (let g = 0; g < counted; g++) {
      matrix.push(
        Uint8Array.from(texts.objective.subarray(g * answers, (g + 1) * answers), (one) => (one > 0 ? 1 : 0)),
      );
    }
    watch?.(
      texts,
      slots.slice(0, counted).map(([start]) => start),
    );
  }
  sampler.close();
  return matrix;
}
