// Watches another process from outside, through Linux's /proc: memory and processor time, while it runs.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
/** True where a process can be watched. */
export function canWatch() {
    return process.platform === "linux";
}
/** Looks at a child every `every` milliseconds until it ends; `done` is asked each time. */
export async function watch(child, every, done) {
    const tick = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
    const ended = new Promise((resolve, reject) => {
        child.once("close", () => resolve());
        child.once("error", reject);
    });
    const start = performance.now();
    const samples = [];
    let running = true;
    const end = ended.finally(() => {
        running = false;
    });
    while (running) {
        const sample = look(child.pid ?? 0, tick, (performance.now() - start) / 1000, done());
        if (sample !== undefined)
            samples.push(sample);
        await Promise.race([end, wait(every)]);
    }
    await end;
    return samples;
}
function look(pid, tick, at, done) {
    try {
        const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
        // After the name in parentheses comes field 3; utime is field 14, stime field 15.
        const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
        const machine = readFileSync("/proc/stat", "utf8").split("\n")[0].trim().split(/\s+/);
        if (resident === null)
            return undefined;
        return {
            at,
            resident: (Number(resident[1]) * 1024) / 1e6,
            processor: (Number(fields[11]) + Number(fields[12])) / tick,
            idle: (Number(machine[4]) + Number(machine[5])) / tick,
            done,
        };
    }
    catch {
        // It ended between two looks.
        return undefined;
    }
}
