// Sandboxing of programs: each kind of room that this system supports, what is visible in it, and the messages for missing means.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  type ConfinementMeans,
  confined,
  confinementGaps,
  confinementMeans,
  ROOMS,
  type RoomWay,
} from "./confinement.ts";
import { programLimits } from "./program-limits.ts";

afterEach(() => vi.unstubAllEnvs());

const limits = programLimits.parse({ processes: 8 });
const isRoot = process.getuid?.() === 0;
/** Where a way is meant for ordinary users, root runs it as one. */
const ORDINARY = ["setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups"];

const meansOf = (room: ConfinementMeans["room"]): ConfinementMeans => ({ room, isLimited: true, isCounted: true });

/** Creates a home folder with these files; executable ones start with a shebang line. */
function home(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "agon-confined-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  vi.stubEnv("HOME", folder);
  chmodSync(folder, 0o755);
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, content.startsWith("#!") ? 0o755 : 0o644);
  }
  return folder;
}

/** Output of a program that is confined in this way. */
function said(program: string, room: ConfinementMeans["room"]) {
  const { command, directory, environment } = confined(program, limits, meansOf(room));
  const isOrdinary = room === "bwrap" || room === "unshare";
  const [file, ...rest] = isRoot && isOrdinary ? [...ORDINARY, ...command] : command;
  const options = { cwd: directory, env: environment, encoding: "utf8" } as const;
  const { error, stdout, status } = spawnSync(file, rest, options);
  return { lines: error === undefined ? stdout.split("\n").slice(0, -1) : [], status };
}

const LOOKS = `#!/bin/sh
pwd
ls
cat ../../secret 2>/dev/null || echo "no secret"
echo x 2>/dev/null > note || echo "no note"
echo x > /tmp/note && ls /tmp/note
ulimit -c
exit 3
`;

/** Whether this system supports a kind of room. */
function makes(room: RoomWay): boolean {
  if (process.platform !== "linux" || (room === "root" && !isRoot)) return false;
  return said(join(home({ "bots/one/bot": "#!/bin/sh\n" }), "bots/one/bot"), room).status === 0;
}

describe.each(ROOMS)("in a room by %s", (room) => {
  beforeEach((context) => context.skip(!makes(room), "makes no room on this system"));

  test("a program sees its own folder, and files that it leaves elsewhere are discarded", () => {
    const folder = home({ secret: "sesame", "bots/one/bot": LOOKS, "bots/one/note-of-mine": "x", "bots/two/bot": "x" });
    const { lines, status } = said(join(folder, "bots/one/bot"), room);
    const own = [join(folder, "bots/one"), "bot", "note-of-mine", "no secret", "no note", "/tmp/note", "0"];
    expect(lines).toEqual(["the program begins", ...own]);
    expect(status).toBe(3);
  });

  test("a program directly in the home folder sees no other file of it", () => {
    const folder = home({ secret: "sesame", bot: "#!/bin/sh\nls\npwd\n" });
    expect(said(join(folder, "bot"), room).lines).toEqual(["the program begins", "bot", folder]);
  });

  test("a program given as a symbolic link, with blanks in its path, sees the link's target", () => {
    const folder = home({ "real ones/bot": '#!/bin/sh\necho "$0"\n', "bots/$(touch x)/other": "x" });
    const link = join(folder, "bots/$(touch x)/bot");
    symlinkSync("../../real ones/bot", link);
    expect(said(link, room).lines).toEqual(["the program begins", link]);
  });

  test("an interpreter outside the system's folders is visible with its installation", () => {
    const folder = home({
      secret: "sesame",
      ".language/bin/my-language": '#!/bin/sh\ncat "$(dirname "$0")/../lib/own"\nls -A "$(dirname "$0")/../.."\n',
      ".language/lib/own": "library\n",
      "bots/one/bot": "#!/usr/bin/env my-language\n",
    });
    vi.stubEnv("PATH", `${join(folder, ".language/bin")}:/usr/bin:/bin`);
    const { lines } = said(join(folder, "bots/one/bot"), room);
    expect(lines).toEqual(["the program begins", "library", ".language", "bots"]);
  });
});

test("without a room a program still has resource limits", (context) => {
  const program = join(home({ "bots/bot": "#!/bin/sh\nulimit -c; ulimit -n; ulimit -f; ulimit -t\n" }), "bots/bot");
  if (!confinementMeans().isLimited) return context.skip("there is no prlimit on this system");
  const blocks = (limits.files * 2 ** 20) / 512;
  const { lines } = said(program, "none");
  expect(lines).toEqual(["the program begins", "0", "256", String(blocks), String(limits.cpu)]);
});

test("without limits a program is started unchanged", () => {
  const program = join(home({ "bots/bot": "#!/bin/sh\n" }), "bots/bot");
  const none = { room: "none", isLimited: false, isCounted: false } as const;
  const { command, environment, opening } = confined(program, limits, none);
  expect(command).toEqual([program]);
  expect(Object.keys(environment)).toEqual(["PATH"]);
  expect(opening).toBeUndefined();
});

test("each missing means is reported in a sentence", () => {
  expect(confinementGaps({ room: "root", isLimited: true, isCounted: true })).toEqual([]);
  const none = { room: "none", isLimited: false, isCounted: false } as const;
  vi.spyOn(process, "platform", "get").mockReturnValue("darwin");
  onTestFinished(() => void vi.restoreAllMocks());
  expect(confinementGaps(none)).toEqual([
    "programs can read your files and reach the network, as darwin has no namespaces",
    "programs have no limits of memory, processor time and files, as prlimit is not here",
    "programs may start any number of processes, as they are not counted apart here",
  ]);
  vi.spyOn(process, "platform", "get").mockReturnValue("linux");
  const reach =
    "programs can read your files and reach the network, as neither unshare nor bwrap may make namespaces here";
  expect(confinementGaps(meansOf("none"))).toEqual([reach]);
});

test("root receives an error for a program that other users cannot read", () => {
  const folder = home({ "bots/one/bot": "#!/bin/sh\n" });
  chmodSync(join(folder, "bots/one"), 0o700);
  const start = (room: ConfinementMeans["room"]) => () => confined(join(folder, "bots/one/bot"), limits, meansOf(room));
  expect(start("root")).toThrow(`which may not read "${folder}/bots/one"; write chmod o+rx ${folder}/bots/one`);
  expect(start("bwrap")).not.toThrow();
  chmodSync(join(folder, "bots/one"), 0o755);
  chmodSync(join(folder, "bots/one/bot"), 0o700);
  expect(start("root")).toThrow(`which may not read "${folder}/bots/one/bot"`);
});

test("root starts a program even in a home folder that is closed to others", (context) => {
  if (!makes("root")) return context.skip("root makes no room on this system");
  const folder = home({ "bots/one/bot": "#!/bin/sh\necho plays\n" });
  chmodSync(folder, 0o700);
  expect(said(join(folder, "bots/one/bot"), "root").lines).toEqual(["the program begins", "plays"]);
});

test("a program that was removed or is no longer executable cannot be started", () => {
  const program = join(home({ "bots/one/bot": "#!/bin/sh\n" }), "bots/one/bot");
  chmodSync(program, 0o644);
  expect(() => confined(program, limits, meansOf("none"))).toThrow("could not be started: it may not be run");
  rmSync(program);
  expect(() => confined(program, limits, meansOf("none"))).toThrow("could not be started: there is no such program");
});
