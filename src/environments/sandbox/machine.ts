// An isolated JavaScript engine (QuickJS, compiled to WebAssembly): its clock is fixed, it has no files or network, its steps are counted,
// and before every use its memory is restored to the initial snapshot.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { compileFunction } from "node:vm";
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from "quickjs-emscripten-core";
import { MOST, metered, PAGES_SHOWN, STACK_LEFT, STATE, STEPS_LEFT } from "./metered-wasm.ts";
import { PRELUDE } from "./prelude.ts";

/** Resource limits of a program. */
export interface Limits {
  /** Step limit (`metered-wasm.ts`): the program's instructions, and iterations of the engine's own loops. */
  readonly steps: number;
  /** Memory limit in bytes, including the engine's own needs (about a quarter of a million). */
  readonly memory: number;
}

/** Size of the engine's stack in bytes: about nine hundred nested calls of a small function; the resulting error can be caught. */
const STACK = 192 * 1024;

/**
 * Limit of the host's stack in bytes, as `metered-wasm.ts` counts it. Calls within a program reach the engine's own limit first; recursion
 * inside the engine, for example in its parser, ends here. V8 needs less than this amount and has at least 984 KiB, of which the caller may
 * have used a third.
 */
const HOST_STACK = 700 * 1024;

/** The engine's fixed time, 2000-01-01 in UTC; it also seeds `Math.random`. */
const NOW = Date.UTC(2000, 0, 1);

/** A fixed clock in UTC. */
class StillDate extends Date {
  static override now(): number {
    return NOW;
  }

  override getTimezoneOffset(): number {
    return 0;
  }
}

/** Functions defined in the engine by `prelude.ts` before any program runs. */
interface Prelude {
  readonly call: QuickJSHandle;
  readonly kind: QuickJSHandle;
}

/** An engine in its initial state during a metered use. */
export interface Session extends Prelude {
  readonly context: QuickJSContext;
}

export class Machine {
  readonly #runtime: QuickJSRuntime;
  readonly #session: Session;
  readonly #engine: Quickjs;
  readonly #steps: WebAssembly.Global;
  readonly #stack: WebAssembly.Global;
  readonly #room: Room;
  /** Initial size of its memory in bytes. */
  readonly #made: number;
  /** Snapshot of its initial memory. */
  readonly #memory: ReturnType<typeof pictureOf>;
  readonly #state: readonly (readonly [WebAssembly.Global, number])[];

  constructor() {
    const { core, engine, steps, stack, pages, room, state } = loadEngine();
    this.#runtime = core.newRuntime();
    this.#runtime.setMaxStackSize(STACK);
    const context = this.#runtime.newContext();
    const prelude = context.unwrapResult(context.evalCode(PRELUDE, "prelude", { type: "global" }));
    this.#session = { context, call: context.getProp(prelude, "call"), kind: context.getProp(prelude, "kind") };
    this.#engine = engine;
    this.#steps = steps;
    this.#stack = stack;
    this.#memory = pictureOf(engine.HEAPU8);
    this.#room = room;
    this.#made = Math.max(...this.#memory.map(([place, bytes]) => place + bytes.length));
    // From here on each program allocates the memory it needs, even where the memory has already grown for an earlier one.
    pages.value = this.#made / PAGE;
    this.#state = state.map((one) => [one, one.value]);
  }

  /**
   * Runs `work` with a fresh engine and returns its result. "steps" where the step limit was exceeded, "failed" where the engine itself
   * crashed (stack overflow, abort); the next use starts afresh in any case.
   */
  use<Result>({ steps, memory }: Limits, work: (session: Session) => Result): Result | "steps" | "failed" {
    this.renew(memory);
    return this.go(steps, work);
  }

