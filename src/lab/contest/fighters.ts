// Fighters by the names that a person gives: a program's text for the sandbox, a program of any language as a process, or the server of a
// snake on the web.

import { randomUUID } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { extname, resolve } from "node:path";
import { z } from "zod";
import { confined, confinementGaps } from "../../agents/confinement.ts";
import { Conversation } from "../../agents/conversation.ts";
import { type ProgramLimits, programLimits } from "../../agents/program-limits.ts";
import { ADDRESS_FAULTS, addressFault } from "../../clients/endpoint.ts";
import { UserError } from "../../core/errors.ts";
import { withoutEnd } from "../../core/text-ends.ts";
import { readText } from "../../core/yaml.ts";
import type { Entrant, Fighter } from "../../environments/arenas/arena.ts";
import { readProgram } from "../experiment/program-text.ts";
import { programFiles } from "./program-files.ts";
import { snakeServer, snakeVersion } from "./snake-server.ts";

/** An entrant as plain data, which a thread opens. */
export interface NamedEntrant extends Omit<Entrant, "fighter"> {
  /** Where it runs, if not in the arena itself. */
  readonly runs?: ProcessEntrant | ServerEntrant;
}

/** A process, by its executable file. */
export interface ProcessEntrant {
  readonly program: string;
  readonly limits: ProgramLimits;
  /** Files that it may load, by absolute paths. */
  readonly files?: readonly string[];
  readonly version?: string;
}

export interface ServerEntrant {
  readonly server: string;
  readonly version?: string;
}

/** Files that arenas read themselves: JavaScript for the sandbox, and Redcode. */
const TEXTS = [".js", ".mjs", ".cjs", ".red", ".txt"];

/** The entrant of this name, from `directory`; `limits` hold where it is a process. A UserError where it cannot be read or run. */
export function namedEntrant(name: string, directory: string, limits = programLimits.parse({})): NamedEntrant {
  if (/^https?:/i.test(name)) return serverEntrant(name);
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

/** A snake's server. Its address stands in reports: a UserError, which does not repeat it, where it holds more than a place. */
function serverEntrant(address: string): NamedEntrant {
  const fault = addressFault(address);
  if (fault === undefined) return { file: address, text: address, runs: { server: withoutEnd(address, "/") } };
  const what = `a server's address ${ADDRESS_FAULTS[fault]}`;
  throw new UserError({ code: "bad-address", what, hint: "http://localhost:8000/snake; reports show it whole" });
}

/** An entrant with the version of what runs outside, and what a person should know of that. */
interface Versioned {
  readonly entrant: NamedEntrant;
  readonly notices: readonly string[];
}

/**
 * The version of what runs outside stands in the names of its matches: of a process that of all files in its folder, of a server what it says
 * itself. Where there is none, it is drawn, so that no later contest takes the matches for its own. Its matches say what is wrong with a
 * server that does not answer.
 */
export async function versioned({ runs, ...entrant }: NamedEntrant): Promise<Versioned> {
  if (runs === undefined) return { entrant, notices: [] };
  if ("program" in runs) {
    const files = programFiles(runs.program);
    if (files !== undefined) return { entrant: { ...entrant, runs: { ...runs, ...files } }, notices: [] };
  } else {
    const version = await snakeVersion(runs.server).catch(() => null);
    if (version === null) return { entrant: { ...entrant, runs: { ...runs, version: randomUUID() } }, notices: [] };
    if (version !== undefined) return { entrant: { ...entrant, runs: { ...runs, version } }, notices: [] };
  }
  const why = "server" in runs ? "says no version" : "has a folder of too many files to tell its version";
  const notice = `${entrant.file} ${why}: its matches are not kept beyond this contest`;
  return { entrant: { ...entrant, runs: { ...runs, version: randomUUID() } }, notices: [notice] };
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
      if (arena === "battlesnake") return { ...entrant, fighter: snakeServer(runs.server, runs.version) };
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
  let fault: string | undefined;
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
      fault ??= error.problems[0].what;
      const again = mayHaveEnded && conversation.hasEnded;
      await close();
      return again && begin() ? call(given) : undefined;
    }
  };
  return { close, fighter: { begin, call, fault: () => fault } };
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
