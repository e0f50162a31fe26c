// An environment of Python in a process of the user's interpreter, one for each thread that plays it: it is looked at once, and its
// copies are played by messages. What several copies are to do goes into one message.

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { checked, display } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";
import type { Framework } from "../../core/frameworks.ts";
import { canonical } from "../../core/json.ts";
import { notice } from "../../core/notices.ts";
import { type DeclaredEnvironment, declaredSchema } from "./declared-environment.ts";
import { NoProcessAnswer, type ProcessAnswer, WaitingProcess } from "./waiting-process.ts";

/** What Python runs: a folder with a `__main__.py`. */
const PROGRAM = fileURLToPath(new URL("../../../python/src/agonlab/hosting/__main__.py", import.meta.url));
/** What it imports; named here, so that they count in the keys of results. */
export const MODULES = [
  new URL("../../../python/src/agonlab/hosting/drawn.py", import.meta.url),
  new URL("../../../python/src/agonlab/hosting/looked_at.py", import.meta.url),
  new URL("../../../python/src/agonlab/hosting/numbered_spaces.py", import.meta.url),
  new URL("../../../python/src/agonlab/hosting/played_environments.py", import.meta.url),
];

/** An environment as an experiment names it. */
export interface NamedEnvironment {
  readonly framework: Framework;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The interpreter: a program of the path, or a path from the experiment's folder. */
  readonly python: string;
  /** The experiment's folder, in which it runs and finds modules. */
  readonly directory: string;
  /** Seconds that an answer may take. */
  readonly timeout: number;
}

/** What a copy can do, by the number that Python knows it by. */
export const Op = { reset: 0, step: 1, drop: 2, replay: 3 } as const;

/** Something that a copy is to do, and what comes of it. */
export interface Move {
  /** The number of the copy, the operation and its numbers. */
  readonly numbers: readonly number[];
  record?: Float64Array;
  /** Why it could not be done; `silent` where no answer came. */
  fault?: { readonly why: string; readonly silent: boolean };
}

const failure = z.object({ error: z.string(), missing: z.string().nullable() });
const played = z.object({
  faults: z.record(z.string(), z.string()).default({}),
  late: z.array(z.string()).default([]),
});
const picture = z.object({ png: z.string(), width: z.int().min(1), height: z.int().min(1) });
const verdict = z.object({ faults: z.array(z.string()), warnings: z.array(z.string()) });

/** One environment, and the process that holds its copies. */
export class Host {
  readonly named: NamedEnvironment;
  readonly #process: WaitingProcess;
  readonly #found: DeclaredEnvironment;
  #copies = 0;
  #waiting: Move[] = [];
  #dropped: number[] = [];

  constructor(named: NamedEnvironment, declared: DeclaredEnvironment, process = processOf(named)) {
    this.named = named;
    this.#found = declared;
    this.#process = process;
  }

  /** The number of the process that holds the copies; another has none of them. */
  get process(): number {
    return this.#process.isAlive ? this.#process.number : 0;
  }

  /** A number for another copy, which Python makes when it is first played. */
  newCopy(): number {
    this.#copies += 1;
    return this.#copies;
  }

  /** Lets go of a copy with the next message. */
  drop(copy: number): void {
    this.#dropped.push(copy);
  }

  /** Notes a move for the next message. */
  add(numbers: readonly number[]): Move {
    const move: Move = { numbers };
    this.#waiting.push(move);
    return move;
  }

  /** Sees to it that a move is done, with all that were noted before it. */
  settle(move: Move): Move {
    if (move.record === undefined && move.fault === undefined) this.#send();
    return move;
  }

