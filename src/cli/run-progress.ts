// Progress of a run on standard error: a live table on a terminal, a line every few seconds elsewhere.

import { duration } from "../evaluation/number-format.ts";
import type { Experiment } from "../lab/experiment/experiment.ts";
import { replicatesOf } from "../lab/experiment/windows.ts";
import { objectiveLabel } from "../lab/report/measures.ts";
import type { TrainingNews } from "../lab/run/cell-job.ts";
import { pace, secondsLeft } from "../lab/run/pace.ts";
import type { Plan } from "../lab/run/run.ts";
import { interval, note, number, remark, table } from "./output.ts";
import { screen } from "./progress.ts";

/** A training in progress: its last update, and pay and objective of its updates so far. */
interface TrainingInFlight {
  news: TrainingNews;
  readonly pay: number[];
  readonly objective: number[];
}

/** Width of a curve in characters. */
const CURVE = 16;

/** Returns the functions that show a run's progress, from its plan to its end. */
export async function runProgress({ variants, episodes }: Experiment) {
  const estimate = screen && (await import("../evaluation/statistics/interval.ts")).estimate;
  const sparkline = screen && (await import("./sparkline.ts")).sparkline;
  const wanted = objectiveLabel(variants[0].setting.objective);
  const values = new Map(
    variants.map(({ name, setting }) => {
      const replicates = replicatesOf(setting.spec, episodes);
      return [name, { pay: [] as number[], objective: [] as number[], replicates }];
    }),
  );
  const learning = new Map<string, TrainingInFlight>();
  let plan: Plan | undefined;
  let started = 0;
  let done = 0;
  let drawn = 0;
  let ended = false;

  const headline = (): string => {
    if (plan === undefined) return "";
    const work = {
      ...{ seconds: (performance.now() - started) / 1000, missing: plan.cells - plan.kept, done },
      shares: Array.from(learning.values(), ({ news: { share } }) => share),
    };
    const [rate, left] = [pace(work), secondsLeft(work)];
    const speed = rate === undefined || left === undefined ? "" : `, ${number(rate)} cells/s, ${duration(left)} left`;
    const stage = plan.stage === undefined ? "" : `stage ${plan.stage}: `;
    return `${stage}${plan.kept + done} of ${plan.cells} cells${speed}`;
  };
  /** Returns a line for each training in progress. */
  const lessons = (): string[] =>
    [...learning.values()].map(({ news: { variant, seed, share }, pay, objective }) => {
      const curve = (values: readonly number[]) => {
        const last = number(values[values.length - 1]);
        return sparkline === undefined ? last : `${sparkline(values, CURVE)} ${last}`;
      };
      const scores = Object.entries({ pay, [wanted]: objective }).flatMap(([name, values]) =>
        values.length === 0 ? [] : [`, ${name} ${curve(values)}`],
      );
      return `training ${variant}, seed ${seed}: ${Math.floor(100 * share)} %${scores.join("")}`;
    });
  const draw = (): void => {
    drawn = performance.now();
    const lines = [headline(), ...lessons()];
    if (screen === undefined || estimate === undefined) {
      note(lines.join("; "));
      return;
    }
    const rows = [...values].slice(0, 20).map(([name, { pay, objective, replicates }]) => {
      const means = [pay, objective].map((cells) => interval(estimate(cells, 0.95, replicates)));
      return [name, String(pay.length), ...means];
    });
    const more = values.size > 20 ? `\n… and ${values.size - 20} more variants` : "";
    screen(`${table(["variant", "cells", "pay", wanted], rows)}${more}\n\n${lines.join("\n")}`);
  };
  const drawSoon = (): void => {
    if (performance.now() - drawn > (screen === undefined ? 3000 : 100)) draw();
  };
  return {
    plan(given: Plan) {
      plan = given;
      done = 0;
      started = performance.now();
      remark(...given.damaged.map((file) => `${file} was damaged; its cell is computed again`));
      for (const file of given.unfollowed)
        remark(`what ${file} loads is not looked into: where that changes, take another --store`);
      if (given.kept > 0) note(`${given.kept} of ${given.cells} cells are in the store already`);
      if (screen !== undefined && given.kept < given.cells) draw();
    },
    training(news: TrainingNews) {
      const name = `${news.variant}~${news.seed}`;
      const lesson = learning.get(name) ?? { news, pay: [], objective: [] };
      lesson.news = news;
      if (news.pay !== undefined) lesson.pay.push(news.pay);
      if (news.objective !== undefined) lesson.objective.push(news.objective);
      learning.set(name, lesson);
      drawSoon();
    },
    cell(variant: string, seed: number, { pay, objective }: { pay: number; objective: number }) {
      done += 1;
      learning.delete(`${variant}~${seed}`);
      const row = values.get(variant);
      // A cell in which every episode failed has no mean.
      if (!Number.isNaN(pay)) row?.pay.push(pay);
      if (!Number.isNaN(objective)) row?.objective.push(objective);
      drawSoon();
    },
    end() {
      if (ended) return;
      ended = true;
      if (screen === undefined || done === 0) return;
      draw();
      screen.done();
    },
  };
}
