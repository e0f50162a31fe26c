// Tiled and row-wise kernels against jax-js's own, bit for bit.

import { describe, expect, it } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { jit, np } from "../jax.ts";
import type { ArrayShapes } from "../tensor-shape.ts";
import { sizeOf } from "../tensor-shape.ts";
import { type KernelCall, type KernelFunction, kernelOf, recordKernels } from "./kernel-recording.ts";
import { copiesAll, elementsByRows } from "./map-kernel.ts";
import { materialise } from "./materialise.ts";
import { productByTiles } from "./product-kernel.ts";
import type { RowKernel } from "./row-loop.ts";
import { rememberingModules } from "./shared-modules.ts";

type F = (...inputs: np.Array[]) => np.Array;
type Find = (module: WebAssembly.Module, work: number) => RowKernel | undefined;

const random = Random.of(1, "products");
const numbersOf = (count: number) => Float32Array.from({ length: count }, () => random.normal());
/** Numbers of both signs, including NaN, infinities, and zeros of either sign. */
const oddNumbersOf = (count: number) =>
  numbersOf(count).map((x) => (random.uniform() < 0.7 ? x : ODD[random.integer(ODD.length)]));
const ODD = [0, -0, 1, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

const BUFFER = 1 << 18;
/** Every input is a slice of these, with a different start. */
const [plainNumbers, oddNumbers] = [numbersOf, oddNumbersOf].map((draw) => draw(2 * BUFFER));

/** Records the kernels of `f` for inputs of the given shapes. */
function kernelsOf(f: F, shapes: ArrayShapes): readonly KernelCall[] {
  const compiled = jit((...inputs: np.Array[]) => [f(...inputs)]);
  const inputs = shapes.map((shape) => numbersOf(sizeOf(shape)));
  const arrays = () => inputs.map((x, k) => np.array(x.slice(), { shape: [...shapes[k]] }));
  const recorded = rememberingModules(() => recordKernels(inputs, () => compiled(...arrays())));
  compiled.dispose();
  return recorded?.calls ?? [];
}

/** Runs both modules on the same numbers in separate memories; the second runs in the given pieces, each with its own scratch memory. */
function results(call: KernelCall, tiles: RowKernel, pieces: readonly number[], odd: boolean): Float32Array[] {
  const { reads, work, module } = call;
  const content = reads.map((_, k) => (odd ? oddNumbers : plainNumbers).subarray(k * 1013, k * 1013 + BUFFER));
  return [module, tiles.module].map((one, which) => {
    const pages = ((reads.length + 2) * BUFFER * 4) / 65_536;
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: false });
    for (const [k, x] of content.entries()) new Float32Array(memory.buffer, 4 * k * BUFFER, BUFFER).set(x);
    const kernel: KernelFunction | undefined = kernelOf(new WebAssembly.Instance(one, { env: { memory } }));
    const read = reads.map((_, k) => 4 * k * BUFFER);
    const behind = 4 * (reads.length + 1) * BUFFER;
    const output = new Float32Array(memory.buffer, 4 * reads.length * BUFFER, work);
    let begin = 0;
    for (const [piece, end] of (which === 0 ? [work] : pieces).entries()) {
      const scratch = which === 0 || tiles.scratch === 0 ? [] : [behind + piece * tiles.scratch];
      kernel?.(...read, ...scratch, output.byteOffset, begin, end);
      // Nothing may be written beyond the piece, where another thread may be working.
      expect(output.subarray(end).every((x) => x === 0)).toBe(true);
      begin = end;
    }
    return output.slice();
  });
}

/** Compares the kernel of `f` that `find` recognises with its replacement, as a whole and in pieces. */
function compare(find: Find, f: F, shapes: ArrayShapes): void {
  const kernels = kernelsOf(f, shapes).flatMap((call) => {
    const own = find(call.module, call.work);
    return own === undefined ? [] : [{ call, own }];
  });
  expect(kernels.length).toBe(1);
  const [{ call, own }] = kernels;
  const rows = call.work / own.row;
  for (const odd of [false, true]) {
    for (const pieces of [[rows], [Math.ceil(rows / 3), Math.ceil(rows / 2), rows]]) {
      const ends = pieces.map((row) => row * own.row);
      const [theirs, ours] = results(call, own, ends, odd);
      expect(ours.findIndex((x, k) => !Object.is(x, theirs[k]))).toBe(-1);
    }
  }
}

