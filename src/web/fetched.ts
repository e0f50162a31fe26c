// Data that the server returns for a path. It is fetched again when the path changes; the previous data stays until then.

import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../core/errors.ts";
import { embeddedAnswer, isEmbedded } from "./embedded.ts";

/** A response; the data may still be of the previous path. */
export interface Answer<T> {
  readonly data?: T;
  readonly problem?: string;
  readonly waiting: boolean;
}

/** Fetches JSON. `stamp` changes when the same path would have another response. */
export function useFetched<T>(address: string, stamp = ""): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ waiting: true });
  useEffect(() => {
    const left = new AbortController();
    setAnswer((before) => ({ ...before, waiting: true }));
    answered(address, { signal: left.signal }).then(
      (text) => setAnswer({ data: JSON.parse(text), waiting: false }),
      (error: unknown) => {
        if (left.signal.aborted) return;
        setAnswer((before) => ({
          ...before,
          problem: messageOf(error),
          waiting: false,
        }));
      },
    );
    return () => left.abort();
  }, [address, stamp]);
  return answer;
}

/** Message where no server answers. */
export const NO_SERVER = "The server does not answer: `agon view` has ended.";

/** Returns the text of a response. Throws an Error with the server's message where it fails. */
export async function answered(address: string, request: RequestInit = {}): Promise<string> {
  if (isEmbedded) return embeddedAnswer(address);
  let answer: Response;
  try {
    answer = await fetch(address, request);
  } catch {
    throw new Error(NO_SERVER);
  }
  const text = await answer.text();
  if (!answer.ok) throw new Error(problemIn(text));
  return text;
}

/** Requests an action on a run and returns the response. Throws an Error as `answered` does. */
export const done = <T>(
  run: string,
  deed: "check" | "named" | "start" | "resume" | "stop" | "note",
  order: object = {},
): Promise<T> => posted(`./api/runs/${encodeURIComponent(run)}/${deed}`, order);

/** Sends JSON to a path and returns the response. Throws an Error as `answered` does. */
export async function posted<T>(address: string, order: object): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return JSON.parse(await answered(address, { method: "POST", headers, body: JSON.stringify(order) }));
}

function problemIn(text: string): string {
  try {
    const { problems }: { problems: readonly { what: string; hint?: string }[] } = JSON.parse(text);
    return problems.map(({ what, hint }) => (hint === undefined ? what : `${what}; ${hint}`)).join("; ");
  } catch {
    return "The server answered with something that is no answer of Agon's.";
  }
}
