// Masks: feedback that knows the answer must not contain it (as in the released code of arXiv 2506.11930).

/** Words that must not be said, each replaced by `[Mask 1]`, `[Mask 2]`, … in their order. Numbers and letters match as whole words. */
export function masked(text: string, secrets: readonly string[]): string {
  const places = new Map([...new Set(secrets)].map((secret, k) => [secret, `[Mask ${k + 1}]`]));
  return text.replace(WORD, (word) => places.get(word) ?? word);
}

/** Whether any of the words is said. */
export function leaks(text: string, secrets: readonly string[]): boolean {
  return (text.match(WORD) ?? []).some((word) => secrets.includes(word));
}

/** A number with sign and decimals, or a run of letters: a mask of 7 leaves 17, 7.5 and −7 as they are. */
const WORD = /[+\-−]?\d+(?:[.,]\d+)*|\p{L}+/gu;
