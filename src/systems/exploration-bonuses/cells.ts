// One cell of the comparison: a bonus in a task. Its setting is chosen on some seeds and measured on others.

import { mean } from "../../evaluation/statistics/moments.ts";
import type { StudyContext, StudyJob } from "../../study/legacy.ts";
import { type BonusName, bonuses, type Setting, settings, success, type Task, type TaskId, taskOf } from "./arms.ts";

/** A bonus at the setting that was chosen for it. */
export interface Cell {
  readonly setting: Setting;
  /** Success by seed. */
  readonly successes: readonly number[];
  readonly mean: number;
}

/** Successes by bonus; `none` is pay by the task alone. */
export type Arms = Readonly<Record<"none" | "episodic" | "global" | "product", Cell>>;

/** What a cell is measured with. */
interface CellTask {
  readonly task: TaskId;
  readonly bonus: BonusName | undefined;
  readonly seeds: readonly number[];
  readonly among: readonly Setting[];
}

const tuningSeeds = ({ tuning }: Task) => Array.from({ length: tuning }, (_, k) => k + 1);

/** Measures what was the best of `among` on the task's tuning seeds. */
export async function measureCell({ task: id, bonus, seeds, among }: CellTask, signal?: AbortSignal): Promise<Cell> {
  const task = taskOf(id);
  const plan = bonus === undefined ? undefined : bonuses[bonus];
  // Without a bonus its weight means nothing.
  const tried = bonus === undefined ? among.filter(({ weight }) => weight === 1) : among;
  const measure = async (setting: Setting, on: readonly number[]): Promise<Cell> => {
    const successes: number[] = [];
    for (const seed of on) {
      await new Promise((resolve) => setImmediate(resolve));
      successes.push(success(task, plan, setting, seed, signal));
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
}

const cell: StudyJob<CellTask, Cell> = { module: import.meta.url, name: "measureCell", compute: measureCell };

const ARMS = [undefined, "episodic", "global", "product"] as const;

/** A bonus in a task, measured on seeds at the best of some settings, by default of all. */
export interface Wanted {
  readonly task: TaskId;
  readonly bonus: BonusName | undefined;
  readonly seeds: readonly number[];
  readonly among?: readonly Setting[];
}

/** Measures cells. */
export function cells(context: StudyContext, wanted: readonly Wanted[]): Promise<Cell[]> {
  const list = wanted.map((one): CellTask => ({ among: settings, ...one }));
  return context.all(cell, list, ({ task, bonus }) => `${taskOf(task).name}: ${bonus ?? "no bonus"}`);
}

/** Measures the task's own pay alone and each of three bonuses, for several tasks. */
export async function arms(
  context: StudyContext,
  tasks: readonly { readonly task: TaskId; readonly seeds: readonly number[] }[],
): Promise<Arms[]> {
  const found = await cells(
    context,
    tasks.flatMap((one) => ARMS.map((bonus) => ({ ...one, bonus }))),
  );
  return tasks.map((_, k) => {
    const [none, episodic, global, product] = found.slice(k * ARMS.length);
    return { none, episodic, global, product };
  });
}
