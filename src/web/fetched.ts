// What the server answers to an address, asked for anew whenever the address changes; what was there before stays until then.

import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../core/errors.ts";
import { embeddedAnswer, isEmbedded } from "./embedded.ts";

/** An answer; the data may still be those of the address before. */
export interface Answer<T> {
  readonly data?: T;
  readonly problem?: string;
  readonly waiting: boolean;
}

/** Asks for JSON. `stamp` changes when the same address would be answered otherwise. */
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

/** The text of an answer; an Error says what the server says is wrong. */
export async function answered(address: string, request: RequestInit = {}): Promise<string> {
  if (isEmbedded) return embeddedAnswer(address);
  let answer: Response;
  try {
    answer = await fetch(address, request);
  } catch {
    throw new Error("The server does not answer: `agon view` has ended.");
  }
  const text = await answer.text();
  if (!answer.ok) throw new Error(problemIn(text));
  return text;
}

/** Asks the server to do something with a run, and gives what it answers; an Error as in `answered`. */
export const done = <T>(
  run: string,
  deed: "check" | "named" | "start" | "resume" | "stop" | "note",
  order: object = {},
): Promise<T> => posted(`./api/runs/${encodeURIComponent(run)}/${deed}`, order);

/** Sends JSON to an address, and gives what is answered; an Error as in `answered`. */
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
