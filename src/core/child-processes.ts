// Processes that this one starts, on any of its threads: each leads a group, and none outlives this process. Their numbers stand in
// memory that all threads share, since a thread that is ended with the process can tell of nothing any more.

import { getEnvironmentData, isMainThread, setEnvironmentData } from "node:worker_threads";
import { heardOut, waitForOthers } from "./signals.ts";

/** Whether the system has groups of processes, which signals reach whole. */
export const GROUPS = process.platform !== "win32";

/** Processes at a time that are followed; those beyond end by the end of their input alone. */
const MOST = 4096;
/** Milliseconds that the end of this process waits for one that is just being started. */
const PATIENCE = 1000;

/** What a place holds where no process is, and where one is being started. */
const FREE = 0;
const STARTING = -1;
/** What the first place holds once this process ends: none is started any more. */
const ENDING = 1;

const KEY = "agon child processes";
let numbers: Int32Array | undefined;

/** In the main thread, before it begins others: from here on what any of them starts is ended with this process. */
export function followChildren(): void {
  if (!isMainThread || numbers !== undefined) return;
  const shared = new Int32Array(new SharedArrayBuffer(4 * (1 + MOST)));
  numbers = shared;
  setEnvironmentData(KEY, shared);
  process.on("exit", () => {
    Atomics.store(shared, 0, ENDING);
    for (let place = 1; place < shared.length; place++) {
      Atomics.wait(shared, place, STARTING, PATIENCE);
      if (shared[place] > 0) signalGroup(shared[place], "SIGKILL");
    }
  });
}

/** Starts a process by `start`, as the leader of a group of its own; what comes back is to be called once it has ended. */
export function startedChild<C extends { readonly pid?: number | undefined }>(
  start: () => C,
): readonly [child: C, ended: () => void] {
  followChildren();
  const shared = numbers ?? sharedNumbers();
  const place = shared === undefined ? -1 : freePlace(shared);
  const wait = waitForOthers();
  const over = (): void => void heardOut(wait);
  if (shared === undefined || place < 0) return [start(), over];
  const set = (number: number): void => {
    Atomics.store(shared, place, number);
    Atomics.notify(shared, place);
  };
  let number = FREE;
  try {
    if (shared[0] === ENDING) throw new Error("no process is started while this one ends");
    const child = start();
    number = child.pid ?? FREE;
    if (number === FREE) over();
    const ended = (): void => {
      set(FREE);
      over();
    };
    return [child, ended];
  } catch (error) {
    over();
    throw error;
  } finally {
    set(number);
  }
}

/** In another thread, the memory of the main one, if that follows. */
function sharedNumbers(): Int32Array | undefined {
  const given = getEnvironmentData(KEY);
  numbers = given instanceof Int32Array ? given : undefined;
  return numbers;
}

/** A place that is taken for a process to be started; -1 where there is none. */
function freePlace(shared: Int32Array): number {
  for (let place = 1; place < shared.length; place++) {
    if (Atomics.compareExchange(shared, place, FREE, STARTING) === FREE) return place;
  }
  return -1;
}

/** Sends a signal to a process and all that it has started, where the system has groups. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(GROUPS ? -pid : pid, signal);
  } catch {
    // All of them are gone.
  }
}
