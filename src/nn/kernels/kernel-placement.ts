// Where the kernels of a recording read and write in one memory: every array gets a place, and the places of those that have been
// read for the last time are used again. What is only copied keeps the place that it has.

import type { ArrayShapes } from "../tensor-shape.ts";
import { sizeOf } from "../tensor-shape.ts";
import type { KernelRecording } from "./kernel-recording.ts";
import { meaningOfModule } from "./lane-values.ts";
import { copiesAll, elementsByRows } from "./map-kernel.ts";
import { productByTiles } from "./product-kernel.ts";
import type { RowKernel } from "./row-loop.ts";
import { CHUNKS } from "./thread-pool-task.ts";

/** A kernel with its addresses, read and written; `row` elements of it stay together. */
export interface PlacedStep extends RowKernel {
  readonly where: readonly number[];
  readonly work: number;
  /** Numbers that it puts together, about. */
  readonly cost: number;
}

/** One set of a program's data. */
export interface PlacedSet {
  readonly steps: readonly PlacedStep[];
  /** Addresses of all inputs, those that are shared among them. */
  readonly inputs: readonly number[];
  /** Addresses of what calls write; undefined for what is always the same. */
  readonly outputs: readonly ({ readonly address: number; readonly length: number } | undefined)[];
}

export interface Placement {
  /** Of the memory. */
  readonly bytes: number;
  readonly sets: readonly PlacedSet[];
  readonly constants: readonly (readonly [address: number, content: Uint8Array])[];
}

/** Whole rows of any tile that jax-js's kernels have. */
const ROW = 16;

/** A call whose arrays have numbers of their own: arrays that lay at one address in turn have several. */
interface Step extends RowKernel {
  readonly reads: readonly number[];
  readonly writes: number;
  readonly work: number;
  readonly cost: number;
  readonly bytes: number;
}

/**
 * Places for `count` sets of arrays, which share all inputs from the `own`-th on. An output is what a call writes, or always
 * the same. Undefined where the calls read what none has written.
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
    // An input or a constant whose place was used again would not last till the next run.
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

/** A kernel that computes the same bits sooner, where one is known. */
function quicker(module: WebAssembly.Module, work: number): RowKernel | undefined {
  return productByTiles(module, work) ?? elementsByRows(module, work);
}

/** Places of what the steps write, behind the addresses of what they are given. */
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
  // Kernels run one after the other, so that they share it.
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

/** Memory that is given out from the beginning on. */
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
