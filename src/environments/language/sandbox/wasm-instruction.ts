// Instructions of WebAssembly, as far as one must know them to go over them: what stands behind the first byte.
// WebAssembly Core Specification 2.0, chapter 5.4; no threads, no SIMD.

import type { Bytes } from "./wasm-bytes.ts";

export const UNREACHABLE = 0x00;
export const LOOP = 0x03;
export const IF = 0x04;
export const END = 0x0b;
export const CALL = 0x10;
export const CALL_INDIRECT = 0x11;
export const LOCAL_GET = 0x20;
export const GLOBAL_GET = 0x23;
export const GLOBAL_SET = 0x24;
export const CONSTANT = 0x41;
export const LESS = 0x48;
export const ADD = 0x6a;
export const SUBTRACT = 0x6b;
export const SHIFT_RIGHT = 0x76;
/** Instructions whose second byte says which. */
export const FURTHER = 0xfc;
export const COPY = 10;
export const FILL = 11;

const BRANCH_TABLE = 0x0e;
const SELECT_TYPED = 0x1c;
const CONSTANT_F32 = 0x43;
const CONSTANT_F64 = 0x44;
const ONE_NUMBER = new Set(
  // Blocks, branches, calls, variables, tables, sizes of the memory, whole numbers, references.
  [0x02, LOOP, IF, 0x0c, 0x0d, CALL, LOCAL_GET, 0x21, 0x22, GLOBAL_GET, GLOBAL_SET, 0x25, 0x26, 0x3f, 0x40].concat([
    CONSTANT,
    0x42,
    0xd0,
    0xd2,
  ]),
);

/** Goes over one instruction and returns its first byte. Throws an Error for one that is not known. */
export function passInstruction(bytes: Bytes): number {
  const code = bytes.byte();
  if (ONE_NUMBER.has(code)) bytes.leb();
  else if (code === CALL_INDIRECT || (code >= 0x28 && code <= 0x3e)) {
    bytes.leb();
    bytes.leb();
  } else if (code === BRANCH_TABLE || code === SELECT_TYPED) {
    for (let left = bytes.leb() + (code === BRANCH_TABLE ? 1 : 0); left > 0; left--) bytes.leb();
  } else if (code === CONSTANT_F32) bytes.skip(4);
  else if (code === CONSTANT_F64) bytes.skip(8);
  else if (code === FURTHER) {
    const further = bytes.leb();
    if (further > 17) throw new Error(`unknown instruction 0xfc ${further}`);
    // Conversions have nothing behind them; the others name memories, tables or segments.
    for (let left = further < 8 ? 0 : [8, COPY, 12, 14].includes(further) ? 2 : 1; left > 0; left--) bytes.leb();
  } else if ((code > CALL_INDIRECT && code < 0x1a) || (code > 0xc4 && code !== 0xd1)) {
    throw new Error(`unknown instruction 0x${code.toString(16)}`);
  }
  return code;
}
