// Bytes of a WebAssembly module, read and written: whole numbers in LEB128.

/** Reads bytes one after the other. */
export class Bytes {
  readonly #bytes: Uint8Array;
  /** Where it stands. */
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

  /** An unsigned number below 2³²; of a longer or signed one the end is found, and its value means nothing. */
  leb(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }
}

/** An unsigned number. */
export function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left >>>= 7) {
    if (left < 0x80) return [...bytes, left];
    bytes.push((left & 0x7f) | 0x80);
  }
}

/** A signed number that is 0 or more. */
export function signedLeb(value: number): number[] {
  const bytes = leb(value);
  const last = bytes.length - 1;
  // Its seventh bit would be a sign.
  return bytes[last] < 0x40 ? bytes : [...bytes.slice(0, last), bytes[last] | 0x80, 0];
}

/** Pieces, one behind the other. */
export function joined(pieces: readonly (readonly number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
