// e^x of four numbers at a time. jax-js computes it for one at a time, and attention is made of exponentials: this kernel takes
// jax-js's own steps in the same order, lane by lane, so that every result is the same to the last bit.

import { jit, np } from "./jax.ts";
import { recordKernels } from "./kernel-recording.ts";
import { once } from "./once.ts";
import { moduleBytes, rememberingModules } from "./shared-modules.ts";

const LANES = 4;
/** Longer modules do more than that. */
const LONGEST = 400;

/** The same kernel by lanes where `module` is jax-js's for e^x of `work` numbers, else undefined. */
export function exponentialByLanes(module: WebAssembly.Module, work: number): WebAssembly.Module | undefined {
  const code = moduleBytes(module);
  if (code === undefined || code.length > LONGEST || work % LANES !== 0) return undefined;
  const own = known.get(work) ?? exponentialOf(work);
  known.set(work, own);
  if (Buffer.compare(code, own) !== 0) return undefined;
  lanes ??= rememberingModules(() => new WebAssembly.Module(moduleByLanes()));
  return lanes;
}

/** Code of jax-js's kernels, by how many numbers they compute. */
const known = new Map<number, Uint8Array>();
let lanes: WebAssembly.Module | undefined;

/** Code of what jax-js runs for `work` exponentials; empty where that is not one kernel. */
function exponentialOf(work: number): Uint8Array {
  const compiled = jit((x: np.Array) => [once(np.exp(x))]);
  const numbers = Float32Array.from({ length: work }, (_, k) => k / work);
  const recorded = rememberingModules(() => recordKernels([numbers], () => compiled(np.array(numbers.slice()))));
  compiled.dispose();
  const [call, ...further] = recorded?.calls ?? [];
  return (further.length === 0 && call !== undefined && moduleBytes(call.module)) || new Uint8Array(0);
}

const [I32, V128] = [0x7f, 0x7b];
/** (address read, address written, begin, end), and what the loop needs. */
const [FROM, TO, BEGIN, END, AT, LAST, X, TIMES, WHOLE, REST, SUM] = Array.from({ length: 11 }, (_, k) => k);

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const lane = (operation: number) => [0xfd, ...unsigned(operation)];
const four = {
  load: [...lane(0x00), 4, 0],
  store: [...lane(0x0b), 4, 0],
  float: (x: number) => [0x43, ...new Uint8Array(Float32Array.of(x).buffer), ...lane(0x13)],
  integer: (x: number) => [0x41, ...signed(x), ...lane(0x11)],
  less: lane(0x39),
  greater: lane(0x3b),
  andNot: lane(0x4f),
  select: lane(0x52),
  nearest: lane(0x6a),
  shift: lane(0xab),
  addIntegers: lane(0xae),
  add: lane(0xe4),
  subtract: lane(0xe5),
  multiply: lane(0xe6),
  truncate: lane(0xf8),
};
const bytes = (count: number) => [...get(count), 0x41, 2, 0x74];
const address = (base: number) => [...get(base), ...get(AT), 0x6a];
/** 1/k!, from the sixth power down. */
const TAYLOR = [1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1, 1];

/** x = k·ln 2 + r with k whole: 2^k·Σ rⁿ/n!, infinity where k > 127, and 0 where k < −126. */
function moduleByLanes(): Uint8Array<ArrayBuffer> {
  const body = [
    ...[...bytes(BEGIN), ...set(AT), ...bytes(END), ...set(LAST)],
    ...[0x02, 0x40, 0x03, 0x40],
    ...[...get(AT), ...get(LAST), 0x4f, 0x0d, 1],
    ...[...address(FROM), ...four.load, ...set(X)],
    ...[...get(X), ...four.float(1 / Math.LN2), ...four.multiply, ...four.nearest, ...set(TIMES)],
    ...[...get(TIMES), ...four.truncate, ...set(WHOLE)],
    ...[...get(X), ...get(TIMES), ...four.float(Math.LN2), ...four.multiply, ...four.subtract, ...set(REST)],
    ...[...four.float(TAYLOR[0]), ...set(SUM)],
    ...TAYLOR.slice(1).flatMap((term) => [
      ...[...get(SUM), ...get(REST), ...four.multiply, ...four.float(term), ...four.add, ...set(SUM)],
    ]),
    ...[...get(WHOLE), ...four.integer(127), ...four.addIntegers, 0x41, 23, ...four.shift],
    ...[...get(SUM), ...four.multiply, ...set(SUM)],
    ...address(TO),
    ...four.float(Number.POSITIVE_INFINITY),
    ...[...get(SUM), ...get(WHOLE), ...four.integer(127), ...four.greater, ...four.select],
    ...[...get(WHOLE), ...four.integer(-126), ...four.less, ...four.andNot],
    ...four.store,
    ...[...get(AT), 0x41, 16, 0x6a, ...set(AT)],
    ...[0x0c, 0, 0x0b, 0x0b, 0x0b],
  ];
  const code = [2, 2, I32, 5, V128, ...body];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 4, I32, I32, I32, I32, 0]),
    ...section(2, [1, ...name("env"), ...name("memory"), 0x02, 0, 0]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name("kernel"), 0, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}

const section = (id: number, content: readonly number[]) => [id, ...unsigned(content.length), ...content];
const name = (text: string) => [text.length, ...Buffer.from(text)];

/** Numbers as WebAssembly writes them: seven bits a byte, the least first (LEB128). */
function unsigned(x: number): number[] {
  return x < 0x80 ? [x] : [(x & 0x7f) | 0x80, ...unsigned(x >>> 7)];
}

function signed(x: number): number[] {
  return x >= -64 && x < 64 ? [x & 0x7f] : [(x & 0x7f) | 0x80, ...signed(x >> 7)];
}
