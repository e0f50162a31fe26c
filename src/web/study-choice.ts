// Which study is looked at, as the address says it; pages without a server have none.

import { computed } from "@preact/signals";
import { chosen } from "./chosen.ts";
import { isEmbedded } from "./embedded.ts";

/** Chooses the list of studies. */
export const STUDIES = { show: "studies" } as const;

/** The study that is looked at; null where none is. */
export const chosenStudy = computed(() => (isEmbedded || chosen.value.has("run") ? null : chosen.value.get("study")));

/** Whether the list of studies is looked at. */
export const areStudiesShown = computed(
  () =>
    !isEmbedded && !chosen.value.has("run") && !chosen.value.has("study") && chosen.value.get("show") === STUDIES.show,
);
