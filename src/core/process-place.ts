// Where the number of a process means one process: a machine since its start, and a container on it. Processes of two such places that
// share a folder cannot see each other, and may have the same number. In one place a number is given again when its process has ended:
// what is noted of a process for others says when it began, too.

import { execFileSync } from "node:child_process";
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

/** When a process of this place began, in the system's own words; empty where it is not there, or where the system does not say. */
export function beginningOf(pid: number): string {
  if (process.platform === "linux") {
    const stat = known(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
    // The second field is the program's name in brackets, which may hold spaces and brackets; the twenty-second are ticks since the start
    // of the machine, which `HERE` stands for.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  }
  if (process.platform === "win32") return "";
  const args = ["-o", "lstart=", "-p", String(pid)];
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  return known(() => execFileSync("ps", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], env })).trim();
}

/** Whether a process of this place is there that began then. */
export const isProcess = (pid: number, born: string): boolean => beginningOf(pid) === born && isAlive(pid);

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
