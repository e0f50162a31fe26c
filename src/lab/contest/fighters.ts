// Fighters by the names that a person gives: a program's text for the sandbox, a program of any language as a process, or the server of a
// snake on the web.

import { accessSync, constants } from "node:fs";
import { extname, resolve } from "node:path";
import { z } from "zod";
import { confined, confinementGaps } from "../../agents/confinement.ts";
import { Conversation } from "../../agents/conversation.ts";
import { type ProgramLimits, programLimits } from "../../agents/program-limits.ts";
import { bodyText } from "../../clients/body-text.ts";
import { display } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";
import { withoutEnd } from "../../core/text-ends.ts";
import type { Entrant, Fighter } from "../../environments/arenas/arena.ts";
import { readProgram } from "../experiment/program-text.ts";
import { readText } from "../experiment/yaml.ts";

/** An entrant as plain data, which a thread opens. */
export interface NamedEntrant extends Omit<Entrant, "fighter"> {
  /** Where it runs, if not in the arena itself. */
  readonly runs?: { readonly program: string; readonly limits: ProgramLimits } | { readonly server: string };
}

/** Files that arenas read themselves: JavaScript for the sandbox, and Redcode. */
const TEXTS = [".js", ".mjs", ".cjs", ".red", ".txt"];

/** Milliseconds that a snake's server has, by the protocol's default, and bytes of its answer. */
const [SNAKE_PATIENCE, MOST_BYTES] = [500, 1 << 20];

/** The entrant of this name, from `directory`; `limits` hold where it is a process. A UserError where it cannot be read or run. */
export function namedEntrant(name: string, directory: string, limits = programLimits.parse({})): NamedEntrant {
  if (/^https?:\/\//.test(name)) return { file: name, text: name, runs: { server: withoutEnd(name, "/") } };
  const program = resolve(directory, name);
  if (TEXTS.includes(extname(name).toLowerCase())) return { file: name, text: readProgram(program) };
  const entrant = { file: name, text: readText(program) };
  try {
    accessSync(program, constants.X_OK);
  } catch {
    const hint = "programs for the sandbox end in .js; others must be executable";
    throw new UserError({ code: "not-executable", what: `${name} may not be run`, hint });
  }
  return { ...entrant, runs: { program, limits } };
}

/** What a person should know of entrants that run as processes: by which means the system cannot confine them. */
export const processNotices = (entrants: readonly NamedEntrant[]): readonly string[] =>
  entrants.some(({ runs }) => runs !== undefined && "program" in runs) ? confinementGaps() : [];

/** Entrants with those opened that run outside, and what ends these. */
export function opened(arena: string, entrants: readonly NamedEntrant[]): { all: Entrant[]; close(): Promise<void> } {
  const conversations: (() => Promise<void>)[] = [];
  const all = entrants.map(({ runs, ...entrant }): Entrant => {
    if (runs === undefined) return entrant;
    if ("server" in runs) {
      if (arena === "battlesnake") return { ...entrant, fighter: snakeServer(runs.server) };
      throw new UserError({ code: "no-servers", what: `${arena} is not fought by servers`, hint: "battlesnake is" });
    }
    const { fighter, close } = processFighter(runs.program, runs.limits);
    conversations.push(close);
    return { ...entrant, fighter };
  });
  return { all, close: async () => void (await Promise.all(conversations.map((close) => close()))) };
}

/**
 * A program that reads {"type":"reset"} before each game and {"type":"move","given":[…]} for each move, and writes {"move":…}. It is
 * confined, and finds nothing in its environment but where programs are. One that ends, or is late, answers nothing until the next
 * game; one that cannot be started breaks the match off. Its work cannot be counted, as that of the sandbox is.
 */
function processFighter(program: string, limits: ProgramLimits): { fighter: Fighter; close(): Promise<void> } {
  let conversation: Conversation | undefined;
  /** Whether it has yet to move in this game, with what it is since an earlier one: it may have ended in between. */
  let mayHaveEnded = false;
  const close = async (): Promise<void> => {
    const ending = conversation?.close();
    conversation = undefined;
    await ending;
  };
  const begin = (): true => {
    mayHaveEnded = conversation !== undefined;
    conversation ??= begun(program, limits);
    conversation.say({ type: "reset" });
    return true;
  };
  const call = async (given: readonly unknown[]): Promise<unknown> => {
    if (conversation === undefined) return undefined;
    try {
      const line = await conversation.ask({ type: "move", given });
      mayHaveEnded = false;
      return moveIn(line);
    } catch (error) {
      if (!(error instanceof UserError) || !conversation.wasStarted) throw error;
      const again = mayHaveEnded && conversation.hasEnded;
      await close();
      return again && begin() ? call(given) : undefined;
    }
  };
  return { close, fighter: { begin, call } };
}

function begun(program: string, limits: ProgramLimits): Conversation {
  const { command, directory, ...options } = confined(program, limits);
  return new Conversation(command, directory, limits.seconds, { ...options, name: program });
}

const answer = z.looseObject({ move: z.unknown() });

/** What a line answers; undefined where it is no JSON with a move. */
function moveIn(line: string): unknown {
  try {
    return answer.safeParse(JSON.parse(line)).data?.move;
  } catch {
    return undefined;
  }
}

const stateOfGame = z.looseObject({ game: z.looseObject({}) });
const identity = z.looseObject({ apiversion: z.literal("1") });

/** A snake behind BattleSnake's web API v1. A late or wrong answer is none; a server that cannot be reached breaks the match off. */
function snakeServer(url: string): Fighter {
  let game = 0;
  let isStarted = false;
  const told = ([state]: readonly unknown[]) => {
    const own = stateOfGame.parse(state);
    return { ...own, game: { ...own.game, id: `agon-${process.pid}-${game}` } };
  };
  return {
    async begin() {
      const found = identity.safeParse(await asked(url, "/"));
      if (!found.success) {
        const what = `${display(url)} is no snake of BattleSnake's API v1`;
        throw new UserError({ code: "no-snake", what, hint: 'it must answer {"apiversion":"1"}' });
      }
      game += 1;
      isStarted = false;
      return true;
    },
    async call(given) {
      const state = told(given);
      if (!isStarted) await asked(url, "/start", state);
      isStarted = true;
      return asked(url, "/move", state);
    },
    async end(given) {
      if (isStarted) await asked(url, "/end", told(given));
    },
  };
}

/** The JSON that a server answers; undefined where it is late, too long, or something else. */
async function asked(url: string, path: string, body?: object): Promise<unknown> {
  const post =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  try {
    const response = await fetch(url + path, { ...post, signal: AbortSignal.timeout(SNAKE_PATIENCE) });
    const text = await bodyText(response, MOST_BYTES);
    return response.ok && text !== undefined ? JSON.parse(text) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (error instanceof Error && error.name === "TimeoutError") return undefined;
    throw new UserError({ code: "no-snake", what: `no snake's server answers at ${display(url)}` });
  }
}
