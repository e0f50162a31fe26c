// The site at the side: the folders of the manual, with names from the titles of their pages.

import { readFileSync } from "node:fs";
import { relative } from "node:path/posix";
import type { DefaultTheme } from "vitepress";
import { pageOf, root, sources } from "./sources.ts";

const read = (file: string) => readFileSync(root + file, "utf8");

/** What the sidebar calls a page: its title as far as the colon; in a group of that name, what follows the colon. */
function nameOf(source: string, group?: string): string {
  const [, title] = /^# (.+)$/m.exec(read(source)) ?? [];
  if (title === undefined) throw new Error(`${source} has no title`);
  const [name, ...meaning] = title.replaceAll("`", "").split(": ");
  return name === group ? meaning.join(": ") : name;
}

type Item = DefaultTheme.SidebarItem;

const entry = (source: string, text = nameOf(source)): Item => ({ text, link: pageOf(source) ?? "" });

/** Pages below a folder but for its index, in the order in which a page that lists them links to them; the others last. */
function inOrder(folder: string, list: string, linked: (source: string) => string): string[] {
  const text = read(list);
  const place = (source: string) => {
    const index = text.indexOf(`(${linked(source)}`);
    return index < 0 ? text.length : index;
  };
  const pages = sources.filter((source) => source.startsWith(`${folder}/`) && source !== `${folder}/README.md`);
  return pages.sort((a, b) => place(a) - place(b));
}

/** The pages of a folder of the manual; those of a folder in it are a group. */
function items(folder: string): Item[] {
  const entries: Item[] = [];
  for (const source of inOrder(folder, `${folder}/README.md`, (one) => relative(folder, one))) {
    const [below, file] = relative(folder, source).split("/");
    if (file === undefined) entries.push(entry(source));
    else {
      const text = below.replace(/^./, (first) => first.toUpperCase());
      const group = entries.find((one) => one.text === text) ?? { text, collapsed: true, items: [] };
      if (!entries.includes(group)) entries.push(group);
      group.items?.push(entry(source, nameOf(source, text)));
    }
  }
  return entries;
}

/** Rooms in the order of the architecture, a room inside a room after it. */
const rooms = (): Item[] =>
  inOrder("src", "docs/architecture.md", (source) => `../${source.split("/").slice(0, 2).join("/")}/README.md`).map(
    (source) => entry(source, source.slice("src/".length, -"/README.md".length)),
  );

/** The site at the side: guides first, then what is looked up, then how it is made. */
const sections: readonly { readonly at: string; readonly head: Item; readonly items: Item[] }[] = [
  { at: "/guides/", head: entry("docs/guides/README.md"), items: items("docs/guides") },
  { at: "/reference/", head: entry("docs/reference/README.md"), items: items("docs/reference") },
  { at: "/systems/", head: entry("docs/systems/README.md"), items: items("docs/systems") },
  { at: "/decisions/", head: entry("docs/decisions/README.md"), items: items("docs/decisions") },
  { at: "/rooms/", head: entry("docs/architecture.md", "Architecture and rooms"), items: rooms() },
];

/** All sections, of which only the one that is read shows its pages: every page of the site carries its sidebar. */
const opened = (at: string): Item[] => [
  { items: [entry("README.md", "Start"), entry("docs/words.md")] },
  ...sections.map((section) => (section.at === at ? { ...section.head, items: section.items } : section.head)),
  entry("CONTRIBUTING.md"),
  entry("CHANGELOG.md"),
  entry("SECURITY.md"),
  entry("bench/README.md"),
  entry("interop/README.md"),
  entry("python/README.md"),
  entry("examples/traces/README.md"),
];

export const sidebar: DefaultTheme.SidebarMulti = {
  "/architecture": opened("/rooms/"),
  "/": opened("/guides/"),
  ...Object.fromEntries(sections.map(({ at }) => [at, opened(at)])),
};