  /** Restores the engine's initial state and sets the memory limit for the next program. */
  renew(memory: number): void {
    this.#steps.value = MOST;
    this.#stack.value = MOST;
    // Memory only grows; contents beyond the snapshot are free blocks, which are written before they are read.
    for (const [place, bytes] of this.#memory) this.#engine.HEAPU8.set(bytes, place);
    for (const [number, value] of this.#state) number.value = value;
    this.#runtime.setMemoryLimit(memory);
    this.#room.bytes = this.#made + SLACK * memory;
  }

  /** As `use`, but continues from the engine's current state; after "steps" or "failed" it must be renewed first. */
  go<Result>(steps: number, work: (session: Session) => Result): Result | "steps" | "failed" {
    this.#steps.value = steps;
    this.#stack.value = HOST_STACK;
    try {
      return work(this.#session);
    } catch (error) {
      if (this.#steps.value < 0) return "steps";
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return "failed";
      throw error;
    }
  }
}

const PAGE = 65536;

/** Factor on the memory limit for the total memory of the machine. The engine's own limit excludes buffers and ignores fragmentation. */
const SLACK = 2;

/** Limit of the machine's memory in bytes. */
interface Room {
  bytes: number;
}

/** Pages after C's constants and variables that are always part of the snapshot, because the last of them may still be zero. */
const SPARE = 4;

/**
 * Non-empty ranges of the initial memory with their offsets, which a reset must restore. The longest run of empty pages is the stack, whose
 * remains from finished calls are never read.
 */
function pictureOf(memory: Uint8Array): (readonly [place: number, bytes: Uint8Array])[] {
  const empty = new Uint8Array(PAGE);
  const full = Array.from({ length: memory.length / PAGE }, (_, k) => k).filter(
    (k) => Buffer.compare(memory.subarray(k * PAGE, (k + 1) * PAGE), empty) !== 0,
  );
  const gaps = full.map((page, k) => page - (full[k - 1] ?? page));
  const behind = gaps.indexOf(Math.max(...gaps));
  const [data, stack] = [full[behind - 1] + 1 + SPARE, full[behind]];
  return [
    [0, memory.slice(0, Math.min(data, stack) * PAGE)],
    [stack * PAGE, memory.slice(stack * PAGE, (full[full.length - 1] + 1) * PAGE)],
  ];
}

let machine: Machine | undefined;

/** This thread's machine, created at first use, which takes about a tenth of a second. */
export function theMachine(): Machine {
  machine ??= new Machine();
  return machine;
}

/**
 * Creates the engine synchronously. The package offers only a promise, although nothing in it is asynchronous: its loader is called here
 * with a compiled module and has finished when it returns. Environments can thus be created without waiting, and commands that need no
 * engine load none.
 */
function loadEngine() {
  const require = createRequire(import.meta.url);
  const core: typeof import("quickjs-emscripten-core") = require("quickjs-emscripten-core");
  const bindings: typeof import("@jitl/quickjs-wasmfile-release-sync/ffi") = require(`${PACKAGE}/ffi`);
  const compiled = new WebAssembly.Module(metered(readFileSync(require.resolve(`${PACKAGE}/wasm`))));
  let exported: Record<string, unknown> = {};
  const room: Room = { bytes: Number.POSITIVE_INFINITY };
  const engine = {
    print: () => {},
    printErr: () => {},
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: { exports: object }) => void) {
      exported = new WebAssembly.Instance(compiled, withRoom(imports, room)).exports;
      // The loader calls it again asynchronously, which must have no effect.
      done({ exports: { ...exported, [BEGIN]: () => {} } });
    },
  };
  loaderOf(require)(engine);
  const { [BEGIN]: begin, [STEPS_LEFT]: steps, [STACK_LEFT]: stack, [PAGES_SHOWN]: pages } = exported;
  const isNumber = (one: unknown): one is WebAssembly.Global => one instanceof WebAssembly.Global;
  const counts = isNumber(steps) && isNumber(stack) && isNumber(pages);
  if (typeof begin !== "function" || !counts || !isLoaded(engine)) {
    throw new Error("the JavaScript engine is none that this was written for");
  }
  begin();
  const state = Object.entries(exported).flatMap(([name, value]) =>
    name.startsWith(STATE) && value instanceof WebAssembly.Global ? [value] : [],
  );
  return {
    core: new core.QuickJSWASMModule(engine, new bindings.QuickJSFFI(engine)),
    engine,
    steps,
    stack,
    pages,
    room,
    state,
  };
}

/** The engine's imports, with memory growth limited. */
function withRoom(imports: WebAssembly.Imports, room: Room): WebAssembly.Imports {
  const all = Object.entries(imports).flatMap(([module, own]) =>
    Object.entries(own).map(([name, value]) => ({ module, name, value })),
  );
  const memory = all.find(({ value }) => value instanceof WebAssembly.Memory)?.value;
  // Import names are one letter long; this function alone grows the memory.
  const growing = all.filter(({ value }) => typeof value === "function" && String(value).includes(".grow("));
  const [{ module, name, value: grow } = { module: "", name: "", value: undefined }, ...others] = growing;
  if (!(memory instanceof WebAssembly.Memory) || typeof grow !== "function" || others.length > 0)
    throw new Error("the JavaScript engine is none that this was written for");
  const grown = (given: number): unknown => {
    const bytes = given >>> 0;
    if (bytes > room.bytes) return false;
    return bytes <= memory.buffer.byteLength || grow(bytes);
  };
  return { ...imports, [module]: { ...imports[module], [name]: grown } };
}

const PACKAGE = "@jitl/quickjs-wasmfile-release-sync";

/** Export that runs C's static constructors. */
const BEGIN = "u";

type Quickjs = ConstructorParameters<typeof import("@jitl/quickjs-wasmfile-release-sync/ffi").QuickJSFFI>[0];

const isLoaded = (engine: object): engine is Quickjs => "HEAPU8" in engine && "cwrap" in engine && "_malloc" in engine;

/** The package's loader, evaluated with the fixed clock. */
function loaderOf(require: NodeJS.Require): (engine: object) => unknown {
  const file = require.resolve(`${PACKAGE}/emscripten-module`);
  const module: { exports: unknown } = { exports: {} };
  const run = compileFunction(readFileSync(file, "utf8"), ["module", "exports", "require", "__dirname", "Date"]);
  run(module, module.exports, require, dirname(file), StillDate);
  const { exports: loader } = module;
  if (typeof loader !== "function") throw new Error(`${file} exports no loader`);
  return (engine) => loader(engine);
}
