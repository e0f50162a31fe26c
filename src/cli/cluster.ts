// The cluster that a command's flags name.

import type { Engine } from "../lab/run/engine.ts";
import type { Flags } from "./commands.ts";

/** Runs work on the named cluster, or without one; `title` is the title of the batch there. */
export async function onCluster<T>(
  { on, shared }: Pick<Flags<"run">, "on" | "shared">,
  title: string,
  work: (engine: Engine | undefined) => Promise<T>,
): Promise<T> {
  if (on === undefined) return work(undefined);
  const { clusterEngine } = await import("../cluster/engine.ts");
  const engine = await clusterEngine(on, { title, ...(shared === undefined ? {} : { shared }) });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}
