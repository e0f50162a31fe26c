// A slippery field of 4 × 4 cells with a small prize near by and a large one in the far corner. Moves aim at one of eight
// patches of two cells and end in either cell of it, so that eight features are all there is to know: a linear process.

import type { FeatureSpace } from "../../environments/tabular/feature-space.ts";
import { linearMdp } from "../../environments/tabular/linear.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { stepOnGrid } from "../../environments/tabular/open-grid.ts";

const SIZE = 4;
const PATCHES = 8;

/** What the field is like. */
export interface TwoGoalsOptions {
  /** Steps of an episode. */
  readonly horizon: number;
  /** Paid for each move into the patch below the start. */
  readonly near: number;
  /** Paid for each move into the patch of the opposite corner. */
  readonly far: number;
  /** Share of moves that end in a patch by chance. */
  readonly slip: number;
}

/** The process with what a learner may know of it, and its reward θ [8], r = θᵀφ. */
export interface TwoGoals {
  readonly mdp: TabularMdp;
  readonly space: FeatureSpace;
  readonly theta: Float64Array;
}

/** The process, which begins in the top left cell, with its features φ(s, a): the chances of the patches. */
export function twoGoals({ horizon, near, far, slip }: TwoGoalsOptions): TwoGoals {
  const states = SIZE * SIZE;
  const actions = 4;
  const rows = Array.from({ length: states * actions }, (_, at) => {
    const aimed = patchOf(stepOnGrid(SIZE, SIZE, Math.floor(at / actions), at % actions));
    return Array.from({ length: PATCHES }, (__, patch) => slip / PATCHES + (patch === aimed ? 1 - slip : 0));
  });
  const next = Array.from({ length: PATCHES }, (_, patch) =>
    Array.from({ length: states }, (__, cell) => (patchOf(cell) === patch ? 0.5 : 0)),
  );
  const pay = new Array<number>(PATCHES).fill(0);
  pay[patchOf(SIZE)] = near;
  pay[PATCHES - 1] = far;
  return {
    mdp: linearMdp({ states, actions, features: rows, next, pay }),
    space: { states, actions, horizon, dimension: PATCHES, features: Float64Array.from(rows.flat()) },
    theta: Float64Array.from(pay),
  };
}

/** Patches are pairs of cells beside each other, row by row. */
function patchOf(cell: number): number {
  return Math.floor(cell / 2);
}
