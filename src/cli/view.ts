// `agon view`: the store on a page that is alive, until Ctrl-C.

import { spawn } from "node:child_process";
import { openStore } from "../lab/store.ts";
import { openView } from "../server/view.ts";
import type { JsonFlag, StoreFlag } from "./flags.ts";
import { note, print, printJson } from "./output.ts";

interface ViewFlags extends JsonFlag, StoreFlag {
  readonly host?: string;
  readonly port?: number;
  readonly open: boolean;
  readonly readOnly?: boolean;
}

/** Serves the store's page, and opens it in a browser where a person sits at the terminal. */
export async function view(flags: ViewFlags): Promise<number> {
  const { host, port, readOnly } = flags;
  const served = await openView({
    store: openStore(flags.store),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(readOnly === undefined ? {} : { isReadOnly: readOnly }),
  });
  if (flags.json === true) printJson({ url: served.url });
  else print(served.url);
  const seen = process.stdout.isTTY === true && flags.json !== true;
  if (seen) note("Ctrl-C ends the view; runs go on without it");
  if (seen && flags.open) opened(served.url);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  await served.close();
  return 0;
}

/** Asks the system to open an address; where it cannot, the address has been printed. */
function opened(url: string): void {
  const commands: Readonly<Record<string, readonly string[]>> = {
    darwin: ["open"],
    win32: ["cmd", "/c", "start", ""],
  };
  const [command, ...args] = commands[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
