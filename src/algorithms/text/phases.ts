// What a training of texts does before it is paid, phase after phase: imitation, and what callbacks put behind it.

import type { SavedTensor, SavedTensors } from "../training-checkpoint.ts";
import type { Measures } from "../training-measures.ts";

/** A phase at work; its updates are counted from 0. */
export interface TrainingPhase {
  readonly updates: number;
  /** Does update `done`; tells the characters that were written in it. */
  update(done: number): { readonly written: number; readonly measures: Measures };
  /** What to keep after `done` updates, which may be more than there are, or 0 and less. */
  save(done: number): readonly SavedTensor[];
  /** Takes over what was kept after `done` updates, likewise. */
  restore(tensors: SavedTensors, done: number): void;
  /** When it is over: numbers of the beginnings of episodes that are to be practised where a stage lists none; default all. */
  starts?(): readonly number[] | undefined;
  close(): void;
}

/** One phase after the other, as one. */
export function inOrder(phases: readonly TrainingPhase[]): TrainingPhase {
  const starts = [0];
  for (const { updates } of phases) starts.push(starts[starts.length - 1] + updates);
  return {
    updates: starts[phases.length],
    update(done) {
      const at = starts.findLastIndex((start, k) => start <= done && k < phases.length && phases[k].updates > 0);
      return phases[at].update(done - starts[at]);
    },
    save: (done) => phases.flatMap((phase, k) => phase.save(done - starts[k])),
    restore(tensors, done) {
      for (const [k, phase] of phases.entries()) phase.restore(tensors, done - starts[k]);
    },
    starts: () => phases.map((phase) => phase.starts?.()).find((starts) => starts !== undefined),
    close() {
      for (const { close } of phases) close();
    },
  };
}
