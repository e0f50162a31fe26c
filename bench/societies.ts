// Markets and roads with scripted agents: seconds a seed and steps of cars a second, by processor time.

import { median } from "../src/evaluation/statistics/moments.ts";
import { isolate } from "./isolate.ts";
import { SOCIETY_TASKS, type SocietyAnswer, type SocietyOrder, type SocietyTask } from "./society-task.ts";
import { atLeast, type Target, under } from "./target.ts";

/** A task, and what it came to in its unit; median and slowest of the turns. */
export interface SocietyFigures {
  readonly task: SocietyTask;
  readonly measured: number;
  readonly slowest: number;
}

/** How many turns are measured, and how many episodes of a road each has; of a market, each has one seed. */
export interface SocietyLength {
  readonly turns: number;
  readonly episodes: number;
}

const TASKS: readonly SocietyTask[] = [
  "an assistant, 100 customers, 300 businesses",
  "a market that talks, 100 customers, 300 businesses",
  "a highway, 20 cars",
  "a highway, 200 cars",
];

/** Measures every task, after one turn that is not counted. */
export async function benchSocieties(
  { turns, episodes }: SocietyLength,
  progress: (text: string) => void,
): Promise<SocietyFigures[]> {
  const figures: SocietyFigures[] = [];
  for (const task of TASKS) {
    progress(`societies: ${task}`);
    const isMarket = SOCIETY_TASKS[task] === "seconds a seed";
    const thread = isolate<SocietyOrder, SocietyAnswer>(new URL("./society-worker.js", import.meta.url), undefined);
    const count = isMarket ? 1 : episodes;
    const values: number[] = [];
    for (let k = 0; k <= turns; k++) {
      const { seconds, carSteps } = await thread.ask({ task, episodes: count, from: k * count });
      if (k > 0) values.push(isMarket ? seconds : carSteps / seconds);
    }
    await thread.close();
    figures.push({ task, measured: median(values), slowest: isMarket ? Math.max(...values) : Math.min(...values) });
  }
  return figures;
}

/** A seed of a market under 2 s, and 200,000 steps of cars a second. */
export const societyTargets = (figures: readonly SocietyFigures[]): Target[] =>
  figures.map(({ task, measured }) =>
    SOCIETY_TASKS[task] === "seconds a seed"
      ? under(task, 2, measured, "s a seed")
      : atLeast(task, 200_000, measured, "car-steps/s"),
  );
