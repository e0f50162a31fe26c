// Texts in numbers: six bytes of UTF-8 in each, behind the number of bytes. So a text can be an action, or a part of a state.

const BYTES = 6;
const BASE = 256;

/** Largest number of a packed text. */
export const MOST_PACKED = BASE ** BYTES - 1;

/** Numbers that hold a text of so many bytes. */
export const packedSize = (bytes: number): number => 1 + Math.ceil(bytes / BYTES);

/** Bytes of a text in UTF-8. */
export const bytesOf = (text: string): number => Buffer.byteLength(text);

/** Writes a text to `into`, and zeros behind it. Throws an Error where it does not fit. */
export function pack(text: string, into: Float64Array): void {
  const bytes = Buffer.from(text);
  if (packedSize(bytes.length) > into.length) throw new Error(`a text of ${bytes.length} bytes does not fit`);
  into.fill(0);
  into[0] = bytes.length;
  for (let k = bytes.length - 1; k >= 0; k--) {
    const at = 1 + Math.floor(k / BYTES);
    into[at] = into[at] * BASE + bytes[k];
  }
}

/** The text that is packed in `from`. Numbers that hold none are read as some text. */
export function unpack(from: Float64Array): string {
  const bytes = Buffer.alloc(Math.min(Math.max(0, Math.round(from[0])), BYTES * (from.length - 1)));
  for (let k = 0; k < bytes.length; k++) {
    const number = Math.round(from[1 + Math.floor(k / BYTES)]);
    bytes[k] = Math.floor(number / BASE ** (k % BYTES)) % BASE;
  }
  return bytes.toString("utf8");
}
