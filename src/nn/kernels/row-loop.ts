// Common parts of the generated kernels: loops over rows of many matrices, and addresses of the operands' matrices.

import type { Expression } from "./kernel-reading.ts";
import { get, I32, type Locals, set, until, whole } from "./module-code.ts";
import type { Axis, IndexPlace } from "./strides.ts";

/** Numbers per vector, and bytes per number. */
export const LANES = 4;
export const SIZE = 4;

/** An array operand: its buffer, its start, and its strides along columns, rows and further axes. */
export interface Operand {
  readonly buffer: number;
  readonly begin: number;
  readonly column: number;
  readonly row: number;
  readonly further: readonly number[];
}

/** Layout of a kernel's output: [… × rows × columns], contiguous. */
export interface RowLayout {
  /** Number of buffers that the kernel reads. */
  readonly reads: number;
  readonly columns: number;
  readonly rows: number;
  /** Sizes of the axes beyond the rows, the fastest first. */
  readonly further: readonly number[];
}

/** A matrix product: [… × rows × columns] of Σₖ left·right, transformed by `value`. */
export interface MatrixProduct extends RowLayout {
  readonly terms: number;
  /** Left operand, equal for all columns of a row. */
  readonly left: Operand & { readonly term: number };
  readonly right: Operand & { readonly term: number };
  readonly value: Expression;
  /** Operands by the loads of `value`. */
  readonly loads: ReadonlyMap<Expression, Operand>;
  /** Whether terms are summed in four partial sums (every fourth term together), which are then added, instead of one after the other. */
  readonly byFours: boolean;
  readonly fused: boolean;
}

/** A replacement kernel that computes whole rows of `row` elements. */
export interface RowKernel {
  readonly module: WebAssembly.Module;
  readonly row: number;
  /** Scratch memory per chunk in bytes, passed at the address before the output's; 0 where the module has no such parameter. */
  readonly scratch: number;
}

/** Operand for the index with number `which`, where `rowAxes` axes (0 or 1) are rows. */
export function operandOf(
  buffer: number,
  { constant }: IndexPlace,
  axes: readonly Axis[],
  which: number,
  rowAxes: number,
): Operand {
  const strides = axes.map((axis) => axis.strides[which]);
  return {
    buffer,
    begin: constant,
    column: strides[0] ?? 0,
    row: rowAxes === 1 ? strides[1] : 0,
    further: strides.slice(1 + rowAxes),
  };
}

export const plus = (x: number) => (x === 0 ? [] : [...whole.constant(x), whole.add]);
export const scaled = (x: number) => (x === 1 ? [] : [...whole.constant(x), whole.multiply]);

/** Minimum of two integers, each given by code without side effects. */
export const smaller = (a: readonly number[], b: readonly number[]) => [
  ...a,
  ...b,
  ...a,
  ...b,
  whole.less,
  whole.select,
];

/** Local variables with the start of an operand's current matrix. */
export interface Base {
  readonly operand: Operand;
  readonly base: number;
}

/**
 * Body of a kernel (...addresses read, address written, begin, end), where begin and end are whole rows. `body` receives code for the first
 * row of a matrix, a local with the end row, and a local with the output address of the matrix.
 */
export function rowLoop(
  locals: Locals,
  { reads, columns, rows, further }: RowLayout,
  bases: readonly Base[],
  body: (first: number[], rowEnd: number, out: number) => number[],
): number[] {
  const [out, begin, end] = [reads, reads + 1, reads + 2];
  const [at, stop, which, rowEnd, outBase] = [0, 1, 2, 3, 4].map(() => locals.take(I32));
  const left = [...get(stop), ...get(which), ...scaled(rows), whole.subtract];
  return [
    ...[...get(begin), ...whole.constant(columns), whole.divide, ...set(at)],
    ...[...get(end), ...whole.constant(columns), whole.divide, ...set(stop)],
    ...until(
      [...get(at), ...get(stop), whole.notLess],
      [
        ...[...get(at), ...whole.constant(rows), whole.divide, ...set(which)],
        ...bases.flatMap(({ operand, base }) => [...beginning(operand, which, further), ...set(base)]),
        ...[...get(out), ...get(which), ...scaled(rows * columns * SIZE), whole.add, ...set(outBase)],
        ...[...smaller(left, whole.constant(rows)), ...set(rowEnd)],
        ...body([...get(at), ...whole.constant(rows), whole.remainder], rowEnd, outBase),
        ...[...get(which), ...scaled(rows), ...get(rowEnd), whole.add, ...set(at)],
      ],
    ),
  ];
}

/** Start of an operand in the matrix with number `which`. */
function beginning({ buffer, begin, further }: Operand, which: number, sizes: readonly number[]): number[] {
  const steps = further.flatMap((stride, k) => {
    if (stride === 0 || sizes[k] === 1) return [];
    const before = sizes.slice(0, k).reduce((a, b) => a * b, 1);
    const digit = [
      ...get(which),
      ...(before === 1 ? [] : [...whole.constant(before), whole.divide]),
      ...(k === sizes.length - 1 ? [] : [...whole.constant(sizes[k]), whole.remainder]),
    ];
    return [...digit, ...scaled(stride * SIZE), whole.add];
  });
  return [...get(buffer), ...plus(begin * SIZE), ...steps];
}
