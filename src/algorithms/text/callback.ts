// What goes along with a training on groups: it may pay for a batch when all of it is written, learn from it beside the model,
// and put batches of its own in the place of the next one. A training has any number of them, and keeps what they keep.

import type { Random } from "../../core/random.ts";
import type { SavedTensor, SavedTensors } from "../training-checkpoint.ts";
import type { Measures } from "../training-measures.ts";
import type { Completions } from "./completions.ts";
import type { GenerationHook } from "./generation-hook.ts";
import type { LaterPay, Update } from "./group-learner.ts";

/** Made for one stage of a training, whose sizes and pay it knows; the next stage's is given what this one kept. */
export interface Companion {
  /**
   * An update of getting ready, before the first that is paid for; undefined where there is none to make. Asked only of the one
   * that is made for this, in the world's own questions, and whose `save` the first stage's is given.
   */
  prepare?(): Measures | undefined;
  /** Sees every character of the task before it is written. */
  readonly watch?: GenerationHook;
  /** Changes what a batch is paid, before anybody learns from it. */
  readonly later?: LaterPay;
  /** An update in the place of the next one on the task; undefined where it has none to make. */
  instead?(random: Random): Update | undefined;
  /** Sees a batch of the task when the model has learnt from it. What it measures of itself stands beside the training's measures. */
  after?(texts: Completions, random: Random): Measures;
  /** What checkpoints are to hold of it; copies. */
  save?(): readonly SavedTensor[];
  /** Takes over what another of its kind saved. */
  restore?(tensors: SavedTensors): void;
  close(): void;
}

/** Several as one, which pay, learn and are kept in their order. */
export function together(companions: readonly Companion[]): Companion {
  const paying = companions.flatMap(({ later }) => later ?? []);
  const watching = companions.flatMap(({ watch }) => watch ?? []);
  return {
    prepare() {
      for (const companion of companions) {
        const measures = companion.prepare?.();
        if (measures !== undefined) return measures;
      }
      return undefined;
    },
    ...(watching.length > 0 && {
      watch(moment) {
        for (const watch of watching) watch(moment);
      },
    }),
    ...(paying.length > 0 && {
      later(texts, random) {
        for (const pay of paying) pay(texts, random);
      },
    }),
    instead(random) {
      for (const companion of companions) {
        const update = companion.instead?.(random);
        if (update !== undefined) return update;
      }
      return undefined;
    },
    after(texts, random) {
      return Object.assign({}, ...companions.map((companion) => companion.after?.(texts, random)));
    },
    save: () => companions.flatMap((companion) => companion.save?.() ?? []),
    restore(tensors) {
      for (const companion of companions) companion.restore?.(tensors);
    },
    close() {
      for (const { close } of companions) close();
    },
  };
}
