// A function of arrays as a fixed list of kernels over memory of its own. jax-js hashes, instantiates and allocates anew for
// every kernel of every call; a small network's gradient is a hundred kernels, and that is where most of its time went. Here
// the function runs once under a recorder (`kernel-recording.ts`), and from then on its kernels run again at fixed addresses.

import { Random } from "../core/random.ts";
import { crew, type PlacedKernel } from "./crew.ts";
import { exponentialByLanes } from "./exponential-kernel.ts";
import { jit, np } from "./jax.ts";
import { keptProgram } from "./kept-programs.ts";
import { type KernelRecording, kernelOf, recordKernels, sameBits } from "./kernel-recording.ts";
import { sizeOf } from "./parameters.ts";
import { rememberingModules, sharedModule } from "./shared-modules.ts";

/** A function with its arrays in place: fill the inputs, run, read the outputs. */
export interface Program {
  /** One for each shape, row-major, at first 0. They keep what is written until it is overwritten. */
  readonly inputs: readonly Float32Array[];
  /** Computes, and gives the outputs, which the next run overwrites. */
  run(): readonly Float32Array[];
  /** Whether it runs without jax-js. */
  readonly recorded: boolean;
  close(): void;
}

/** Arrays to arrays; consumes its arguments. */
export type ArrayFunction = (...inputs: np.Array[]) => np.Array[];

export type Shapes = readonly (readonly number[])[];

/**
 * Makes a program of `f`, whose inputs have `shapes` and which must not close over arrays. The recording is tried on other
 * inputs; where one bit differs from what jax-js gives, or a kernel cannot be placed, every run calls jax-js instead: slower,
 * never wrong. With a `name`, which says all that `f` depends on beside the shapes, a program that was closed is used again.
 */
export function program(f: ArrayFunction, shapes: Shapes, name?: string): Program {
  // Threads that share a program are dismissed with the training that hired them.
  if (name === undefined || crew() !== undefined) return made(f, shapes);
  return keptProgram(`${name} ${JSON.stringify(shapes)}`, () => made(f, shapes));
}

function made(f: ArrayFunction, shapes: Shapes): Program {
  const compiled = jit((...inputs: np.Array[]) => f(...inputs.map((x, k) => unpadded(x, shapes[k]))));
  const call = (inputs: readonly Float32Array[]): np.Array[] => compiled(...inputs.map((x, k) => padded(x, shapes[k])));
  const read = (outputs: np.Array[]) => outputs.map((output) => output.dataSync() as Float32Array);
  const replayed = replay(call, shapes);
  if (replayed !== undefined) {
    compiled.dispose();
    return { ...replayed, recorded: true };
  }
  const inputs = shapes.map((shape) => new Float32Array(sizeOf(shape)));
  const outputs = read(call(trial(shapes, programs, "shape")));
  const run = (): Float32Array[] => {
    for (const [k, output] of read(call(inputs)).entries()) outputs[k].set(output);
    return outputs;
  };
  return { inputs, run, recorded: false, close: () => compiled.dispose() };
}

/** A lone number would become part of the code; with a second one it stays in memory. */
function padded(x: Float32Array, shape: readonly number[]): np.Array {
  return x.length === 1 ? np.array(pair(x)) : np.array(x.slice(), { shape: [...shape] });
}

function pair(x: Float32Array): Float32Array {
  return Float32Array.of(x[0], x[0] + 1);
}

function unpadded(x: np.Array, shape: readonly number[]): np.Array {
  return sizeOf(shape) === 1 ? x.slice([0, 1]).reshape([...shape]) : x;
}

/** The recorded form, or undefined where it cannot be had. */
function replay(
  call: (inputs: readonly Float32Array[]) => np.Array[],
  shapes: Shapes,
): Omit<Program, "recorded"> | undefined {
  programs += 1;
  // The first call also traces and compiles, and computes what is constant.
  rememberingModules(() => {
    for (const output of call(trial(shapes, programs, "warm"))) output.dataSync();
  });
  const tries = [trial(shapes, programs, "recorded"), trial(shapes, programs, "checked")];
  const [main, other] = tries.map((inputs) =>
    recordKernels(
      inputs.map((x) => (x.length === 1 ? pair(x) : x)),
      () => call(inputs),
    ),
  );
  if (main === undefined || other?.calls.length !== main.calls.length) return undefined;
  // What no call writes may still always be the same, such as a gradient that is 0.
  const places = main.writers.map(
    (k, j) => k ?? (sameBits(main.outputs[j], other.outputs[j]) ? main.outputs[j] : undefined),
  );
  const known = places.flatMap((one) => (one === undefined ? [] : [one]));
  const placed = known.length === places.length ? place(main, known, shapes) : undefined;
  if (placed === undefined) return undefined;
  for (const [k, x] of tries[1].entries()) placed.inputs[k].set(x);
  const right = placed.run().every((output, j) => sameBits(output, other.outputs[j]));
  for (const input of placed.inputs) input.fill(0);
  return right ? placed : undefined;
}

/** Made so far: what an earlier program wrote may still lie in memory, and must not be taken for a later one's input. */
let programs = 0;

