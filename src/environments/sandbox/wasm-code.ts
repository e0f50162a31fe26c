// Decoding of WebAssembly as far as needed to traverse a module: LEB128 integers and the operands of instructions (WebAssembly Core
// Specification 2.0, chapters 5.2 and 5.4; no threads, no SIMD).

/** Reads bytes sequentially. */
export class Bytes {
  readonly #bytes: Uint8Array;
  /** Current position. */
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.at;
  }

  byte(): number {
    if (this.at >= this.#bytes.length) throw new Error("a WebAssembly module is cut off");
    return this.#bytes[this.at++];
  }

  skip(count: number): void {
    this.at += count;
  }

  take(count: number): Uint8Array {
    if (count > this.left) throw new Error("a WebAssembly module is cut off");
    this.at += count;
    return this.#bytes.subarray(this.at - count, this.at);
  }

  /** Reads an unsigned number below 2³²; for longer or signed numbers only the end is found, and the value is meaningless. */
  leb(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }
}

/** Encodes an unsigned number. */
export function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left >>>= 7) {
    if (left < 0x80) return [...bytes, left];
    bytes.push((left & 0x7f) | 0x80);
  }
}

/** Encodes a non-negative number as signed LEB128. */
export function signedLeb(value: number): number[] {
  const bytes = leb(value);
  const last = bytes.length - 1;
  // The seventh bit would be read as a sign.
  return bytes[last] < 0x40 ? bytes : [...bytes.slice(0, last), bytes[last] | 0x80, 0];
}

/** Concatenates pieces. */
export function joined(pieces: readonly (readonly number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Opcodes of instructions. */
export const [UNREACHABLE, LOOP, IF, END, CALL, CALL_INDIRECT] = [0x00, 0x03, 0x04, 0x0b, 0x10, 0x11];
export const [LOCAL_GET, GLOBAL_GET, GLOBAL_SET, CONSTANT] = [0x20, 0x23, 0x24, 0x41];
export const MEMORY_SIZE = 0x3f;
export const [LESS, ADD, SUBTRACT, SHIFT_RIGHT] = [0x48, 0x6a, 0x6b, 0x76];
/** Prefix byte, and second bytes of the instructions used. */
export const [FURTHER, COPY, FILL] = [0xfc, 10, 11];

/** Operand layouts by first byte: up to two numbers, or one of these. */
const [LIST, LIST_AND_ONE, FOUR_BYTES, EIGHT_BYTES, SECOND_BYTE, UNKNOWN] = [3, 4, 5, 6, 7, 8];

const behind = new Uint8Array(256);
for (let code = CALL_INDIRECT + 1; code < 0x1a; code++) behind[code] = UNKNOWN;
behind.fill(UNKNOWN, 0xc5);
// Blocks, branches, calls, variables, tables, memory size, integer constants, references.
for (const code of [0x02, LOOP, IF, 0x0c, 0x0d, CALL, LOCAL_GET, 0x21, 0x22, GLOBAL_GET, GLOBAL_SET]) behind[code] = 1;
for (const code of [0x25, 0x26, MEMORY_SIZE, 0x40, CONSTANT, 0x42, 0xd0, 0xd2]) behind[code] = 1;
// Loads and stores have two operands, alignment and offset.
behind.fill(2, 0x28, 0x3f);
behind[CALL_INDIRECT] = 2;
behind[0x0e] = LIST_AND_ONE;
behind[0x1c] = LIST;
behind[0x43] = FOUR_BYTES;
behind[0x44] = EIGHT_BYTES;
behind[0xd1] = 0;
behind[FURTHER] = SECOND_BYTE;

/** Skips one instruction and returns its first byte. Throws an Error for an unknown one. */
export function passInstruction(bytes: Bytes): number {
  const code = bytes.byte();
  const what = behind[code];
  if (what === 0) return code;
  if (what <= 2) passNumbers(bytes, what);
  else if (what === LIST) passNumbers(bytes, bytes.leb());
  else if (what === LIST_AND_ONE) passNumbers(bytes, bytes.leb() + 1);
  else if (what === FOUR_BYTES) bytes.skip(4);
  else if (what === EIGHT_BYTES) bytes.skip(8);
  else if (what === UNKNOWN) throw new Error(`unknown instruction 0x${code.toString(16)}`);
  else {
    const further = bytes.leb();
    if (further > 17) throw new Error(`unknown instruction 0xfc ${further}`);
    // Conversions have no operands; the others name memories, tables or segments.
    passNumbers(bytes, further < 8 ? 0 : [8, COPY, 12, 14].includes(further) ? 2 : 1);
  }
  return code;
}

function passNumbers(bytes: Bytes, count: number): void {
  for (let left = count; left > 0; left--) bytes.leb();
}
