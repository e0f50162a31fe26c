// Instruments a WebAssembly module with counters. Steps: every function entry and every loop iteration decreases a counter. Stack: every
// function that calls others reserves space for its variables and releases it on return. Where a counter is exhausted the call traps. A
// program thus stops at the same point on every machine, independent of speed and of the host's stack, and no native loop escapes the
// limit. The reported memory size is set by the host: the memory may have grown for an earlier program, and each program must allocate its
// own. Format: WebAssembly Core Specification 2.0, chapter 5; the supported subset is what C compilers emit.

import * as op from "./wasm-code.ts";
import { Bytes, joined, leb, passInstruction, signedLeb } from "./wasm-code.ts";

/** Export names of the counters, and of the module's own mutable globals, `state0`, `state1`, …. */
export const STEPS_LEFT = "stepsLeft";
export const STACK_LEFT = "stackLeft";
/** Export name of the reported number of memory pages; initially the module's minimum. */
export const PAGES_SHOWN = "pagesShown";
export const STATE = "state";

/** Largest value of either counter, and their initial value. */
export const MOST = 2 ** 31 - 1;

/** log₂ of the bytes copied or filled per step. */
const BYTES_OF_A_STEP = 6;

/** Assumed host stack per call, and per local variable, in bytes. */
const CALL_BYTES = 128;
const VARIABLE_BYTES = 8;

const [TYPE, IMPORT, FUNCTION, GLOBAL, EXPORT, CODE] = [1, 2, 3, 6, 7, 10];
const I32 = 0x7f;

type Piece = readonly number[] | Uint8Array;

/** Instruments the module `wasm`. Throws an Error for unsupported features. */
export function metered(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const source = new Bytes(wasm);
  source.skip(8);
  const sections = new Map<number, Uint8Array>();
  while (source.left > 0) {
    const id = source.byte();
    const body = source.take(source.leb());
    // Custom sections may occur anywhere and are omitted.
    if (id !== 0) sections.set(id, body);
  }
  const part = (id: number) => sections.get(id) ?? Uint8Array.of(0);
  const parameters = parametersOf(part(TYPE));
  const types = functionTypes(part(FUNCTION));
  const steps = new Bytes(part(GLOBAL)).leb();
  const { functions: first, pages } = imported(part(IMPORT));
  const meter = new Meter(steps, first + types.length);
  // New functions are appended, so that existing function indices do not change.
  const code = functionBodies(part(CODE)).map((body, k) => meter.body(body, types[k], parameters[types[k]]));
  sections.set(TYPE, longer(part(TYPE), [[0x60, 3, I32, I32, I32, 0]]));
  sections.set(FUNCTION, longer(part(FUNCTION), [parameters.length, parameters.length, ...meter.types].map(leb)));
  const counter = [I32, 1, op.CONSTANT, ...signedLeb(MOST), op.END];
  sections.set(EXPORT, longer(part(EXPORT), exportsOf(steps, part(GLOBAL))));
  const shown = [I32, 1, op.CONSTANT, ...signedLeb(pages), op.END];
  sections.set(GLOBAL, longer(part(GLOBAL), [counter, counter, shown]));
  const bodies: Piece[] = [...code, meter.helper(op.COPY), meter.helper(op.FILL), ...meter.bodies];
  sections.set(CODE, joined([leb(bodies.length), ...bodies.flatMap((body) => [leb(body.length), body])]));
  const written = [...sections]
    .sort(([one], [other]) => placeOf(one) - placeOf(other))
    .flatMap(([id, body]) => [[id, ...leb(body.length)], body]);
  return joined([wasm.subarray(0, 8), ...written]);
}

/** Sections are ordered by id, except the data count section, which precedes the code. */
const placeOf = (section: number): number => (section === 12 ? CODE - 0.5 : section);

/** Number of parameters of each function type. */
function parametersOf(types: Uint8Array): number[] {
  const bytes = new Bytes(types);
  return Array.from({ length: bytes.leb() }, () => {
    bytes.byte();
    const count = bytes.leb();
    bytes.skip(count);
    bytes.skip(bytes.leb());
    return count;
  });
}

function functionTypes(functions: Uint8Array): number[] {
  const bytes = new Bytes(functions);
  return Array.from({ length: bytes.leb() }, () => bytes.leb());
}

function functionBodies(code: Uint8Array): Uint8Array[] {
  const bytes = new Bytes(code);
  return Array.from({ length: bytes.leb() }, () => bytes.take(bytes.leb()));
}

/** Number of imported functions, and the minimum pages of the imported memory. */
function imported(imports: Uint8Array): { functions: number; pages: number } {
  const bytes = new Bytes(imports);
  let [functions, pages] = [0, 0];
  for (let left = bytes.leb(); left > 0; left--) {
    bytes.skip(bytes.leb());
    bytes.skip(bytes.leb());
    const kind = bytes.byte();
    if (kind === 0) {
      functions += 1;
      bytes.leb();
    } else if (kind === 2) {
      const isBounded = (bytes.byte() & 1) === 1;
      pages = bytes.leb();
      if (isBounded) bytes.leb();
    } else throw new Error(`a metered module imports functions and a memory, and nothing of kind ${kind}`);
  }
  return { functions, pages };
}

