// The worlds of the study: random processes with a table of features, and a field whose features are fewer than its cells.

import { Random } from "../../core/random.ts";
import { dirichletProcess } from "../../environments/tabular/dirichlet.ts";
import { type FeatureSpace, tableSpace } from "../../environments/tabular/feature-space.ts";
import { linearMdp } from "../../environments/tabular/linear.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { stepOnGrid } from "../../environments/tabular/open-grid.ts";

export type TaskName = "random processes" | "two goals";

/** A world and what a learner knows of it beforehand. */
export interface DuelTask {
  readonly mdp: TabularMdp;
  readonly space: FeatureSpace;
  /** The true reward of each feature, which no learner sees. */
  readonly theta: Float64Array;
  /** σ_P, the noise of backups. */
  readonly backupWidth: number;
  /** The ε that asks nearly a fifth of the questions that could be asked, by the seeds of development. */
  readonly budgetEpsilon: number;
}

/** Annotators prefer by the logistic function of three times the difference. */
export const SLOPE = 3;
const [STATES, ACTIONS, HORIZON] = [5, 3, 4];

const SIZE = 4;
const PATCHES = 8;
/** Paid for each move into the patch below the start, and into the one of the opposite corner; share of moves that end anywhere. */
const [NEAR, FAR, SLIP] = [0.2, 1, 0.1];

/**
 * The world of a seed; the field is the same for all. Its six steps were chosen over eight and ten, and its σ_P among 0.3, 0.6, 0.8, 1 and 1.3 as
 * the best for the learner that always asks, on seeds 1 to 60: with less noise or more steps exploring the field takes all rounds of any learner.
 */
export function taskOf(name: TaskName, seed: number): DuelTask {
  if (name === "two goals") return { ...twoGoals(6), backupWidth: 0.8, budgetEpsilon: 0.1 };
  const random = Random.of(seed, "process");
  const mdp = dirichletProcess({ states: STATES, actions: ACTIONS, concentration: 0.3, power: 3, random });
  return {
    mdp,
    space: tableSpace(STATES, ACTIONS, HORIZON),
    theta: mdp.reward,
    backupWidth: 0.3,
    budgetEpsilon: 0.115,
  };
}

/**
 * A slippery field of 4 × 4 cells with a small prize near by and a large one in the far corner, which begins in the top left cell. Moves aim
 * at one of eight patches of two cells and end in either cell of it, so that eight features φ(s, a), the chances of the patches, are all there
 * is to know: a linear process.
 */
export function twoGoals(horizon: number): Omit<DuelTask, "backupWidth" | "budgetEpsilon"> {
  const [states, actions] = [SIZE * SIZE, 4];
  const rows = Array.from({ length: states * actions }, (_, at) => {
    const aimed = patchOf(stepOnGrid(SIZE, SIZE, Math.floor(at / actions), at % actions));
    return Array.from({ length: PATCHES }, (__, patch) => SLIP / PATCHES + (patch === aimed ? 1 - SLIP : 0));
  });
  const next = Array.from({ length: PATCHES }, (_, patch) =>
    Array.from({ length: states }, (__, cell) => (patchOf(cell) === patch ? 0.5 : 0)),
  );
  const pay = new Array<number>(PATCHES).fill(0);
  pay[patchOf(SIZE)] = NEAR;
  pay[PATCHES - 1] = FAR;
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
