// Links of the Markdown files, led to pages of the site. The site holds no sources: where a link names another file of the
// repository, its words stay, with the file's name, and are no link.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import type { MarkdownRenderer } from "vitepress";
import { pageOf, root } from "./sources.ts";

/** Where a link of a file leads: a page of the site, or a file of the repository; an Error where neither is there. */
function ledTo(link: string, source: string): { readonly page: string } | { readonly file: string } {
  const [path, anchor] = link.split("#");
  const file = join(dirname(source), decodeURI(path));
  const page = pageOf(file);
  if (page !== undefined) return { page: anchor === undefined ? page : `${page}#${anchor}` };
  if (!existsSync(root + file)) throw new Error(`${source} links to ${file}, which is not there`);
  return { file };
}

/** Teaches a renderer where links lead. */
export function leadLinks(renderer: MarkdownRenderer): void {
  renderer.core.ruler.after("inline", "agon_links", ({ tokens, env }) => {
    // A page's place in the site is `path`; the file that it was written in is `realPath`, where the two differ.
    const source = String(env.realPath ?? env.path)
      .replaceAll("\\", "/")
      .slice(root.length);
    for (const { children } of tokens) {
      let isFile = false;
      for (const token of children ?? []) {
        if (token.type === "link_open") {
          const link = String(token.attrGet("href"));
          const led = /^(#|[a-z]+:)/.test(link) ? { page: link } : ledTo(link, source);
          isFile = "file" in led;
          if ("page" in led) token.attrSet("href", led.page);
          else token.attrs = Object.entries({ class: "file", title: led.file });
        }
        if (isFile && /^link_(open|close)$/.test(token.type)) {
          token.type = token.type.replace("link", "file");
          token.tag = "span";
        }
      }
    }
  });
}
