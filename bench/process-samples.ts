// Watches another process from outside, through Linux's /proc: memory and processor time, while it runs.

import { type ChildProcess, execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** One look at a process and at the machine. */
export interface Sample {
  /** Seconds since the first look. */
  readonly at: number;
  /** Resident memory in MB (10⁶ bytes). */
  readonly resident: number;
  /** Processor seconds that the process and its threads have used. */
  readonly processor: number;
  /** Seconds that the machine's cores have idled, all together. */
  readonly idle: number;
  /** What the caller looks at besides. */
  readonly done: number;
}

/** True where a process can be watched. */
export function canWatch(): boolean {
  return process.platform === "linux";
}

/** Looks at a child every `every` milliseconds until it ends; `done` is asked each time. */
export async function watch(child: ChildProcess, every: number, done: () => number): Promise<Sample[]> {
  const ended = new Promise<void>((resolve, reject) => {
    child.once("close", () => resolve());
    child.once("error", reject);
  });
  const start = performance.now();
  const samples: Sample[] = [];
  let running = true;
  const end = ended.finally(() => {
    running = false;
  });
  while (running) {
    const sample = look(child.pid ?? 0, (performance.now() - start) / 1000, done());
    if (sample !== undefined) samples.push(sample);
    await Promise.race([end, wait(every)]);
  }
  await end;
  return samples;
}

function look(pid: number, at: number, done: number): Sample | undefined {
  try {
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    const fields = fieldsOf(pid);
    const machine = readFileSync("/proc/stat", "utf8").split("\n")[0].trim().split(/\s+/);
    if (resident === null) return undefined;
    return {
      at,
      resident: (Number(resident[1]) * 1024) / 1e6,
      processor: (Number(fields[11]) + Number(fields[12])) / ticks(),
      idle: (Number(machine[4]) + Number(machine[5])) / ticks(),
      done,
    };
  } catch {
    // It ended between two looks.
    return undefined;
  }
}

/** Processor seconds of a process, of its children, and of those children that have ended. */
export function processorSeconds(pid: number): number {
  let sum = 0;
  for (const one of readdirSync("/proc").map(Number).filter(Number.isInteger)) {
    try {
      const fields = fieldsOf(one);
      // utime, stime, and for the process itself those of children that it has waited for.
      if (one === pid) for (const field of fields.slice(11, 15)) sum += Number(field);
      else if (Number(fields[1]) === pid) for (const field of fields.slice(11, 13)) sum += Number(field);
    } catch {
      // It has ended meanwhile.
    }
  }
  return sum / ticks();
}

/** Processor seconds of each thread of a process; nothing of one that has ended. */
export function threadSeconds(pid: number): Map<string, number> {
  const folder = `/proc/${pid}/task`;
  const seconds = new Map<string, number>();
  if (!existsSync(folder)) return seconds;
  for (const thread of readdirSync(folder)) {
    try {
      const fields = afterName(readFileSync(join(folder, thread, "stat"), "utf8"));
      seconds.set(thread, (Number(fields[11]) + Number(fields[12])) / ticks());
    } catch {
      // It has ended meanwhile.
    }
  }
  return seconds;
}

/** What /proc says of a process from field 3 on, which comes after the name in parentheses: its parent is [1], its utime [11]. */
const fieldsOf = (pid: number): string[] => afterName(readFileSync(`/proc/${pid}/stat`, "utf8"));
const afterName = (line: string): string[] => line.split(") ").at(-1)?.split(" ") ?? [];

let known: number | undefined;
/** Ticks of a second. */
function ticks(): number {
  known ??= Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  return known;
}
