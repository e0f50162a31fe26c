// Programs that run as processes, and try to get at files, the network, other processes, or more than their share. Each tells what got
// through, and nothing does. A program that is ended for it answers nothing, and plays the next game. Where the system lacks the means
// for a limit, the sentence is tested that says so.

import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { type ConfinementMeans, confinementGaps, confinementMeans } from "../../src/agents/confinement.ts";
import { programLimits } from "../../src/agents/program-limits.ts";
import type { Fighter } from "../../src/environments/arenas/arena.ts";
import { type NamedEntrant, namedEntrant, opened } from "../../src/lab/contest/fighters.ts";
import { root, scratch } from "../cli/agon.ts";
import { start } from "../cli/process.ts";
import { playedBouts } from "../fixtures/bouts.ts";
import { matrix } from "../fixtures/matrix.ts";
import { until } from "../fixtures/until.ts";

afterEach(() => vi.unstubAllEnvs());

/** What an attack must not get past. */
type Wall = "room" | "limits" | "count";
const stands: Readonly<Record<Wall, (means: ConfinementMeans) => boolean>> = {
  room: ({ room }) => room !== "none",
  limits: ({ isLimited }) => isLimited,
  count: ({ isCounted }) => isCounted,
};
/** What is said where it does not stand. */
const SAID: Readonly<Record<Wall, RegExp>> = {
  room: /^programs can read your files and reach the network, as /,
  limits: /^programs have no limits of memory, processor time and files, as /,
  count: /^programs may start any number of processes, as /,
};

/** Whether a wall stands. Where it does not, that is said. */
function hasWall(wall: Wall): boolean {
  if (stands[wall](confinementMeans())) return true;
  expect(confinementGaps()).toContainEqual(expect.stringMatching(SAID[wall]));
  return false;
}

/** What programs are told when they are to attack. */
interface Aims {
  /** A home, a file in it, and the line that the file holds. */
  readonly home: string;
  readonly secret: string;
  readonly line: string;
  /** A server, the addresses at which it is reached, and one behind a file. */
  readonly port: number;
  readonly hosts: readonly string[];
  readonly socket: string;
  /** A process that runs outside. */
  readonly victim: number;
}

/** What every program begins with: `got` tells what got through, and `tries` says so unless an attempt throws. */
const HEAD = `#!${process.execPath}
const fs = require("node:fs"), net = require("node:net"), path = require("node:path");
const { spawn, spawnSync } = require("node:child_process");
let got = [];
const tries = (what, attempt) => { try { if (attempt() !== false) got.push(what); } catch {} };
const reaches = (to) => new Promise((done) => {
  const socket = net.connect(to, () => { got.push("connected to " + JSON.stringify(to)); socket.destroy(); done(); });
  socket.on("error", () => done());
});
const pids = () => fs.readdirSync("/proc").filter((name) => /^\\d+$/.test(name));
const attack = async ({ home, secret, line, port, hosts, socket, victim }) => { `;
const TAIL = `};
require("node:readline").createInterface({ input: process.stdin }).on("line", async (text) => {
  const { type, given } = JSON.parse(text);
  if (type !== "move") return;
  got = [];
  if (given[0] !== null) await attack(given[0]);
  console.log(JSON.stringify({ move: got }));
});`;

const MEMORY = `
      const all = [];
      for (let k = 0; k < 2048; k++) all.push(Buffer.alloc(2 ** 20, 1));
      got.push("all of it");
    `;

/** A program, with settings of limits beside the usual ones. */
interface Limited {
  readonly script: string;
  readonly limits?: object;
  /** Whether the program is ended for it. It may also find an error, where nothing is said. */
  readonly isEnded?: boolean;
}

