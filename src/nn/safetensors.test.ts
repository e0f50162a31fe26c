import { expect, test } from "vitest";
import { decodeSafetensors, encodeSafetensors } from "./safetensors.ts";

const checkpoint = {
  tensors: [
    { name: "actor.0.weight", shape: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) },
    { name: "actor.0.bias", shape: [3], data: Float32Array.of(-1, 0, Number.MAX_VALUE) },
  ],
  metadata: { algorithm: "ppo", steps: "1024" },
};

test("a written checkpoint is read back", () => {
  expect(decodeSafetensors(encodeSafetensors(checkpoint))).toEqual(checkpoint);
  // As read from a file: a slice of a larger buffer; and with multi-byte characters.
  const spoken = { ...checkpoint, metadata: { title: "größer als π" } };
  const pool = Buffer.concat([Buffer.from("xyz"), encodeSafetensors(spoken)]);
  expect(decodeSafetensors(pool.subarray(3))).toEqual(spoken);
});

test("the layout follows the format: length, header aligned to eight bytes, tensors in order", () => {
  const bytes = encodeSafetensors(checkpoint);
  const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  expect(length % 8).toBe(0);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  expect(header["actor.0.bias"]).toEqual({ dtype: "F32", shape: [3], data_offsets: [24, 36] });
  expect(bytes.length).toBe(8 + length + 36);
});

test("damage is reported", () => {
  const bytes = encodeSafetensors(checkpoint);
  expect(() => decodeSafetensors(bytes.subarray(0, 4))).toThrow("cut off before its header");
  expect(() => decodeSafetensors(bytes.subarray(0, 40))).toThrow("cut off within its header");
  expect(() => decodeSafetensors(bytes.subarray(0, bytes.length - 4))).toThrow('the tensor "actor.0.bias" is cut off');
  const scrambled = bytes.slice();
  scrambled[9] = 0;
  expect(() => decodeSafetensors(scrambled)).toThrow("its header is no JSON");
});

test("any single flipped bit is detected", () => {
  const bytes = encodeSafetensors(checkpoint);
  for (let k = 0; k < bytes.length; k++) {
    const turned = bytes.slice();
    turned[k] ^= 1 << (k % 8);
    expect(() => decodeSafetensors(turned), `byte ${k}`).toThrow();
  }
});

test("a tensor must have as many numbers as its shape", () => {
  expect(() =>
    encodeSafetensors({ tensors: [{ name: "w", shape: [2], data: Float32Array.of(1) }], metadata: {} }),
  ).toThrow('"w" has 1 numbers for the shape [2]');
});
