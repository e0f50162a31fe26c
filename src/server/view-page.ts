// The page of `agon view`: one file that Vite built from src/web, and the editor, which it loads when it needs it.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { policyOf } from "./policy.ts";

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
export function viewPage(isReadOnly: boolean, hasCluster = false): ViewPage {
  const marks = `${isReadOnly ? " data-read-only" : ""}${hasCluster ? " data-cluster" : ""}`;
  const html = textOf("view.html").replace("<html", `<html${marks}`);
  return { html, editor: textOf("editor.js"), policy: policyOf(html, "files of this server") };
}

function textOf(name: string): string {
  const path = fileURLToPath(new URL(name, built));
  if (!existsSync(path)) throw new Error(`the page is not built: ${path} is missing (run \`npm run build\`)`);
  return readFileSync(path, "utf8");
}
