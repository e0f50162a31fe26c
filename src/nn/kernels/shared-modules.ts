// Kernels over memory that several threads see. jax-js compiles for memory of its own where the host has no browser's workers,
// and a module says in its bytes which kind of memory it imports: so its bytes are kept, and that one word in them is changed.

const Genuine = WebAssembly.Module;
const sources = new WeakMap<object, Uint8Array>();

/** While `call` lasts, the bytes of every module that is compiled are remembered. */
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

/** The bytes of a module that was compiled while they were remembered. */
export function moduleBytes(module: WebAssembly.Module): Uint8Array | undefined {
  return sources.get(module);
}

/** The module over shared memory of `pages` pages; undefined where its bytes are not known or are of another form. */
export function sharedModule(module: WebAssembly.Module, pages: number): WebAssembly.Module | undefined {
  const bytes = sources.get(module);
  const patched = bytes === undefined ? undefined : withSharedMemory(bytes, pages);
  return patched === undefined ? undefined : new Genuine(patched);
}

const HEADER = 8;
const IMPORTS = 2;
const MEMORY = 2;
/** Limits with a maximum, of a memory that is shared. */
const SHARED = 3;

/** The bytes of a module whose only import is a memory, which becomes a shared one of exactly `pages` pages. */
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

/** A number as WebAssembly writes it: seven bits a byte, the least first (LEB128). */
function encoded(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encoded(Math.floor(value / 0x80))];
}
