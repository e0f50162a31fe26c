// CPU time and memory of this process with all of its threads, and of the programs that it has started, such as a user's Python. Node
// reports only the process itself; those of the programs are read from /proc, so that on other systems they are left out.

import { readdirSync, readFileSync } from "node:fs";

export interface ProcessUsage {
  /** Seconds of CPU time since they began. */
  readonly seconds: number;
  /** Resident bytes now. What two processes share counts in both. */
  readonly bytes: number;
}

/** Ticks a second of the times in /proc; Linux has had this one on all machines. */
const TICKS = 100;

/** Returns what this process and its descendants have used. */
export function usageHere(): ProcessUsage {
  const { user, system } = process.cpuUsage();
  const own = { seconds: (user + system) / 1e6, bytes: process.memoryUsage.rss() };
  if (process.platform !== "linux") return own;
  // A worker thread may start a program, which is listed under that thread.
  const started = threadsHere().flatMap((thread) => childrenOf("self", thread));
  return started.map(usageOf).reduce(sum, { ...own, seconds: own.seconds + ticksIn("self").ended / TICKS });
}

const sum = (a: ProcessUsage, b: ProcessUsage): ProcessUsage => ({
  seconds: a.seconds + b.seconds,
  bytes: a.bytes + b.bytes,
});

/** Returns what a process and its descendants have used; of these only those that its main thread has started. */
function usageOf(pid: string): ProcessUsage {
  const { running, ended } = ticksIn(pid);
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? "0";
  const own = { seconds: (running + ended) / TICKS, bytes: 1024 * Number(kibibytes) };
  return childrenOf(pid, pid).map(usageOf).reduce(sum, own);
}

/** Returns ticks of a process, and of its descendants that have ended; 0 where there is no such process. */
function ticksIn(pid: string): { readonly running: number; readonly ended: number } {
  const stat = read(`/proc/${pid}/stat`);
  // The program's name, in brackets, may contain spaces and brackets. The times are fields 14 to 17, the third is the first after it.
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
    .map(Number);
  return { running: user + system, ended: endedUser + endedSystem };
}

function threadsHere(): readonly string[] {
  try {
    return readdirSync("/proc/self/task");
  } catch {
    return [];
  }
}

const childrenOf = (pid: string, thread: string): string[] =>
  read(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean);

/** Returns a text of the system; empty where the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
