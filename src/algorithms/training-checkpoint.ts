// What a training keeps between two of its segments, as named tensors: made from parameters and states, and read back with
// a sentence where one does not fit.

import type { z } from "zod";
import type { TrainingCheckpoint } from "../core/algorithm.ts";
import { RewardMemory } from "../core/reward-memory.ts";
import type { Optimiser } from "../nn/optimiser.ts";
import type { Parameters } from "../nn/parameters.ts";

export type SavedTensor = TrainingCheckpoint["tensors"][number];

export type SavedTensors = ReadonlyMap<string, Float32Array>;

/** A state of numbers as a tensor of one axis; a copy. */
export function saved(name: string, state: ArrayLike<number>): SavedTensor {
  return { name, shape: [state.length], data: Float32Array.from(state) };
}

/** A value that JSON can write, as the codes of its characters, which single precision holds whole. */
export function savedValue(name: string, value: unknown): SavedTensor {
  const text = JSON.stringify(value);
  return saved(
    name,
    Array.from({ length: text.length }, (_, k) => text.charCodeAt(k)),
  );
}

/** A value as `savedValue` wrote it. Throws an Error where there is none, or none of that shape. */
export function restoredValue<T>(tensors: SavedTensors, name: string, shape: z.ZodType<T>): T {
  const codes = tensors.get(name);
  if (codes === undefined) throw new Error(`it has no tensor "${name}"`);
  return shape.parse(JSON.parse(Array.from(codes, (code) => String.fromCharCode(code)).join("")));
}

/** Parameters under their own names, after `prefix`; copies. */
export function savedParameters(parameters: Parameters, prefix = ""): SavedTensor[] {
  return parameters.shapes.map(({ name, shape }, k) => ({
    name: `${prefix}${name}`,
    shape,
    data: parameters.view(k).slice(),
  }));
}

/** Parameters and the state of their optimiser, under names that begin with `prefix`. */
export function savedModel(parameters: Parameters, { state }: Pick<Optimiser, "state">, prefix: string): SavedTensor[] {
  return [...savedParameters(parameters, prefix), saved(`${prefix}optimiser`, state)];
}

/** The tensors of every learner, under names that tell them apart. */
export function savedLearners(learners: readonly { save(): SavedTensor[] }[]): SavedTensor[] {
  return learners.flatMap((own, k) => own.save().map((tensor) => ({ ...tensor, name: `learner.${k}.${tensor.name}` })));
}

/** The tensors of learner `k` as `savedLearners` named them. */
export function tensorsOf({ tensors }: TrainingCheckpoint, k: number): SavedTensors {
  const prefix = `learner.${k}.`;
  return new Map(
    tensors.filter(({ name }) => name.startsWith(prefix)).map(({ name, data }) => [name.slice(prefix.length), data]),
  );
}

/** What rewards remember, exactly: a number as four words of 16 bits, which single precision holds whole. */
export function savedMemory(memory: RewardMemory): SavedTensor[] {
  return memory
    .save()
    .flatMap(({ name, keys, values }) => [
      saved(`${MEMORY}${name}.keys`, words(keys)),
      saved(`${MEMORY}${name}.values`, words(values)),
    ]);
}

/** A memory as `savedMemory` wrote it; an empty one from no checkpoint. */
export function restoredMemory(from?: TrainingCheckpoint): RewardMemory {
  const memory = RewardMemory.empty();
  const tensors = new Map(from?.tensors.map(({ name, data }) => [name, data]));
  const remembered = [...tensors.keys()].flatMap((tensor) => {
    if (!tensor.startsWith(MEMORY) || !tensor.endsWith(".keys")) return [];
    const full = tensor.slice(0, -".keys".length);
    const [keys, values] = [`${full}.keys`, `${full}.values`].map((part) => numbers(tensors.get(part)));
    if (keys.length !== values.length)
      throw new Error(`it has ${keys.length} keys of "${full}" and ${values.length} values`);
    return [{ name: full.slice(MEMORY.length), keys, values }];
  });
  memory.restore(remembered);
  return memory;
}

const MEMORY = "rewards.";

function words(numbers: Float64Array): Uint16Array {
  return new Uint16Array(numbers.buffer, numbers.byteOffset, 4 * numbers.length);
}

function numbers(saved: Float32Array | undefined): Float64Array {
  return new Float64Array(Uint16Array.from(saved ?? []).buffer);
}

/** A number of steps in two parts, each of which single precision holds whole. */
export function savedSteps(steps: number): SavedTensor {
  return saved("steps", [Math.floor(steps / 65_536), steps % 65_536]);
}

/** Steps as `savedSteps` wrote them. */
export function stepsOf({ tensors }: TrainingCheckpoint): number {
  const parts = new Float32Array(2);
  restore(new Map(tensors.map(({ name, data }) => [name, data])), "steps", parts);
  return parts[0] * 65_536 + parts[1];
}

/** Copies a tensor into `target`. Throws an Error where it is missing or of another size. */
export function restore(tensors: SavedTensors, name: string, target: Float32Array): void {
  const data = tensors.get(name);
  if (data?.length !== target.length) {
    throw new Error(
      `it has ${data === undefined ? "no tensor" : `${data.length} numbers`} "${name}" where ${target.length} belong`,
    );
  }
  target.set(data);
}

/** Copies parameters back that `savedParameters` gave. */
export function restoreParameters(tensors: SavedTensors, parameters: Parameters, prefix = ""): void {
  for (const [k, { name }] of parameters.shapes.entries()) restore(tensors, `${prefix}${name}`, parameters.view(k));
}

/** Copies back what `savedModel` gave. */
export function restoreModel(
  tensors: SavedTensors,
  parameters: Parameters,
  { state }: Pick<Optimiser, "state">,
  prefix: string,
): void {
  restoreParameters(tensors, parameters, prefix);
  restore(tensors, `${prefix}optimiser`, state);
}
