// The words of the house: the subject of a sentence is a thing or a role. Comments, texts and pages by hand name it.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { roomOf } from "./fixtures/source.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const PRONOUNS = /\b(?:nobody|somebody|anybody|everybody|whoever|whatever)\b/gi;

/** What a line holds of a comment, behind its code or alone on it. */
const COMMENT = /^\s*(?:\/\/|\/?\*).*|\s\/\/ .*/;

/** Rooms whose texts and names stay, because recorded results quote them; their comments are read. */
const QUOTED = ["systems", "study"];

const under = (folder: string, kind: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => kind.test(name))
    .map((name) => join(folder, name));

/** `file:line: word` for each pronoun in a text, or in its comments alone. */
function pronounsIn(file: string, text: string, commentsOnly: boolean): string[] {
  if (text.search(PRONOUNS) < 0) return [];
  return text.split("\n").flatMap((line, k) => {
    const read = commentsOnly ? (COMMENT.exec(line)?.[0] ?? "") : line;
    return Array.from(read.matchAll(PRONOUNS), ([word]) => `${file}:${k + 1}: ${word}`);
  });
}

const isQuoted = (file: string) => file.endsWith(".ts") && QUOTED.includes(roomOf(file.slice("src/".length)));

test("comments, texts and guides name an agent, a learner, a reader or a thing", () => {
  const code = under("src", /\.(?:tsx?|md)$/);
  const pages = [...under("docs/guides", /\.md$/), ...under("docs/decisions", /\.md$/)];
  const python = ["python", "interop"].flatMap((folder) => under(folder, /^(?!.*(?:venv|node_modules)).*\.(?:py|md)$/));
  const single = [
    "docs/architecture.md",
    "docs/words.md",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
  ];
  expect(code.length).toBeGreaterThan(1000);
  const pronouns = [...code, ...pages, ...python, ...single].flatMap((file) =>
    pronounsIn(file, readFileSync(join(root, file), "utf8"), isQuoted(file)),
  );
  expect(pronouns, "name the agent, bidder, learner, reader or thing that is meant").toEqual([]);
});

test("a pronoun would be found, in any case and place", () => {
  const line = 'const told = "Nobody answers"; // whoever waits';
  const lines = `/**\n * Everybody pays.\n */\n${line}\nconst somebodyElse = 1;\n`;
  expect(pronounsIn("a.ts", lines, false)).toEqual(["a.ts:2: Everybody", "a.ts:4: Nobody", "a.ts:4: whoever"]);
  expect(pronounsIn("a.ts", lines, true)).toEqual(["a.ts:2: Everybody", "a.ts:4: whoever"]);
});
