// Memory layout of a recording's kernels: every array gets an address, and addresses of arrays that are no longer read are reused. Arrays
// that are only copied keep their address.

import type { ArrayShapes } from "../tensor-shape.ts";
import { sizeOf } from "../tensor-shape.ts";
import type { KernelRecording } from "./kernel-recording.ts";
import { meaningOfModule } from "./lane-values.ts";
import { copiesAll, elementsByRows } from "./map-kernel.ts";
import { productByTiles } from "./product-kernel.ts";
import type { RowKernel } from "./row-loop.ts";
import { CHUNKS } from "./thread-pool-task.ts";

/** A kernel with the addresses it reads and writes; blocks of `row` elements are computed together. */
export interface PlacedStep extends RowKernel {
  readonly where: readonly number[];
  readonly work: number;
  /** Approximate number of operations. */
  readonly cost: number;
}

/** Addresses of one data set of a program. */
export interface PlacedSet {
  readonly steps: readonly PlacedStep[];
  /** Addresses of all inputs, including the shared ones. */
  readonly inputs: readonly number[];
  /** Addresses of the outputs that kernels write; undefined for constant outputs. */
  readonly outputs: readonly ({ readonly address: number; readonly length: number } | undefined)[];
}

export interface Placement {
  /** Total memory in bytes. */
  readonly bytes: number;
  readonly sets: readonly PlacedSet[];
  readonly constants: readonly (readonly [address: number, content: Uint8Array])[];
}

/** A multiple of the row tiles of all jax-js kernels. */
const ROW = 16;

/** A call whose arrays are numbered: arrays that occupied one address in turn have different numbers. */
interface Step extends RowKernel {
  readonly reads: readonly number[];
  readonly writes: number;
  readonly work: number;
  readonly cost: number;
  readonly bytes: number;
}

/**
 * Computes the layout for `count` data sets, which share all inputs from index `own` on. An output is either written by a call or constant.
 * Undefined where a call reads an array that was never written.
 */
export function placementOf(
  recording: KernelRecording,
  outputs: readonly (number | Float32Array)[],
  shapes: ArrayShapes,
  { count, own }: { readonly count: number; readonly own: number },
): Placement | undefined {
  const { inputs, constants, calls } = recording;
  const writers = new Set(outputs);
  const sources = [...inputs, ...constants.keys()];
  const current = new Map(sources.map((address, k) => [address, k]));
  const written = new Map<number, number>();
  const steps: Step[] = [];
  for (const [k, { module, reads, writes, work, bytes }] of calls.entries()) {
    const known = reads.flatMap((address) => current.get(address) ?? []);
    // An input or constant whose address is reused would be overwritten before the next run.
    if (known.length < reads.length || sources.includes(writes)) return undefined;
    if (!writers.has(k) && copiesAll(module, work)) {
      current.set(writes, known[0]);
      continue;
    }
    const value = sources.length + steps.length;
    const kernel = (recording.shared ? undefined : quicker(module, work)) ?? { module, row: ROW, scratch: 0 };
    const cost = work * (meaningOfModule(module)?.sum?.terms ?? 1);
    steps.push({ ...kernel, reads: known, writes: value, work, cost, bytes });
    current.set(writes, value);
    written.set(k, value);
  }
  const memory = new Places(64);
  const sizes = shapes.map((shape) => Math.max(8, 4 * sizeOf(shape)));
  const common = sizes.map((size, k) => (k < own ? 0 : memory.take(size)));
  const fixed = [...constants.values()].map((content) => [memory.take(content.length), content] as const);
  const kept = new Set(outputs.map((k) => (typeof k === "number" ? written.get(k) : undefined)));
  const sets = Array.from({ length: count }, () => {
    const places = sizes.map((size, k) => (k < own ? memory.take(size) : common[k]));
    const addresses = [...places, ...fixed.map(([address]) => address)];
    const placed = placeSteps(steps, addresses, kept, memory);
    const at = (value: number) => ({
      address: placed.addresses[value],
      length: lengthOf(steps, value, sources.length),
    });
    return {
      steps: placed.steps,
      inputs: places,
      outputs: outputs.map((k) => (typeof k === "number" ? at(written.get(k) ?? 0) : undefined)),
    };
  });
  return { bytes: memory.end, sets, constants: fixed };
}

function lengthOf(steps: readonly Step[], value: number, sources: number): number {
  return steps[value - sources].work;
}

/** A faster kernel with bit-identical results, where one is available. */
function quicker(module: WebAssembly.Module, work: number): RowKernel | undefined {
  return productByTiles(module, work) ?? elementsByRows(module, work);
}

/** Assigns addresses to the arrays that the steps write, behind those of inputs and constants. */
function placeSteps(
  steps: readonly Step[],
  given: readonly number[],
  kept: ReadonlySet<number | undefined>,
  memory: Places,
): { readonly steps: PlacedStep[]; readonly addresses: readonly number[] } {
  const addresses = [...given];
  const lastUse = new Map<number, number>();
  for (const [k, { reads, writes }] of steps.entries()) for (const value of [...reads, writes]) lastUse.set(value, k);
  const free = new Map<number, number[]>();
  // Kernels run one after the other, so they share the scratch memory.
  const scratchAt = memory.take(CHUNKS * Math.max(0, ...steps.map(({ scratch }) => scratch)));
  const placed = steps.map(({ module, row, scratch, reads, writes, work, cost, bytes }, k) => {
    addresses[writes] = free.get(rounded(bytes))?.pop() ?? memory.take(bytes);
    for (const value of new Set([...reads, writes])) {
      if (value < given.length || kept.has(value) || lastUse.get(value) !== k) continue;
      const size = rounded(steps[value - given.length].bytes);
      free.set(size, [...(free.get(size) ?? []), addresses[value]]);
    }
    const [read, written] = [reads.map((value) => addresses[value]), addresses[writes]];
    return { module, row, scratch, work, cost, where: [...read, ...(scratch === 0 ? [] : [scratchAt]), written] };
  });
  return { steps: placed, addresses };
}

const rounded = (bytes: number) => Math.ceil(bytes / 64) * 64;

/** Allocates memory from address 0 on, and reuses freed blocks. */
class Places {
  end: number;

  constructor(from: number) {
    this.end = from;
  }

  take(bytes: number): number {
    this.end += rounded(bytes);
    return this.end - rounded(bytes);
  }
}
