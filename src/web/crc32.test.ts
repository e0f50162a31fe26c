// The browser's CRC-32 is that of seals.

import { expect, test } from "vitest";
import { checksumOf } from "../core/checksum.ts";
import { crc32 } from "./crc32.ts";

test.each([0, 1, 255, 256, 70_001])("%i bytes have the sum that a seal holds", (length) => {
  const bytes = Uint8Array.from({ length }, (_, k) => (k * 7 + (k >> 8)) & 255);
  expect(crc32(bytes)).toBe(checksumOf(bytes).crc);
});
