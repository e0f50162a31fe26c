// Code generator for tiled matrix products (`product-kernel.ts`). V8 hoists all loads of a basic block to its start, so a block covers one
// term, or four, of a tile: eight sums and their operands fit into 16 registers.

import type { Expression } from "./kernel-reading.ts";
import { valueByLanes } from "./lane-values.ts";
import { again, either, four, get, I32, kernelModule, Locals, set, until, V128, whole } from "./module-code.ts";
import { type Base, LANES, type MatrixProduct, plus, rowLoop, SIZE, scaled, smaller } from "./row-loop.ts";

/** Terms that are summed before the next columns start, and numbers of the right operand that stay in the cache meanwhile. */
const TERMS = 64;
const NEAR = 8192;

/** Size of a tile: rows, and vectors of columns. */
interface Tile {
  readonly rows: number;
  readonly vectors: number;
}

/**
 * A right operand with a stride of at least APART numbers between terms is copied block by block, for products with at least ROWS rows.
 * Terms at large strides share a few sets of the first-level cache and evict each other.
 */
const [APART, ROWS] = [96, 256];

/**
 * Code of a kernel (...addresses read, scratch address, address written, begin, end), where begin and end are whole rows, and its scratch
 * size in bytes. Without scratch memory that address is omitted.
 */
export function productModule(product: MatrixProduct): { code: Uint8Array<ArrayBuffer>; scratch: number } {
  const writer = new Writer(product);
  return { code: kernelModule(writer.parameters, ...writer.kernel()), scratch: writer.scratch };
}

class Writer {
  /** Bytes of the copy of a block; 0 without a copy. */
  readonly scratch: number;
  readonly parameters: number;
  readonly #product: MatrixProduct;
  readonly #locals: Locals;
  readonly #termBlock: number;
  readonly #columnBlock: number;
  readonly #row: number;
  readonly #column: number;
  readonly #firstTerm: number;
  readonly #columnEnd: number;
  readonly #pointers: { left: number; right: number; leftRow: number; out: number; end: number };
  readonly #bases: { left: number; right: number };
  readonly #loads: ReadonlyMap<Expression, Base & { pointer: number }>;
  readonly #sums: readonly number[];
  readonly #lefts: readonly number[];
  readonly #rights: readonly number[];

