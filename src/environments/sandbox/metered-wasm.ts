// A WebAssembly module that counts what it uses of the host. Steps: every entry of a function and every round of a loop takes one
// from what it was given. Stack: every function that calls others takes what its variables need, and gives it back. Where nothing is
// left the call ends in a trap. So a program is stopped at the same place on every machine, however busy that is and however deep the
// host's own stack, and no loop of the machine's own, which never looks at a clock, is forgotten.
// The size of its memory is what the host says: it may have grown for an earlier program, and each program asks for its own.
// Format: WebAssembly Core Specification 2.0, chapter 5; what is rewritten is what compilers make of C.

import * as op from "./wasm-code.ts";
import { Bytes, joined, leb, passInstruction, signedLeb } from "./wasm-code.ts";

/** Names under which a metered module exports what is left, and its own mutable numbers, `state0`, `state1`, …. */
export const STEPS_LEFT = "stepsLeft";
export const STACK_LEFT = "stackLeft";
/** The one under which it exports the pages that it takes its memory for; at first, what it asks for. */
export const PAGES_SHOWN = "pagesShown";
export const STATE = "state";

/** Most that can be given of either; it is what a module begins with. */
export const MOST = 2 ** 31 - 1;

/** Bytes that one step copies or fills: 2⁶. */
const BYTES_OF_A_STEP = 6;

/** What a call is taken to need of the host's stack beside its variables, and each of these, in bytes. */
const CALL_BYTES = 128;
const VARIABLE_BYTES = 8;

const [TYPE, IMPORT, FUNCTION, GLOBAL, EXPORT, CODE] = [1, 2, 3, 6, 7, 10];
const I32 = 0x7f;

type Piece = readonly number[] | Uint8Array;

/** The module `wasm`, metered. Throws an Error for what it does not know. */
export function metered(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const source = new Bytes(wasm);
  source.skip(8);
  const sections = new Map<number, Uint8Array>();
  while (source.left > 0) {
    const id = source.byte();
    const body = source.take(source.leb());
    // Those without a meaning may stand anywhere, and are left out.
    if (id !== 0) sections.set(id, body);
  }
  const part = (id: number) => sections.get(id) ?? Uint8Array.of(0);
  const parameters = parametersOf(part(TYPE));
  const types = functionTypes(part(FUNCTION));
  const steps = new Bytes(part(GLOBAL)).leb();
  const { functions: first, pages } = imported(part(IMPORT));
  const meter = new Meter(steps, first + types.length);
  // Further functions stand behind all others, so that none is called by another number than before.
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

/** Sections stand in the order of their numbers, but for the one that counts segments of data, which is read before code is. */
const placeOf = (section: number): number => (section === 12 ? CODE - 0.5 : section);

/** How many parameters functions of each type have. */
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

/** How many functions a module imports, and of how many pages its memory must be. */
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

/** A section's list with further entries. */
function longer(body: Uint8Array, entries: readonly (readonly number[])[]): Uint8Array {
  const bytes = new Bytes(body);
  const length = bytes.leb();
  return joined([leb(length + entries.length), bytes.take(bytes.left), ...entries]);
}

/** Exports of what is left, and of every mutable number. */
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

/** Writes code that counts. */
class Meter {
  readonly #steps: number;
  readonly #functions: number;
  readonly #step: readonly number[];
  /** Functions that stand behind the helpers, and their types. */
  readonly bodies: Uint8Array[] = [];
  readonly types: number[] = [];

  /** `steps` is the number of the counter of steps, that of the stack and the pages stand behind it; `functions` is that of the first further function. */
  constructor(steps: number, functions: number) {
    this.#steps = steps;
    this.#functions = functions;
    this.#step = taken(steps, [op.CONSTANT, 1]);
  }

  /** A function that counts; where it calls others it is put behind, and called from one that counts the stack. */
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
    /** What stands there up to `to`, then `written`, and on behind what was read. */
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

  /** Calls a function, and takes what it needs of the stack meanwhile. */
  #around(index: number, parameters: number, variables: number): Uint8Array {
    const stack = this.#steps + 1;
    const amount = [op.CONSTANT, ...signedLeb(CALL_BYTES + VARIABLE_BYTES * variables)];
    const given = Array.from({ length: parameters }, (_, k) => [op.LOCAL_GET, ...leb(k)]).flat();
    const back = [op.GLOBAL_GET, ...leb(stack), ...amount, op.ADD, op.GLOBAL_SET, ...leb(stack)];
    return Uint8Array.from([0, ...taken(stack, amount), ...given, op.CALL, ...leb(index), ...back, op.END]);
  }

  /** A function of three numbers, the last of them bytes, that copies or fills and counts. */
  helper(further: number): number[] {
    const given = [0, 1, 2].flatMap((k) => [op.LOCAL_GET, k]);
    const amount = [op.LOCAL_GET, 2, op.CONSTANT, BYTES_OF_A_STEP, op.SHIFT_RIGHT];
    const memories = further === op.COPY ? [0, 0] : [0];
    return [0, ...taken(this.#steps, amount), ...given, op.FURTHER, further, ...memories, op.END];
  }
}

/** Takes what `amount` leaves on the stack from a counter; a trap where that is more than is left. */
function taken(counter: number, amount: readonly number[]): number[] {
  const get = [op.GLOBAL_GET, ...leb(counter)];
  const less = [...get, ...amount, op.SUBTRACT, op.GLOBAL_SET, ...leb(counter)];
  return [...less, ...get, op.CONSTANT, 0, op.LESS, op.IF, 0x40, op.UNREACHABLE, op.END];
}
