// Content-Security-Policy of the server's pages: only their own scripts run.

import { createHash } from "node:crypto";

/** Returns the policy of a page from its HTML. `files` says whether scripts, styles and images of this server are allowed too. */
export function policyOf(html: string, files: "one file" | "files of this server"): string {
  const written = scriptsOf(html).map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  const served = files === "one file" ? [] : ["'self'"];
  return [
    "default-src 'none'",
    `script-src ${[...served, ...written].join(" ")}`,
    // Charts and highlighted code use inline styles.
    `style-src ${[...served, "'unsafe-inline'"].join(" ")}`,
    `img-src ${[...served, "data:"].join(" ")}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Returns the inline scripts of a page. */
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
