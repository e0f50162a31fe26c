// Decompiles jax-js kernels from their WebAssembly code. A kernel may use SIMD and tiles, but ends with a scalar loop over the remaining
// elements; this loop defines the kernel's function. A kernel with any unknown instruction is rejected.

import { functionsOf, type Instruction, instructionsOf, OPCODE } from "./module-reading.ts";

/** An expression tree for a number that a kernel computes. */
export type Expression =
  | { readonly kind: "number"; readonly value: number }
  /** Index of the element; index of a term in its sum; the sum. */
  | { readonly kind: "element" | "term" | "total" }
  /** An address parameter of the kernel. */
  | { readonly kind: "address"; readonly buffer: number }
  | { readonly kind: "operation"; readonly code: number; readonly of: readonly Expression[] };

/** Function of a kernel: `value` of an element; for a sum, the expression of its total. */
export interface KernelMeaning {
  /** Number of buffers that it reads. */
  readonly reads: number;
  readonly value: Expression;
  readonly sum: { readonly terms: number; readonly term: Expression } | undefined;
  /** Whether products are added to sums by fused multiply-add, without intermediate rounding. */
  readonly fused: boolean;
}

/** WebAssembly opcodes in expressions. */
export const CODE = {
  select: 0x1b,
  /** Pseudo-opcode for jax-js's function e^x. */
  exponential: -1,
  load: 0x2a,
  lessWhole: 0x49,
  addWhole: 0x6a,
  multiplyWhole: 0x6c,
  divideWhole: 0x6d,
  remainderWhole: 0x6f,
  less: 0x5d,
  squareRoot: 0x91,
  add: 0x92,
  subtract: 0x93,
  multiply: 0x94,
  divide: 0x95,
  least: 0x96,
  most: 0x97,
} as const;

const { block: BLOCK, loop: LOOP, end: END, break: BREAK, breakIf: BREAK_IF, call: CALL } = OPCODE;
const { get: GET, set: SET, tee: TEE, integer: INTEGER, float: FLOAT } = OPCODE;
const [STORE, NOT_LESS, FUSED] = [0x38, 0x4f, 0x105];

/** Decompiles a module; undefined where it is not understood. `named` returns the opcode of a unary function that the kernel calls. */
export function meaningOf(
  bytes: Uint8Array,
  named: (body: Uint8Array) => number | undefined,
): KernelMeaning | undefined {
  const functions = functionsOf(bytes);
  const kernel = functions?.pop();
  const code = kernel && instructionsOf(kernel);
  if (kernel === undefined || code === undefined) return undefined;
  const last = code.findLastIndex(({ code, depth }) => code === LOOP && depth === 0);
  const fused = code.some(({ code, value }) => code === OPCODE.lanes && value === FUSED);
  const called = functions?.map(({ body }) => named(body)) ?? [];
  return last < 0 ? undefined : plainLoop(code.slice(last), kernel.parameters - 3, called, fused);
}

/** Number of operands by opcode. */
const OPERANDS = new Map<number, number>([
  [CODE.select, 3],
  [CODE.load, 1],
  [CODE.squareRoot, 1],
  ...[CODE.lessWhole, CODE.addWhole, CODE.multiplyWhole, CODE.divideWhole, CODE.remainderWhole].map(
    (code): [number, number] => [code, 2],
  ),
  ...[CODE.less, CODE.add, CODE.subtract, CODE.multiply, CODE.divide, CODE.least, CODE.most].map(
    (code): [number, number] => [code, 2],
  ),
]);

