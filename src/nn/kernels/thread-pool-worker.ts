// Worker thread of the pool: executes chunks of the running program, and sleeps while there are none.

import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { type KernelFunction, kernelOf } from "./kernel-recording.ts";
import {
  ALL,
  ASLEEP,
  BASE,
  CHUNKS,
  type CrewOrders,
  DONE,
  FAILED,
  PROGRAM,
  readyTask,
  type SharedProgram,
  STATE,
  takeChunk,
  taskOf,
} from "./thread-pool-task.ts";

/** Number of polls before a thread sleeps: some tens of microseconds. */
const PATIENCE = 20_000;

/** Prepared chunks of each program's tasks. */
const programs = new Map<number, readonly (readonly (() => void)[])[]>();

/** Processes pending messages about programs. */
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

function serve({ control, firstChunk }: CrewOrders): never {
  const words = new Int32Array(control);
  for (let idle = 0; ; ) {
    const chunk = takeChunk(words, firstChunk);
    if (chunk < 0) {
      idle += 1;
      if (idle < PATIENCE) continue;
      listen();
      const state = Atomics.load(words, STATE);
      if ((state & ALL) !== ALL) continue;
      Atomics.add(words, ASLEEP, 1);
      Atomics.wait(words, STATE, state);
      Atomics.sub(words, ASLEEP, 1);
      idle = 0;
      continue;
    }
    // The task and its run continue until this chunk is done, so their control words do not change.
    idle = 0;
    const task = taskOf(Atomics.load(words, STATE) - (Atomics.load(words, BASE) << CHUNKS)) - 1;
    try {
      compute(Atomics.load(words, PROGRAM), task, chunk);
    } catch (error) {
      Atomics.store(words, FAILED, 1);
      throw error;
    }
    Atomics.add(words, DONE, 1);
  }
}

/** Executes a chunk of a task of program `id`. */
function compute(id: number, task: number, chunk: number): void {
  if (!programs.has(id)) listen();
  const tasks = programs.get(id);
  if (tasks === undefined) throw new Error("a run of an unknown program");
  tasks[task][chunk]();
}

serve(workerData);
