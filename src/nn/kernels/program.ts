// Compiles a function of arrays into a fixed list of kernels over its own memory. jax-js hashes, instantiates and allocates for every
// kernel of every call, which dominates the time of a small network's gradient with its hundred kernels. Here the function runs once under
// a recorder (`kernel-recording.ts`); afterwards its kernels run again at fixed addresses.

import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { jit, np } from "../jax.ts";
import { type ArrayShapes, sizeOf } from "../tensor-shape.ts";
import { placementOf } from "./kernel-placement.ts";
import { type KernelRecording, kernelOf, recordKernels, sameBits, writtenBytes } from "./kernel-recording.ts";
import { rememberingModules, sharedModule } from "./shared-modules.ts";
import { type PlacedKernel, threadPool } from "./thread-pool.ts";

/** A compiled function: write the inputs, run, read the outputs. */
export interface Program {
  /** One row-major array per shape, initially 0. Contents stay until they are overwritten. */
  readonly inputs: readonly Float32Array[];
  /** Computes and returns the outputs; the next run overwrites them. */
  run(): readonly Float32Array[];
  /** Whether the program runs without jax-js. */
  readonly recorded: boolean;
  close(): void;
}

/** A function from arrays to arrays; consumes its arguments. */
export type ArrayFunction = (...inputs: np.Array[]) => np.Array[];

/**
 * Compiles `f`, whose inputs have `shapes` and which must not close over arrays. The recording is tested on other inputs. Where one bit
 * differs from the result of jax-js, or a kernel cannot be placed, every run calls jax-js instead, which is slower but correct. With a
 * `name`, which must identify everything that `f` depends on besides the shapes, a closed program is reused. Throws a UserError where the
 * arrays exceed the memory.
 */
export function program(f: ArrayFunction, shapes: ArrayShapes, name?: string, copies: Copies = ONE): Program {
  const make = (): Program => {
    try {
      return made(f, shapes, copies);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const what = `a step of learning takes more memory than there is for it (${error.message})`;
      throw new UserError({ code: "too-large", what, hint: "give it smaller batches, rollouts or networks" });
    }
  };
  // Programs on a thread pool are not cached, because the pool ends with its training.
  if (name === undefined || threadPool() !== undefined) return make();
  return cachedProgram(`${name} ${JSON.stringify([shapes, copies])}`, make);
}

/**
 * A function applied to several data sets: the first `own` inputs exist `count` times, one set after the other, followed by the inputs that
 * all sets share. Outputs are returned set by set. Threads process different sets without synchronisation.
 */
export interface Copies {
  readonly count: number;
  readonly own: number;
}

const ONE: Copies = { count: 1, own: 0 };

function made(f: ArrayFunction, shapes: ArrayShapes, copies: Copies): Program {
  const compiled = jit((...inputs: np.Array[]) => f(...inputs.map((x, k) => unpadded(x, shapes[k]))));
  const call = (inputs: readonly Float32Array[]): np.Array[] => compiled(...inputs.map((x, k) => padded(x, shapes[k])));
  const read = (outputs: np.Array[]) => outputs.map((output) => output.dataSync() as Float32Array);
  const replayed = replay(call, shapes, copies);
  if (replayed !== undefined) {
    compiled.dispose();
    return { ...replayed, recorded: true };
  }
  const inputs = setsOf(shapes, copies).map((shape) => new Float32Array(sizeOf(shape)));
  const sets = Array.from({ length: copies.count }, (_, k) => inputsOf(inputs, copies, k));
  const given = sets.map((set) =>
    read(
      call(
        trial(
          set.map(({ length }) => [length]),
          programs,
          "shape",
        ),
      ),
    ),
  );
  const run = (): Float32Array[] => {
    for (const [k, set] of sets.entries()) {
      for (const [j, output] of read(call(set)).entries()) given[k][j].set(output);
    }
    return given.flat();
  };
  return { inputs, run, recorded: false, close: () => compiled.dispose() };
}

/** Arrays of all inputs: those of each set, then the shared ones. */
function setsOf<T>(inputs: readonly T[], { count, own }: Copies): T[] {
  return [...Array.from({ length: count }, () => inputs.slice(0, own)).flat(), ...inputs.slice(own)];
}

/** The inputs of set `k`. */
function inputsOf<T>(sets: readonly T[], { count, own }: Copies, k: number): T[] {
  return [...sets.slice(own * k, own * (k + 1)), ...sets.slice(own * count)];
}

/** jax-js compiles a single number into the code as a constant; with a second number it remains data. */
function padded(x: Float32Array, shape: readonly number[]): np.Array {
  return x.length === 1 ? np.array(pair(x)) : np.array(x.slice(), { shape: [...shape] });
}

function pair(x: Float32Array): Float32Array {
  return Float32Array.of(x[0], x[0] + 1);
}

function unpadded(x: np.Array, shape: readonly number[]): np.Array {
  return sizeOf(shape) === 1 ? x.slice([0, 1]).reshape([...shape]) : x;
}

