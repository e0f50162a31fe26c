// WebAssembly as bytes: as much of its encoding as kernels are written in.

export const I32 = 0x7f;
export const V128 = 0x7b;

/** Numbers as WebAssembly writes them: seven bits a byte, the least first (LEB128). */
export function unsigned(x: number): number[] {
  return x < 0x80 ? [x] : [(x & 0x7f) | 0x80, ...unsigned(x >>> 7)];
}

function signed(x: number): number[] {
  return x >= -64 && x < 64 ? [x & 0x7f] : [(x & 0x7f) | 0x80, ...signed(x >> 7)];
}

const lane = (operation: number) => [0xfd, ...unsigned(operation)];

export const get = (local: number) => [0x20, ...unsigned(local)];
export const set = (local: number) => [0x21, ...unsigned(local)];
/** Sets a local and keeps the value. */
export const tee = (local: number) => [0x22, ...unsigned(local)];

/** Of 32-bit whole numbers. */
export const whole = {
  constant: (x: number) => [0x41, ...signed(x)],
  select: 0x1b,
  isZero: 0x45,
  equal: 0x46,
  notEqual: 0x47,
  less: 0x49,
  notLess: 0x4f,
  add: 0x6a,
  subtract: 0x6b,
  multiply: 0x6c,
  divide: 0x6e,
  remainder: 0x70,
  shiftLeft: 0x74,
} as const;

/** Of four 32-bit numbers side by side. */
export const four = {
  load: (offset = 0) => [...lane(0x00), 4, ...unsigned(offset)],
  /** One number, four times. */
  splat: (offset = 0) => [...lane(0x09), 2, ...unsigned(offset)],
  store: (offset = 0) => [...lane(0x0b), 4, ...unsigned(offset)],
  float: (x: number) => [0x43, ...new Uint8Array(Float32Array.of(x).buffer), ...lane(0x13)],
  integer: (x: number) => [...whole.constant(x), ...lane(0x11)],
  /** Puts a number into one lane of a vector: an address, then the vector. */
  loadLane: (which: number, offset = 0) => [...lane(0x56), 2, ...unsigned(offset), which],
  /** Four of the eight lanes of two vectors. */
  shuffle: (lanes: readonly number[]) => [...lane(0x0d), ...lanes.flatMap((k) => [0, 1, 2, 3].map((b) => 4 * k + b))],
  lessWhole: lane(0x39),
  greaterWhole: lane(0x3b),
  less: lane(0x43),
  andNot: lane(0x4f),
  select: lane(0x52),
  nearest: lane(0x6a),
  shift: lane(0xab),
  addIntegers: lane(0xae),
  squareRoot: lane(0xe3),
  add: lane(0xe4),
  subtract: lane(0xe5),
  multiply: lane(0xe6),
  divide: lane(0xe7),
  least: lane(0xe8),
  most: lane(0xe9),
  truncate: lane(0xf8),
  /** a·b + c, rounded once where the processor does that (relaxed SIMD). */
  fused: lane(0x105),
} as const;

/** Of two 64-bit numbers side by side; they are read and written as 32-bit ones, of which a vector holds the first two. */
export const two = {
  load: (offset = 0) => [...lane(0x5d), 3, ...unsigned(offset)],
  store: (offset = 0) => [...lane(0x5b), 3, ...unsigned(offset), 0],
  /** One 64-bit number, twice. */
  splat: (offset = 0) => [...lane(0x0a), 3, ...unsigned(offset)],
  promote: lane(0x5f),
  demote: lane(0x5e),
  squareRoot: lane(0xef),
  add: lane(0xf0),
  subtract: lane(0xf1),
  multiply: lane(0xf2),
  divide: lane(0xf3),
} as const;

/** Goes round until `over` leaves a number that is not 0. */
export function until(over: readonly number[], body: readonly number[]): number[] {
  return [0x02, 0x40, 0x03, 0x40, ...over, 0x0d, 1, ...body, 0x0c, 0, 0x0b, 0x0b];
}

/** Goes round while `again`, at the end of a round, leaves a number that is not 0. */
export function again(body: readonly number[], again: readonly number[]): number[] {
  return [0x03, 0x40, ...body, ...again, 0x0d, 0, 0x0b];
}

export function either(condition: readonly number[], then: readonly number[], otherwise: readonly number[]): number[] {
  return [...condition, 0x04, 0x40, ...then, 0x05, ...otherwise, 0x0b];
}

/** Locals of a function, behind its parameters. */
export class Locals {
  readonly #types: number[] = [];
  readonly #parameters: number;

  constructor(parameters: number) {
    this.#parameters = parameters;
  }

  take(type: number): number {
    this.#types.push(type);
    return this.#parameters + this.#types.length - 1;
  }

  bytes(): number[] {
    return [...unsigned(this.#types.length), ...this.#types.flatMap((type) => [1, type])];
  }
}

const section = (id: number, content: readonly number[]) => [id, ...unsigned(content.length), ...content];
const name = (text: string) => [text.length, ...Buffer.from(text)];

/** A module as jax-js makes them: it imports `env.memory` and exports `kernel`, which takes whole numbers. */
export function kernelModule(parameters: number, locals: Locals, body: readonly number[]): Uint8Array<ArrayBuffer> {
  const code = [...locals.bytes(), ...body, 0x0b];
  const types = [1, 0x60, ...unsigned(parameters), ...Array.from({ length: parameters }, () => I32), 0];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(2, [1, ...name("env"), ...name("memory"), 0x02, 0, 0]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name("kernel"), 0, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}
