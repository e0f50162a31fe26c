// A snake behind BattleSnake's web API v1, played against over HTTP.

import { z } from "zod";
import { bodyText, sentOnTo } from "../../clients/answer.ts";
import { display } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";
import { jsonIn } from "../../core/json.ts";
import type { Fighter } from "../../environments/arenas/arena.ts";

/** Milliseconds that a server has for a move, by the protocol's default, and for what comes before the first move and after the last. */
const PATIENCE = { move: 500, other: 10_000 } as const;
/** Bytes of the longest answer. */
const LONGEST = 1 << 20;

const stateOfGame = z.looseObject({ game: z.looseObject({}) });
const identity = z.looseObject({ apiversion: z.literal("1"), version: z.string().optional() });

/** A late or wrong move is none; a server that cannot be reached, or is of another version than `expected` by now, breaks the match off. */
export function snakeServer(url: string, expected?: string): Fighter {
  let game = 0;
  let isStarted = false;
  let fault: string | undefined;
  const stateIn = ([state]: readonly unknown[]) => {
    const own = stateOfGame.parse(state);
    return { ...own, game: { ...own.game, id: `agon-${process.pid}-${game}` } };
  };
  return {
    async begin() {
      const version = await snakeVersion(url);
      if (expected !== undefined && version !== undefined && version !== expected)
        throw noSnake(`${display(url)} says another version by now, ${display(version)}`, "begin the contest again");
      game += 1;
      isStarted = false;
      return true;
    },
    async call(given) {
      const state = stateIn(given);
      if (!isStarted) await answerOf(url, "/start", state);
      isStarted = true;
      const answer = await answerOf(url, "/move", state);
      if (answer === "late") fault ??= `did not answer within ${PATIENCE.move} ms`;
      return answer === "late" ? undefined : answer.json;
    },
    async end(given) {
      if (isStarted) await answerOf(url, "/end", stateIn(given));
    },
    fault: () => fault,
  };
}

/** The version that a server says it has; undefined where it says none. A UserError where it is no snake's. */
export async function snakeVersion(url: string): Promise<string | undefined> {
  const answer = await answerOf(url, "/");
  if (answer === "late") throw noSnake(`${display(url)} did not answer within ${PATIENCE.other / 1000} s`);
  const { data } = identity.safeParse(answer.json);
  if (data === undefined)
    throw noSnake(`${display(url)} is no snake of BattleSnake's API v1`, 'it must answer {"apiversion":"1"}');
  return data.version === "" ? undefined : data.version;
}

const noSnake = (what: string, hint?: string): UserError =>
  new UserError({ code: "no-snake", what, ...(hint === undefined ? {} : { hint }) });

/** The JSON that a server answers, undefined where it answers something else; "late" where it takes too long. */
async function answerOf(url: string, path: "/" | "/start" | "/move" | "/end", body?: object) {
  const post =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(path === "/move" ? PATIENCE.move : PATIENCE.other);
  let response: Response;
  let text: string | undefined;
  try {
    response = await fetch(url + path, { ...post, signal, redirect: "manual" });
    text = await bodyText(response, LONGEST);
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") return "late";
    throw noSnake(`no snake's server answers at ${display(url)}`);
  }
  const elsewhere = sentOnTo(response);
  if (elsewhere !== undefined)
    throw noSnake(`${display(url)} sends requests on to ${display(elsewhere)}`, "name that address if you mean it");
  return { json: response.ok && text !== undefined ? jsonIn(text) : undefined };
}
