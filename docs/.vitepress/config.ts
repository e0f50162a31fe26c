// The manual as a site: `npm run docs` builds the Markdown files of the repository into dist-manual/, and `agon view` serves
// them under /manual/. The site asks no other host: fonts are the reader's own, and the index of its search lies beside its pages.
// VitePress 2 is called an alpha, and is the line that is kept: version 1 brings a Vite of its own that is repaired no more.

import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";
import { leadLinks } from "./links.ts";
import { sidebar } from "./sidebar.ts";
import { anchorOf, placeOf, root } from "./sources.ts";

/** The sign of the report's page. */
const [icon = ""] = /data:image[^"]*/.exec(readFileSync(`${root}src/web/head.html`, "utf8")) ?? [];

export default defineConfig({
  title: "Agon",
  description: "What does an incentive really buy?",
  lang: "en",
  base: "/manual/",
  head: [["link", { rel: "icon", href: icon }]],
  srcDir: "..",
  srcExclude: ["!(docs|examples|src|bench|interop|python)/*/**"],
  outDir: "../dist-manual",
  rewrites: placeOf,
  // The files are read on GitHub too: what is no Markdown there is none here.
  markdown: { anchor: { slugify: anchorOf }, linkify: false, attrs: false, emoji: false, config: leadLinks },
  themeConfig: {
    // The page of `agon view` stands above the manual.
    nav: [{ text: "Runs", link: "/../", target: "_self" }],
    search: { provider: "local" },
    sidebar,
    outline: { level: [2, 3] },
    notFound: {
      title: "There is no such page",
      quote: "The search finds pages by the words in them.",
      linkText: "First page",
      linkLabel: "First page of the manual",
    },
  },
});
