// Whether a text says a name or an amount: as whole words, in any case, and however thousands are set apart.

/** Gaps between thousands. */
const GAPS = /(?<=\d)[,'\s](?=\d{3}(?!\d))/g;

/** Returns a text in small letters, without gaps between thousands: what `placesOf` reads. */
export const plainWords = (text: string): string =>
  text.normalize("NFKC").toLowerCase().replaceAll(/[’‘]/g, "'").replaceAll(GAPS, "").replaceAll(/\s+/g, " ").trim();

const BEFORE = "(?<![\\p{L}\\p{N}]|\\d[.,])";
const BEHIND = "(?![\\p{L}\\p{N}]|[.,]\\d)";

/** Returns where plain words say a name or an amount: the places at which it begins. */
export function placesOf(words: string, what: string): readonly number[] {
  const known = plainWords(what);
  if (known === "") return [];
  const escaped = known.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const cents = /\d$/.test(known) && !known.includes(".") ? "(?:\\.0+)?" : "";
  const pattern = `${/^[\p{L}\p{N}]/u.test(known) ? BEFORE : ""}${escaped}${cents}${/[\p{L}\p{N}]$/u.test(known) ? BEHIND : ""}`;
  return [...words.matchAll(new RegExp(pattern, "gu"))].map(({ index }) => index);
}

/** Returns whether a text says a name or an amount: "$1,450.00" says 1450, and "partners" does not say partner. */
export const says = (text: string, what: string): boolean => placesOf(plainWords(text), what).length > 0;
