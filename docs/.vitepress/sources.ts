// The Markdown files of the manual, the place of each in the site, and the anchors of their headings.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The repository. Files are named by their path below it. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replaceAll("\\", "/");

/** Markdown files below a folder. */
const below = (folder: string): string[] =>
  readdirSync(root + folder, { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".md"))
    .sort();

/** Every page of the manual. */
export const sources: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "bench/README.md",
  "interop/README.md",
  "python/README.md",
  ...["docs", "examples", "src"].flatMap(below),
];

/** Where a file stands in the site: the page of a room by the room's name, the others without `docs/`. */
export function placeOf(source: string): string {
  const [, room] = /^src\/(.+)\/README\.md$/.exec(source) ?? [];
  if (room !== undefined) return `rooms/${room}.md`;
  return source
    .replace(/^docs\//, "")
    .replace(/README\.md$/, "index.md")
    .toLowerCase();
}

/** The page that a link to a file or a folder opens; undefined where the site has none. */
export function pageOf(target: string): string | undefined {
  const named = [target, `${target.replace(/\/$/, "")}/README.md`];
  const source = named.find((file) => sources.includes(file));
  return source === undefined ? undefined : `/${placeOf(source).replace(/index\.md$/, "")}`;
}

/** The anchor of a heading as GitHub makes it: the same links are followed there. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");
