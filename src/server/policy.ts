// What a page of the server may do: a Content-Security-Policy that lets its own scripts run and no others.

import { createHash } from "node:crypto";

/** Of a page by its HTML. `files` says whether scripts, styles and pictures of this server are its own too. */
export function policyOf(html: string, files: "one file" | "files of this server"): string {
  const written = [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  const served = files === "one file" ? [] : ["'self'"];
  return [
    "default-src 'none'",
    `script-src ${[...served, ...written].join(" ")}`,
    // Charts, and code in colours, set styles of their own.
    `style-src ${[...served, "'unsafe-inline'"].join(" ")}`,
    `img-src ${[...served, "data:"].join(" ")}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
