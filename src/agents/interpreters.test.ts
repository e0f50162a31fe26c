// Interpreters are resolved as the operating system does, and missing ones are reported.

import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { interpretersOf } from "./interpreters.ts";

const PATH = "/usr/bin:/bin";

function file(content: string | Buffer, name = "bot"): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-interpreter-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  writeFileSync(path, content);
  chmodSync(path, 0o755);
  return path;
}

/** Error message for a program that cannot be started. */
function fault(content: string | Buffer): string {
  try {
    interpretersOf(file(content), PATH);
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "";
}

test("the shebang line names the interpreter, and `env` searches the path", () => {
  expect(interpretersOf(file("#!/bin/sh\n"), PATH)[0]).toBe("/bin/sh");
  expect(interpretersOf(file("#! /bin/sh -e\n"), PATH)[0]).toBe("/bin/sh");
  const own = file("#!/bin/sh\n", "my-language");
  const path = `relative:${join(own, "..")}:${PATH}`;
  for (const line of [
    "#!/usr/bin/env my-language",
    "#!/usr/bin/env -S my-language -u",
    "#!/usr/bin/env A=1 my-language",
  ])
    expect(interpretersOf(file(line), path).slice(0, 3)).toEqual(["/usr/bin/env", own, "/bin/sh"]);
});

test("a text without a shebang line, and a very short file, name no interpreter", () => {
  for (const content of ["", "#", "#!", "#!\n", "echo", "\u007fELF", "\u007fELF\u0002\u0001"])
    expect(interpretersOf(file(content), PATH), JSON.stringify(content)).toEqual([]);
});

test.runIf(process.platform === "linux")("a binary names its loader", () => {
  const interpreters = interpretersOf(realpathSync(process.execPath), PATH);
  expect(interpreters).toHaveLength(1);
  expect(interpreters[0]).toMatch(/^\/.*ld.*\.so/);
  const cut = readFileSync("/bin/sh");
  const at = cut.indexOf(interpreters[0]);
  cut.write("/no/such/loader\0", at, "latin1");
  expect(fault(cut)).toContain('its interpreter "/no/such/loader" is not there');
});

test("a missing or non-executable interpreter is reported", () => {
  expect(fault("#!/no/such/interpreter")).toMatch(
    /^the program ".*bot" could not be started: its interpreter "\/no\/such\/interpreter" is not there$/,
  );
  expect(fault("#!/usr/bin/env no-such-language")).toContain('its interpreter "no-such-language" is not there');
  expect(fault("#!/bin/sh\r\n")).toContain('its interpreter "/bin/sh\\r" is not there');
  const second = file("#!/no/such/interpreter");
  expect(fault(`#!${second}\n`)).toContain('its interpreter "/no/such/interpreter" is not there');
});

test("scripts that name each other as interpreters do not cause an endless loop", () => {
  const one = file("");
  writeFileSync(one, `#!${one}\n`);
  expect(interpretersOf(one, PATH)).toHaveLength(5);
});
