// Metered modules against steps and stack sizes counted by hand.

import { expect, it } from "vitest";
import { MOST, metered, PAGES_SHOWN, STACK_LEFT, STATE, STEPS_LEFT } from "./metered-wasm.ts";

/** A section shorter than 128 bytes. */
const section = (id: number, ...bytes: number[]) => [id, bytes.length, ...bytes];

/** Code of a function without local variables. */
const code = (...bytes: number[]) => [bytes.length + 2, 0, ...bytes, 0x0b];

/** The functions `count`, `sink` and `fill`, each of which returns its parameter's final value, with a memory. */
const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(0, 3, 0x61, 0x62, 0x63, 1, 2, 3),
  ...section(1, 1, 0x60, 1, 0x7f, 1, 0x7f),
  ...section(3, 3, 0, 0, 0),
  ...section(5, 1, 0, 1),
  ...section(7, 3, 5, ...Buffer.from("count"), 0, 0, 4, ...Buffer.from("sink"), 0, 1, 4, ...Buffer.from("fill"), 0, 2),
  ...section(
    10,
    3,
    // Code of `count`: do n = n − 1 while (n); return n.
    ...code(0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, 0x20, 0),
    // Code of `sink`: return n ? sink(n − 1) : 0.
    ...code(0x20, 0, 0x04, 0x7f, 0x20, 0, 0x41, 1, 0x6b, 0x10, 1, 0x05, 0x41, 0, 0x0b),
    // Code of `fill`: memory.fill(0, 7, n); return n.
    ...code(0x41, 0, 0x41, 7, 0x20, 0, 0xfc, 11, 0, 0x20, 0),
  ),
]);

function made(bytes: Uint8Array) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  const [steps, stack] = [exports[STEPS_LEFT], exports[STACK_LEFT]];
  if (!(steps instanceof WebAssembly.Global && stack instanceof WebAssembly.Global)) throw new Error("not metered");
  /** Result and consumption of a call; undefined for a trap. */
  const used = (name: string, n: number, given: { steps?: number; stack?: number } = {}) => {
    [steps.value, stack.value] = [given.steps ?? MOST, given.stack ?? MOST];
    const call = exports[name];
    if (typeof call !== "function") throw new Error(name);
    try {
      const returned: unknown = call(n);
      return { returned, steps: MOST - steps.value, stack: MOST - stack.value };
    } catch (error) {
      expect(error).toBeInstanceOf(WebAssembly.RuntimeError);
      return undefined;
    }
  };
  return { exports, used };
}

it("counts function entries and loop iterations", () => {
  const { used } = made(metered(MODULE));
  expect(used("count", 1)).toEqual({ returned: 0, steps: 2, stack: 0 });
  expect(used("count", 1000)).toEqual({ returned: 0, steps: 1001, stack: 0 });
  expect(used("sink", 10)).toEqual({ returned: 0, steps: 11, stack: 0 });
  expect(used("count", 1000, { steps: 1001 })).toBeDefined();
  expect(used("count", 1000, { steps: 1000 })).toBeUndefined();
});

it("counts memory fills, 64 bytes per step", () => {
  const { used } = made(metered(MODULE));
  expect(used("fill", 63)).toMatchObject({ returned: 63, steps: 1 });
  expect(used("fill", 65536)).toMatchObject({ steps: 1 + 1024 });
  expect(used("fill", 65536, { steps: 1024 })).toBeUndefined();
  // Beyond the end of the memory.
  expect(used("fill", 65537)).toBeUndefined();
});

it("reserves stack during a call and releases it", () => {
  const { used } = made(metered(MODULE));
  // Each of the eleven nested calls takes 128 bytes, and 8 for the parameter.
  expect(used("sink", 10, { stack: 11 * 136 })).toMatchObject({ returned: 0 });
  expect(used("sink", 10, { stack: 11 * 136 - 1 })).toBeUndefined();
  expect(used("sink", 10)).toMatchObject({ stack: 0 });
});

it("exports the module's mutable globals only", () => {
  const [head, rest] = [MODULE.subarray(0, MODULE.indexOf(7, 30)), MODULE.subarray(MODULE.indexOf(7, 30))];
  // A mutable global and a constant one.
  const numbers = section(6, 2, 0x7f, 1, 0x41, 5, 0x0b, 0x7f, 0, 0x41, 6, 0x0b);
  const { exports } = made(metered(Uint8Array.from([...head, ...numbers, ...rest])));
  const shown = Object.entries(exports).flatMap(([name, one]) =>
    one instanceof WebAssembly.Global ? [[name, one.value]] : [],
  );
  expect(shown).toEqual([
    [STEPS_LEFT, MOST],
    [STACK_LEFT, MOST],
    [PAGES_SHOWN, 0],
    [`${STATE}0`, 5],
  ]);
});

it("reports the memory size set by the host", () => {
  // memory.size of an imported memory that starts with two pages.
  const imports = section(2, 1, 1, 0x61, 1, 0x6d, 2, 0, 2);
  const rest = [
    ...section(1, 1, 0x60, 0, 1, 0x7f),
    ...imports,
    ...section(3, 1, 0),
    ...section(7, 1, 4, ...Buffer.from("size"), 0, 0),
    ...section(10, 1, ...code(0x3f, 0)),
  ];
  const module = metered(Uint8Array.from([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...rest]));
  const memory = new WebAssembly.Memory({ initial: 5, maximum: 5, shared: false });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), { a: { m: memory } });
  const { size, [PAGES_SHOWN]: shown } = exports;
  if (typeof size !== "function" || !(shown instanceof WebAssembly.Global)) throw new Error("not metered");
  expect(size()).toBe(2);
  shown.value = 3;
  expect(size()).toBe(3);
});

it("rejects unsupported features", () => {
  const other = (byte: number) => MODULE.map((one, k) => (one === 0x6b && MODULE[k + 1] === 0x22 ? byte : one));
  expect(() => metered(other(0xfd))).toThrow("unknown instruction 0xfd");
  expect(() => metered(MODULE.subarray(0, -1))).toThrow("cut off");
});
