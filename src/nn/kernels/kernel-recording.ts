// Which kernels jax-js runs for a call, with the addresses they read and write. jax-js does not offer this; what is relied on
// is that it instantiates a WebAssembly module for each kernel, which imports `env.memory` and exports
// `kernel(...addresses read, address written, begin, end)`. The recorder stands in for `WebAssembly.Instance` while one call lasts.

import type { np } from "../jax.ts";

/** One kernel of a call. */
export interface KernelCall {
  readonly module: WebAssembly.Module;
  /** Addresses of buffers. */
  readonly reads: readonly number[];
  readonly writes: number;
  /** Elements written. */
  readonly work: number;
  /** No less than what is written. */
  readonly bytes: number;
}

/** What a call did. */
export interface KernelRecording {
  readonly calls: readonly KernelCall[];
  /** Where the inputs lay; below 0 where no kernel reads one. */
  readonly inputs: readonly number[];
  readonly outputs: readonly Float32Array[];
  /** The last call that wrote each output; undefined where none did. */
  readonly writers: readonly (number | undefined)[];
  /** Whether the memory was a shared one. */
  readonly shared: boolean;
  /** Contents of buffers that are read and neither input nor written before: constants of the function, by address. */
  readonly constants: ReadonlyMap<number, Uint8Array>;
}

/** Told of each kernel that runs, before it does. */
type KernelWitness = (module: WebAssembly.Module, numbers: readonly number[], memory: WebAssembly.Memory) => void;

/** Runs `call` with a recorder in the place of `WebAssembly.Instance`. */
function witnessed<T>(witness: KernelWitness, call: () => T): T {
  const Genuine = WebAssembly.Instance;
  function Recorder(module: WebAssembly.Module, imports?: WebAssembly.Imports): object {
    const instance = new Genuine(module, imports);
    const kernel = kernelOf(instance);
    const memory = imports?.env?.memory;
    if (kernel === undefined || !(memory instanceof WebAssembly.Memory)) return instance;
    const recorded = (...numbers: number[]): void => {
      witness(module, numbers, memory);
      kernel(...numbers);
    };
    return { exports: { kernel: recorded } };
  }
  Reflect.set(WebAssembly, "Instance", Recorder);
  try {
    return call();
  } finally {
    Reflect.set(WebAssembly, "Instance", Genuine);
  }
}

/** Bytes of an array with so many elements, at most. */
const bytesFor = (work: number): number => 8 * work;

/** How long arrays are, at most, by their addresses: those that kernels write in `call`. */
export function writtenBytes(call: () => void): ReadonlyMap<number, number> {
  const written = new Map<number, number>();
  witnessed((_, numbers) => {
    written.set(numbers[numbers.length - 3], bytesFor(numbers[numbers.length - 1]));
  }, call);
  return written;
}

/**
 * Records `call`, which is to make arrays of `inputs` (no two alike, none a single number) and outputs of those. `written` has the lengths of
 * arrays that an earlier call has made and this one reads. Undefined where no kernel runs, or where an output is not of float32.
 */
export function recordKernels(
  inputs: readonly Float32Array[],
  call: () => np.Array[],
  written: ReadonlyMap<number, number> = new Map(),
): KernelRecording | undefined {
  const calls: KernelCall[] = [];
  const wanted = inputs.map(bytesOf);
  const addresses = new Map<number, number>();
  const known = new Set<number>();
  let used: WebAssembly.Memory | undefined;
  const witness: KernelWitness = (module, numbers, memory) => {
    used = memory;
    const heap = Buffer.from(memory.buffer);
    const work = numbers[numbers.length - 1];
    const writes = numbers[numbers.length - 3];
    const reads = numbers.slice(0, -3);
    // What no call wrote yet is an input or a constant; an input's place may be another's later.
    for (const address of reads) {
      if (known.has(address)) continue;
      known.add(address);
      const k = wanted.findIndex((bytes) => heap.subarray(address, address + bytes.length).equals(bytes));
      if (k >= 0) addresses.set(k, address);
    }
    known.add(writes);
    calls.push({ module, reads, writes, work, bytes: bytesFor(work) });
  };
  const made = witnessed(witness, () => {
    const arrays = call();
    // The first reading may still run kernels.
    const outputs = arrays.map((array) => array.ref.dataSync());
    const isKnown = used !== undefined && outputs.every((output) => output instanceof Float32Array);
    const writers = isKnown && used !== undefined ? writersOf(arrays, calls.slice(), used) : undefined;
    if (writers === undefined) for (const array of arrays) array.dispose();
    return { outputs: outputs.map((output) => Float32Array.from(output)), writers };
  });
  if (used === undefined || made.writers === undefined) return undefined;
  // What no kernel reads lies nowhere, at an address of its own.
  const places = inputs.map((_, k) => addresses.get(k) ?? -1 - k);
  return {
    calls,
    inputs: places,
    outputs: made.outputs,
    writers: made.writers,
    constants: constantsOf({ calls, inputs: places, written }, Buffer.from(used.buffer)),
    shared: used.buffer instanceof SharedArrayBuffer,
  };
}

/**
 * The last call that wrote each array: every call's buffer is filled with the call's number, in turn, and the arrays are read
 * again. Consumes them, and leaves the memory as it was.
 */
function writersOf(
  arrays: readonly np.Array[],
  calls: readonly KernelCall[],
  memory: WebAssembly.Memory,
): (number | undefined)[] {
  // Taken anew: a memory that has grown since has another buffer.
  const heap = Buffer.from(memory.buffer);
  const before = calls.map(({ writes, work }) => Buffer.from(heap.subarray(writes, writes + 4 * work)));
  for (const [k, { writes, work }] of calls.entries()) new Float32Array(heap.buffer, writes, work).fill(k);
  const writers = arrays.map((array) => {
    const numbers = array.dataSync();
    const k = numbers[0];
    return calls[k]?.work === numbers.length && numbers.every((x: number) => x === k) ? k : undefined;
  });
  for (const [k, { writes }] of calls.entries()) before[k].copy(heap, writes);
  return writers;
}

/** No constant of which no kernel wrote is taken to be longer. */
const LONGEST = 1 << 20;

interface KnownArrays extends Pick<KernelRecording, "calls" | "inputs"> {
  readonly written: ReadonlyMap<number, number>;
}

/** A constant ends before the next array begins; a long one is what a kernel wrote there. */
function constantsOf({ calls, inputs, written }: KnownArrays, heap: Buffer): Map<number, Uint8Array> {
  const known = new Set(inputs);
  const unknown = new Set<number>();
  for (const { reads, writes } of calls) {
    for (const address of reads) if (!known.has(address)) unknown.add(address);
    known.add(writes);
  }
  const all = [...known, ...unknown].sort((a, b) => a - b);
  return new Map(
    [...unknown].map((address) => {
      const next = all.find((other) => other > address) ?? heap.length;
      const longest = Math.max(LONGEST, written.get(address) ?? 0);
      return [address, Uint8Array.from(heap.subarray(address, Math.min(next, address + longest)))];
    }),
  );
}

/** What a module of jax-js exports: (...addresses, begin, end). */
export type KernelFunction = (...numbers: number[]) => void;

export function kernelOf({ exports }: WebAssembly.Instance): KernelFunction | undefined {
  return isKernel(exports.kernel) ? exports.kernel : undefined;
}

function isKernel(value: unknown): value is KernelFunction {
  return typeof value === "function";
}

/** Whether two arrays are the same to the last bit. */
export function sameBits(a: Float32Array, b: Float32Array): boolean {
  return bytesOf(a).equals(bytesOf(b));
}

function bytesOf(array: Float32Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}
