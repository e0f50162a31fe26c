// The page of `agon view`: one file that Vite built from src/web.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { policyOf } from "./policy.ts";

// Beside dist/server when built; a test that runs the source uses the same build.
const built = new URL(
  import.meta.url.endsWith(".ts") ? "../../dist/web/view.html" : "../web/view.html",
  import.meta.url,
);

/** A page, and what it may do. */
export interface ViewPage {
  readonly html: string;
  /** A Content-Security-Policy. */
  readonly policy: string;
}

/** Reads the page; throws an Error where it has not been built. */
export function viewPage(): ViewPage {
  const path = fileURLToPath(built);
  if (!existsSync(path)) throw new Error(`the page is not built: ${path} is missing (run \`npm run build\`)`);
  const html = readFileSync(path, "utf8");
  return { html, policy: policyOf(html, "one file") };
}
