// Encoder for the subset of WebAssembly that the kernels use.

export const I32 = 0x7f;
export const V128 = 0x7b;

/** Unsigned LEB128 encoding: seven bits per byte, the least significant first. */
export function unsigned(x: number): number[] {
  return x < 0x80 ? [x] : [(x & 0x7f) | 0x80, ...unsigned(x >>> 7)];
}

function signed(x: number): number[] {
  return x >= -64 && x < 64 ? [x & 0x7f] : [(x & 0x7f) | 0x80, ...signed(x >> 7)];
}

const lane = (operation: number) => [0xfd, ...unsigned(operation)];

export const get = (local: number) => [0x20, ...unsigned(local)];
export const set = (local: number) => [0x21, ...unsigned(local)];
/** Sets a local and leaves the value on the stack. */
export const tee = (local: number) => [0x22, ...unsigned(local)];

/** Instructions on 32-bit integers. */
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

/** Instructions on four 32-bit lanes. */
export const four = {
  load: (offset = 0) => [...lane(0x00), 4, ...unsigned(offset)],
  /** Loads one number into all four lanes. */
  splat: (offset = 0) => [...lane(0x09), 2, ...unsigned(offset)],
  store: (offset = 0) => [...lane(0x0b), 4, ...unsigned(offset)],
  float: (x: number) => [0x43, ...new Uint8Array(Float32Array.of(x).buffer), ...lane(0x13)],
  integer: (x: number) => [...whole.constant(x), ...lane(0x11)],
  /** Loads a number into one lane of a vector; the stack holds an address, then the vector. */
  loadLane: (which: number, offset = 0) => [...lane(0x56), 2, ...unsigned(offset), which],
  /** Selects four of the eight lanes of two vectors. */
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
  /** a·b + c, with a single rounding where the processor supports it (relaxed SIMD). */
  fused: lane(0x105),
} as const;

/** Instructions on two 64-bit lanes; they are loaded and stored as the first two 32-bit numbers of a vector. */
export const two = {
  load: (offset = 0) => [...lane(0x5d), 3, ...unsigned(offset)],
  store: (offset = 0) => [...lane(0x5b), 3, ...unsigned(offset), 0],
  /** Loads one 64-bit number into both lanes. */
  splat: (offset = 0) => [...lane(0x0a), 3, ...unsigned(offset)],
  promote: lane(0x5f),
  demote: lane(0x5e),
  squareRoot: lane(0xef),
  add: lane(0xf0),
  subtract: lane(0xf1),
  multiply: lane(0xf2),
  divide: lane(0xf3),
} as const;

/** Loops until `over` leaves a non-zero number. */
export function until(over: readonly number[], body: readonly number[]): number[] {
  return [0x02, 0x40, 0x03, 0x40, ...over, 0x0d, 1, ...body, 0x0c, 0, 0x0b, 0x0b];
}

/** Loops while `again`, evaluated at the end of an iteration, leaves a non-zero number. */
export function again(body: readonly number[], again: readonly number[]): number[] {
  return [0x03, 0x40, ...body, ...again, 0x0d, 0, 0x0b];
}

export function either(condition: readonly number[], then: readonly number[], otherwise: readonly number[]): number[] {
  return [...condition, 0x04, 0x40, ...then, 0x05, ...otherwise, 0x0b];
}

/** Allocates a function's locals, numbered after its parameters. */
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

/** A module in the form of jax-js's: it imports `env.memory` and exports `kernel` with integer parameters. */
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
