// The scope within which a process id is unique: a machine since its boot, and a container on it. Processes in two scopes that share a
// folder cannot see each other, and may have the same id. Within one scope an id is reused once its process has ended. A record of a
// process therefore includes its start time.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

const parts = [
  hostname(),
  known(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
  known(() => readlinkSync("/proc/self/ns/pid")),
];

/** Identifier of this process's scope, in twelve hexadecimal digits. */
export const HERE = createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 12);

/**
 * Returns the start time of a process in this scope, as the system formats it. Empty where the process does not exist, or the system does
 * not report it.
 */
export function beginningOf(pid: number): string {
  if (process.platform === "linux") {
    const stat = known(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
    // The second field is the program's name in brackets, which may contain spaces and brackets. The twenty-second is the start time in
    // ticks since boot; `HERE` identifies the boot.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  }
  if (process.platform === "win32") return "";
  const args = ["-o", "lstart=", "-p", String(pid)];
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  return known(() => execFileSync("ps", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], env })).trim();
}

/** Returns whether a process in this scope exists that started at `born`. */
export const isProcess = (pid: number, born: string): boolean => beginningOf(pid) === born && isAlive(pid);

/** Returns whether a process with this id exists in this scope. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Returns what `read` reads from the system; empty where it fails, as on another system. */
function known(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