/** Records the function; undefined where that is not possible. */
function replay(
  call: (inputs: readonly Float32Array[]) => np.Array[],
  shapes: ArrayShapes,
  copies: Copies,
): Omit<Program, "recorded"> | undefined {
  programs += 1;
  // The first call also traces, compiles and computes constants.
  const written = rememberingModules(() =>
    writtenBytes(() => {
      for (const output of call(trial(shapes, programs, "warm"))) output.dataSync();
    }),
  );
  const tries = [trial(shapes, programs, "recorded"), trial(shapes, programs, "checked")];
  const [main, other] = tries.map((inputs) =>
    recordKernels(
      inputs.map((x) => (x.length === 1 ? pair(x) : x)),
      () => call(inputs),
      written,
    ),
  );
  if (main === undefined || other?.calls.length !== main.calls.length) return undefined;
  // An output that no kernel writes may be constant, such as a zero gradient.
  const places = main.writers.map(
    (k, j) => k ?? (sameBits(main.outputs[j], other.outputs[j]) ? main.outputs[j] : undefined),
  );
  const known = places.flatMap((one) => (one === undefined ? [] : [one]));
  const placed = known.length === places.length ? place(main, known, shapes, copies) : undefined;
  if (placed === undefined) return undefined;
  for (let k = 0; k < copies.count; k++) {
    for (const [j, input] of inputsOf(placed.inputs, copies, k).entries()) input.set(tries[1][j]);
  }
  const right = placed.run().every((output, j) => sameBits(output, other.outputs[j % known.length]));
  for (const input of placed.inputs) input.fill(0);
  return right ? placed : undefined;
}

/** Number of programs so far: data of an earlier program may remain in memory and must not be confused with a later one's input. */
let programs = 0;

/**
 * Test inputs in which all numbers differ, between 0.1 and 0.9, so that losses are finite. As inputs may have millions of numbers, a random
 * stream gives the first one and a linear-feedback shift register the others (Marsaglia, 2003, xorshift with 13, 17, 5).
 */
function trial(shapes: ArrayShapes, which: number, name: string): Float32Array[] {
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

/** Places the kernels of a recording in one memory; an output is written by a kernel or constant. */
function place(
  recording: KernelRecording,
  outputs: readonly (number | Float32Array)[],
  shapes: ArrayShapes,
  copies: Copies,
): Omit<Program, "recorded"> | undefined {
  const placement = placementOf(recording, outputs, shapes, copies);
  if (placement === undefined) return undefined;
  const pages = Math.ceil(placement.bytes / PAGE);
  if (pages > MOST_PAGES)
    throw new RangeError(`it takes ${(pages / 16_384).toFixed(1)} GiB, of 4 that can be addressed`);
  const threads = recording.shared ? undefined : threadPool();
  const modules = new Map<WebAssembly.Module, WebAssembly.Module | undefined>();
  for (const { module } of placement.sets[0].steps) {
    if (!modules.has(module)) modules.set(module, threads && sharedModule(module, pages));
  }
  const divided = threads !== undefined && [...modules.values()].every((module) => module !== undefined);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: recording.shared || divided });
  const kernels = new Map<WebAssembly.Module, Pick<PlacedKernel, "module" | "kernel">>();
  for (const [original, patched] of modules) {
    const module = divided && patched !== undefined ? patched : original;
    const kernel = kernelOf(new WebAssembly.Instance(module, { env: { memory } }));
    if (kernel === undefined) return undefined;
    kernels.set(original, { module, kernel });
  }
  const lists = placement.sets.map(({ steps }) =>
    steps.flatMap((step) => {
      const known = kernels.get(step.module);
      return known === undefined ? [] : [{ ...step, ...known }];
    }),
  );
  const { run, close } = divided ? threads.employ(memory, lists) : alone(lists.flat());
  for (const [address, content] of placement.constants) {
    new Uint8Array(memory.buffer, address, content.length).set(content);
  }
  const sizes = shapes.map(sizeOf);
  const inputs = placement.sets.map((set) =>
    set.inputs.map((address, k) => new Float32Array(memory.buffer, address, sizes[k])),
  );
  const results = placement.sets.flatMap((set) =>
    set.outputs.map((place, j) =>
      place === undefined ? constant(outputs[j]) : new Float32Array(memory.buffer, place.address, place.length),
    ),
  );
  return {
    inputs: [...inputs.flatMap((set) => set.slice(0, copies.own)), ...inputs[0].slice(copies.own)],
    run() {
      run();
      return results;
    },
    close,
  };
}

const PAGE = 65_536;
/** Address space of 32 bits, in pages. */
const MOST_PAGES = 65_536;

function constant(output: number | Float32Array): Float32Array {
  return typeof output === "number" ? new Float32Array(0) : output;
}

/** Runs all kernels on this thread. */
function alone(kernels: readonly PlacedKernel[]): { run(): void; close(): void } {
  const calls = kernels.map(({ kernel, where, work }) => kernel.bind(undefined, ...where, 0, work));
  return {
    run() {
      for (let k = 0; k < calls.length; k++) calls[k]();
    },
    close() {},
  };
}

/** Maximum memory kept by closed programs, in bytes. */
const MOST_BYTES = 1 << 28;

/** Closed programs, the earliest closed first. */
const idle: { readonly name: string; readonly program: Program; readonly bytes: number }[] = [];

/**
 * Returns a closed program of this name with its inputs reset to 0, or otherwise a new one from `make`. Making one takes as long as about a
 * dozen runs, and the next training in the same process needs most of them again.
 */
function cachedProgram(name: string, make: () => Program): Program {
  const at = idle.findIndex((one) => one.name === name);
  const program = at < 0 ? make() : idle.splice(at, 1)[0].program;
  for (const input of program.inputs) input.fill(0);
  let open = true;
  return {
    inputs: program.inputs,
    recorded: program.recorded,
    run() {
      if (!open) throw new Error(`a closed program is run: ${name}`);
      return program.run();
    },
    close() {
      if (!open) return;
      open = false;
      idle.push({ name, program, bytes: bytesOf(program) });
      let held = idle.reduce((sum, { bytes }) => sum + bytes, 0);
      while (held > MOST_BYTES) {
        const first = idle.shift();
        first?.program.close();
        held -= first?.bytes ?? held;
      }
    },
  };
}

/** Memory of a program; the arrays of a recorded program share one memory. */
function bytesOf({ inputs, recorded }: Program): number {
  return inputs.slice(0, recorded ? 1 : inputs.length).reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}
