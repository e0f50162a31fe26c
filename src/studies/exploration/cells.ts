// One cell of the comparison: a bonus in a task. Its setting is chosen on some seeds and measured on others.

import { mean } from "../../evaluation/moments.ts";
import type { StudyContext } from "../study.ts";
import { type BonusName, bonuses, type Setting, settings, success, type Task } from "./arms.ts";

/** A bonus at the setting that was chosen for it. */
export interface Cell {
  readonly setting: Setting;
  /** Success by seed. */
  readonly successes: readonly number[];
  readonly mean: number;
}

/** Successes by bonus; `none` is pay by the task alone. */
export type Arms = Readonly<Record<"none" | "episodic" | "global" | "product", Cell>>;

/** Runs cells one after another, with a breath between trainings so that the study can be stopped. */
export interface CellRunner {
  /** Measures what was the best of `among`, by default of all settings, on the task's tuning seeds. */
  cell(task: Task, bonus: BonusName | undefined, seeds: readonly number[], among?: readonly Setting[]): Promise<Cell>;
  arms(task: Task, seeds: readonly number[]): Promise<Arms>;
}

const tuningSeeds = ({ tuning }: Task) => Array.from({ length: tuning }, (_, k) => k + 1);

/** A runner that reports each finished cell out of `total`. */
export function cellRunner(context: StudyContext, total: number): CellRunner {
  let done = 0;
  const cell: CellRunner["cell"] = async (task, bonus, seeds, among = settings) => {
    context.progress(done, total, `${task.name}: ${bonus ?? "no bonus"}`);
    const part = JSON.stringify([task.name, bonus, seeds, among]);
    const found = await context.kept(part, () => chosenCell(task, bonus, seeds, among));
    done += 1;
    return found;
  };
  const chosenCell = async (
    task: Task,
    bonus: BonusName | undefined,
    seeds: readonly number[],
    among: readonly Setting[],
  ): Promise<Cell> => {
    const plan = bonus === undefined ? undefined : bonuses[bonus];
    // Without a bonus its weight means nothing.
    const tried = bonus === undefined ? among.filter(({ weight }) => weight === 1) : among;
    const measure = async (setting: Setting, on: readonly number[]): Promise<Cell> => {
      const successes: number[] = [];
      for (const seed of on) {
        await new Promise((resolve) => setImmediate(resolve));
        successes.push(success(task, plan, setting, seed, context.signal));
      }
      return { setting, successes, mean: mean(successes) };
    };
    const trials: Cell[] = [];
    if (tried.length > 1) for (const setting of tried) trials.push(await measure(setting, tuningSeeds(task)));
    const chosen = trials.reduce<Cell | undefined>(
      (best, other) => (best === undefined || other.mean > best.mean ? other : best),
      undefined,
    );
    return measure(chosen?.setting ?? tried[0], seeds);
  };
  return {
    cell,
    arms: async (task, seeds) => ({
      none: await cell(task, undefined, seeds),
      episodic: await cell(task, "episodic", seeds),
      global: await cell(task, "global", seeds),
      product: await cell(task, "product", seeds),
    }),
  };
}
