// What a server answers: a text, which may be without end, or that a request is to go to another address.

/** The part of an answer that is read here, of the platform's and of the library's. */
interface Answer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** The text of an answer; undefined where it has more than `most` bytes, as soon as that is seen. */
export async function bodyText({ body }: Pick<Answer, "body">, most: number): Promise<string | undefined> {
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
export function sentOnTo({ status, headers }: Omit<Answer, "body">): string | undefined {
  return status >= 300 && status < 400 ? (headers.get("location") ?? "another address") : undefined;
}
