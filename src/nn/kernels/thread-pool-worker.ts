// A thread of a crew: takes chunks of the program that runs now, whenever there are any, and sleeps where there are none.

import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { type KernelFunction, kernelOf } from "./kernel-recording.ts";
import {
  ASLEEP,
  BASE,
  CHUNKS,
  type CrewOrders,
  DONE,
  FAILED,
  LIMIT,
  PROGRAM,
  readyTask,
  type SharedProgram,
  TAKEN,
} from "./thread-pool-task.ts";

/** Looks for work so many times before it sleeps: some tens of microseconds. */
const PATIENCE = 20_000;

/** Chunks of the tasks of each program. */
const programs = new Map<number, readonly (readonly (() => void)[])[]>();

/** Reads what has been said of programs. */
function listen(): void {
  if (parentPort === null) throw new Error("a crew's thread without a crew");
  for (let said = receiveMessageOnPort(parentPort); said !== undefined; said = receiveMessageOnPort(parentPort)) {
    learn(said.message);
  }
}

function learn({ id, memory, tasks }: SharedProgram): void {
  programs.delete(id);
  if (tasks.length === 0) return;
  const made = new Map<WebAssembly.Module, KernelFunction>();
  const kernel = (module: WebAssembly.Module): KernelFunction => {
    const known = made.get(module) ?? kernelOf(new WebAssembly.Instance(module, { env: { memory } }));
    if (known === undefined) throw new Error("a module without a kernel");
    made.set(module, known);
    return known;
  };
  programs.set(
    id,
    tasks.map((task) => readyTask(task, kernel)),
  );
}

function serve({ control }: CrewOrders): never {
  const words = new Int32Array(control);
  for (let idle = 0; ; ) {
    const taken = Atomics.load(words, TAKEN);
    const limit = Atomics.load(words, LIMIT);
    if (taken === limit) {
      idle += 1;
      if (idle < PATIENCE) continue;
      listen();
      Atomics.add(words, ASLEEP, 1);
      Atomics.wait(words, LIMIT, limit);
      Atomics.sub(words, ASLEEP, 1);
      idle = 0;
      continue;
    }
    if (Atomics.compareExchange(words, TAKEN, taken, (taken + 1) | 0) !== taken) continue;
    // Until this chunk is done the run goes on, so its words stay.
    idle = 0;
    try {
      compute(Atomics.load(words, PROGRAM), (taken - Atomics.load(words, BASE)) | 0);
    } catch (error) {
      Atomics.store(words, FAILED, 1);
      throw error;
    }
    Atomics.add(words, DONE, 1);
  }
}

/** Computes chunk `k` of a run of program `id`. */
function compute(id: number, k: number): void {
  if (!programs.has(id)) listen();
  const tasks = programs.get(id);
  if (tasks === undefined) throw new Error("a run of an unknown program");
  tasks[Math.floor(k / CHUNKS)][k % CHUNKS]();
}

serve(workerData);