const ATTACKS: Readonly<Record<Wall, Readonly<Record<string, string | Limited>>>> = {
  room: {
    "reading a file of the home": `
      tries("the secret", () => fs.readFileSync(secret, "utf8").includes(line));
      tries("by the root of the first process", () => fs.readFileSync("/proc/1/root" + secret));
      tries("by way of the own folder", () => fs.readFileSync(path.join(__dirname, "../../key")));
      tries("the home", () => fs.readdirSync(home).some((name) => name !== "bots"));
    `,
    "reading what only root may read": `
      for (const file of ["/etc/shadow", "/etc/ssh", "/root/.ssh", "/var/log", "/proc/kcore", "/dev/vda", "/dev/sda", "/dev/mem"])
        tries(file, () => fs.accessSync(file, fs.constants.R_OK));
    `,
    "writing a file that stays": `
      // The home's own folder is one of the program's room, where it may be written to; what stays is looked at from outside.
      try { fs.writeFileSync(path.join(home, "left-behind"), "x"); } catch {}
      for (const folder of [__dirname, "/", "/usr", "/usr/bin", "/etc", "/var", "/var/tmp", "/dev", "/proc", "/sys", "/run"])
        tries(folder, () => fs.writeFileSync(path.join(folder, "left-behind"), "x"));
      tries("itself", () => fs.appendFileSync(__filename, "//"));
      fs.writeFileSync("/tmp/own", "x");
    `,
    "a socket to the loopback, or to the network": "for (const host of hosts) await reaches({ port, host });",
    "a socket that is a file": "await reaches({ path: socket });",
    "looking at other processes": `
      const others = pids().map((pid) => fs.readFileSync("/proc/" + pid + "/cmdline", "utf8"));
      tries("a process", () => others.some((command) => !command.includes(__dirname)));
      tries("the victim", () => fs.readFileSync("/proc/" + victim + "/cmdline", "utf8").includes(line));
    `,
    "a signal to another process": `
      tries("the victim", () => process.kill(victim, "SIGKILL"));
      tries("its group", () => process.kill(-victim, "SIGKILL"));
      try { process.kill(process.ppid, "SIGKILL"); } catch {}
    `,
    "reading the memory of another process": `for (const file of ["mem", "environ", "fd", "root"]) tries(file, () => fs.readdirSync("/proc/" + victim + "/" + file));`,
    "more rights": `
      const status = fs.readFileSync("/proc/self/status", "utf8");
      tries("rights", () => !/CapEff:\\s*0+\\n/.test(status) || !/CapBnd:\\s*0+\\n/.test(status) && process.getuid() === 0);
      tries("new privileges", () => !/NoNewPrivs:\\s*1/.test(status));
      const inside = (...command) => spawnSync("unshare", ["--user", "--map-root-user", "--mount", ...command]).status === 0;
      tries("a folder to write to", () => inside("mount", "-o", "remount,bind,rw", __dirname));
      tries("a root to write to", () => inside("mount", "-o", "remount,bind,rw", "/"));
      tries("what /tmp hides", () => inside("sh", "-c", "umount /tmp && cat '" + secret + "'"));
      tries("what was the root", () => inside("sh", "-c", "umount -l / && cat '" + secret + "'"));
      tries("a device", () => inside("sh", "-c", "mknod /tmp/disk b 8 0 && cat /tmp/disk"));
      for (const command of ["su", "sudo"]) tries(command, () => spawnSync(command, ["-c", "true"], { timeout: 60000 }).status === 0);
    `,
    "many files in /tmp": {
      limits: { files: 8 },
      script: `
      const part = Buffer.alloc(2 ** 20);
      for (const folder of ["/tmp", "/dev/shm"])
        tries(folder, () => { for (let k = 0; k < 64; k++) fs.writeFileSync(folder + "/part-" + k, part); });
    `,
    },
    "what the environment tells": `got.push(...Object.keys(process.env).filter((key) => !["PATH", "PWD", "OLDPWD", "SHLVL", "_"].includes(key)));`,
  },
  limits: {
    "two gigabytes of memory": { limits: { memory: 256 }, isEnded: true, script: MEMORY },
    "a large file": {
      limits: { files: 8 },
      isEnded: true,
      script: `
      const file = fs.openSync("/tmp/agon-large-" + process.pid, "w");
      const part = Buffer.alloc(2 ** 20);
      try { for (let k = 0; k < 1024; k++) fs.writeSync(file, part); got.push("a gigabyte"); } catch {}
    `,
    },
    "burning the processor": { limits: { cpu: 1, seconds: 3600 }, isEnded: true, script: "for (;;);" },
    "opening files without end": `tries("a thousand", () => { for (let k = 0; k < 1000; k++) fs.openSync("/dev/null"); });`,
  },
  count: {
    "processes without end": {
      limits: { processes: 32 },
      script: `
      const started = Array.from({ length: 100 }, () => spawn("sleep", ["1000"], { stdio: "ignore" }).on("error", () => {}));
      tries("a hundred", () => started.filter(({ pid }) => pid !== undefined).length >= 32);
    `,
    },
    "a fork bomb": {
      limits: { processes: 32 },
      script: `
      spawn("sh", ["-c", "bomb() { bomb | bomb & }; bomb"], { stdio: "ignore" }).on("error", () => {});
      for (let k = 0; k < 50; k++) {
        await new Promise((later) => setTimeout(later, 1));
        // A listing takes time: some that it names end meanwhile, and others begin.
        tries("more than are allowed", () => pids().length > 64);
      }
    `,
    },
  },
};

/** A home with a secret, and a program in a folder of its own below. */
function homeWith(script: string): { readonly home: string; readonly secret: string; readonly program: string } {
  const home = realpathSync(scratch());
  vi.stubEnv("HOME", home);
  vi.stubEnv("AGON_SECRET", "sesame");
  const folder = join(home, "bots", "one");
  mkdirSync(folder, { recursive: true });
  const secret = join(home, "key");
  const program = join(folder, "bot");
  writeFileSync(secret, "sesame");
  writeFileSync(program, HEAD + script + TAIL);
  for (const path of [home, join(home, "bots"), folder, program]) chmodSync(path, 0o755);
  return { home, secret, program };
}

