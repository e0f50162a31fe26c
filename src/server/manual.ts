// Serves the manual under /manual/: the static site that `npm run docs` builds from the Markdown files of the repository.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { policyOf } from "./policy.ts";

const AT = "/manual";
/** The same relative path from dist/server and from src/server. */
const built = fileURLToPath(new URL("../../dist-manual", import.meta.url));

/** Serves the files of a folder under `/manual/`, and no others. */
export function manual(folder = built): Hono {
  const app = new Hono().basePath(AT);
  app.get("/*", async (context) => {
    const { path } = context.req;
    const page = (name: string) => readFileSync(join(folder, name), "utf8");
    if (!existsSync(join(folder, "index.html")))
      return context.text("The manual is not built: `npm run docs`, in the folder that holds Agon, builds it.\n", 404);
    // All pages have the same few inline scripts; other scripts are files.
    context.header("Content-Security-Policy", policyOf(page("index.html"), "files of this server"));
    const missing = () => context.html(page("404.html"), 404);
    // No file name contains such characters.
    if (/\p{Cc}/u.test(path) || path.includes("%00")) return missing();
    // The URL of a page ends with its file name or with the slash of its folder.
    if (!/\/$|\.\w+$/.test(path)) return context.redirect(`${path}/`);
    const files = serveStatic({ root: folder, rewriteRequestPath: (address) => address.slice(AT.length) });
    const response = await files(context, async () => undefined);
    if (!(response instanceof Response)) return missing();
    // The name of an asset contains the hash of its content.
    if (path.startsWith(`${AT}/assets/`)) response.headers.set("Cache-Control", "public, max-age=31536000, immutable");
    return response;
  });
  return app;
}
