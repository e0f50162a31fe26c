// e^x of four numbers at a time. jax-js computes it for one at a time, and attention is made of exponentials: this takes jax-js's
// own steps in the same order, lane by lane, so that every result is the same to the last bit.

import { jit, np } from "../jax.ts";
import { CODE } from "./kernel-reading.ts";
import { recordKernels } from "./kernel-recording.ts";
import { materialise } from "./materialise.ts";
import { four, get, type Locals, set, tee, V128, whole } from "./module-code.ts";
import { functionsOf } from "./module-reading.ts";
import { moduleBytes, rememberingModules } from "./shared-modules.ts";

/** The code of e^x where a function of jax-js's is that, else undefined. */
export function exponentialNamed(body: Uint8Array): number | undefined {
  known ??= exponentialBody();
  return Buffer.compare(body, known) === 0 ? CODE.exponential : undefined;
}

let known: Uint8Array | undefined;

/** What jax-js calls for e^x; empty where that cannot be told. */
function exponentialBody(): Uint8Array {
  const compiled = jit((x: np.Array) => [materialise(np.exp(x))]);
  const numbers = Float32Array.of(0.1, 0.2);
  const recorded = rememberingModules(() => recordKernels([numbers], () => compiled(np.array(numbers.slice()))));
  compiled.dispose();
  const [call, ...further] = recorded?.calls ?? [];
  const bytes = further.length > 0 || call === undefined ? undefined : moduleBytes(call.module);
  const functions = (bytes && functionsOf(bytes)) ?? [];
  return functions.length === 2 ? functions[0].body : new Uint8Array(0);
}

/** 1/k!, from the sixth power down. */
const TAYLOR = [1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1, 1];

/**
 * Makes e^x of the four x that are left before: with x = k·ln 2 + r and k whole, 2^k·Σ rⁿ/n!, infinity where k > 127, and 0
 * where k < −126.
 */
export function exponentialByLanes(locals: Locals): number[] {
  const [x, times, power, rest, sum] = [0, 1, 2, 3, 4].map(() => locals.take(V128));
  return [
    ...[...tee(x), ...four.float(1 / Math.LN2), ...four.multiply, ...four.nearest, ...tee(times)],
    ...[...four.truncate, ...set(power)],
    ...[...get(x), ...get(times), ...four.float(Math.LN2), ...four.multiply, ...four.subtract, ...set(rest)],
    ...[...four.float(TAYLOR[0]), ...set(sum)],
    ...TAYLOR.slice(1).flatMap((term) => [
      ...[...get(sum), ...get(rest), ...four.multiply, ...four.float(term), ...four.add, ...set(sum)],
    ]),
    ...[...get(power), ...four.integer(127), ...four.addIntegers, ...whole.constant(23), ...four.shift],
    ...[...get(sum), ...four.multiply, ...set(sum)],
    ...four.float(Number.POSITIVE_INFINITY),
    ...[...get(sum), ...get(power), ...four.integer(127), ...four.greaterWhole, ...four.select],
    ...[...get(power), ...four.integer(-126), ...four.lessWhole, ...four.andNot],
  ];
}
