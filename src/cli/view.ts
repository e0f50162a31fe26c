// `agon view`: serves a live page of the store, and optionally of a cluster, until Ctrl-C.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openStore } from "../lab/store/store.ts";
import { openView, type ViewOptions } from "../server/view.ts";
import type { Flags } from "./commands.ts";
import { answer, note, print } from "./output.ts";
import { untilStopped } from "./progress.ts";

/** Serves the store's page, and opens it in a browser where a person sits at the terminal; with a cluster, at the cluster's part of it. */
export async function view({ on, readOnly, ...flags }: Flags<"view">): Promise<number> {
  const options = () => ({ store: openStore(flags.store), isReadOnly: readOnly });
  if (on === undefined) return served(options(), flags);
  const { lookAtCluster } = await import("../cluster/standing.ts");
  const cluster = await lookAtCluster(on);
  try {
    return await served({ ...options(), cluster }, flags, { query: "show=cluster", facts: {} });
  } finally {
    await cluster.close();
  }
}

/** The part of the page that is shown first, as a URL fragment, and the fields that `--json` prints beside the address. */
interface Beginning {
  readonly query?: string;
  readonly facts: Readonly<Record<string, string>>;
}

export type ServedFlags = Pick<Flags<"view">, "host" | "port" | "open" | "json">;

/** Serves a view until Ctrl-C. */
export async function served(
  options: ViewOptions,
  flags: ServedFlags,
  beginning: Beginning = { facts: {} },
): Promise<number> {
  const { host, port } = flags;
  const opened = await openView({
    ...options,
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
  });
  const { query } = beginning;
  const url = query === undefined ? opened.url : `${opened.url}${opened.url.includes("?") ? "&" : "?"}${query}`;
  const { readUrl } = opened;
  answer(flags, { url, ...(readUrl === undefined ? {} : { readUrl }), ...beginning.facts }, () => {
    print(url);
    if (readUrl !== undefined) print(`only to look: ${readUrl}`);
  });
  const seen = process.stdout.isTTY === true && !flags.json;
  if (seen) note("Ctrl-C ends the view; runs go on without it");
  if (seen && flags.open) openInBrowser(url);
  await untilStopped();
  await opened.close();
  return 0;
}

/**
 * Opens an address in the browser; where that fails, the address has been printed. Arguments of programs are visible to other users, so an
 * address with a token is written to a private file that redirects to it.
 */
function openInBrowser(address: string): void {
  const url = address.includes("token=") ? doorTo(address) : address;
  const commands: Readonly<Record<string, readonly string[]>> = {
    darwin: ["open"],
    win32: ["cmd", "/c", "start", ""],
  };
  const [command, ...args] = commands[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}

/** Creates a page in a private folder that redirects to an address; it is deleted when this process ends. */
function doorTo(address: string): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-view-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const page = join(folder, "open.html");
  writeFileSync(
    page,
    `<!doctype html><meta http-equiv="refresh" content="0; url=${address.replaceAll("&", "&amp;")}">`,
  );
  return pathToFileURL(page).href;
}