/** Parses `loop block (element < end, or out) … store … element + 1, again`, with or without an inner loop over terms. */
function plainLoop(
  code: readonly Instruction[],
  reads: number,
  called: readonly (number | undefined)[],
  fused: boolean,
): KernelMeaning | undefined {
  const bound = loopBound(code, 0);
  if (bound === undefined || bound.until.code !== GET || bound.until.value !== reads + 2) return undefined;
  const locals = new Map<number, Expression>([[bound.counter, { kind: "element" }]]);
  for (let k = 0; k <= reads; k++) locals.set(k, { kind: "address", buffer: k });
  const stack: Expression[] = [];
  const begun: number[] = [];
  let sum: KernelMeaning["sum"];
  let inner: { readonly accumulator: number; readonly terms: number } | undefined;
  for (let k = bound.next; k < code.length; k++) {
    const { code: operation, value } = code[k];
    if (operation === GET) {
      const local = locals.get(value);
      if (local === undefined) return undefined;
      stack.push(local);
    } else if (operation === SET || operation === TEE) {
      const top = operation === SET ? stack.pop() : stack.at(-1);
      if (top === undefined) return undefined;
      locals.set(value, top);
      begun.push(value);
    } else if (operation === INTEGER || operation === FLOAT) stack.push({ kind: "number", value });
    else if (operation === LOOP) {
      const terms = loopBound(code, k);
      // The sum is initialised before the counter of its terms.
      const accumulator = begun.at(-2);
      if (terms === undefined || inner !== undefined || accumulator === undefined) return undefined;
      if (terms.until.code !== INTEGER || begun.at(-1) !== terms.counter) return undefined;
      const first = locals.get(accumulator);
      if (first?.kind !== "number" || first.value !== 0) return undefined;
      inner = { accumulator, terms: terms.until.value };
      locals.set(accumulator, { kind: "total" });
      locals.set(terms.counter, { kind: "term" });
      k = terms.next - 1;
    } else if (operation === BREAK && inner !== undefined && sum === undefined) {
      const added = locals.get(inner.accumulator);
      if (added?.kind !== "operation" || added.code !== CODE.add || added.of[1].kind !== "total") return undefined;
      sum = { terms: inner.terms, term: added.of[0] };
      locals.set(inner.accumulator, { kind: "total" });
      k += 2;
    } else if (operation === CALL) {
      const [name, argument] = [called[value], stack.pop()];
      if (name === undefined || argument === undefined) return undefined;
      stack.push({ kind: "operation", code: name, of: [argument] });
    } else if (operation === STORE) {
      const [address, stored] = stack.splice(-2);
      const place = placeOf(address);
      if (stack.length > 0 || place?.buffer !== reads || place.index.kind !== "element") return undefined;
      if (!endsAfter(code, k)) return undefined;
      return { reads, value: stored, sum, fused };
    } else {
      const count = OPERANDS.get(operation);
      if (count === undefined || stack.length < count) return undefined;
      // jax-js never emits loads with an offset.
      if (operation === CODE.load && value !== 0) return undefined;
      stack.push({ kind: "operation", code: operation, of: stack.splice(-count) });
    }
  }
  return undefined;
}

/** Parses a loop at `at` that starts with a comparison of its counter with the end. */
function loopBound(
  code: readonly Instruction[],
  at: number,
): { counter: number; until: Instruction; next: number } | undefined {
  const [loop, block, counter, until, compared, out] = code.slice(at, at + 6);
  const known = loop?.code === LOOP && block?.code === BLOCK && counter?.code === GET && compared?.code === NOT_LESS;
  return known && out?.code === BREAK_IF ? { counter: counter.value, until, next: at + 6 } : undefined;
}

/** Whether only the increment of the element follows the store. */
function endsAfter(code: readonly Instruction[], store: number): boolean {
  const rest = code.slice(store + 1).map(({ code: operation }) => operation);
  return `${rest}` === `${[GET, INTEGER, CODE.addWhole, SET, BREAK, END, END, END]}`;
}

/** Splits an address, index·4 + base in either order, into buffer and index. */
function placeOf(address: Expression | undefined): { buffer: number; index: Expression } | undefined {
  if (address?.kind !== "operation" || address.code !== CODE.addWhole) return undefined;
  for (const [base, offset] of [address.of, [address.of[1], address.of[0]]]) {
    if (base.kind !== "address" || offset.kind !== "operation" || offset.code !== CODE.multiplyWhole) continue;
    const [index, size] = offset.of;
    if (size.kind === "number" && size.value === 4) return { buffer: base.buffer, index };
  }
  return undefined;
}

/** Buffer and index of a load with jax-js's bounds check; undefined for other expressions. */
export function loadOf(
  expression: Expression,
): { readonly buffer: number; readonly index: Expression; readonly length: number } | undefined {
  if (expression.kind !== "operation" || expression.code !== CODE.load) return undefined;
  const place = placeOf(expression.of[0]);
  if (place?.index.kind !== "operation" || place.index.code !== CODE.select) return undefined;
  const [index, , condition] = place.index.of;
  if (condition.kind !== "operation" || condition.code !== CODE.lessWhole || condition.of[0] !== index)
    return undefined;
  const length = condition.of[1];
  return length.kind === "number" ? { buffer: place.buffer, index, length: length.value } : undefined;
}
