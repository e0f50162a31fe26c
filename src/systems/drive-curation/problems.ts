// Problems to practise and problems to be judged by: starts of the world of tiny programs, by their number of operators. No formula
// is in both lists.

import type { NumericEnvironment } from "../../core/environment.ts";
import { startOf } from "../../environments/starts.ts";

/** Formulas have 1 … 5 operators. */
export const LEVELS = [1, 2, 3, 4, 5] as const;
/** From so many operators on a problem is called hard. */
export const HARD_FROM = 4;

/** Problems of each list and level. */
const TRAINED = 24;
const HELD_OUT = 30;
/** Further hard problems, that are in neither list. */
const FURTHER = 500;

/** A start, and how many operators its formula has. */
export interface PracticeProblem {
  readonly start: number;
  readonly operators: number;
}

export interface Problems {
  readonly training: readonly PracticeProblem[];
  readonly heldOut: readonly PracticeProblem[];
  /** Many more hard ones than are ever practised, to tell whether a list is too short to learn from. */
  readonly further: readonly PracticeProblem[];
}

/** All lists, the first two level after level; the same for all seeds. `world` must draw every number of operators. */
export function drawProblems(world: NumericEnvironment): Problems {
  const outcomes = new Float64Array(world.spec.channels.length);
  const taken = new Set<string>();
  const found = LEVELS.map(() => ({ heldOut: [] as PracticeProblem[], training: [] as PracticeProblem[] }));
  const further: PracticeProblem[] = [];
  const full = () =>
    further.length === FURTHER &&
    found.every(({ heldOut, training }) => heldOut.length + training.length === HELD_OUT + TRAINED);
  for (let start = 0; !full(); start++) {
    world.reset(startOf(start), outcomes);
    const formula = world.texts?.text() ?? "";
    const operators = formula.replace(/[^-+*]/g, "").length;
    const { heldOut, training } = found[operators - 1];
    const next = [heldOut, training, further][
      Number(heldOut.length === HELD_OUT) + Number(training.length === TRAINED)
    ];
    if (taken.has(formula) || (next === further && (operators < HARD_FROM || further.length === FURTHER))) continue;
    taken.add(formula);
    next.push({ start, operators });
  }
  return {
    training: found.flatMap(({ training }) => training),
    heldOut: found.flatMap(({ heldOut }) => heldOut),
    further,
  };
}

/** The starts of problems. */
export function startsOf(problems: readonly PracticeProblem[]): number[] {
  return problems.map(({ start }) => start);
}
