// Matrix products in register-sized tiles. The tiles of jax-js exceed the SIMD registers, and spilling takes half of the time. These tiles
// fit the registers and compute every element by the same sums in the same order, so results are bit-identical.

import { CODE, type KernelMeaning } from "./kernel-reading.ts";
import { loadsOf, meaningOfModule, sourceOf } from "./lane-values.ts";
import { productModule } from "./product-code.ts";
import { LANES, type MatrixProduct, operandOf, type RowKernel } from "./row-loop.ts";
import { rememberingModules } from "./shared-modules.ts";
import { type Axis, axesOf, type Counts, termStride } from "./strides.ts";

const known = new WeakMap<WebAssembly.Module, Map<number, RowKernel | undefined>>();

/** Tiled version of a jax-js kernel for a product of `work` elements; undefined where the kernel is not a product. */
export function productByTiles(module: WebAssembly.Module, work: number): RowKernel | undefined {
  const own = known.get(module) ?? new Map<number, RowKernel | undefined>();
  known.set(module, own);
  if (!own.has(work)) own.set(work, made(module, work));
  return own.get(work);
}

function made(module: WebAssembly.Module, work: number): RowKernel | undefined {
  const meaning = meaningOfModule(module);
  const product = meaning && productOf(meaning, work);
  if (product === undefined) return undefined;
  const { code, scratch } = productModule(product);
  return { module: rememberingModules(() => new WebAssembly.Module(code)), row: product.columns, scratch };
}

/** Decodes a kernel as a product whose columns can be vectorised; undefined where it is none. */
export function productOf(meaning: KernelMeaning, work: number): MatrixProduct | undefined {
  const { sum, value, reads, fused } = meaning;
  if (sum === undefined || sum.terms < LANES || work < LANES) return undefined;
  const { term, terms } = sum;
  if (term.kind !== "operation" || term.code !== CODE.multiply) return undefined;
  const counts: Counts = { element: work, term: terms };
  const loads = loadsOf(value);
  if (loads === undefined) return undefined;
  const sources = [...term.of, ...loads].map((load) => sourceOf(load, counts));
  const places = sources.flatMap((source) => (source === undefined ? [] : [source.place]));
  const axes = places.length === sources.length ? axesOf(places, work) : undefined;
  const strides = places.map((place) => termStride(place, terms));
  if (axes === undefined || strides[0] === undefined || strides[1] === undefined) return undefined;
  if (strides.slice(2).some((stride) => stride !== 0)) return undefined;
  const operands = sources.map((source, k) => operandOf(source?.buffer ?? 0, places[k], axes, k, rowsOf(axes).axes));
  const [a, b] = operands.map((operand, k) => ({ ...operand, term: strides[k] ?? 0 }));
  const [left, right] = a.column === 0 ? [a, b] : [b, a];
  const columns = axes[0]?.size ?? 1;
  const rows = rowsOf(axes);
  if (left.column !== 0 || right.column === 0 || columns < LANES) return undefined;
  const byFours = right.column !== 1;
  // Four neighbouring terms are loaded at once, so they must be contiguous.
  if (byFours && (left.term !== 1 || right.term !== 1 || terms % LANES !== 0)) return undefined;
  if (operands.slice(2).some(({ column }) => column > 1)) return undefined;
  const further = axes.slice(1 + rows.axes).map(({ size }) => size);
  return {
    reads,
    columns,
    rows: rows.size,
    further,
    terms,
    left,
    right,
    value,
    byFours,
    fused,
    loads: new Map([...loads].map((load, k) => [load, operands[2 + k]])),
  };
}

/** The second axis belongs to the rows if the right operand does not move along it. */
function rowsOf(axes: readonly Axis[]): { size: number; axes: number } {
  const [columns, rows] = axes;
  if (columns === undefined || rows === undefined) return { size: 1, axes: 0 };
  const right = columns.strides[0] === 0 ? 1 : 0;
  return rows.strides[right] === 0 ? { size: rows.size, axes: 1 } : { size: 1, axes: 0 };
}
