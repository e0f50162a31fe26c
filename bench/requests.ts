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
  /** A hundred times as many requests: seconds over a hundred times the seconds, and growth of memory in bytes. */
  readonly stretch: number;
  readonly growth: number;
}

const PEER = fileURLToPath(new URL("../../interop/requests_reference.py", import.meta.url));
const run = promisify(execFile);

/** Measures every task, `repetitions` times over `requests` requests; medians. */
export async function benchRequests(
  python: string | undefined,
  requests: number,
  repetitions: number,
  progress: (text: string) => void,
): Promise<RequestFigures[]> {
  const peers: Partial<Record<RequestTask, number>> =
    python === undefined ? {} : JSON.parse((await run(python, [PEER])).stdout);
  const figures: RequestFigures[] = [];
  for (const task of REQUEST_TASKS) {
    const thread = isolate<RequestOrder, RequestAnswer>(new URL("./request-worker.js", import.meta.url), undefined);
    const [own, alone] = [[] as number[], [] as number[]];
    let memory = 0;
    for (let k = 0; k < repetitions; k++) {
      progress(`requests: ${task}, turn ${k + 1} of ${repetitions}`);
      const short = await thread.ask({ task, requests, readAlone: false });
      own.push(requests / short.seconds);
      memory = short.memory;
      alone.push(requests / (await thread.ask({ task, requests, readAlone: true })).seconds);
    }
    progress(`requests: ${task}, a hundred times as many`);
    const long = await thread.ask({ task, requests: 100 * requests, readAlone: false });
    await thread.close();
    const rate = median(own);
    figures.push({
      task,
      rate,
      readAlone: median(alone),
      peer: peers[task],
      stretch: long.seconds / ((100 * requests) / rate),
      growth: long.memory - memory,
    });
  }
  return figures;
}

/** Ten million requests a second, as linear over a hundred times as many, in the same memory. */
export function requestTargets(figures: readonly RequestFigures[]): Target[] {
  return figures.flatMap(({ task, rate, stretch, growth }) => [
    atLeast(task, 10, rate / 1e6, "million requests/s"),
    under(`${task}: time of a hundred times as many requests`, 1.25, stretch, "× a hundred times the time"),
    under(`${task}: growth of memory over them`, 32, growth / 2 ** 20, "MB"),
  ]);
}
