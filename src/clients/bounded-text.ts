// What a server answers, which may be without end: read up to a limit.

/** The text of an answer; undefined where it is longer than `most` bytes, and then the rest stays unread. */
export async function boundedText({ body }: Response, most: number): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > most) return undefined;
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

/** Where an answer sends a request on to; undefined where it does not. A request is never sent on: the address that was named is meant. */
export function sentOnTo({ status, headers }: Response): string | undefined {
  return status >= 300 && status < 400 ? (headers.get("location") ?? "another address") : undefined;
}
