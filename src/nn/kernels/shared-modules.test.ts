// Patching of modules for shared memory, byte by byte.

import { expect, it } from "vitest";
import { withSharedMemory } from "./shared-modules.ts";

/** A module that imports a memory with the given limits, followed by a custom section. */
const moduleOf = (limits: readonly number[], kind = 2, imports = 1) => {
  const section = [imports, 3, 0x65, 0x6e, 0x76, 6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, kind, ...limits];
  return Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 2, section.length, ...section, 0, 2, 1, 0x78);
};

it("sets the shared flag and the number of pages, and changes nothing else", () => {
  const patched = withSharedMemory(moduleOf([0, 0]), 300);
  // 300 = 0b10_0101100, with seven bits per byte.
  expect(patched).toEqual(moduleOf([3, 0xac, 2, 0xac, 2]));
  expect(withSharedMemory(moduleOf([1, 0, 0x80, 0x80, 4]), 5)).toEqual(moduleOf([3, 5, 5]));
});

it("creates modules that run on shared memory", () => {
  const memory = new WebAssembly.Memory({ initial: 300, maximum: 300, shared: true });
  const imports = { env: { memory } };
  expect(() => new WebAssembly.Instance(new WebAssembly.Module(moduleOf([0, 0])), imports)).toThrow();
  const patched = withSharedMemory(moduleOf([0, 0]), 300);
  if (patched === undefined) throw new Error("no module");
  expect(new WebAssembly.Instance(new WebAssembly.Module(patched), imports)).toBeInstanceOf(WebAssembly.Instance);
});

it.each([
  ["a module that imports something else", moduleOf([0, 0], 3)],
  ["a module with further imports", moduleOf([0, 0], 2, 2)],
  ["a module without imports", Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)],
])("leaves %s unchanged", (_, bytes) => {
  expect(withSharedMemory(bytes, 1)).toBeUndefined();
});
