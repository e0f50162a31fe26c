// The cluster that a command computes on, by its flags.

import type { Engine } from "../lab/run/engine.ts";

/** Where a cluster is. */
export interface ClusterFlags {
  /** Address of its database. */
  readonly on?: string;
  /** Where its large files lie: a folder, or s3://BUCKET/PREFIX. */
  readonly shared?: string;
}

/** Runs work on the cluster that is asked for, or without one; `title` is what people see of it there. */
export async function onCluster<T>(
  { on, shared }: ClusterFlags,
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
