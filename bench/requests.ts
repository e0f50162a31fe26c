// Rules that serve many requests a second, on one core: beside NumPy, beside the time that reading their numbers takes, and over more
// and more requests.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { median } from "../src/evaluation/statistics/moments.ts";
import { isolate } from "./isolate.ts";
import { REQUEST_TASKS, type RequestAnswer, type RequestOrder, type RequestTask } from "./request-task.ts";
import { atLeast, type Target, under } from "./target.ts";

/** A task in requests per second. */
export interface RequestFigures {
  readonly task: RequestTask;
  readonly rate: number;
  /** Reading the same numbers and doing nothing with them. */
  readonly readAlone: number;
  /** The same by NumPy; undefined without an interpreter that has it. */
  readonly peer: number | undefined;
  /** So many times as many requests: seconds over so many times the seconds, and growth of memory in bytes. */
  readonly times: number;
  readonly stretch: number;
  readonly growth: number;
}

const PEER = fileURLToPath(new URL("../../interop/requests_reference.py", import.meta.url));
const run = promisify(execFile);

/** How much is measured. */
export interface RequestLength {
  readonly requests: number;
  readonly turns: number;
  /** How many times as many requests memory and time are held against. */
  readonly stretch: number;
}

/** Measures every task in turns; medians. */
export async function benchRequests(
  python: string | undefined,
  { requests, turns, stretch }: RequestLength,
  progress: (text: string) => void,
): Promise<RequestFigures[]> {
  const peers: Partial<Record<RequestTask, number>> =
    python === undefined ? {} : JSON.parse((await run(python, [PEER])).stdout);
  const figures: RequestFigures[] = [];
  for (const task of REQUEST_TASKS) {
    const thread = isolate<RequestOrder, RequestAnswer>(new URL("./request-worker.js", import.meta.url), undefined);
    const [own, alone] = [[] as number[], [] as number[]];
    let memory = 0;
    for (let k = 0; k < turns; k++) {
      progress(`requests: ${task}, turn ${k + 1} of ${turns}`);
      const short = await thread.ask({ task, requests, readAlone: false });
      own.push(requests / short.seconds);
      memory = short.memory;
      alone.push(requests / (await thread.ask({ task, requests, readAlone: true })).seconds);
    }
    progress(`requests: ${task}, ${stretch} times as many`);
    const long = await thread.ask({ task, requests: stretch * requests, readAlone: false });
    await thread.close();
    const rate = median(own);
    figures.push({
      task,
      rate,
      readAlone: median(alone),
      peer: peers[task],
      times: stretch,
      stretch: long.seconds / ((stretch * requests) / rate),
      growth: long.memory - memory,
    });
  }
  return figures;
}

/** Ten million requests a second, and time and memory linear over many times as many. */
export function requestTargets(figures: readonly RequestFigures[]): Target[] {
  return figures.flatMap(({ task, rate, times, stretch, growth }) => [
    atLeast(task, 10, rate / 1e6, "million requests/s"),
    under(`${task}: time of ${times} times as many requests`, 1.25, stretch, `× ${times} times the time`),
    under(`${task}: growth of memory over them`, 32, growth / 2 ** 20, "MB"),
  ]);
}
