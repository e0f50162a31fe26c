// A WebAssembly module that counts its own steps: an amount is set before it is called, every entry of a function and every round
// of a loop takes one from it, and where nothing is left the call ends in a trap. What a program is stopped at is then the same
// on every machine, however busy, and no loop of the machine's own, which never looks at a clock, is forgotten.
// Format: WebAssembly Core Specification 2.0, chapter 5; what is rewritten is what compilers make of C (no threads, no SIMD).

import { Bytes, joined, leb } from "./wasm-bytes.ts";

/** Names under which a metered module exports what is left, and its own mutable numbers, `state0`, `state1`, …. */
export const STEPS_LEFT = "stepsLeft";
export const STATE = "state";

/** Most steps that can be given at once. */
export const MOST_STEPS = 2 ** 31 - 1;

/** Bytes that one step copies or fills. */
const BYTES_OF_A_STEP = 64;

const [TYPE, IMPORT, FUNCTION, GLOBAL, EXPORT, CODE] = [1, 2, 3, 6, 7, 10];
const I32 = 0x7f;

/** Instructions, by what is behind their first byte. */
const UNREACHABLE = 0x00;
const LOOP = 0x03;
const END = 0x0b;
const BLOCKS = [0x02, LOOP, 0x04];
const BRANCH_TABLE = 0x0e;
const CALL = 0x10;
const CALL_INDIRECT = 0x11;
const SELECT_TYPED = 0x1c;
const ONE_NUMBER = [0x0c, 0x0d, CALL, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0xd0, 0xd2];
const CONSTANT_32 = 0x41;
const CONSTANT_64 = 0x42;
const CONSTANT_F32 = 0x43;
const CONSTANT_F64 = 0x44;
const FURTHER = 0xfc;
const COPY = 10;
const FILL = 11;

/** The module `wasm`, metered. Throws an Error for instructions that it does not know. */
export function metered(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const source = new Bytes(wasm);
  source.skip(8);
  const sections = new Map<number, Uint8Array>();
  const parts: (readonly [id: number, body: Uint8Array])[] = [];
  while (source.left > 0) {
    const id = source.byte();
    const body = source.take(source.leb());
    parts.push([id, body]);
    sections.set(id, body);
  }
  const count = (id: number) => {
    const body = sections.get(id);
    return body === undefined ? 0 : new Bytes(body).leb();
  };
  const imported = importedFunctions(sections.get(IMPORT));
  const functions = imported + count(FUNCTION);
  const steps = count(GLOBAL);
  const types = count(TYPE);
  const meter = new Meter(steps, { [COPY]: functions, [FILL]: functions + 1 });
  const grown: Readonly<Record<number, (body: Uint8Array) => Uint8Array>> = {
    [TYPE]: (body) => longer(body, [[0x60, 3, I32, I32, I32, 0]]),
    [FUNCTION]: (body) => longer(body, [leb(types), leb(types)]),
    // i32, mutable; as many as there can be while the module begins.
    [GLOBAL]: (body) => longer(body, [[I32, 1, CONSTANT_32, ...leb(MOST_STEPS), END]]),
    [EXPORT]: (body) => longer(body, exportsOf(steps, sections.get(GLOBAL))),
    [CODE]: (body) => meter.code(body),
  };
  const written = parts.flatMap(([id, body]) => {
    const now = grown[id]?.(body) ?? body;
    return [[id, ...leb(now.length)], now];
  });
  return joined([wasm.subarray(0, 8), ...written]);
}

function importedFunctions(body: Uint8Array | undefined): number {
  if (body === undefined) return 0;
  const bytes = new Bytes(body);
  let functions = 0;
  for (let left = bytes.leb(); left > 0; left--) {
    bytes.skip(bytes.leb());
    bytes.skip(bytes.leb());
    const kind = bytes.byte();
    if (kind === 0) {
      functions += 1;
      bytes.leb();
    } else if (kind === 2) {
      if ((bytes.byte() & 1) === 1) bytes.leb();
      bytes.leb();
    } else throw new Error(`a metered module imports functions and a memory, and nothing of kind ${kind}`);
  }
  return functions;
}

/** A section's list with further entries. */
function longer(body: Uint8Array, entries: readonly (readonly number[])[]): Uint8Array {
  const bytes = new Bytes(body);
  const length = bytes.leb();
  return joined([leb(length + entries.length), bytes.take(bytes.left), ...entries]);
}