  #send(): void {
    const moves = this.#waiting;
    const dropped = this.#dropped.flatMap((copy) => [copy, Op.drop]);
    this.#waiting = [];
    this.#dropped = [];
    let answer: ProcessAnswer;
    try {
      this.#ready();
      answer = this.#process.ask({ kind: "play", records: moves.length }, this.named.timeout, [
        ...moves.flatMap(({ numbers }) => numbers),
        ...dropped,
      ]);
    } catch (error) {
      if (!(error instanceof NoProcessAnswer)) throw error;
      for (const move of moves) move.fault = { why: error.message, silent: true };
      return;
    }
    const { message, numbers } = answer;
    refuseFailure(this.named, message);
    const { faults, late } = played.parse(message);
    for (const key of late.filter((one) => !this.#found.met.includes(one)))
      notice(
        `${this.named.name}: info[${display(key)}] is no channel, as it was not met when it was looked at; name it: info: [${key}]`,
      );
    const size = numbers.length / moves.length;
    for (const [k, move] of moves.entries()) {
      const why = faults[k];
      if (why === undefined) move.record = numbers.subarray(k * size, (k + 1) * size);
      else move.fault = { why, silent: false };
    }
  }

  /** What the environment draws of itself after some moves of an episode, in a copy of its own. A UserError where it cannot. */
  picture(copy: number, seed: number, moves: ArrayLike<number>): z.output<typeof picture> {
    try {
      this.#ready();
      const { message } = this.#process.ask({ kind: "picture", copy, seed }, patience(this.named), moves);
      refuseFailure(this.named, message);
      return picture.parse(message);
    } catch (error) {
      if (!(error instanceof NoProcessAnswer)) throw error;
      throw new UserError({ code: "no-picture", what: `${this.named.name} draws nothing: ${error.message}` });
    }
  }

  /** What the framework's own checks find wrong. Its warnings are said as notices. */
  faults(): readonly string[] {
    try {
      this.#ready();
      const { message } = this.#process.ask({ kind: "check" }, patience(this.named));
      refuseFailure(this.named, message);
      const { faults, warnings } = verdict.parse(message);
      for (const warning of warnings) notice(`the check of ${this.named.framework} warns: ${warning}`);
      return faults;
    } catch (error) {
      if (error instanceof NoProcessAnswer) return [error.message];
      throw error;
    }
  }

  /** Begins a process where none lives. A UserError where its environment is another than the one that was looked at. */
  #ready(): void {
    if (this.#process.isAlive) return;
    this.#process.start();
    const { info, infoMask, source } = this.#found;
    const known = { keys: info.map(({ key }) => key), mask: infoMask };
    const { message } = this.#process.ask(openOf(this.named, { known }), patience(this.named));
    try {
      refuseFailure(this.named, message);
      const now = z.object({ source: z.string() }).parse(message).source;
      if (now === source) return;
      const what = `the code of ${this.named.name} has changed since it was looked at`;
      throw new UserError({ code: "changed-environment", what, hint: "run the experiment's file again, not its run" });
    } catch (error) {
      this.#process.end();
      throw error;
    }
  }
}

const hosts = new Map<string, Host>();

const keyOf = (named: NamedEnvironment, { source, info }: DeclaredEnvironment): string =>
  canonical({ ...named, source, info });

/** The host of this thread for an environment that was looked at. */
export function hostOf(named: NamedEnvironment, declared: DeclaredEnvironment): Host {
  const key = keyOf(named, declared);
  const known = hosts.get(key) ?? new Host(named, declared);
  hosts.set(key, known);
  return known;
}

/** Looks at an environment: a few episodes of random play. A UserError says why it cannot be played. */
export async function lookedAt(
  named: NamedEnvironment,
  info: readonly string[] | null,
  horizon: number | null,
): Promise<DeclaredEnvironment> {
  const process = processOf(named);
  process.start();
  try {
    const { message } = await process.wait(openOf(named, { known: null, info, horizon }), patience(named));
    refuseFailure(named, message);
    const declared = checked(declaredSchema, message);
    const key = keyOf(named, declared);
    if (hosts.has(key)) process.end();
    else hosts.set(key, new Host(named, declared, process));
    return declared;
  } catch (error) {
    process.end();
    throw error instanceof NoProcessAnswer ? unstarted(named, error.message) : error;
  }
}

/** Seconds for what is more than steps: imports, episodes that are looked at, checks. */
const patience = ({ timeout }: NamedEnvironment): number => Math.max(timeout, 120);

const openOf = ({ framework, name, arguments: given }: NamedEnvironment, more: object) => ({
  ...{ kind: "open", framework, name, arguments: given, info: null, horizon: null },
  ...more,
});

function processOf({ python, directory }: NamedEnvironment): WaitingProcess {
  const file = /[\\/]/.test(python) ? resolve(directory, python) : python;
  // The order of sets would differ from process to process.
  const environment = { PYTHONHASHSEED: "0", ...process.env, PYTHONDONTWRITEBYTECODE: "1" };
  return new WaitingProcess({ command: [file, PROGRAM], directory, environment });
}

function unstarted({ framework, python, name }: NamedEnvironment, why: string): UserError {
  const isMissing = why.includes("could not be started");
  const what = `${isMissing ? `the interpreter ${display(python)}` : name} gives no answer: ${why}`;
  const hint = isMissing ? { hint: "python: .venv/bin/python names one, by a path from the experiment's folder" } : {};
  return new UserError({ code: "no-interpreter", what, path: [isMissing ? "python" : framework], ...hint });
}

/** Throws what Python has refused, as the user's mistake. */
function refuseFailure({ framework, name, python }: NamedEnvironment, message: unknown): void {
  const { data } = failure.safeParse(message);
  if (data === undefined) return;
  const isAbsent = data.missing !== null && [framework, "numpy"].includes(data.missing);
  const what = isAbsent ? `${display(python)} has no ${data.missing}` : `${name} cannot be played: ${data.error}`;
  const hint = isAbsent ? { hint: `${python} -m pip install ${framework}` } : {};
  throw new UserError({ code: "environment", what, path: [isAbsent ? "python" : framework], ...hint });
}
