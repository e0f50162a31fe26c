// WebAssembly kernel of Adam's update for two parameters at a time, in double precision. It performs the same operations in the same order
// as the JavaScript version, so results are bit-identical. Square roots and divisions dominate the cost, and SIMD lanes compute two in the
// time of one.

import { get, I32, kernelModule, Locals, set, two, until, V128, whole } from "./module-code.ts";

/** Factors of a step that are shared by all parameters. */
export interface AdamFactors {
  readonly beta1: number;
  readonly beta2: number;
  /** Learning rate divided by the first moment's bias correction, and the root of the second moment's correction. */
  readonly size: number;
  readonly correction: number;
  readonly epsilon: number;
  /** Weight decay times the learning rate. */
  readonly decay: number;
}

/** Updates parameters and moments from a gradient; all arrays have the same length. */
export interface AdamKernel {
  /** First moments, second moments, and one further number. */
  readonly state: Float32Array;
  /** Updates pairs of `parameters` by `gradient` and returns the number of updated parameters, the largest even number. */
  step(parameters: Float32Array, gradient: Float32Array, factors: AdamFactors): number;
}

const PAGE = 65_536;
const [SINGLE, DOUBLE, LANES] = [4, 8, 2];
const FACTORS = 8;

/** Creates the kernel for `size` parameters. */
export function adamKernel(size: number): AdamKernel {
  const aligned = (bytes: number) => Math.ceil(bytes / 64) * 64;
  const state = aligned(FACTORS * DOUBLE);
  const gradientAt = aligned(state + (2 * size + 1) * SINGLE);
  const parametersAt = aligned(gradientAt + size * SINGLE);
  const pages = Math.ceil((parametersAt + size * SINGLE) / PAGE);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: false });
  const view = (at: number, length: number) => new Float32Array(memory.buffer, at, length);
  compiled ??= new WebAssembly.Module(adamModule());
  const { kernel } = new WebAssembly.Instance(compiled, { env: { memory } }).exports;
  if (typeof kernel !== "function") throw new Error("Adam's module exports no kernel");
  const numbers = new Float64Array(memory.buffer, 0, FACTORS);
  const [gradients, own] = [view(gradientAt, size), view(parametersAt, size)];
  const even = size - (size % LANES);
  return {
    state: view(state, 2 * size + 1),
    step(parameters, gradient, { beta1, beta2, size: length, correction, epsilon, decay }) {
      numbers.set([beta1, 1 - beta1, beta2, 1 - beta2, length, correction, epsilon, decay]);
      gradients.set(gradient);
      own.set(parameters);
      kernel(state, state + size * SINGLE, gradientAt, parametersAt, parametersAt + even * SINGLE);
      parameters.set(own);
      return even;
    },
  };
}

let compiled: WebAssembly.Module | undefined;

/**
 * Module of a function with parameters (address of the first moments, of the second, of the gradient, of the parameters, of their end); the
 * factors are at address 0.
 */
function adamModule(): Uint8Array<ArrayBuffer> {
  const [MEAN, SQUARE, GRADIENT, PARAMETER, LAST] = [0, 1, 2, 3, 4];
  const locals = new Locals(5);
  const factors = Array.from({ length: FACTORS }, () => locals.take(V128));
  const [beta1, rest1, beta2, rest2, length, correction, epsilon, decay] = factors.map(get);
  const [gradient, mean, square, parameter, result] = [0, 1, 2, 3, 4].map(() => locals.take(V128));
  const zero = locals.take(I32);
  const read = (address: number) => [...get(address), ...two.load(), ...two.promote];
  const write = (address: number, value: number) => [...get(address), ...get(value), ...two.demote, ...two.store()];
  return kernelModule(5, locals, [
    ...factors.flatMap((local, k) => [...get(zero), ...two.splat(DOUBLE * k), ...set(local)]),
    ...until(
      [...get(PARAMETER), ...get(LAST), whole.notLess],
      [
        ...[...read(GRADIENT), ...set(gradient), ...read(PARAMETER), ...set(parameter)],
        ...[...beta1, ...read(MEAN), ...two.multiply],
        ...[...rest1, ...get(gradient), ...two.multiply, ...two.add, ...set(mean)],
        ...[...beta2, ...read(SQUARE), ...two.multiply],
        ...[...rest2, ...get(gradient), ...two.multiply, ...get(gradient), ...two.multiply, ...two.add, ...set(square)],
        ...[...write(MEAN, mean), ...write(SQUARE, square)],
        // parameter − (decay·parameter + length·mean / (√square / correction + epsilon))
        ...[...get(parameter), ...decay, ...get(parameter), ...two.multiply],
        ...[...length, ...get(mean), ...two.multiply],
        ...[...get(square), ...two.squareRoot, ...correction, ...two.divide, ...epsilon, ...two.add],
        ...[...two.divide, ...two.add, ...two.subtract, ...set(result)],
        ...write(PARAMETER, result),
        ...[MEAN, SQUARE, GRADIENT, PARAMETER].flatMap((local) => [
          ...[...get(local), ...whole.constant(LANES * SINGLE), whole.add, ...set(local)],
        ]),
      ],
    ),
  ]);
}
