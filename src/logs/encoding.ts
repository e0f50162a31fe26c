// Texts that are not in UTF-8: what is said of them, with the command that converts them.

const converted = (from: string): string => `convert the file: iconv -f ${from} -t UTF-8 OLD > NEW`;

/** Of bytes that are no UTF-8: most such tables are of Windows, whose encoding has all letters of Latin-1. */
export const NO_UTF8 = { what: "holds bytes that are no UTF-8", hint: converted("WINDOWS-1252") };

/** Of a text in UTF-16. */
export const UTF16 = { what: "is text in UTF-16", hint: converted("UTF-16") };

/** Whether bytes begin with the byte order mark of UTF-16. */
export const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
