// The smallest text that still shows a fault: parts are taken away as long as it does, lines first, then words, then characters.

/** Texts that are tried of one finding. */
const MOST_TRIES = 240;
/** A text of at most this many characters is shrunk character by character. */
const SHORT = 120;

const CUTS: readonly (readonly [split: (text: string) => string[], most: number])[] = [
  [(text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [], Number.POSITIVE_INFINITY],
  [(text) => text.split(/(?<=\s)(?=\S)/), Number.POSITIVE_INFINITY],
  [(text) => [...text], SHORT],
];

/**
 * Delta debugging (Zeller and Hildebrandt, 2002, IEEE TSE 28): chunks of decreasing size are left out, and the first text that `shows` the
 * fault is gone on with. `shows` is given the texts of a pass together. Without `byCharacters` words stay whole. The same text comes out
 * each time.
 */
export async function shrunkText(
  text: string,
  shows: (texts: readonly string[]) => Promise<readonly boolean[]>,
  byCharacters = true,
): Promise<string> {
  let best = text;
  let tries = 0;
  for (const [split, most] of byCharacters ? CUTS : CUTS.slice(0, -1)) {
    let parts = split(best);
    if (parts.join("") !== best || best.length > most) continue;
    for (let size = Math.ceil(parts.length / 2); size >= 1 && tries < MOST_TRIES; ) {
      const starts = Array.from({ length: Math.ceil(parts.length / size) }, (_, k) => k * size);
      const left = starts.map((at) => [...parts.slice(0, at), ...parts.slice(at + size)]).slice(0, MOST_TRIES - tries);
      tries += left.length;
      const shown = await shows(left.map((one) => one.join("")));
      const at = shown.indexOf(true);
      if (at >= 0) {
        parts = left[at];
        best = parts.join("");
        size = Math.min(size, Math.max(1, parts.length));
        if (parts.length === 0) break;
      } else {
        if (size === 1) break;
        size = Math.ceil(size / 2);
      }
    }
  }
  return best;
}
