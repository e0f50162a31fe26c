// Kernels for elementwise functions and for copies in another order. jax-js computes each index with divisions and remainders; these
// kernels increment addresses along rows instead. They perform the same operations and give the same bits.

import { CODE, type Expression, type KernelMeaning } from "./kernel-reading.ts";
import { loadsOf, meaningOfModule, sourceOf, valueByLanes } from "./lane-values.ts";
import { four, get, I32, kernelModule, Locals, set, until, whole } from "./module-code.ts";
import {
  LANES,
  type Operand,
  operandOf,
  plus,
  type RowKernel,
  type RowLayout,
  rowLoop,
  SIZE,
  scaled,
} from "./row-loop.ts";
import { rememberingModules } from "./shared-modules.ts";
import { type Axis, axesOf, type IndexPlace } from "./strides.ts";

/** An elementwise kernel: [… × rows × columns] of `value`. */
export interface Elements extends RowLayout {
  readonly value: Expression;
  /** Operands by the loads of `value`. */
  readonly loads: ReadonlyMap<Expression, Operand>;
}

const known = new WeakMap<WebAssembly.Module, RowKernel | "none">();

/** Row-wise version of a jax-js kernel for `work` elements; undefined where the kernel is not elementwise. */
export function elementsByRows(module: WebAssembly.Module, work: number): RowKernel | undefined {
  const own = known.get(module) ?? made(module, work) ?? "none";
  known.set(module, own);
  return own === "none" ? undefined : own;
}

/** Whether a kernel only copies its input in order. */
export function copiesAll(module: WebAssembly.Module, work: number): boolean {
  const own = copying.get(module) ?? isCopy(module, work);
  copying.set(module, own);
  return own;
}

const copying = new WeakMap<WebAssembly.Module, boolean>();

function isCopy(module: WebAssembly.Module, work: number): boolean {
  const meaning = meaningOfModule(module);
  if (meaning === undefined || meaning.reads !== 1 || meaning.sum !== undefined) return false;
  const source = sourceOf(meaning.value, { element: work, term: 1 });
  if (source === undefined || source.place.constant !== 0) return false;
  const axes = axesOf([source.place], work) ?? [];
  return axes.length === 1 && axes[0].strides[0] === 1;
}

function made(module: WebAssembly.Module, work: number): RowKernel | undefined {
  const meaning = meaningOfModule(module);
  const elements = meaning && elementsOf(meaning, work);
  if (elements === undefined) return undefined;
  const code = elementsModule(elements);
  return { module: rememberingModules(() => new WebAssembly.Module(code)), row: elements.columns, scratch: 0 };
}

/** Longer rows are split. */
const LONGEST = 1024;

/** Decodes a kernel as an elementwise function along rows; undefined where it is none. */
export function elementsOf({ value, sum, reads }: KernelMeaning, work: number): Elements | undefined {
  if (sum !== undefined && sum.terms !== 1) return undefined;
  const own = sum === undefined ? value : withTotal(value, sum.term);
  const loads = [...(loadsOf(own) ?? [])];
  const sources = loads.map((load) => sourceOf(load, { element: work, term: 1 }));
  const places = sources.flatMap((source): IndexPlace[] => (source === undefined ? [] : [source.place]));
  if (loads.length === 0 || places.length < loads.length) return undefined;
  const axes = cut(axesOf(places, work) ?? []);
  const [columns, rows] = axes;
  if (columns === undefined || columns.size % LANES !== 0) return undefined;
  const operands = sources.map((source, k) =>
    operandOf(source?.buffer ?? 0, places[k], axes, k, rows === undefined ? 0 : 1),
  );
  return {
    reads,
    value: own,
    columns: columns.size,
    rows: rows?.size ?? 1,
    further: axes.slice(2).map(({ size }) => size),
    loads: new Map(loads.map((load, k) => [load, operands[k]])),
  };
}

/** Replaces a sum of one term by that term plus 0. */
function withTotal(value: Expression, term: Expression): Expression {
  if (value.kind === "total") {
    return { kind: "operation", code: CODE.add, of: [term, { kind: "number", value: 0 }] };
  }
  if (value.kind !== "operation") return value;
  const of = value.of.map((one) => withTotal(one, term));
  return of.every((one, k) => one === value.of[k]) ? value : { ...value, of };
}

/** Splits the first axis in two where it is long. */
function cut(axes: readonly Axis[]): readonly Axis[] {
  const [first, ...rest] = axes;
  if (first === undefined || first.size <= LONGEST) return axes;
  for (let size = LONGEST; size >= LANES; size -= LANES) {
    if (first.size % size !== 0) continue;
    const outer = { size: first.size / size, strides: first.strides.map((stride) => stride * size) };
    return [{ size, strides: first.strides }, outer, ...rest];
  }
  return axes;
}

function elementsModule(elements: Elements): Uint8Array<ArrayBuffer> {
  const { reads, columns, value, loads } = elements;
  const locals = new Locals(reads + 3);
  const [row, end, to] = [0, 1, 2].map(() => locals.take(I32));
  const known = new Map(
    [...loads].map(([load, operand]) => [load, { operand, base: locals.take(I32), at: locals.take(I32) }]),
  );
  const moves = [...known.values()];
  const computed = valueByLanes(value, locals, (load) => {
    const one = known.get(load);
    if (one === undefined) throw new Error("a value that is not read");
    const { operand, at } = one;
    if (operand.column === 0) return [...get(at), ...four.splat()];
    if (operand.column === 1) return [...get(at), ...four.load()];
    const each = [0, 1, 2, 3];
    return [
      ...each.flatMap(() => get(at)),
      ...four.float(0),
      ...each.flatMap((k) => four.loadLane(k, SIZE * k * operand.column)),
    ];
  });
  const body = rowLoop(locals, elements, moves, (first, rowEnd, out) => [
    ...[...first, ...set(row)],
    ...until(
      [...get(row), ...get(rowEnd), whole.notLess],
      [
        ...moves.flatMap(({ operand, base, at }) => [
          ...[...get(base), ...get(row), ...scaled(SIZE * operand.row), whole.add, ...set(at)],
        ]),
        ...[...get(out), ...get(row), ...scaled(SIZE * columns), whole.add, ...set(to)],
        ...[...get(to), ...plus(SIZE * columns), ...set(end)],
        ...until(
          [...get(to), ...get(end), whole.notLess],
          [
            ...[...get(to), ...computed, ...four.store()],
            ...moves.flatMap(({ operand, at }) =>
              operand.column === 0 ? [] : [...get(at), ...plus(SIZE * LANES * operand.column), ...set(at)],
            ),
            ...[...get(to), ...plus(SIZE * LANES), ...set(to)],
          ],
        ),
        ...[...get(row), ...plus(1), ...set(row)],
      ],
    ),
  ]);
  return kernelModule(reads + 3, locals, body);
}
