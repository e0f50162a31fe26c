// The SIMD kernel of e^x against jax-js's own, bit for bit, over all kinds of floating-point numbers.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { jit, np } from "../jax.ts";
import { type KernelCall, kernelOf, recordKernels } from "./kernel-recording.ts";
import { elementsByRows } from "./map-kernel.ts";
import { materialise } from "./materialise.ts";
import { rememberingModules } from "./shared-modules.ts";

/** Records the kernels of `f` for `numbers`. */
function kernelsOf(f: (x: np.Array) => np.Array, numbers: Float32Array): readonly KernelCall[] {
  const compiled = jit((x: np.Array) => [f(x)]);
  const recorded = rememberingModules(() => recordKernels([numbers], () => compiled(np.array(numbers.slice()))));
  compiled.dispose();
  return recorded?.calls ?? [];
}

/** Runs a module on `numbers`. */
function computed(module: WebAssembly.Module, numbers: Float32Array): Float32Array {
  const pages = Math.ceil((8 * numbers.length) / 65_536);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: false });
  const kernel = kernelOf(new WebAssembly.Instance(module, { env: { memory } }));
  const [from, to] = [0, 1].map((k) => new Float32Array(memory.buffer, 4 * k * numbers.length, numbers.length));
  from.set(numbers);
  kernel?.(from.byteOffset, to.byteOffset, 0, numbers.length);
  return to;
}

test("the function e^x of jax-js is recognised even if it was compiled before recording", () => {
  const compiled = jit((x: np.Array) => [materialise(np.exp(x))]);
  const [before] = compiled(np.array(Float32Array.of(0.1, 0.2)));
  expect(before.dataSync()[0]).toBeCloseTo(Math.exp(0.1), 6);
  compiled.dispose();
  const [{ module, work }] = kernelsOf((x) => materialise(np.exp(x)), new Float32Array(12));
  expect(elementsByRows(module, work)).toBeDefined();
});

test("e^x is bit-identical for numbers of any size, infinities and NaN", () => {
  const random = Random.of(1, "bits");
  const numbers = new Float32Array(Uint32Array.from({ length: 100_000 }, () => random.integer(2 ** 32)).buffer);
  for (let k = 0; k < 50_000; k++) numbers[k] = random.uniform(-110, 110);
  // Ties between two powers of 2, the limits of the range, and special values.
  numbers.set([0, -0, Infinity, -Infinity, Number.NaN, 88.72, 88.73, -87.33, -87.34, 88.37, -1e9, 1e-40, -1e-40]);
  for (let k = -130; k < 130; k++) numbers[200 + k] = (k + 0.5) * Math.LN2;
  const [{ module, work }] = kernelsOf((x) => materialise(np.exp(x)), numbers);
  const lanes = elementsByRows(module, work)?.module;
  if (lanes === undefined) throw new Error("the kernel was not known");
  expect(computed(lanes, numbers)).toEqual(computed(module, numbers));
});

test("other functions, and array sizes that are not multiples of four, are left unchanged", () => {
  const numbers = Float32Array.from({ length: 8 }, (_, k) => k / 8);
  const known = (f: (x: np.Array) => np.Array, count: number): boolean => {
    const [{ module, work }] = kernelsOf(f, numbers.slice(0, count));
    return elementsByRows(module, work) !== undefined;
  };
  expect(known((x) => materialise(np.exp(x.mul(2))), 8)).toBe(true);
  expect(known((x) => materialise(np.log(x)), 8)).toBe(false);
  expect(known((x) => materialise(np.exp(np.sin(x))), 8)).toBe(false);
  expect(known((x) => materialise(np.exp(x)), 6)).toBe(false);
});
