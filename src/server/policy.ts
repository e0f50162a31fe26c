// What a page of the server may do: a Content-Security-Policy that lets its own scripts run and no others.

import { createHash } from "node:crypto";

/** Of a page by its HTML. `files` says whether scripts, styles and pictures of this server are its own too. */
export function policyOf(html: string, files: "one file" | "files of this server"): string {
  const written = scriptsOf(html).map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
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

/** The scripts that stand in a page, without those that it loads. */
function scriptsOf(html: string): string[] {
  const scripts: string[] = [];
  for (let at = html.indexOf("<script"); at >= 0; at = html.indexOf("<script", at)) {
    const begin = html.indexOf(">", at) + 1;
    const end = html.indexOf("</script>", begin);
    if (begin === 0 || end < 0) break;
    if (!html.slice(at, begin).includes(" src=")) scripts.push(html.slice(begin, end));
    at = end;
  }
  return scripts;
}
