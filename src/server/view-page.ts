// The page of `agon view`: one file that Vite built from src/web, and the editor, which the page loads on demand.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { policyOf } from "./policy.ts";

// Beside dist/server when built; a test that runs from sources uses the same build.
const built = new URL(import.meta.url.endsWith(".ts") ? "../../dist/web/" : "../web/", import.meta.url);

/** Options that are embedded in a page. */
export interface PageMarks {
  /** The page offers no changes. */
  readonly isReadOnly?: boolean;
  readonly hasCluster?: boolean;
  /** For a page that is for votes alone: the path of the vote. */
  readonly ballot?: string | undefined;
}

/** A page with its policy. */
export interface ViewPage {
  html(marks: PageMarks): string;
  /** Source of the editor's module. */
  readonly editor: string;
  /** A Content-Security-Policy. */
  readonly policy: string;
}

/** Reads the page. Throws an Error where it has not been built. */
export function viewPage(): ViewPage {
  const html = textOf("view.html");
  return {
    html({ isReadOnly = false, hasCluster = false, ballot }) {
      const marks = [
        isReadOnly ? " data-read-only" : "",
        hasCluster ? " data-cluster" : "",
        ballot === undefined ? "" : ` data-ballot="${ballot}"`,
      ];
      return html.replace("<html", `<html${marks.join("")}`);
    },
    editor: textOf("editor.js"),
    policy: policyOf(html, "files of this server"),
  };
}

function textOf(name: string): string {
  const path = fileURLToPath(new URL(name, built));
  if (!existsSync(path)) throw new Error(`the page is not built: ${path} is missing (run \`npm run build\`)`);
  return readFileSync(path, "utf8");
}
