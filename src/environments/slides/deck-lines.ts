// A deck as plain lines.

import type { Deck } from "./deck.ts";

/** A deck in lines, as readers see it. */
export const deckInLines = ({ slides }: Deck): string =>
  slides
    .flatMap(({ title, sections }, k) => [
      `${k + 1}. ${title}`,
      ...sections.map(({ heading, body }) => `   ${heading}: ${body}`),
    ])
    .join("\n");
