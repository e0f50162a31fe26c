// A JavaScript engine (QuickJS, compiled to WebAssembly) that knows nothing of where it runs: its clock stands still, it has no files
// and no network, its steps are counted, and before every use its whole memory is put back to how it was when it was made.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { compileFunction } from "node:vm";
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from "quickjs-emscripten-core";
import { MOST, metered, PAGES_SHOWN, STACK_LEFT, STATE, STEPS_LEFT } from "./metered-wasm.ts";
import { PRELUDE } from "./prelude.ts";

/** What a program may use. */
export interface Limits {
  /** Steps of the machine (`metered-wasm.ts`): instructions of the program, and rounds of the engine's own loops. */
  readonly steps: number;
  /** Bytes of memory, those that the engine itself needs (about a quarter of a million) among them. */
  readonly memory: number;
}

/** Bytes of the engine's stack: about nine hundred calls of a small function within each other; what is thrown then may be caught. */
const STACK = 192 * 1024;

/**
 * Bytes of the host's stack, as `metered-wasm.ts` reckons them. Calls of a program end at the engine's own limit before; what calls itself
 * within the engine, as its parser does, ends here. V8 takes less than that for it, and has 984 KiB of its own at least, of which
 * the calling judge may have used a third.
 */
const HOST_STACK = 700 * 1024;

/** What the engine's clock shows, 2000-01-01 in UTC; its `Math.random` begins from that as well. */
const NOW = Date.UTC(2000, 0, 1);

/** A clock that stands still, in UTC. */
class StillDate extends Date {
  static override now(): number {
    return NOW;
  }

  override getTimezoneOffset(): number {
    return 0;
  }
}

/** What stands in the engine before any program does: what `prelude.ts` defines. */
interface Prelude {
  readonly call: QuickJSHandle;
  readonly kind: QuickJSHandle;
}

/** The use of an engine: it is as new, and what is done with it counts. */
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
  /** Bytes of memory that it had when it was made. */
  readonly #made: number;
  /** How it was when it was made. */
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
    // From here on each program asks for what it needs, also where memory is there that an earlier one has asked for.
    pages.value = this.#made / PAGE;
    this.#state = state.map((one) => [one, one.value]);
  }

  /**
   * What `work` returns with an engine that is as new. "steps" where its steps were used up, "failed" where the engine itself broke
   * down (no stack was left, an abort); what it held is lost either way, and the next use begins anew.
   */
  use<Result>({ steps, memory }: Limits, work: (session: Session) => Result): Result | "steps" | "failed" {
    this.renew(memory);
    return this.go(steps, work);
  }

  /** Puts the engine back to how it was when it was made; what runs in it from here on may take so much memory. */
  renew(memory: number): void {
    this.#steps.value = MOST;
    this.#stack.value = MOST;
    // Memory only grows; what stands beyond has been given back, and is not read before it is written.
    for (const [place, bytes] of this.#memory) this.#engine.HEAPU8.set(bytes, place);
    for (const [number, value] of this.#state) number.value = value;
    this.#runtime.setMemoryLimit(memory);
    this.#room.bytes = this.#made + SLACK * memory;
  }

  /** As `use`, with the engine as the last call left it; after "steps" or "failed" it must be renewed first. */
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

/**
 * The engine counts what a program holds, but not its buffers. What all of it takes of the machine's memory ends here: at so many times
 * the limit, since pieces of many sizes leave gaps between them.
 */
const SLACK = 2;

/** Bytes up to which the machine's memory may be used. */
interface Room {
  bytes: number;
}

/** Pages behind the constants and variables of C, of which the last may be nothing but zeros yet. */
const SPARE = 4;

/**
 * What of a memory has to be put back, each with its place: all that is not empty, up to the last page of it, but for the longest
 * stretch of empty pages, which is the stack. What a finished call left there is not read again.
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

/** The machine of this thread, which is made when it is first asked for: that takes about a tenth of a second. */
export function theMachine(): Machine {
  machine ??= new Machine();
  return machine;
}

/**
 * The engine. The package gives it away in a promise only, though nothing in its making has to wait: its loader is called here with a
 * module that is compiled already, and has filled in what is asked of it when it returns. So a world can be made and played without
 * waiting, and a command that needs no engine loads none.
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
      // The loader begins it once more, when it has waited.
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

/** What the engine is given by its loader, but that it gets no more memory than there is room for. */
function withRoom(imports: WebAssembly.Imports, room: Room): WebAssembly.Imports {
  const all = Object.entries(imports).flatMap(([module, own]) =>
    Object.entries(own).map(([name, value]) => ({ module, name, value })),
  );
  const memory = all.find(({ value }) => value instanceof WebAssembly.Memory)?.value;
  // Its name is one letter; it alone lets the memory grow.
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

/** The export that runs what C runs before anything else. */
const BEGIN = "u";

type Quickjs = ConstructorParameters<typeof import("@jitl/quickjs-wasmfile-release-sync/ffi").QuickJSFFI>[0];

const isLoaded = (engine: object): engine is Quickjs => "HEAPU8" in engine && "cwrap" in engine && "_malloc" in engine;

/** The package's loader, to whom our clock is the only one. */
function loaderOf(require: NodeJS.Require): (engine: object) => unknown {
  const file = require.resolve(`${PACKAGE}/emscripten-module`);
  const module: { exports: unknown } = { exports: {} };
  const run = compileFunction(readFileSync(file, "utf8"), ["module", "exports", "require", "__dirname", "Date"]);
  run(module, module.exports, require, dirname(file), StillDate);
  const { exports: loader } = module;
  if (typeof loader !== "function") throw new Error(`${file} exports no loader`);
  return (engine) => loader(engine);
}
