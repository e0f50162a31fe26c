// The address of a cluster holds a password, and that of another server may. No command tells a part of it, in no form and in no place where
// it is given.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { agon, scratch } from "../cli/agon.ts";

/** Two words that nothing else says, and what stands between them. */
const [FIRST, LAST] = ["wahn", "witz"];
const PASSWORDS = [
  "",
  "/",
  "#",
  "?",
  "@",
  ":",
  " ",
  "%",
  "%zz",
  '"',
  "'",
  "&",
  ";",
  "=",
  "\\",
  "//",
  "@/",
  "#@",
  "?@",
  "\u{1f4a5}",
];

const ADDRESSES: readonly ((password: string) => string)[] = [
  (password) => `postgres://user:${password}@localhost:9/data`,
  (password) => `postgresql://user:${password}@localhost:9`,
  (password) => `postgres://:${password}@localhost:9/`,
  (password) => `postgres://user:9${password}@localhost:9/data`,
  // With "@" it would be a password and a host.
  (password) => `postgres://user:${password.replaceAll("@", "")}`,
  (password) => `postgres://user:${password}@`,
  (password) => `postgres://localhost:9/data?password=${password}`,
  (password) => `postgres://localhost:9/data?user=me&pass%77ord=${password}&sslmode=disable`,
  (password) => `postgres://user:${password}@localhost:9/data?application_name=me@here`,
  (password) => `http://user:${password}@localhost:9/data`,
  (password) => `user:${password}@localhost/data`,
  (password) => `host=localhost port=9 user=me password=${password}`,
  (password) => `host=localhost password='${password}' user=me`,
];

const COMMANDS: readonly ((address: string) => readonly string[])[] = [
  (address) => ["run", "e.yaml", "--json", "--on", address],
  (address) => ["worker", "--on", address],
  (address) => ["view", "--no-open", `--on=${address}`],
  (address) => ["list", `--on=${address}`],
  (address) => ["run", address],
  (address) => ["report", address, "--json"],
];

const EXPERIMENT = `environment: { id: coopetition/slcd, horizon: 5 }
agents: random
objective: joint.value
seeds: 1
`;

test.each(PASSWORDS)("no command tells a password with %j in it", async (between) => {
  const folder = scratch();
  writeFileSync(join(folder, "e.yaml"), EXPERIMENT);
  for (const [k, of] of ADDRESSES.entries()) {
    const address = of(`${FIRST}${between}${LAST}`);
    // Every command with one address, and every address with one command.
    for (const words of k === 0 || between === "/" ? COMMANDS : [COMMANDS[k % COMMANDS.length]]) {
      // What is no address in the place of a run is a name like any other.
      if (!address.startsWith("postgres") && !words(address).join(" ").includes("--on")) continue;
      const { code, stdout, stderr } = await agon(words(address), { cwd: folder });
      expect(code, `${words(address)}: ${stderr}`).toBe(2);
      const output = `${stdout}${stderr}`.replaceAll(folder, "FOLDER");
      expect(output, String(words(address))).not.toMatch(new RegExp(`${FIRST}|${LAST}`, "i"));
    }
  }
});

test("of the environment neither", async () => {
  const folder = scratch();
  writeFileSync(join(folder, "e.yaml"), EXPERIMENT);
  vi.stubEnv("AGON_ON", `postgres://user:${FIRST}/${LAST}@localhost:9/data`);
  const { code, stdout, stderr } = await agon("run e.yaml", { cwd: folder });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).not.toMatch(new RegExp(`${FIRST}|${LAST}`));
});

/** Addresses of servers that are kept with what they are asked, and shown. */
const SHOWN: readonly string[] = [
  `http://${FIRST}:${LAST}@127.0.0.1:1`,
  `http://:${LAST}@127.0.0.1:1/snake/`,
  `HTTPS://${FIRST}@127.0.0.1:1`,
  `http:/${FIRST}:${LAST}@127.0.0.1:1`,
  `http://${FIRST}:${LAST}@`,
  `http://127.0.0.1:1/?token=${LAST}`,
  `http://127.0.0.1:1/#${LAST}`,
];

test.each(SHOWN)("of a snake's server or a model's at %s neither", async (address) => {
  const folder = scratch();
  writeFileSync(
    join(folder, "c.yaml"),
    `arena: battlesnake\ngames: 2\nplayers: { web: "${address}", other: ./s.js }\n`,
  );
  writeFileSync(join(folder, "s.js"), "const move = () => 'up';\n");
  writeFileSync(
    join(folder, "e.yaml"),
    EXPERIMENT.replace("random", `{ policy: llm, model: m, endpoint: "${address}" }`),
  );
  for (const line of [
    "contest c.yaml --json",
    "run e.yaml --json",
    ["match", "battlesnake", address, "s.js", "--json"],
  ]) {
    const { code, stdout, stderr } = await agon(line, { cwd: folder });
    const output = `${stdout}${stderr}`.replaceAll(folder, "FOLDER");
    expect([code, output], String(line)).toEqual([2, expect.not.stringMatching(new RegExp(`${FIRST}|${LAST}`, "i"))]);
    expect(output).toMatch(/(address|endpoint) (is no address|holds a name|goes on after)/);
  }
});
