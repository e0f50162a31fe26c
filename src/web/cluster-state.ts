// State of the cluster in the live view: the server's last message, and whether the cluster's page is shown.

import { computed, signal } from "@preact/signals";
import type { ClusterPageData } from "../cluster/standing-data.ts";
import { chosen } from "./chosen.ts";

/** Whether the server views a cluster. */
export const hasCluster = document.documentElement.dataset.cluster !== undefined;

/** The cluster by the server's last message; undefined before the first. */
export const cluster = signal<ClusterPageData["cluster"] | undefined>(undefined);

/** Query parameters of the cluster's page. */
export const CLUSTER = { show: "cluster" } as const;

export const isClusterShown = computed(
  () => hasCluster && !chosen.value.has("run") && chosen.value.get("show") === CLUSTER.show,
);
