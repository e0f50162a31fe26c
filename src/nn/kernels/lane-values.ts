// Compiles kernel expressions to SIMD code for four neighbouring elements. e^x performs jax-js's operations in the same order in each lane,
// so results are bit-identical.

import { jit, np } from "../jax.ts";
import { CODE, type Expression, type KernelMeaning, loadOf, meaningOf } from "./kernel-reading.ts";
import { recordKernels } from "./kernel-recording.ts";
import { materialise } from "./materialise.ts";
import { four, get, type Locals, set, tee, V128, whole } from "./module-code.ts";
import { functionsOf } from "./module-reading.ts";
import { moduleBytes, rememberingModules } from "./shared-modules.ts";
import { type Counts, type IndexPlace, largestOf, placeIn } from "./strides.ts";

const BY_LANES = new Map<number, readonly number[]>([
  [CODE.add, four.add],
  [CODE.subtract, four.subtract],
  [CODE.multiply, four.multiply],
  [CODE.divide, four.divide],
  [CODE.least, four.least],
  [CODE.most, four.most],
  [CODE.squareRoot, four.squareRoot],
  [CODE.less, four.less],
  [CODE.select, four.select],
  // Its code needs locals and is generated separately.
  [CODE.exponential, []],
]);

/** Collects the loads of an expression; undefined where the expression has no SIMD form. */
export function loadsOf(value: Expression, into: Set<Expression> = new Set()): Set<Expression> | undefined {
  if (value.kind === "number" || value.kind === "total") return into;
  if (loadOf(value) !== undefined) return into.add(value);
  if (value.kind !== "operation" || !BY_LANES.has(value.code)) return undefined;
  // In SIMD code a comparison is a mask, which only a select can use.
  for (const [k, one] of value.of.entries()) {
    const compares = one.kind === "operation" && one.code === CODE.less;
    if (compares !== (value.code === CODE.select && k === 2)) return undefined;
    if (loadsOf(one, into) === undefined) return undefined;
  }
  return into;
}

/** Index of a load as digits; undefined where it has no such form or may exceed its buffer. */
export function sourceOf(load: Expression, counts: Counts): { buffer: number; place: IndexPlace } | undefined {
  const source = loadOf(load);
  const place = source && placeIn(source.index, counts);
  if (source === undefined || place === undefined || largestOf(place) >= source.length) return undefined;
  return { buffer: source.buffer, place };
}

/** Code that computes an expression; `leaf` returns the code of its loads and of a total. */
export function valueByLanes(
  value: Expression,
  locals: Locals,
  leaf: (one: Expression) => readonly number[],
): number[] {
  const uses = new Map<Expression, number>();
  const count = (one: Expression): void => {
    uses.set(one, (uses.get(one) ?? 0) + 1);
    if (uses.get(one) === 1 && one.kind === "operation" && loadOf(one) === undefined) one.of.forEach(count);
  };
  count(value);
  const kept = new Map<Expression, number>();
  const code = (one: Expression): readonly number[] => {
    const local = kept.get(one);
    if (local !== undefined) return get(local);
    if (one.kind === "number") return four.float(one.value);
    if (one.kind !== "operation") return leaf(one);
    const own = loadOf(one) === undefined ? [...one.of.flatMap(code), ...operation(one.code, locals)] : leaf(one);
    if ((uses.get(one) ?? 0) < 2) return own;
    const fresh = locals.take(V128);
    kept.set(one, fresh);
    return [...own, ...tee(fresh)];
  };
  return [...code(value)];
}

function operation(code: number, locals: Locals): readonly number[] {
  return code === CODE.exponential ? exponentialByLanes(locals) : (BY_LANES.get(code) ?? []);
}

/** Decompiles a jax-js module; undefined where it is not understood. */
export function meaningOfModule(module: WebAssembly.Module): KernelMeaning | undefined {
  if (!read.has(module)) {
    const bytes = moduleBytes(module);
    read.set(module, bytes && meaningOf(bytes, exponentialNamed));
  }
  return read.get(module);
}

const read = new WeakMap<WebAssembly.Module, KernelMeaning | undefined>();

/** Opcode of e^x if the body of a function equals that of jax-js's, else undefined. */
export function exponentialNamed(body: Uint8Array): number | undefined {
  known ??= exponentialBody();
  return Buffer.compare(body, known) === 0 ? CODE.exponential : undefined;
}

let known: Uint8Array | undefined;

/**
 * Array sizes for which e^x is compiled to obtain its code, tried in turn: a size that was compiled before recording started is cached and
 * yields no code.
 */
const ASKED = [2, 3, 5, 7, 11, 13];

/** Body of jax-js's function e^x; empty where it could not be recorded. */
function exponentialBody(): Uint8Array {
  for (const size of ASKED) {
    const compiled = jit((x: np.Array) => [materialise(np.exp(x))]);
    const numbers = Float32Array.from({ length: size }, (_, k) => k / size);
    const recorded = rememberingModules(() => recordKernels([numbers], () => compiled(np.array(numbers.slice()))));
    compiled.dispose();
    const [call, ...further] = recorded?.calls ?? [];
    const bytes = further.length > 0 || call === undefined ? undefined : moduleBytes(call.module);
    const functions = (bytes && functionsOf(bytes)) ?? [];
    if (functions.length === 2) return functions[0].body;
  }
  return new Uint8Array(0);
}

/** Taylor coefficients 1/k! of e^x, from the sixth power down. */
const TAYLOR = [1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1, 1];

/**
 * Code of e^x for the four numbers on the stack: with x = k·ln 2 + r and integer k, the result is 2^k·Σ rⁿ/n!, infinity where k > 127, and
 * 0 where k < −126.
 */
export function exponentialByLanes(locals: Locals): number[] {
  const [x, times, power, rest, sum] = [0, 1, 2, 3, 4].map(() => locals.take(V128));
  return [
    ...[...tee(x), ...four.float(1 / Math.LN2), ...four.multiply, ...four.nearest, ...tee(times)],
    ...[...four.truncate, ...set(power)],
    ...[...get(x), ...get(times), ...four.float(Math.LN2), ...four.multiply, ...four.subtract, ...set(rest)],
    ...[...four.float(TAYLOR[0]), ...set(sum)],
    ...TAYLOR.slice(1).flatMap((term) => [
      ...[...get(sum), ...get(rest), ...four.multiply, ...four.float(term), ...four.add, ...set(sum)],
    ]),
    ...[...get(power), ...four.integer(127), ...four.addIntegers, ...whole.constant(23), ...four.shift],
    ...[...get(sum), ...four.multiply, ...set(sum)],
    ...four.float(Number.POSITIVE_INFINITY),
    ...[...get(sum), ...get(power), ...four.integer(127), ...four.greaterWhole, ...four.select],
    ...[...get(power), ...four.integer(-126), ...four.lessWhole, ...four.andNot],
  ];
}
