// A folder to begin with, in either language: it runs, its parts are checked, and nothing that is there is lost.

import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { agon, documentOf, root, scratch } from "./agon.ts";

/** What the compiler of TypeScript says of a folder. */
const compiled = (config: string): Promise<string> =>
  promisify(execFile)(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", config]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );

test.each([
  ["TypeScript", "ts", []],
  ["JavaScript", "js", ["--javascript"]],
])("in %s", async (_, ending, flags) => {
  const cwd = scratch();
  const { files }: { files: string[] } = await documentOf(["init", "own desk", ...flags], { cwd });
  expect(files.slice(0, 4)).toEqual(
    ["desk.yaml", ...["desk", "bonus", "diligent"].map((part) => `${part}.${ending}`)].map((file) =>
      join("own desk", file),
    ),
  );
  const folder = join(cwd, "own desk");
  expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toMatchObject({
    name: "own-desk",
    type: "module",
  });
  // Editors find types and completion without an installation.
  const config = join(folder, ending === "ts" ? "tsconfig.json" : "jsconfig.json");
  const wrong = join(folder, `wrong.${ending}`);
  writeFileSync(wrong, '// @ts-check\nimport { defineWorld } from "agonlab";\nexport default defineWorld;\n');
  // The folder's own files are right by these types.
  const errors = (await compiled(config)).trim().split("\n");
  expect(errors).toEqual([expect.stringMatching(/wrong\..*has no exported member 'defineWorld'/)]);
  rmSync(wrong);
  const yaml = readFileSync(join(folder, "desk.yaml"), "utf8");
  expect(yaml).toContain(`environment: ./desk.${ending}\n`);
  expect(yaml).toMatch(/^# yaml-language-server: \$schema=.*schema\/experiment\.schema\.json$/m);
  for (const part of ["desk", "bonus", "diligent"]) {
    const checked = await agon(`check ./${part}.${ending} --json`, { cwd: folder });
    expect(checked.code, checked.stdout).toBe(0);
    const { environment } = JSON.parse(checked.stdout);
    expect(environment).toBe(part === "desk" ? undefined : `./desk.${ending}`);
  }
});

test("both languages say the same to the digit, and the diligent assistant solves what it closes", async () => {
  const cwd = scratch();
  const results: { effects: unknown; variants: { channels: Record<string, { mean: number }> }[] }[] = [];
  for (const [folder, ...flags] of [["a"], ["b", "--javascript"]]) {
    await agon(["init", folder, ...flags], { cwd });
    const run = ["run", join(folder, "desk.yaml"), "--store", join(cwd, folder), "--seeds", "1"];
    const { code, stdout, stderr } = await agon([...run, "--set", "agents.steps=200", "--json"], { cwd });
    expect(code, stderr).toBe(0);
    results.push(JSON.parse(stdout));
  }
  expect(results[0].effects).toEqual(results[1].effects);
  const { closed, solved } = results[0].variants[3].channels;
  expect(solved.mean).toBeGreaterThan(7);
  expect(closed.mean).toBeLessThan(16);
});

test("what is there already stays as it is, and the next steps are told", async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, "bonus.ts"), "mine");
  const refused = await agon("init", { cwd });
  expect(refused.complaint.trim()).toBe(
    `agon: ${join(cwd, "bonus.ts")} is there already; name a folder that is not there yet: agon init FOLDER`,
  );
  expect(refused.code).toBe(2);
  expect(readFileSync(join(cwd, "bonus.ts"), "utf8")).toBe("mine");
  const { stdout } = await agon("init x", { cwd });
  for (const line of ["agon run x/desk.yaml", "agon view"]) expect(stdout).toContain(line);
  // Checked as the hints say, from where they were told.
  const checks = [...stdout.matchAll(/agon (check .*)/g)].map(([, words]) => words.split(" "));
  expect(checks.map(([, file]) => file)).toEqual(["x/desk.ts", "x/bonus.ts", "x/diligent.ts"]);
  // The reward is checked in the world of the experiment beside it.
  expect((await agon(checks[1], { cwd })).code).toBe(0);
});
