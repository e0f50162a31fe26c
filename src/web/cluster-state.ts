// What the live view knows of a cluster: what the server told last, and whether it is looked at.

import { computed, signal } from "@preact/signals";
import type { ClusterPageData } from "../cluster/standing-data.ts";
import { chosen } from "./chosen.ts";

/** Whether the server views a cluster. */
export const hasCluster = document.documentElement.dataset.cluster !== undefined;

/** The cluster as the server tells it; undefined before it has told any. */
export const cluster = signal<ClusterPageData["cluster"] | undefined>(undefined);

/** Chooses the cluster. */
export const CLUSTER = { show: "cluster" } as const;

/** Whether the cluster is looked at. */
export const isClusterShown = computed(
  () => hasCluster && !chosen.value.has("run") && chosen.value.get("show") === CLUSTER.show,
);
