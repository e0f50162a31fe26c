// What kernels of this house have in common: they go through rows of many matrices, and know where each operand's matrix begins.

import type { Expression } from "./kernel-reading.ts";
import { get, I32, type Locals, set, until, whole } from "./module-code.ts";
import type { Axis, IndexPlace } from "./strides.ts";

/** Numbers in a vector, and bytes of a number. */
export const LANES = 4;
export const SIZE = 4;

/** An array that a kernel reads: its buffer, where it begins, and how far it moves along columns, rows and further axes. */
export interface Operand {
  readonly buffer: number;
  readonly begin: number;
  readonly column: number;
  readonly row: number;
  readonly further: readonly number[];
}

/** What a kernel writes: [… × rows × columns], one number after the other. */
export interface RowLayout {
  /** Buffers that it reads. */
  readonly reads: number;
  readonly columns: number;
  readonly rows: number;
  /** Sizes of axes beyond the rows, the quickest first. */
  readonly further: readonly number[];
}

/** [… × rows × columns] of Σₖ left·right, made into `value`. */
export interface MatrixProduct extends RowLayout {
  readonly terms: number;
  /** The same for all columns of a row. */
  readonly left: Operand & { readonly term: number };
  readonly right: Operand & { readonly term: number };
  readonly value: Expression;
  /** What `value` reads, by its loads. */
  readonly loads: ReadonlyMap<Expression, Operand>;
  /** Whether terms are added by fours (every fourth together, then the four sums) rather than one after the other. */
  readonly byFours: boolean;
  readonly fused: boolean;
}

/** A kernel that stands in for another one, and computes whole rows of so many elements. */
export interface RowKernel {
  readonly module: WebAssembly.Module;
  readonly row: number;
  /** Bytes that each of its chunks works in, at an address that comes before the one written; 0 where the module takes none. */
  readonly scratch: number;
}

/** The `which`-th of several places as an operand, where `rowAxes` axes (0 or 1) are rows. */
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

/** The smaller of two whole numbers, each given by code without effects. */
export const smaller = (a: readonly number[], b: readonly number[]) => [
  ...a,
  ...b,
  ...a,
  ...b,
  whole.less,
  whole.select,
];

/** Locals that hold where the present matrix of an operand begins. */
export interface Base {
  readonly operand: Operand;
  readonly base: number;
}

/**
 * The body of a kernel (...addresses read, address written, begin, end), begin and end being whole rows: `body` is given code
 * for the first row of a matrix, a local with the row to end before, and a local with where the matrix is written.
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

/** Where an operand begins for the `which`-th matrix. */
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
