// The page of `agon view`: one file that Vite built from src/web, and the editor, which it loads when it needs it; with a policy that
// lets its own scripts run and no others.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Beside dist/server when built; a test that runs the source uses the same build.
const built = new URL(import.meta.url.endsWith(".ts") ? "../../dist/web/" : "../web/", import.meta.url);

/** A page, and what it may do. */
export interface ViewPage {
  readonly html: string;
  /** A module. */
  readonly editor: string;
  /** A Content-Security-Policy. */
  readonly policy: string;
}

/** Reads the page; throws an Error where it has not been built. One that is read only offers nothing else. */
export function viewPage(isReadOnly: boolean): ViewPage {
  const html = textOf("view.html").replace("<html", isReadOnly ? "<html data-read-only" : "<html");
  const hashes = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  const policy = [
    "default-src 'none'",
    // What else the server answers is no script, and says so.
    `script-src 'self' ${hashes.join(" ")}`,
    // Charts set styles of their own.
    "style-src 'unsafe-inline'",
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html, editor: textOf("editor.js"), policy };
}

function textOf(name: string): string {
  const path = fileURLToPath(new URL(name, built));
  if (!existsSync(path)) throw new Error(`the page is not built: ${path} is missing (run \`npm run build\`)`);
  return readFileSync(path, "utf8");
}
