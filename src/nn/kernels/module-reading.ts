// Decoder for WebAssembly modules: functions and their instructions.

export const OPCODE = {
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  break: 0x0c,
  breakIf: 0x0d,
  call: 0x10,
  get: 0x20,
  set: 0x21,
  tee: 0x22,
  integer: 0x41,
  float: 0x43,
  /** Prefix of all SIMD instructions. */
  lanes: 0xfd,
} as const;

/** An instruction; for SIMD, `value` is its opcode. */
export interface Instruction {
  readonly code: number;
  readonly value: number;
  /** Nesting depth in loops and blocks. */
  readonly depth: number;
}

/** Reads bytes sequentially. */
class Reader {
  at: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  byte(): number {
    return this.#bytes[this.at++];
  }

  unsigned(): number {
    let value = 0;
    for (let shift = 1; ; shift *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) return value;
    }
  }

  signed(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return shift < 25 && byte & 0x40 ? value | (-1 << (shift + 7)) : value;
    }
  }

  skip(count: number): void {
    this.at += count;
  }

  float(): number {
    this.at += 4;
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset + this.at - 4).getFloat32(0, true);
  }
}

/** Code of a function and its number of parameters. */
export interface FunctionCode {
  readonly parameters: number;
  /** Locals and instructions. */
  readonly body: Uint8Array;
}

/** Functions of a module; undefined where its structure differs from jax-js's modules. */
export function functionsOf(bytes: Uint8Array): FunctionCode[] | undefined {
  const [TYPES, FUNCTIONS, CODES, HEADER, FUNCTION] = [1, 3, 10, 8, 0x60];
  const types: number[] = [];
  const own: number[] = [];
  for (const reader = new Reader(bytes, HEADER); reader.at < bytes.length; ) {
    const id = reader.byte();
    const end = reader.unsigned() + reader.at;
    if (id === TYPES) {
      for (let count = reader.unsigned(); count > 0; count--) {
        if (reader.byte() !== FUNCTION) return undefined;
        types.push(reader.unsigned());
        reader.skip(types[types.length - 1]);
        reader.skip(reader.unsigned());
      }
    } else if (id === FUNCTIONS) {
      for (let count = reader.unsigned(); count > 0; count--) own.push(types[reader.unsigned()]);
    } else if (id === CODES) {
      reader.unsigned();
      return own.map((parameters) => {
        const to = reader.unsigned() + reader.at;
        const body = bytes.subarray(reader.at, to);
        reader.at = to;
        return { parameters, body };
      });
    }
    reader.at = end;
  }
  return undefined;
}

/** All instructions; undefined where one is unknown, since the length of its operands is then unknown too. */
export function instructionsOf({ body }: FunctionCode): Instruction[] | undefined {
  const reader = new Reader(body, 0);
  for (let groups = reader.unsigned(); groups > 0; groups--) {
    reader.unsigned();
    reader.byte();
  }
  const all: Instruction[] = [];
  let depth = 0;
  while (reader.at < body.length) {
    const code = reader.byte();
    let value = 0;
    if (code === OPCODE.end) depth -= 1;
    const around = depth;
    if (code === OPCODE.block || code === OPCODE.loop || code === OPCODE.if) {
      value = reader.byte();
      depth += 1;
    } else if (code === OPCODE.lanes) {
      value = reader.unsigned();
      if (!skipLanes(reader, value)) return undefined;
    } else if (code === OPCODE.float) value = reader.float();
    else if (code === OPCODE.integer) value = reader.signed();
    else if (PLAIN.includes(code)) value = reader.unsigned();
    else if (code >= 0x28 && code <= 0x3e) {
      // Alignment and offset of a load or store.
      reader.unsigned();
      value = reader.unsigned();
    } else if (code === 0x42 || code === 0x44 || code === 0xfc || (code > OPCODE.else && code < OPCODE.end))
      return undefined;
    all.push({ code, value, depth: around });
  }
  return all;
}

/** Skips the operands of a SIMD instruction; false for unknown ones. */
function skipLanes(reader: Reader, operation: number): boolean {
  if (operation <= 0x0b || (operation >= 0x54 && operation <= 0x5d)) {
    reader.unsigned();
    reader.unsigned();
    if (operation >= 0x54 && operation <= 0x5b) reader.byte();
  } else if (operation === 0x0c || operation === 0x0d) reader.at += 16;
  else if (operation >= 0x15 && operation <= 0x22) reader.byte();
  return operation <= 0x114;
}

/** Instructions with one integer operand. */
const PLAIN: readonly number[] = [...[OPCODE.break, OPCODE.breakIf, OPCODE.call, OPCODE.get, OPCODE.set, OPCODE.tee]];
