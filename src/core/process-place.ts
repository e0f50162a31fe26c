// Where the number of a process means one process: a machine since its start, and a container on it. Processes of two such places that
// share a folder cannot see each other, and may have the same number.

import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

const parts = [
  hostname(),
  known(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
  known(() => readlinkSync("/proc/self/ns/pid")),
];

/** The place of this process, in twelve hexadecimal digits. */
export const HERE = createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 12);

/** Whether a process of this place is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** What the system says of itself; nothing where it is another system. */
function known(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
