import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepNotes, notesIn } from "./run-notes.ts";

test("a change of a part leaves the others, and an empty comment removes its own", () => {
  const folder = mkdtempSync(join(tmpdir(), "notes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  keepNotes(folder, { note: "first", tags: ["a", "a"] });
  keepNotes(folder, { comments: { "told 0.0": "odd", "told 1.0": "good" } });
  keepNotes(folder, { note: "second", comments: { "told 0.0": "" } });
  expect(notesIn(folder)).toEqual({ note: "second", tags: ["a"], comments: { "told 1.0": "good" } });
});
