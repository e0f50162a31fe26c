// Child processes started from any thread. Each leads a process group, and none outlives this process. Their process ids are in memory
// shared by all threads, since a thread that is terminated with the process can no longer send messages.

import { getEnvironmentData, isMainThread, setEnvironmentData } from "node:worker_threads";
import { heardOut, waitForOthers } from "./signals.ts";

/** Whether the system has process groups, to which a signal can be sent as a whole. */
export const GROUPS = process.platform !== "win32";

/** Maximum number of tracked child processes. Further ones end only because their input closes. */
const MOST = 4096;
/** Milliseconds that the exit of this process waits for a child process that is just being started. */
const PATIENCE = 1000;

/** Values of a slot without a process, and of one whose process is being started. */
const FREE = 0;
const STARTING = -1;
/** Value of slot 0 once this process is exiting: no child process may be started any more. */
const ENDING = 1;

const KEY = "agon child processes";
let numbers: Int32Array | undefined;

/**
 * Tracks child processes of all threads from now on, and kills them when this process exits. Call it in the main thread before it starts
 * others.
 */
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

/** Starts a process by `start`, as the leader of its own process group. Returns it with a function to call once it has ended. */
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

/** Returns the shared memory in a worker thread; undefined where the main thread does not track child processes. */
function sharedNumbers(): Int32Array | undefined {
  const given = getEnvironmentData(KEY);
  numbers = given instanceof Int32Array ? given : undefined;
  return numbers;
}

/** Reserves a slot for a process to be started and returns its index; -1 where none is free. */
function freePlace(shared: Int32Array): number {
  for (let place = 1; place < shared.length; place++) {
    if (Atomics.compareExchange(shared, place, FREE, STARTING) === FREE) return place;
  }
  return -1;
}

/** Sends a signal to a process group, or to the process alone where the system has no groups. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(GROUPS ? -pid : pid, signal);
  } catch {
    // The processes have already exited.
  }
}
