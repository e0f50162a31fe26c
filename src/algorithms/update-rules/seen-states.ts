// States by what is seen: each combination of values has a number, in the order in which they are first met.

import { fieldOffset, type NumericSpec } from "../../core/environment.ts";

/**
 * Numbers states 0, 1, 2 … by the values of some fields. Values are hashed to 53 bits, so that two states of a million meet with a chance of
 * 6·10⁻⁵.
 */
export function seenStates(spec: NumericSpec, fields: readonly string[]) {
  const places = fields.flatMap((name) => {
    const from = fieldOffset(spec, name);
    const size = spec.observation.find((field) => field.name === name)?.size ?? 0;
    return from === undefined ? [] : Array.from({ length: size }, (_, k) => from + k);
  });
  const at = Int32Array.from(places);
  const value = new Float32Array(1);
  const bits = new Int32Array(value.buffer);
  const numbers = new Map<number, number>();
  return {
    /** States that were met. */
    count: () => numbers.size,
    forget: () => numbers.clear(),
    number(observation: Float32Array): number {
      let a = 0x9e3779b9 | 0;
      let b = 0x85ebca6b | 0;
      for (let k = 0; k < at.length; k++) {
        // Zeros of both signs are one value.
        value[0] = observation[at[k]] + 0;
        a = Math.imul(a ^ bits[0], 0x01000193) ^ (a >>> 15);
        b = Math.imul(b ^ (bits[0] >>> 7) ^ bits[0], 0x27d4eb2d) ^ (b >>> 13);
      }
      a = Math.imul(a ^ (a >>> 16), 0x7feb352d) ^ b;
      const key = (a >>> 0) * 2_097_152 + (Math.imul(b ^ (b >>> 15), 0x2c1b3c6d) >>> 11);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, numbers.size);
      return numbers.size - 1;
    },
  };
}
