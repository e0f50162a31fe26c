// Temporary files that killed writers leave behind, and which process may remove them.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { placeBeside, sweepLeftovers } from "./files.ts";
import { HERE } from "./process-place.ts";

test("files of dead writers of this machine are removed, and old files of other machines", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [dead, other, random] = [2 ** 22 + 7, "0123456789ab", "abcdef012345"];
  const own = basename(placeBeside(join(folder, "x")));
  const kept = [own, `.${other}-${dead}-${random}-1.tmp`, `.${other}-${process.pid}-${random}-1.tmp`, "notes.tmp"];
  const old = [`.${other}-${process.pid}-${random}-2.tmp`, `.${dead}-${random}-1.tmp`];
  for (const name of [...kept, ...old, `.${HERE}-${dead}-${random}-1.tmp`]) writeFileSync(join(folder, name), "");
  mkdirSync(join(folder, `.${HERE}-${dead}-${random}-2.tmp`));
  const twoDaysAgo = Date.now() / 1000 - 48 * 3600;
  for (const name of [...old, own, "notes.tmp"]) utimesSync(join(folder, name), twoDaysAgo, twoDaysAgo);
  sweepLeftovers(folder);
  expect(readdirSync(folder).sort()).toEqual(kept.sort());
});