  constructor(product: MatrixProduct) {
    const { terms, columns, rows, byFours, reads, right } = product;
    const isRagged = columns % LANES !== 0;
    // Columns that are computed twice must not be accumulated twice.
    this.#termBlock = byFours || isRagged ? terms : divisorAtMost(terms, TERMS);
    // Rows with many terms leave less cache for the right operand.
    const most = this.#termBlock > TERMS ? NEAR / 2 : NEAR;
    const near = Math.max(2 * LANES, Math.floor(most / this.#termBlock / (2 * LANES)) * 2 * LANES);
    this.#columnBlock = Math.min(columns, near);
    const copies = !byFours && !isRagged && right.term >= APART && rows >= ROWS;
    this.scratch = copies ? this.#termBlock * this.#columnBlock * SIZE : 0;
    // The address of the copy follows those of the operands.
    this.#product = { ...product, reads: copies ? reads + 1 : reads };
    this.parameters = this.#product.reads + 3;
    this.#locals = new Locals(this.parameters);
    const index = () => this.#locals.take(I32);
    const vectors = (count: number) => Array.from({ length: count }, () => this.#locals.take(V128));
    [this.#row, this.#column, this.#firstTerm, this.#columnEnd] = [0, 1, 2, 3].map(index);
    this.#pointers = { left: index(), right: index(), leftRow: index(), out: index(), end: index() };
    this.#bases = { left: index(), right: index() };
    this.#loads = new Map(
      [...product.loads].map(([load, operand]) => [load, { operand, base: index(), pointer: index() }]),
    );
    this.#sums = vectors(8);
    this.#lefts = vectors(LANES);
    this.#rights = vectors(LANES);
  }

  kernel(): [locals: Locals, body: number[]] {
    const { left, right } = this.#product;
    const bases = [
      { operand: left, base: this.#bases.left },
      { operand: right, base: this.#bases.right },
      ...this.#loads.values(),
    ];
    return [
      this.#locals,
      rowLoop(this.#locals, this.#product, bases, (first, rowEnd, out) => this.#blocks(first, rowEnd, out)),
    ];
  }

  /** Computes the rows from `first` on of one matrix, by blocks of columns and of terms. */
  #blocks(first: readonly number[], rowEnd: number, out: number): number[] {
    const { columns, terms } = this.#product;
    const from = this.#locals.take(I32);
    const rows = [...this.#copied(from), ...first, ...set(this.#row), ...this.#rowTiles(from, rowEnd, out)];
    const termBlocks =
      this.#termBlock === terms
        ? [...whole.constant(0), ...set(this.#firstTerm), ...rows]
        : counted(this.#firstTerm, terms, this.#termBlock, rows);
    const end = smaller([...get(from), ...plus(this.#columnBlock)], whole.constant(columns));
    return counted(from, columns, this.#columnBlock, [...end, ...set(this.#columnEnd), ...termBlocks]);
  }

  /** Copies a block of the right operand contiguously: tile by tile, and term by term within a tile. */
  #copied(from: number): number[] {
    if (this.scratch === 0) return [];
    const { right } = this.#product;
    const { right: source, out: target, end } = this.#pointers;
    const tiles = (vectors: number) =>
      this.#tilesUntilEnd(vectors, [
        ...this.#rightAt(source),
        ...[...this.#copyAt(from), ...set(target)],
        ...[...get(target), ...plus(this.#termBlock * vectors * LANES * SIZE), ...set(end)],
        ...again(
          [
            ...Array.from({ length: vectors }, (_, v) => [
              ...[...get(target), ...get(source), ...four.load(SIZE * LANES * v), ...four.store(SIZE * LANES * v)],
            ]).flat(),
            ...[...get(source), ...plus(right.term * SIZE), ...set(source)],
            ...[...get(target), ...plus(vectors * LANES * SIZE), ...set(target)],
          ],
          [...get(target), ...get(end), whole.notEqual],
        ),
      ]);
    return [...get(from), ...set(this.#column), ...tiles(2), ...tiles(1)];
  }

  /** Code for each group of `vectors` column vectors that remain in a block. */
  #tilesUntilEnd(vectors: number, body: readonly number[]): number[] {
    return until(
      [...get(this.#columnEnd), ...get(this.#column), ...plus(vectors * LANES), whole.less],
      [...body, ...get(this.#column), ...plus(vectors * LANES), ...set(this.#column)],
    );
  }

  /** Address of the right operand at the current columns and first term. */
  #rightAt(pointer: number): number[] {
    const { right } = this.#product;
    return [
      ...[...get(this.#bases.right), ...get(this.#firstTerm), ...scaled(right.term * SIZE), whole.add],
      ...[...get(this.#column), ...scaled(right.column * SIZE), whole.add, ...set(pointer)],
    ];
  }

  /** Address of the copy at the current columns. */
  #copyAt(from: number): number[] {
    return [
      ...[...get(this.#product.reads - 1), ...get(this.#column), ...get(from), whole.subtract],
      ...[...scaled(this.#termBlock * SIZE), whole.add],
    ];
  }

  #rowTiles(from: number, rowEnd: number, out: number): number[] {
    const { rows, byFours } = this.#product;
    const tile = byFours ? 2 : 4;
    const tiles = (count: number) =>
      until([...get(rowEnd), ...get(this.#row), ...plus(count), whole.less], this.#columnTiles(from, count, out));
    return [...(rows < tile ? [] : tiles(tile)), ...tiles(1)];
  }

  /** All tiles with this number of rows. */
  #columnTiles(from: number, rows: number, out: number): number[] {
    const { left, byFours } = this.#product;
    const tiles = (vectors: number) => this.#tilesUntilEnd(vectors, this.#tile({ rows, vectors }, from, out));
    return [
      ...[...get(from), ...set(this.#column)],
      ...[...get(this.#bases.left), ...get(this.#row), ...scaled(left.row * SIZE), whole.add],
      ...[...get(this.#firstTerm), ...scaled(left.term * SIZE), whole.add, ...set(this.#pointers.leftRow)],
      ...(byFours ? [] : tiles(2)),
      ...tiles(1),
      ...this.#lastColumns(this.#tile({ rows, vectors: 1 }, from, out)),
      ...[...get(this.#row), ...plus(rows), ...set(this.#row)],
    ];
  }

  /** Remaining columns that do not fill a vector are computed by an overlapping vector that starts before them. */
  #lastColumns(tile: readonly number[]): number[] {
    if (this.#product.columns % LANES === 0) return [];
    return either(
      [...get(this.#column), ...get(this.#columnEnd), whole.less],
      [...get(this.#columnEnd), ...whole.constant(LANES), whole.subtract, ...set(this.#column), ...tile],
      [],
    );
  }

  #tile(tile: Tile, from: number, outBase: number): number[] {
    const { columns, byFours } = this.#product;
    const { left, leftRow, right: rightAt, out } = this.#pointers;
    return [
      ...[...get(leftRow), ...set(left)],
      ...(this.scratch === 0 ? this.#rightAt(rightAt) : [...this.#copyAt(from), ...set(rightAt)]),
      ...[...get(outBase), ...get(this.#row), ...scaled(columns), ...get(this.#column), whole.add],
      ...[...scaled(SIZE), whole.add, ...set(out)],
      ...[...this.#loads.values()].flatMap(({ operand, base, pointer }) => [
        ...[...get(base), ...get(this.#row), ...scaled(operand.row * SIZE), whole.add],
        ...[...get(this.#column), ...scaled(operand.column * SIZE), whole.add, ...set(pointer)],
      ]),
      ...(byFours ? this.#byFours(tile) : this.#oneByOne(tile)),
    ];
  }

  /** Sum over terms with vectors of right-operand columns, each multiplied by one number of the left operand. */
  #oneByOne({ rows, vectors }: Tile): number[] {
    const { left, right, terms, columns } = this.#product;
    const at = this.#pointers;
    const sums = this.#sums.slice(0, rows * vectors);
    const place = (k: number) => SIZE * (Math.floor(k / vectors) * columns + LANES * (k % vectors));
    const nothing = sums.flatMap((sum) => [...four.float(0), ...set(sum)]);
    const before = sums.flatMap((sum, k) => [...get(at.out), ...four.load(place(k)), ...set(sum)]);
    const raw = sums.flatMap((sum, k) => [...get(at.out), ...get(sum), ...four.store(place(k))]);
    const done = sums.flatMap((sum, k) => this.#stored(sum, Math.floor(k / vectors), k % vectors, place(k)));
    const undivided = this.#termBlock === terms;
    const last = [...get(this.#firstTerm), ...whole.constant(terms - this.#termBlock), whole.equal];
    return [
      ...(undivided ? nothing : either([...get(this.#firstTerm), whole.isZero], nothing, before)),
      ...this.#rounds(this.#termBlock, left.term, this.scratch === 0 ? right.term : vectors * LANES, [
        ...this.#rights
          .slice(0, vectors)
          .flatMap((local, v) => [...[...get(at.right), ...four.load(SIZE * LANES * v), ...set(local)]]),
        ...this.#lefts
          .slice(0, rows)
          .flatMap((local, r) => [...[...get(at.left), ...four.splat(SIZE * r * left.row), ...set(local)]]),
        ...sums.flatMap((sum, k) => this.#added(sum, this.#lefts[Math.floor(k / vectors)], this.#rights[k % vectors])),
      ]),
      ...(undivided || this.#product.value.kind === "total" ? done : either(last, done, raw)),
    ];
  }

  /** Sums of four neighbouring terms per vector, for four columns; the four partial sums of each column are added at the end. */
  #byFours({ rows }: Tile): number[] {
    const { left, right, terms } = this.#product;
    const at = this.#pointers;
    const sums = this.#sums.slice(0, rows * LANES);
    return [
      ...sums.flatMap((sum) => [...four.float(0), ...set(sum)]),
      ...this.#rounds(terms / LANES, LANES, LANES, [
        ...this.#rights.flatMap((local, c) => [
          ...[...get(at.right), ...four.load(SIZE * c * right.column), ...set(local)],
        ]),
        ...this.#lefts
          .slice(0, rows)
          .flatMap((local, r) => [...[...get(at.left), ...four.load(SIZE * r * left.row), ...set(local)]]),
        ...sums.flatMap((sum, k) => this.#added(sum, this.#lefts[Math.floor(k / LANES)], this.#rights[k % LANES])),
      ]),
      ...Array.from({ length: rows }, (_, r) => [
        ...this.#across(sums.slice(LANES * r, LANES * (r + 1))),
        ...this.#stored(this.#lefts[0], r, 0, SIZE * r * this.#product.columns),
      ]).flat(),
    ];
  }

  /** Horizontal sums ((a + b) + c) + d of four vectors, combined in the first local of the left operand. */
  #across(vectors: readonly number[]): number[] {
    const pairs = [
      [0, 1, [0, 4, 1, 5]],
      [2, 3, [0, 4, 1, 5]],
      [0, 1, [2, 6, 3, 7]],
      [2, 3, [2, 6, 3, 7]],
    ] as const;
    const [low, low2, high, high2] = this.#rights;
    const lane = (a: number, b: number, lanes: readonly number[]) => [...get(a), ...get(b), ...four.shuffle(lanes)];
    return [
      ...pairs.flatMap(([a, b, lanes], k) => [...lane(vectors[a], vectors[b], lanes), ...set(this.#rights[k])]),
      ...[...lane(low, low2, [0, 1, 4, 5]), ...lane(low, low2, [2, 3, 6, 7]), ...four.add],
      ...[...lane(high, high2, [0, 1, 4, 5]), ...four.add, ...lane(high, high2, [2, 3, 6, 7]), ...four.add],
      ...set(this.#lefts[0]),
    ];
  }

  #rounds(count: number, left: number, right: number, body: readonly number[]): number[] {
    const at = this.#pointers;
    return [
      ...[...get(at.right), ...plus(count * right * SIZE), ...set(at.end)],
      ...again(
        [
          ...body,
          ...[...get(at.left), ...plus(left * SIZE), ...set(at.left)],
          ...[...get(at.right), ...plus(right * SIZE), ...set(at.right)],
        ],
        [...get(at.right), ...get(at.end), whole.notEqual],
      ),
    ];
  }

  #added(sum: number, left: number, right: number): number[] {
    if (this.#product.fused) return [...get(left), ...get(right), ...get(sum), ...four.fused, ...set(sum)];
    return [...get(left), ...get(right), ...four.multiply, ...get(sum), ...four.add, ...set(sum)];
  }

  /** Stores the result of a sum at a row of the tile and a vector of its columns. */
  #stored(sum: number, row: number, vector: number, offset: number): number[] {
    const value = valueByLanes(this.#product.value, this.#locals, (one) => {
      const load = this.#loads.get(one);
      if (load === undefined) return get(sum);
      const { operand, pointer } = load;
      if (operand.column === 0) return [...get(pointer), ...four.splat(SIZE * row * operand.row)];
      return [...get(pointer), ...four.load(SIZE * (row * operand.row + LANES * vector))];
    });
    return [...get(this.#pointers.out), ...value, ...four.store(offset)];
  }
}

/** Loop from 0 to `end` with a step. */
function counted(local: number, end: number, step: number, body: readonly number[]): number[] {
  return [
    ...[...whole.constant(0), ...set(local)],
    ...until(
      [...get(local), ...whole.constant(end), whole.notLess],
      [...body, ...get(local), ...plus(step), ...set(local)],
    ),
  ];
}

/** The largest divisor of `x` from LANES² to `most`; `x` itself where it is at most `most` or has no such divisor. */
function divisorAtMost(x: number, most: number): number {
  if (x <= most) return x;
  for (let k = most; k >= LANES * LANES; k--) if (x % k === 0) return k;
  return x;
}
