// Types of the WebAssembly API in use, because Node 20's types leave them to the DOM types.

declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  type Imports = Record<string, Record<string, unknown>>;
  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Record<string, unknown>;
  }
  class Memory {
    constructor(limits: { initial: number; maximum: number; shared: boolean });
    readonly buffer: ArrayBufferLike;
  }
  class Global {
    value: number;
  }
  class RuntimeError extends Error {}
}