const times = (a: number, b: number): ArrayShapes => [
  [a, 24],
  [24, b],
];

describe("tiled matrix products are bit-identical", () => {
  it.each<[string, F, ArrayShapes]>([
    ["of two matrices", np.matmul, times(40, 64)],
    ["of odd rows, and columns that fill no pair of vectors", np.matmul, times(7, 20)],
    ["of columns that fill no vector", np.matmul, times(7, 22)],
    ["of five columns", np.matmul, times(9, 5)],
    [
      "of columns that fill no vector, of many terms",
      (a, b, c) => np.matmul(a.transpose(), b).add(c),
      matrix("512 32 | 512 67 | 32 67"),
    ],
    ["of columns that fill no vector, in blocks", np.matmul, matrix("8 640 | 640 67")],
    ["of columns that fill no vector, beside a copy", np.matmul, matrix("260 24 | 24 101")],
    ["by fours, of columns that fill no vector", (a, b) => np.matmul(a, b.transpose()), matrix("9 24 | 13 24")],
    ["with the second transposed", (a, b) => np.matmul(a, b.transpose()), matrix("10 24 | 12 24")],
    ["with the first transposed", (a, b) => np.matmul(a.transpose(), b), matrix("24 8 | 24 16")],
    ["of many terms, in blocks", np.matmul, matrix("8 640 | 640 32")],
    ["of many columns, in blocks", np.matmul, matrix("8 64 | 64 640")],
    ["of a count of terms that has no divisors", np.matmul, matrix("8 127 | 127 16")],
    ["of one row", np.matmul, times(1, 32)],
    ["of batches", np.matmul, matrix("5 8 12 | 5 12 16")],
    [
      "of batches within batches, transposed",
      (a, b) => np.matmul(a.transpose([0, 2, 1, 3]), b.transpose([0, 2, 3, 1])),
      matrix("3 8 2 16 | 3 8 2 16"),
    ],
    [
      "of one number for all, then a sum and another number",
      (a, b, c) => np.matmul(a, b).mul(0.25).add(c),
      matrix("8 24 | 24 16 | 8 16"),
    ],
    [
      "with what is added by columns, kept above 0",
      (a, b, c) => np.maximum(np.matmul(a, b).add(c), 0.5),
      [[8, 24], [24, 16], [16]],
    ],
    ["with what is added by rows, in many terms", (a, b, c) => np.matmul(a, b).sub(c), matrix("8 640 | 640 16 | 8 1")],
    ["by fours with what is added", (a, b, c) => np.matmul(a, b.transpose()).add(c), matrix("9 24 | 12 24 | 9 12")],
    ["as sums of products", (a, b) => np.sum(a.mul(b.reshape([6, 1, 16])), 2), matrix("6 8 16 | 6 16")],
    ["as sums of products by rows", (a, b) => np.sum(a.mul(b.reshape([6, 8, 1])), 1), matrix("6 8 16 | 6 8")],
  ])("%s", (_, f, shapes) => compare(productByTiles, f, shapes));

  it.each<[string, F, ArrayShapes]>([
    ["of columns that fill no pair of vectors", np.matmul, matrix("260 24 | 24 100")],
    [
      "of many terms and columns, in blocks",
      (a, b, c) => np.matmul(a, b).add(c),
      matrix("256 320 | 320 224 | 256 224"),
    ],
    ["of batches, the first transposed", (a, b) => np.matmul(a.transpose([0, 2, 1]), b), matrix("2 16 260 | 2 16 96")],
  ])("with a copied right operand, %s", (_, f, shapes) => {
    const kernels = kernelsOf(f, shapes).map(({ module, work }) => productByTiles(module, work));
    expect(kernels.map((own) => own !== undefined && own.scratch > 0)).toEqual([true]);
    compare(productByTiles, f, shapes);
  });
});