/** Exports of the steps that are left and of every mutable number. */
function exportsOf(steps: number, globals: Uint8Array | undefined): number[][] {
  const named = (name: string, index: number) => [name.length, ...Buffer.from(name), 3, ...leb(index)];
  const entries = [named(STEPS_LEFT, steps)];
  if (globals === undefined) return entries;
  const bytes = new Bytes(globals);
  for (let k = 0, left = bytes.leb(); k < left; k++) {
    bytes.byte();
    if (bytes.byte() === 1) entries.push(named(`${STATE}${entries.length - 1}`, k));
    while (instruction(bytes) !== END);
  }
  return entries;
}

/** Goes over one instruction with what belongs to it, and returns its first byte. */
function instruction(bytes: Bytes): number {
  const code = bytes.byte();
  if (BLOCKS.includes(code)) bytes.leb();
  else if (ONE_NUMBER.includes(code) || code === CONSTANT_32 || code === CONSTANT_64) bytes.leb();
  else if (code === CALL_INDIRECT || (code >= 0x28 && code <= 0x3e)) {
    bytes.leb();
    bytes.leb();
  } else if (code === BRANCH_TABLE || code === SELECT_TYPED) {
    for (let left = bytes.leb() + (code === BRANCH_TABLE ? 1 : 0); left > 0; left--) bytes.leb();
  } else if (code === CONSTANT_F32) bytes.skip(4);
  else if (code === CONSTANT_F64) bytes.skip(8);
  else if (code === FURTHER) {
    const further = bytes.leb();
    // Conversions have nothing behind them; the others name memories, tables or segments.
    if (further > 17) throw new Error(`unknown instruction 0xfc ${further}`);
    const numbers = further < 8 ? 0 : [8, COPY, 12, 14].includes(further) ? 2 : 1;
    for (let left = numbers; left > 0; left--) bytes.leb();
  } else if (code > 0x11 && code < 0x1a) throw new Error(`unknown instruction 0x${code.toString(16)}`);
  else if (code > 0xc4 && code !== 0xd1) throw new Error(`unknown instruction 0x${code.toString(16)}`);
  return code;
}

/** Writes code that counts. */
class Meter {
  readonly #step: readonly number[];
  readonly #steps: readonly number[];
  readonly #helpers: Readonly<Record<number, number>>;

  /** `helpers` says which functions copy and fill. */
  constructor(steps: number, helpers: Readonly<Record<number, number>>) {
    this.#steps = leb(steps);
    this.#helpers = helpers;
    this.#step = this.#spent([CONSTANT_32, 1]);
  }

  /** Takes what `amount` leaves on the stack from the steps that are left; a trap where that is more. */
  #spent(amount: readonly number[]): number[] {
    const [get, set] = [
      [0x23, ...this.#steps],
      [0x24, ...this.#steps],
    ];
    // left = left − amount; if (left < 0) trap.
    return [...get, ...amount, 0x6b, ...set, ...get, CONSTANT_32, 0, 0x48, 0x04, 0x40, UNREACHABLE, END];
  }

  code(body: Uint8Array): Uint8Array {
    const bytes = new Bytes(body);
    const bodies: (readonly number[] | Uint8Array)[] = [];
    for (let left = bytes.leb(); left > 0; left--) bodies.push(this.#body(bytes.take(bytes.leb())));
    for (const further of [COPY, FILL]) bodies.push(this.#helper(further));
    return joined([leb(bodies.length), ...bodies.flatMap((one) => [leb(one.length), one])]);
  }

  #body(body: Uint8Array): Uint8Array {
    const bytes = new Bytes(body);
    for (let groups = bytes.leb(); groups > 0; groups--) {
      bytes.leb();
      bytes.byte();
    }
    const pieces: (readonly number[] | Uint8Array)[] = [];
    let from = 0;
    /** What stands there up to `to`, then `written`, and on behind what was read. */
    const put = (to: number, written: readonly number[]): void => {
      pieces.push(body.subarray(from, to), written);
      from = bytes.at;
    };
    put(bytes.at, this.#step);
    while (bytes.left > 0) {
      const begin = bytes.at;
      const code = instruction(bytes);
      if (code === LOOP) put(bytes.at, this.#step);
      const helper = code === FURTHER ? this.#helpers[body[begin + 1]] : undefined;
      if (helper !== undefined) put(begin, [CALL, ...leb(helper)]);
    }
    put(body.length, []);
    return joined(pieces);
  }

  /** A function of three numbers, the last of them bytes, that copies or fills and counts. */
  #helper(further: number): number[] {
    const arguments_ = [0, 1, 2].flatMap((k) => [0x20, k]);
    const amount = [0x20, 2, CONSTANT_32, Math.log2(BYTES_OF_A_STEP), 0x76];
    const memories = further === COPY ? [0, 0] : [0];
    return [0, ...this.#spent(amount), ...arguments_, FURTHER, further, ...memories, END];
  }
}
