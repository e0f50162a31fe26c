// The first letter of a sentence.

/** Returns the text with its first letter as a capital. */
export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
