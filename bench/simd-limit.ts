// The most that WebAssembly computes on one core: products and sums of four numbers at a time, on registers alone. Without relaxed
// SIMD it has no fused multiply-add, and never wider vectors, so that this is a fraction of what the processor can do, and the limit of
// any kernel here.

/** Sums that are computed side by side, as many as keep the processor's units busy and fit its registers. */
const SUMS = 12;
/** Products and sums of each in one round. */
const UNROLLED = 4;

const unsigned = (x: number): number[] => (x < 0x80 ? [x] : [(x & 0x7f) | 0x80, ...unsigned(x >>> 7)]);
const section = (id: number, content: readonly number[]) => [id, ...unsigned(content.length), ...content];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const lanes = (operation: number) => [0xfd, ...unsigned(operation)];
const four = (x: number) => [0x43, ...new Uint8Array(Float32Array.of(x).buffer), ...lanes(0x13)];
const [MULTIPLY, ADD, FIRST] = [0xe6, 0xe4, 0x1f];

/** f(rounds): every sum becomes a·sum + b, `UNROLLED` times a round; gives a number that depends on all of them. */
function limitModule(): Uint8Array<ArrayBuffer> {
  const [factor, summand] = [1 + SUMS, 2 + SUMS];
  const sums = Array.from({ length: SUMS }, (_, k) => 1 + k);
  const step = sums.flatMap((sum) => [
    ...get(sum),
    ...get(factor),
    ...lanes(MULTIPLY),
    ...get(summand),
    ...lanes(ADD),
    ...set(sum),
  ]);
  const body = [
    ...sums.flatMap((sum) => [...four(sum / 1000), ...set(sum)]),
    ...[...four(0.999999), ...set(factor), ...four(1e-7), ...set(summand)],
    ...[0x03, 0x40],
    ...Array.from({ length: UNROLLED }, () => step).flat(),
    // One round less, and again while any is left.
    ...[...get(0), 0x41, 0x7f, 0x6a, 0x22, 0, 0x0d, 0, 0x0b],
    ...get(sums[0]),
    ...sums.slice(1).flatMap((sum) => [...get(sum), ...lanes(ADD)]),
    ...[...lanes(FIRST), 0, 0x0b],
  ];
  const code = [1, ...unsigned(SUMS + 2), 0x7b, ...body];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, 0x7f, 1, 0x7d]),
    ...section(3, [1, 0]),
    ...section(7, [1, 1, 0x66, 0, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}

/** Floating-point operations per second: the best of several tries. */
export function simdLimit(): number {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(limitModule()));
  const { f } = exports;
  if (typeof f !== "function") throw new Error("the limit's module exports no function");
  const rounds = 2_000_000;
  let best = 0;
  for (let k = 0; k < 10; k++) {
    const begin = performance.now();
    f(rounds);
    best = Math.max(best, (rounds * UNROLLED * SUMS * 4 * 2) / ((performance.now() - begin) / 1000));
  }
  return best;
}
