// The body of an answer as text, of a bounded length: a server may write without end.

/** The text of a body; undefined where it has more bytes, as soon as that is seen. */
export async function bodyText({ body }: Response, most: number): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > most) return undefined;
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}