describe("row-wise elementwise kernels are bit-identical", () => {
  it.each<[string, F, ArrayShapes]>([
    ["of one array", (a) => a.mul(2), [[8, 12]]],
    ["of more than a row", (a) => a.sub(0.5), [[5000]]],
    ["of two arrays, by rows and by columns", (a, b, c) => a.mul(b).add(c), [[8, 12], [8, 1], [12]]],
    ["of a part of an array", (a) => a.slice([], [8, 16]).mul(3), [[6, 24]]],
    ["in another order", (a) => materialise(a.transpose([0, 2, 1, 3])), [[3, 4, 2, 8]]],
    ["the other way round", (a) => materialise(a.transpose([1, 0])), [[12, 8]]],
    ["chosen", (a, b) => np.where(a.less(0), 0, b), matrix("8 12 | 8 12")],
    ["chosen by a comparison", (a, b) => np.where(a.ref.less(b.ref), a.mul(3), b), matrix("8 12 | 8 12")],
    ["of which one or the other is 0", (a, b) => ofEither(a, b), matrix("8 12 | 8 12")],
    ["kept within bounds", (a) => np.maximum(np.minimum(a, 0.5), -0.5), [[8, 12]]],
    ["of quotients and roots", (a, b) => np.sqrt(np.square(a)).div(b.add(7)), matrix("8 12 | 8 1")],
    ["as exponentials", (a, b) => materialise(np.exp(a.sub(b))), [[8, 12], [12]]],
    ["of what is used twice", (a, b) => square(a.sub(b)), [[8, 12], [12]]],
  ])("%s", (_, f, shapes) => compare(elementsByRows, f, shapes));
});

function ofEither(a: np.Array, b: np.Array): np.Array {
  const smaller = a.ref.less(b.ref);
  return np.where(smaller.ref, 0, a).add(np.where(smaller, b, 0).mul(2));
}

function square(x: np.Array): np.Array {
  return x.ref.add(1).mul(x);
}

it.each<[string, boolean, F, ArrayShapes]>([
  ["the same numbers in another shape", true, (a) => a.reshape([8, 12]), [[2, 4, 12]]],
  ["another order", false, (a) => a.transpose(), [[8, 12]]],
  ["a part", false, (a) => a.slice([2, 6]), [[8, 12]]],
  ["a row again and again", false, (a) => np.broadcastTo(a, [8, 12]), [[12]]],
  ["its first number", false, (a) => np.broadcastTo(a.slice([0, 1]), [12]), [[12]]],
  ["other numbers", false, (a) => a.mul(2), [[8, 12]]],
])("%s, as a copy: %s", (_, whole, f, shapes) => {
  const calls = kernelsOf(f, shapes);
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.some(({ module, work }) => copiesAll(module, work))).toBe(whole);
});

it("other kernels are left unchanged", () => {
  const matrices = times(8, 16);
  const row = [[8, 24], [24]];
  for (const [find, f, shapes] of [
    [productByTiles, (a, b) => a.mul(b), row],
    [productByTiles, (a) => np.sum(a, 1), [[8, 24]]],
    [productByTiles, (a) => np.max(a, 1), [[8, 24]]],
    [productByTiles, (a, b) => np.log(np.matmul(a, b)), matrices],
    [productByTiles, np.matmul, times(8, 3)],
    [elementsByRows, np.matmul, matrices],
    [elementsByRows, (a) => np.sum(a, 1), [[8, 24]]],
    [elementsByRows, (a) => np.log(a), [[8, 24]]],
    [elementsByRows, (a) => a.add(1), [[6]]],
    [elementsByRows, (a) => a.less(0).astype(np.float32), [[8, 24]]],
    [elementsByRows, (a) => np.flip(a, 0), [[8, 24]]],
  ] satisfies [Find, F, ArrayShapes][]) {
    for (const { module, work } of kernelsOf(f, shapes)) expect(find(module, work)).toBeUndefined();
  }
});
