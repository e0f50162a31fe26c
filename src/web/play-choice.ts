// The games of people that the URL names: the page to begin one, an open one, or a saved one. Pages without a server have none.

import { computed } from "@preact/signals";
import { chosen } from "./chosen.ts";
import { isEmbedded } from "./embedded.ts";

/** Query parameters of the page where a game is begun. */
export const PLAY = { show: "play" } as const;

const named = (name: string) => (isEmbedded || chosen.value.has("run") ? null : chosen.value.get(name));

/** Id of the open game; null where none is shown. */
export const openGame = computed(() => named("play"));

/** Name of the saved game; null where none is shown. */
export const savedGame = computed(() => named("played"));

/** Whether a page of games is shown. */
export const isPlayShown = computed(
  () => openGame.value !== null || savedGame.value !== null || named("show") === PLAY.show,
);
