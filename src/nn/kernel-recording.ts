// Which kernels jax-js runs for a call, with the addresses they read and write. jax-js does not offer this; what is relied on
// is that it instantiates a WebAssembly module for each kernel, which imports `env.memory` and exports
// `kernel(...addresses read, address written, begin, end)`. The recorder stands in for `WebAssembly.Instance` while one call lasts.

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
  /** Where the inputs lay. */
  readonly inputs: readonly number[];
  readonly outputs: readonly Float32Array[];
  /** Whether the memory was a shared one. */
  readonly shared: boolean;
  /** Contents of buffers that are read and neither input nor written before: constants of the function, by address. */
  readonly constants: ReadonlyMap<number, Uint8Array>;
  /** Whether the buffer that call `k` wrote held output `j` when the call was over. */
  holds(k: number, j: number): boolean;
}

/**
 * Records `call`, which is to make arrays of `inputs` (no two alike, none a single number) and read its outputs. Undefined
 * where something else happens than kernels on those inputs.
 */
export function recordKernels(
  inputs: readonly Float32Array[],
  call: () => Float32Array[],
): KernelRecording | undefined {
  const Genuine = WebAssembly.Instance;
  const calls: KernelCall[] = [];
  let heap: Buffer | undefined;
  let addresses: number[] | undefined;
  function Recorder(module: WebAssembly.Module, imports?: WebAssembly.Imports): object {
    const instance = new Genuine(module, imports);
    const kernel = kernelOf(instance);
    const memory = imports?.env?.memory;
    if (kernel === undefined || !(memory instanceof WebAssembly.Memory)) return instance;
    const recorded = (...numbers: number[]): void => {
      if (heap === undefined) addresses = addressesOf(inputs, Buffer.from(memory.buffer));
      heap = Buffer.from(memory.buffer);
      const work = numbers[numbers.length - 1];
      const writes = numbers[numbers.length - 3];
      calls.push({ module, reads: numbers.slice(0, -3), writes, work, bytes: 8 * work });
      kernel(...numbers);
    };
    return { exports: { kernel: recorded } };
  }
  Reflect.set(WebAssembly, "Instance", Recorder);
  let outputs: Float32Array[];
  try {
    outputs = call();
  } finally {
    Reflect.set(WebAssembly, "Instance", Genuine);
  }
  if (heap === undefined || addresses === undefined) return undefined;
  const after = calls.map(({ writes, work }) => heap?.subarray(writes, writes + 4 * work));
  const wanted = outputs.map(bytesOf);
  // Compared now, before somebody else's arrays take the places of this call's.
  const held = after.map((bytes) => wanted.map((output) => bytes?.equals(output) === true));
  return {
    calls,
    inputs: addresses,
    outputs,
    constants: constantsOf(calls, addresses, heap),
    shared: heap.buffer instanceof SharedArrayBuffer,
    holds: (k, j) => held[k][j],
  };
}

/** No constant is taken to be longer. */
const LONGEST = 1 << 20;

/** A buffer's length is not known, but it ends before the next one begins. */
function constantsOf(calls: readonly KernelCall[], inputs: readonly number[], heap: Buffer): Map<number, Uint8Array> {
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
      return [address, Uint8Array.from(heap.subarray(address, Math.min(next, address + LONGEST)))];
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

/** The one place of each array in the memory; undefined where there is none, or several. */
function addressesOf(arrays: readonly Float32Array[], heap: Buffer): number[] | undefined {
  const addresses: number[] = [];
  for (const array of arrays) {
    const bytes = bytesOf(array);
    const address = heap.indexOf(bytes);
    if (address < 0 || heap.indexOf(bytes, address + 1) >= 0) return undefined;
    addresses.push(address);
  }
  return addresses;
}

function bytesOf(array: Float32Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}
