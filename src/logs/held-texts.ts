// Limits on the rows and text of a file that are held in memory. A small compressed file can repeat one long text a million times.

import { UserError } from "../core/errors.ts";

/** Maximum number of rows held. */
export const MOST_HELD = 2_000_000;

/** Maximum number of characters of all texts held. */
const MOST_TEXT = 1 << 28;

/** Returns a function that counts held texts and throws a UserError above the limits. */
export function heldTexts(shown: string): (text: string) => void {
  let length = 0;
  return (text) => {
    length += text.length;
    if (length <= MOST_TEXT) return;
    const what = "has more than 268 million characters, and no more are held in memory";
    throw new UserError({ code: "too-large", what, where: shown, hint: "give a file with fewer or shorter rows" });
  };
}
