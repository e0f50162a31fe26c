// The study that the URL names; pages without a server have none.

import { computed } from "@preact/signals";
import { chosen } from "./chosen.ts";
import { isEmbedded } from "./embedded.ts";

/** Query parameters of the list of studies. */
export const STUDIES = { show: "studies" } as const;

/** The shown study; null where there is none. */
export const chosenStudy = computed(() => (isEmbedded || chosen.value.has("run") ? null : chosen.value.get("study")));

export const areStudiesShown = computed(
  () =>
    !isEmbedded && !chosen.value.has("run") && !chosen.value.has("study") && chosen.value.get("show") === STUDIES.show,
);
