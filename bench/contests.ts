// Contests on one core: games, ratings and pairings, beside what the machine does at most, and beside a peer in Python.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { median } from "../src/evaluation/statistics/moments.ts";
import { CONTEST_TASKS, type ContestAnswer, type ContestOrder, type ContestTask } from "./contest-task.ts";
import { isolate } from "./isolate.ts";
import { atLeast, type Target, under } from "./target.ts";

/** A task, in so many a second or in seconds. */
export interface ContestFigures {
  readonly task: ContestTask;
  readonly seconds: number;
  readonly perSecond: number;
  /** What the machine does at most in the place of an instruction, a second; undefined where that is not measured. */
  readonly limit: number | undefined;
  /** Seconds of one fit by a peer in Python; undefined without one. */
  readonly peer: number | undefined;
}

/** How much is measured. */
export interface ContestLength {
  readonly share: number;
  readonly turns: number;
}

const PEER = fileURLToPath(new URL("../../interop/rating_peer.py", import.meta.url));
const run = promisify(execFile);
const answered = z.object({ choix: z.number() });

/** Measures every task in turns; medians. */
export async function benchContests(
  python: string | undefined,
  { share, turns }: ContestLength,
  progress: (text: string) => void,
): Promise<ContestFigures[]> {
  const peer = python === undefined ? undefined : await fitByPeer(python, progress);
  const figures: ContestFigures[] = [];
  for (const task of CONTEST_TASKS) {
    const thread = isolate<ContestOrder, ContestAnswer>(new URL("./contest-worker.js", import.meta.url), undefined);
    const [seconds, rates, limits] = [[] as number[], [] as number[], [] as number[]];
    for (let turn = 0; turn < turns; turn++) {
      progress(`contests: ${task}, turn ${turn + 1} of ${turns}`);
      const reply = await thread.ask({ task, share, limit: false });
      seconds.push(reply.seconds);
      rates.push(reply.count / reply.seconds);
      if (task !== CORE_WAR) continue;
      const bare = await thread.ask({ task, share, limit: true });
      limits.push(bare.count / bare.seconds);
    }
    await thread.close();
    figures.push({
      task,
      seconds: median(seconds),
      perSecond: median(rates),
      limit: limits.length === 0 ? undefined : median(limits),
      peer: task === RATING ? peer : undefined,
    });
  }
  return figures;
}

const [CORE_WAR, SNAKES, RATING, SWISS] = CONTEST_TASKS;

/** Undefined where the interpreter has no choix. */
async function fitByPeer(python: string, progress: (text: string) => void): Promise<number | undefined> {
  progress("contests: choix");
  try {
    return answered.parse(JSON.parse((await run(python, [PEER])).stdout)).choix;
  } catch {
    progress("contests: this interpreter has no choix (interop/ratings-requirements.txt)");
    return undefined;
  }
}

export function contestTargets(figures: readonly ContestFigures[]): Target[] {
  return figures.flatMap(({ task, seconds, perSecond }) => {
    if (task === CORE_WAR) return [atLeast(task, 50, perSecond / 1e6, "million/s")];
    if (task === SNAKES) return [atLeast(task, 30_000, 60 * perSecond, "games a minute")];
    if (task === RATING) return [under(task, 10, seconds, "s")];
    return task === SWISS ? [under(task, 1, seconds, "s")] : [];
  });
}
