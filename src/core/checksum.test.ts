import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkedJson, checkedLines, checksumOf, checksumOfFile, parseChecked, parseCheckedLines } from "./checksum.ts";

test("the check value of CRC-32", () => {
  expect(checksumOf(new TextEncoder().encode("123456789"))).toEqual({ bytes: 9, crc: 0xcb_f4_39_26 });
});

test("a file has the checksum of its bytes, even if it is longer than one read; a missing file has none", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-checksum-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bytes = Uint8Array.from({ length: 2_500_000 }, (_, k) => (k * 7 + (k >> 8)) & 255);
  writeFileSync(join(folder, "file"), bytes);
  expect(checksumOfFile(folder, join(folder, "file"))).toEqual(checksumOf(bytes));
  expect(checksumOfFile(folder, join(folder, "none"))).toBeUndefined();
  expect(checksumOfFile(tmpdir(), folder)).toBeUndefined();
});

test("JSON is restored unchanged; every changed text is rejected", () => {
  const value = { name: "Ω", figures: [0.1, -0, 1e300, null], more: { 10: "ten", a: true } };
  const text = checkedJson(value);
  expect(parseChecked(text)).toEqual({ ...value, figures: [0.1, 0, 1e300, null] });
  expect(JSON.parse(text).checksum).toEqual(expect.any(Number));
  const bytes = Buffer.from(text);
  for (let k = 0; k < bytes.length; k++) {
    const damaged = Buffer.from(bytes);
    damaged[k] ^= 1;
    const said = () => parseChecked(damaged.toString());
    // White space between tokens of JSON has no meaning.
    if (/\s/.test(String.fromCharCode(bytes[k])) || /\s/.test(String.fromCharCode(damaged[k]))) continue;
    expect(said, `byte ${k}, ${JSON.stringify(text.slice(Math.max(0, k - 5), k + 5))}`).toThrow();
  }
  expect(() => parseChecked(text.slice(0, -4))).toThrow();
  expect(() => parseChecked("[]")).toThrow("it is no map");
});

test("lines are restored unchanged, also with other line ends; every changed text is rejected", () => {
  const values = [{ name: "Ω\n" }, { figures: [0.1, 1e300, null] }, { "": true }];
  const text = checkedLines(values);
  expect(text.split("\n")).toHaveLength(values.length + 2);
  expect(parseCheckedLines(text)).toEqual(values);
  expect(parseCheckedLines(text.replaceAll("\n", "\r\n"))).toEqual(values);
  expect(parseCheckedLines(checkedLines([]))).toEqual([]);
  const bytes = Buffer.from(text);
  for (let k = 0; k < bytes.length - 1; k++) {
    const damaged = Buffer.from(bytes);
    damaged[k] ^= 1;
    expect(() => parseCheckedLines(damaged.toString()), `byte ${k}`).toThrow();
  }
  const lines = text.split("\n");
  for (let k = 0; k < values.length + 1; k++) {
    expect(() => parseCheckedLines(lines.toSpliced(k, 1).join("\n")), `line ${k}`).toThrow();
  }
  expect(() => parseCheckedLines(text.slice(0, -4))).toThrow();
  expect(() => parseCheckedLines("{}\n{}")).toThrow("its checksum is that of other lines");
});
