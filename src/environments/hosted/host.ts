// A Python environment in a process of the user's interpreter, one process per thread. The environment is inspected once; its copies are
// controlled by messages, and operations of several copies are batched into one message.

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

/** The Python program: a folder with a `__main__.py`. */
const PROGRAM = fileURLToPath(new URL("../../../python/src/agonlab/hosting/__main__.py", import.meta.url));
/** Modules that it imports; listed because they enter the cache keys of results. */
export const MODULES = [
  new URL("../../../python/src/agonlab/hosting/drawn.py", import.meta.url),
  new URL("../../../python/src/agonlab/hosting/looked_at.py", import.meta.url),
  new URL("../../../python/src/agonlab/hosting/numbered_spaces.py", import.meta.url),
  new URL("../../../python/src/agonlab/hosting/played_environments.py", import.meta.url),
];

/** Reference to an environment in an experiment. */
export interface NamedEnvironment {
  readonly framework: Framework;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The interpreter: a program in PATH, or a path relative to the experiment's folder. */
  readonly python: string;
  /** The experiment's folder, which is the working folder and contains modules. */
  readonly directory: string;
  /** Timeout of an answer in seconds. */
  readonly timeout: number;
}

/** Operation codes of a copy, shared with Python. */
export const Op = { reset: 0, step: 1, drop: 2, replay: 3 } as const;

/** A pending operation of a copy, and its result. */
export interface Move {
  /** Number of the copy, operation code, and arguments. */
  readonly numbers: readonly number[];
  record?: Float64Array;
  /** Reason for a failure; `silent` where no answer came. */
  fault?: { readonly why: string; readonly silent: boolean };
}

const failure = z.object({ error: z.string(), missing: z.string().nullable() });
const played = z.object({
  faults: z.record(z.string(), z.string()).default({}),
  late: z.array(z.string()).default([]),
});
const picture = z.object({ png: z.string(), width: z.int().min(1), height: z.int().min(1) });
const verdict = z.object({ faults: z.array(z.string()), warnings: z.array(z.string()) });

/** An environment and the process with its copies. */
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

  /** Number of the process that holds the copies; a new process has none of them. */
  get process(): number {
    return this.#process.isAlive ? this.#process.number : 0;
  }

  /** Number for a new copy, which Python creates at its first use. */
  newCopy(): number {
    this.#copies += 1;
    return this.#copies;
  }

  /** Releases a copy with the next message. */
  drop(copy: number): void {
    this.#dropped.push(copy);
  }

  /** Adds an operation to the next message. */
  add(numbers: readonly number[]): Move {
    const move: Move = { numbers };
    this.#waiting.push(move);
    return move;
  }

  /** Executes an operation and all those added before it. */
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

  /** Image rendered by the environment after some moves of an episode, in a separate copy. Throws a UserError where rendering fails. */
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

  /** Errors found by the framework's own checks. Its warnings are reported as notices. */
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

  /** Starts a process where none is alive. Throws a UserError where its environment differs from the inspected one. */
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

/** This thread's host of an inspected environment. */
export function hostOf(named: NamedEnvironment, declared: DeclaredEnvironment): Host {
  const key = keyOf(named, declared);
  const known = hosts.get(key) ?? new Host(named, declared);
  hosts.set(key, known);
  return known;
}

/** Inspects an environment by a few episodes of random play. Throws a UserError where it cannot be used. */
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

/** Timeout in seconds for slow operations: imports, inspections and checks. */
const patience = ({ timeout }: NamedEnvironment): number => Math.max(timeout, 120);

const openOf = ({ framework, name, arguments: given }: NamedEnvironment, more: object) => ({
  ...{ kind: "open", framework, name, arguments: given, info: null, horizon: null },
  ...more,
});

function processOf({ python, directory }: NamedEnvironment): WaitingProcess {
  const file = /[\\/]/.test(python) ? resolve(directory, python) : python;
  // A fixed hash seed, because the iteration order of Python sets would otherwise differ between processes.
  const environment = { PYTHONHASHSEED: "0", ...process.env, PYTHONDONTWRITEBYTECODE: "1" };
  return new WaitingProcess({ command: [file, PROGRAM], directory, environment });
}

function unstarted({ framework, python, name, directory }: NamedEnvironment, why: string): UserError {
  const isMissing = why.includes("could not be started");
  const what = `${isMissing ? `the interpreter ${display(python)}` : name} gives no answer: ${why}`;
  const read = /[\\/]/.test(python) ? `: here ${resolve(directory, python)}` : "";
  const hint = isMissing ? { hint: `python: .venv/bin/python is a path from the experiment's folder${read}` } : {};
  return new UserError({ code: "no-interpreter", what, path: [isMissing ? "python" : framework], ...hint });
}

/** Throws an error reported by Python as a user error. */
function refuseFailure({ framework, name, python }: NamedEnvironment, message: unknown): void {
  const { data } = failure.safeParse(message);
  if (data === undefined) return;
  const isAbsent = data.missing !== null && [framework, "numpy"].includes(data.missing);
  const what = isAbsent ? `${display(python)} has no ${data.missing}` : `${name} cannot be played: ${data.error}`;
  const hint = isAbsent ? { hint: `${python} -m pip install ${framework}` } : {};
  throw new UserError({ code: "environment", what, path: [isAbsent ? "python" : framework], ...hint });
}
