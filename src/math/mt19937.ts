// The generator of NumPy's legacy RandomState, for published results that were drawn from it. Nothing else draws from
// here: Agon's own randomness comes from the named streams of core/random.ts.

import { mersenne } from "pure-rand/generator/mersenne";

/**
 * MT19937 initialised by one 32-bit integer, init_genrand of Matsumoto & Nishimura (1998): the numbers of
 * `numpy.random.seed(seed)`. Uniforms are (⌊x/2⁵⌋·2²⁶ + ⌊y/2⁶⌋)/2⁵³ of two outputs; normals come in pairs by the polar
 * method of Marsaglia & Bray (1964), the second of a pair first. There is no way back and no substream.
 */
export function mt19937(seed: number) {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new Error(`MT19937 takes an integer seed in 0 … 2³²−1, got ${seed}`);
  }
  const generator = mersenne(seed);
  let spare: number | undefined;

  function unit(): number {
    const high = generator.next() >>> 5;
    const low = generator.next() >>> 6;
    return (high * 0x4000000 + low) / 0x20000000000000;
  }

  function standardNormal(): number {
    if (spare !== undefined) {
      const kept = spare;
      spare = undefined;
      return kept;
    }
    for (;;) {
      const x = 2 * unit() - 1;
      const y = 2 * unit() - 1;
      const r2 = x * x + y * y;
      if (r2 > 0 && r2 < 1) {
        const factor = Math.sqrt((-2 * Math.log(r2)) / r2);
        spare = factor * x;
        return factor * y;
      }
    }
  }

  return {
    /** Uniform in [low, high), 53 bits from two draws. */
    uniform: (low = 0, high = 1) => low + (high - low) * unit(),
    /** Normal with the given mean and standard deviation. */
    normal: (mean = 0, deviation = 1) => mean + deviation * standardNormal(),
  };
}
