// CPU time and memory of this process and of the programs that it has started.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { usageHere } from "./process-usage.ts";

/** A program that holds 200 MB and works until it is ended; it says so once it has both. */
const PROGRAM = `
const held = Buffer.alloc(200e6, 1);
const begun = process.cpuUsage();
while (process.cpuUsage(begun).user < 400e3) for (let k = 0; k < 1e6; k++) held[k] ^= 1;
console.log("ready");
process.stdin.resume().on("end", () => process.exit(0));
`;

test("CPU time grows with work", () => {
  const before = usageHere();
  expect(before.bytes).toBeGreaterThan(10e6);
  while (usageHere().seconds - before.seconds < 0.05);
  expect(usageHere().seconds).toBeGreaterThan(before.seconds);
});

test.skipIf(process.platform !== "linux")(
  "a program counts while it runs, and its CPU time after its end",
  async () => {
    const before = usageHere();
    const child = spawn(process.execPath, ["-e", PROGRAM], { stdio: ["pipe", "pipe", "inherit"] });
    onTestFinished(() => {
      child.kill("SIGKILL");
    });
    await once(child.stdout, "data");
    const during = usageHere();
    expect(during.bytes - before.bytes).toBeGreaterThan(150e6);
    expect(during.seconds - before.seconds).toBeGreaterThan(0.3);
    child.stdin.end();
    await once(child, "close");
    const after = usageHere();
    expect(after.bytes).toBeLessThan(during.bytes - 100e6);
    expect(after.seconds).toBeGreaterThan(before.seconds + 0.3);
  },
);
