// `agon view`: the store, and perhaps a cluster, on a page that is alive, until Ctrl-C.

import { spawn } from "node:child_process";
import { openStore } from "../lab/store/store.ts";
import { openView, type ViewOptions } from "../server/view.ts";
import type { JsonFlag, StoreFlag } from "./flags.ts";
import { note, print, printJson } from "./output.ts";

/** Where a view listens, and what it tells. */
export interface ServedFlags extends JsonFlag, StoreFlag {
  readonly host?: string;
  readonly port?: number;
  readonly open: boolean;
}

interface ViewFlags extends ServedFlags {
  readonly readOnly?: boolean;
  /** Address of a cluster's database. */
  readonly on?: string;
}

/** Serves the store's page, and opens it in a browser where a person sits at the terminal; with a cluster, at its place. */
export async function view(flags: ViewFlags): Promise<number> {
  const { on, readOnly } = flags;
  const options = () => ({
    ...{ store: openStore(flags.store) },
    ...(readOnly === undefined ? {} : { isReadOnly: readOnly }),
  });
  if (on === undefined) return served(options(), flags);
  const { lookAtCluster } = await import("../cluster/standing.ts");
  const cluster = await lookAtCluster(on);
  try {
    return await served({ ...options(), cluster }, flags, { query: "show=cluster", facts: {} });
  } finally {
    await cluster.close();
  }
}

/** What the page shows first, as its address says it, and what `--json` tells beside the address. */
interface Beginning {
  readonly query: string;
  readonly facts: Readonly<Record<string, string>>;
}

/** Serves a view until Ctrl-C. */
export async function served(options: ViewOptions, flags: ServedFlags, beginning?: Beginning): Promise<number> {
  const { host, port } = flags;
  const opened = await openView({
    ...options,
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
  });
  const url =
    beginning === undefined ? opened.url : `${opened.url}${opened.url.includes("?") ? "&" : "?"}${beginning.query}`;
  if (flags.json === true) printJson({ url, ...beginning?.facts });
  else print(url);
  const seen = process.stdout.isTTY === true && flags.json !== true;
  if (seen) note("Ctrl-C ends the view; runs go on without it");
  if (seen && flags.open) openInBrowser(url);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  await opened.close();
  return 0;
}

/** Asks the system to open an address; where it cannot, the address has been printed. */
function openInBrowser(url: string): void {
  const commands: Readonly<Record<string, readonly string[]>> = {
    darwin: ["open"],
    win32: ["cmd", "/c", "start", ""],
  };
  const [command, ...args] = commands[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