/** What listens and runs outside while a program attacks. */
async function aims(home: string, secret: string): Promise<Aims> {
  const listening = async (at: number | string) => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(at, resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  };
  const socket = join(home, "socket");
  await listening(socket);
  chmodSync(socket, 0o777);
  const victim = spawn("sleep", ["1000"], { argv0: "sesame", stdio: "ignore", detached: true });
  onTestFinished(() => void victim.kill("SIGKILL"));
  const hosts = Object.values(networkInterfaces()).flatMap((all = []) =>
    all.flatMap(({ family, address }) => (family === "IPv4" ? [address] : [])),
  );
  return { home, secret, line: "sesame", port: await listening(0), hosts, socket, victim: victim.pid ?? 0 };
}

function fighterOf(entrant: NamedEntrant): { readonly fighter: Fighter; readonly close: () => Promise<void> } {
  const { all, close } = opened("battlesnake", [entrant]);
  const [{ fighter }] = all;
  if (fighter === undefined) throw new Error("the program does not run as a process");
  return { fighter, close };
}

/** Processes of this system that were started with something in this folder. */
const processesOf = (folder: string): string[] =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folder);
    } catch {
      return false;
    }
  });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("what this system lacks to confine programs is said, a sentence for each", () => {
  const means = confinementMeans();
  for (const wall of ["room", "limits", "count"] as const) {
    const said = confinementGaps().filter((sentence) => SAID[wall].test(sentence));
    expect(said, wall).toHaveLength(stands[wall](means) ? 0 : 1);
  }
});

const all = (["room", "limits", "count"] as const).flatMap((wall) =>
  Object.entries(ATTACKS[wall]).map(([what, attack]) => ({ what, wall, attack })),
);
test.each(all)("a program gets nothing by $what", async ({ wall, attack }) => {
  if (!hasWall(wall)) return;
  const { script, limits = {}, isEnded = false }: Limited = typeof attack === "string" ? { script: attack } : attack;
  const { home, secret, program } = homeWith(script);
  const aim = await aims(home, secret);
  const allowed = programLimits.parse({ seconds: 600, ...limits });
  const { fighter, close } = fighterOf(namedEntrant(program, "/", allowed));
  try {
    await fighter.begin();
    expect(await fighter.call([null])).toEqual([]);
    const got = await fighter.call([aim]);
    if (!isEnded || got !== undefined) expect(got).toEqual([]);
    // The next game.
    await fighter.begin();
    expect(await fighter.call([null])).toEqual([]);
    expect(isAlive(aim.victim)).toBe(true);
    expect(readdirSync(home).sort()).toEqual(["bots", "key", "socket"]);
    expect(readdirSync(dirname(program))).toEqual(["bot"]);
  } finally {
    await close();
  }
  if (process.platform === "linux") await until(() => processesOf(home).length === 0);
});

const LEFT: Readonly<Record<string, string>> = {
  "ignores signals": `for (const s of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(s, () => {}); setInterval(() => {}, 1000);`,
  "leaves a child in its group": `spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", __dirname], { stdio: "ignore" });`,
  "leaves a child in a session of its own": `
    const ignores = "for (const s of ['SIGTERM', 'SIGHUP']) process.on(s, () => {}); setInterval(() => {}, 1000);";
    spawn(process.execPath, ["-e", ignores, __dirname], { stdio: "ignore", detached: true }).unref();
  `,
  "leaves a child that holds its streams": `spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", __dirname], { stdio: "inherit", detached: true }).unref();`,
};

test("no process is left of programs that end badly, all at once", async () => {
  if (!hasWall("room")) return;
  const ends = Object.entries(LEFT).map(async ([what, script]) => {
    const { home, program } = homeWith(script);
    const { fighter, close } = fighterOf(namedEntrant(program, "/", programLimits.parse({ seconds: 600 })));
    await fighter.begin();
    expect(await fighter.call([{}]), what).toEqual([]);
    expect(processesOf(home).length, what).toBeGreaterThan(0);
    await close();
    await until(() => processesOf(home).length === 0);
  });
  await Promise.all(ends);
});

test("a program that takes too much loses its games, and the match goes on", async () => {
  if (!hasWall("limits")) return;
  const { program } = homeWith(MEMORY);
  const limits = programLimits.parse({ seconds: 600, memory: 256 });
  const round = 'function move({ turn }) { return ["up", "right", "down", "left"][turn % 4]; }';
  const { all, close } = opened("battlesnake", [namedEntrant(program, "/", limits), { file: "round.js", text: round }]);
  try {
    expect(await playedBouts("battlesnake", all, { width: 7, height: 7, horizon: 20 })).toEqual(matrix("0 1 | 0 1"));
  } finally {
    await close();
  }
});

test("no process is left of a match that is killed", async () => {
  if (!hasWall("room")) return;
  const { home, program } = homeWith(LEFT["ignores signals"]);
  const careful = join(root, "examples/snakes/careful.js");
  const { process: match, done } = start(["match", "battlesnake", program, careful, "--games", "100000", "--json"]);
  await until(() => processesOf(`${process.execPath}\0${program}`).length > 0);
  match.kill("SIGKILL");
  await done;
  await until(() => processesOf(home).length === 0);
});
