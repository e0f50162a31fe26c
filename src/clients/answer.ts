// Helpers for HTTP responses: reads a body with a size limit, and detects redirects.

/** The common part of the responses of fetch and undici. */
interface Answer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Reads a body; undefined as soon as it exceeds `most` bytes. */
export async function bodyBytes({ body }: Pick<Answer, "body">, most: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Reads a body as text; undefined as soon as it exceeds `most` bytes. */
export async function bodyText(answer: Pick<Answer, "body">, most: number): Promise<string | undefined> {
  const bytes = await bodyBytes(answer, most);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/**
 * Target of a redirect response; undefined for others. Redirects are never followed, because only the configured address may receive a
 * request.
 */
export function sentOnTo({ status, headers }: Omit<Answer, "body">): string | undefined {
  return status >= 300 && status < 400 ? (headers.get("location") ?? "another address") : undefined;
}
