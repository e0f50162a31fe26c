// What of a file is held whole in memory: so many rows and so much text. A small file that is packed may say one long text a million times.

import { UserError } from "../core/errors.ts";

/** Rows that are held. */
export const MOST_HELD = 2_000_000;

/** Characters of all their texts. */
const MOST_TEXT = 1 << 28;

/** Counts texts of a file as they are held; a UserError where they are too much. */
export function heldTexts(shown: string): (text: string) => void {
  let length = 0;
  return (text) => {
    length += text.length;
    if (length <= MOST_TEXT) return;
    const what = "has more than 268 million characters, and no more are held in memory";
    throw new UserError({ code: "too-large", what, where: shown, hint: "give a file with fewer or shorter rows" });
  };
}