/** A section's vector with further entries. */
function longer(body: Uint8Array, entries: readonly (readonly number[])[]): Uint8Array {
  const bytes = new Bytes(body);
  const length = bytes.leb();
  return joined([leb(length + entries.length), bytes.take(bytes.left), ...entries]);
}

/** Exports of the counters and of every mutable global. */
function exportsOf(steps: number, globals: Uint8Array): number[][] {
  const named = (name: string, index: number) => [name.length, ...Buffer.from(name), 3, ...leb(index)];
  const bytes = new Bytes(globals);
  const state: number[] = [];
  for (let k = 0, left = bytes.leb(); k < left; k++) {
    bytes.byte();
    if (bytes.byte() === 1) state.push(k);
    while (passInstruction(bytes) !== op.END);
  }
  return [
    named(STEPS_LEFT, steps),
    named(STACK_LEFT, steps + 1),
    named(PAGES_SHOWN, steps + 2),
    ...state.map((index, k) => named(`${STATE}${k}`, index)),
  ];
}

/** Generates the instrumented code. */
class Meter {
  readonly #steps: number;
  readonly #functions: number;
  readonly #step: readonly number[];
  /** Functions appended after the helpers, and their types. */
  readonly bodies: Uint8Array[] = [];
  readonly types: number[] = [];

  /**
   * `steps` is the global index of the step counter, followed by those of the stack and of the pages; `functions` is the index of the first
   * new function.
   */
  constructor(steps: number, functions: number) {
    this.#steps = steps;
    this.#functions = functions;
    this.#step = taken(steps, [op.CONSTANT, 1]);
  }

  /** Instruments a function; if it calls others, its code is appended and replaced by a wrapper that counts the stack. */
  body(body: Uint8Array, type: number, parameters: number): Uint8Array {
    const bytes = new Bytes(body);
    let variables = parameters;
    for (let groups = bytes.leb(); groups > 0; groups--) {
      variables += bytes.leb();
      bytes.byte();
    }
    const pieces: Piece[] = [];
    let from = 0;
    let calls = false;
    /** Copies the original code up to `to`, then adds `written` and continues after the current position. */
    const put = (to: number, written: readonly number[]): void => {
      pieces.push(body.subarray(from, to), written);
      from = bytes.at;
    };
    put(bytes.at, this.#step);
    while (bytes.left > 0) {
      const begin = bytes.at;
      const code = passInstruction(bytes);
      if (code === op.LOOP) put(bytes.at, this.#step);
      if (code === op.CALL || code === op.CALL_INDIRECT) calls = true;
      if (code === op.MEMORY_SIZE) put(begin, [op.GLOBAL_GET, ...leb(this.#steps + 2)]);
      const further = code === op.FURTHER ? body[begin + 1] : -1;
      if (further === op.COPY || further === op.FILL)
        put(begin, [op.CALL, ...leb(this.#functions + further - op.COPY)]);
    }
    put(body.length, []);
    if (!calls) return joined(pieces);
    this.bodies.push(joined(pieces));
    this.types.push(type);
    return this.#around(this.#functions + 1 + this.bodies.length, parameters, variables);
  }

  /** Wrapper that reserves stack, calls the function and releases the stack. */
  #around(index: number, parameters: number, variables: number): Uint8Array {
    const stack = this.#steps + 1;
    const amount = [op.CONSTANT, ...signedLeb(CALL_BYTES + VARIABLE_BYTES * variables)];
    const given = Array.from({ length: parameters }, (_, k) => [op.LOCAL_GET, ...leb(k)]).flat();
    const back = [op.GLOBAL_GET, ...leb(stack), ...amount, op.ADD, op.GLOBAL_SET, ...leb(stack)];
    return Uint8Array.from([0, ...taken(stack, amount), ...given, op.CALL, ...leb(index), ...back, op.END]);
  }

  /** Helper for copy or fill, with three parameters, the last of which is the number of bytes to count. */
  helper(further: number): number[] {
    const given = [0, 1, 2].flatMap((k) => [op.LOCAL_GET, k]);
    const amount = [op.LOCAL_GET, 2, op.CONSTANT, BYTES_OF_A_STEP, op.SHIFT_RIGHT];
    const memories = further === op.COPY ? [0, 0] : [0];
    return [0, ...taken(this.#steps, amount), ...given, op.FURTHER, further, ...memories, op.END];
  }
}

/** Code that subtracts the number on the stack from a counter and traps where it would become negative. */
function taken(counter: number, amount: readonly number[]): number[] {
  const get = [op.GLOBAL_GET, ...leb(counter)];
  const less = [...get, ...amount, op.SUBTRACT, op.GLOBAL_SET, ...leb(counter)];
  return [...less, ...get, op.CONSTANT, 0, op.LESS, op.IF, 0x40, op.UNREACHABLE, op.END];
}
