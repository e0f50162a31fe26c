// The browser's CRC-32 has the published check values; test/embed.test.ts compares it with that of seals.

import { expect, test } from "vitest";
import { crc32 } from "./crc32.ts";

test("the check values of CRC-32", () => {
  const digits = new TextEncoder().encode("123456789");
  expect([new Uint8Array(), digits, Uint8Array.from({ length: 256 }, (_, k) => k)].map(crc32)).toEqual([
    0, 0xcb_f4_39_26, 0x29_05_8c_73,
  ]);
});
