// Kernels over shared memory. Outside browsers jax-js compiles kernels for unshared memory, and a module's bytes specify the kind of memory
// that it imports. The bytes are therefore recorded and patched.

const Genuine = WebAssembly.Module;
const sources = new WeakMap<object, Uint8Array>();

/** Records the bytes of every module compiled during `call`. */
export function rememberingModules<T>(call: () => T): T {
  class Remembered extends Genuine {
    constructor(bytes: Uint8Array) {
      super(bytes);
      sources.set(this, bytes.slice());
    }
  }
  Reflect.set(WebAssembly, "Module", Remembered);
  try {
    return call();
  } finally {
    Reflect.set(WebAssembly, "Module", Genuine);
  }
}

/** Recorded bytes of a module; undefined where they were not recorded. */
export function moduleBytes(module: WebAssembly.Module): Uint8Array | undefined {
  return sources.get(module);
}

/** Version of a module for shared memory with `pages` pages; undefined where its bytes are unknown or have another structure. */
export function sharedModule(module: WebAssembly.Module, pages: number): WebAssembly.Module | undefined {
  const bytes = sources.get(module);
  const patched = bytes === undefined ? undefined : withSharedMemory(bytes, pages);
  return patched === undefined ? undefined : new Genuine(patched);
}

const HEADER = 8;
const IMPORTS = 2;
const MEMORY = 2;
/** Flag of memory limits with a maximum and shared memory. */
const SHARED = 3;

/** Patches a module whose only import is a memory, so that it imports a shared one of exactly `pages` pages. */
export function withSharedMemory(bytes: Uint8Array, pages: number): Uint8Array | undefined {
  let at = HEADER;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const section = at;
    const id = bytes[at++];
    const size = number();
    const begin = at;
    const end = begin + size;
    at = end;
    if (id !== IMPORTS) continue;
    at = begin;
    if (number() !== 1) return undefined;
    for (let name = 0; name < 2; name++) {
      const length = number();
      at += length;
    }
    if (bytes[at++] !== MEMORY) return undefined;
    const named = bytes.subarray(begin, at);
    const limits = [SHARED, ...encoded(pages), ...encoded(pages)];
    return Uint8Array.from([
      ...bytes.subarray(0, section),
      IMPORTS,
      ...encoded(named.length + limits.length),
      ...named,
      ...limits,
      ...bytes.subarray(end),
    ]);
  }
  return undefined;
}

/** Unsigned LEB128 encoding: seven bits per byte, the least significant first. */
function encoded(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encoded(Math.floor(value / 0x80))];
}