/**
 * Numbers that no two inputs share, for which losses are finite: between 0.1 and 0.9. Inputs may have millions of them, so that
 * a stream gives the first and a register with linear feedback the others (Marsaglia, 2003, xorshift with 13, 17, 5).
 */
function trial(shapes: Shapes, which: number, name: string): Float32Array[] {
  let state = 1 + Random.of(0, "program trial", which, name).integer(2 ** 31 - 1);
  return shapes.map((shape) => {
    const numbers = new Float32Array(sizeOf(shape));
    for (let k = 0; k < numbers.length; k++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      numbers[k] = 0.5 + (0.8 * state) / 2 ** 32;
    }
    return numbers;
  });
}

/**
 * Gives every buffer a place in one memory; the places of those that have been read for the last time are used again. An
 * output is what a call writes, or always the same.
 */
function place(
  { calls, inputs: inputAddresses, constants, shared }: KernelRecording,
  outputs: readonly (number | Float32Array)[],
  shapes: Shapes,
): Omit<Program, "recorded"> | undefined {
  const PAGE = 65_536;
  const aligned = (bytes: number) => Math.ceil(bytes / 64) * 64;
  let end = 64;
  const free = new Map<number, number[]>();
  const take = (bytes: number): number => {
    const size = aligned(bytes);
    const again = free.get(size)?.pop();
    if (again !== undefined) return again;
    end += size;
    return end - size;
  };
  const addresses = new Map<number, number>();
  for (const [k, address] of inputAddresses.entries()) addresses.set(address, take(Math.max(8, 4 * sizeOf(shapes[k]))));
  for (const [address, { length }] of constants) addresses.set(address, take(length));
  const lasting = new Set([...inputAddresses, ...constants.keys()]);
  const kept = new Set([...lasting, ...outputs.map((k) => (typeof k === "number" ? calls[k].writes : 0))]);
  const lastRead = new Map<number, number>();
  const bytes = new Map<number, number>();
  for (const [k, { reads, writes, bytes: size }] of calls.entries()) {
    for (const address of [...reads, writes]) lastRead.set(address, k);
    bytes.set(writes, Math.max(size, bytes.get(writes) ?? 0));
  }
  const steps: { module: WebAssembly.Module; where: number[]; work: number }[] = [];
  for (const [k, { module, reads, writes, work }] of calls.entries()) {
    // An input or a constant whose place was used again would not last till the next run.
    if (!reads.every((address) => addresses.has(address)) || lasting.has(writes)) return undefined;
    if (!addresses.has(writes)) addresses.set(writes, take(bytes.get(writes) ?? 0));
    const quicker = shared || reads.length > 1 ? undefined : exponentialByLanes(module, work);
    steps.push({
      module: quicker ?? module,
      where: [...reads, writes].map((address) => addresses.get(address) ?? 0),
      work,
    });
    for (const address of new Set([...reads, writes])) {
      if (kept.has(address) || lastRead.get(address) !== k) continue;
      const size = aligned(bytes.get(address) ?? 0);
      free.set(size, [...(free.get(size) ?? []), addresses.get(address) ?? 0]);
      addresses.delete(address);
    }
  }
  const pages = Math.ceil(end / PAGE);
  const threads = shared ? undefined : crew();
  const modules = new Map<WebAssembly.Module, WebAssembly.Module | undefined>();
  for (const { module } of steps) {
    if (!modules.has(module)) modules.set(module, threads && sharedModule(module, pages));
  }
  const divided = threads !== undefined && [...modules.values()].every((module) => module !== undefined);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: shared || divided });
  const kernels = new Map<WebAssembly.Module, Omit<PlacedKernel, "where" | "work">>();
  for (const [original, patched] of modules) {
    const module = divided && patched !== undefined ? patched : original;
    const kernel = kernelOf(new WebAssembly.Instance(module, { env: { memory } }));
    if (kernel === undefined) return undefined;
    kernels.set(original, { module, kernel });
  }
  const placed = steps.flatMap(({ module, where, work }) => {
    const known = kernels.get(module);
    return known === undefined ? [] : [{ ...known, where, work }];
  });
  const { run, close } = divided ? threads.employ(memory, placed) : alone(placed);
  for (const [address, content] of constants) {
    new Uint8Array(memory.buffer, addresses.get(address) ?? 0, content.length).set(content);
  }
  const view = (address: number, length: number) =>
    new Float32Array(memory.buffer, addresses.get(address) ?? 0, length);
  const results = outputs.map((k) => (typeof k === "number" ? view(calls[k].writes, calls[k].work) : k));
  return {
    inputs: inputAddresses.map((address, k) => view(address, sizeOf(shapes[k]))),
    run() {
      run();
      return results;
    },
    close,
  };
}

/** All kernels on this thread. */
function alone(kernels: readonly PlacedKernel[]): { run(): void; close(): void } {
  const calls = kernels.map(({ kernel, where, work }) => kernel.bind(undefined, ...where, 0, work));
  return {
    run() {
      for (let k = 0; k < calls.length; k++) calls[k]();
    },
    close() {},
  };
}
