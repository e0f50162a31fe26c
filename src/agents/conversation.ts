// Communication with a child process in JSON Lines: a line to its standard input, a line from its standard output.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { display } from "../core/checked.ts";
import { GROUPS, signalGroup, startedChild } from "../core/child-processes.ts";
import { complaintIn, notStarted } from "../core/complaints.ts";
import { UserError } from "../core/errors.ts";

/** Limits on the output that a program may write ahead of its reader: characters of a line, and lines. */
const LONGEST_LINE = 1_000_000;
const MOST_LINES = 1_000;
/** Milliseconds for a program to exit by itself, and again after a signal. */
const PATIENCE = 1_000;

export interface ConversationOptions {
  /** Environment variables of the process; default those of this process. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Name of the program in error messages; default the command. */
  readonly name?: string;
  /** A line that the command prints just before it executes the program. If it exits earlier, the program was not started. */
  readonly opening?: string | undefined;
}

/** Queue of the program's output lines; a failure also ends a pending read. */
export class Conversation {
  readonly #process: ChildProcessWithoutNullStreams;
  /** Called when the conversation has ended. */
  readonly #over: () => void;
  readonly #name: string;
  readonly #timeout: number;
  readonly #gone: Promise<void>;
  readonly #lines: string[] = [];
  #unfinished = "";
  /** Whether the process has been reaped, so that its id may belong to another process. */
  #isOver = false;
  #complaints = "";
  #ended: string | undefined;
  #wake: (() => void) | undefined;
  #wasStarted = true;
  /** The opening line, while it is still expected. */
  #opening: string | undefined;

  /** `timeout` is the limit for an answer in seconds. */
  constructor(command: readonly string[], directory: string, timeout: number, options: ConversationOptions = {}) {
    const { environment, name = command.join(" "), opening } = options;
    this.#name = display(name);
    this.#timeout = timeout;
    this.#opening = opening;
    try {
      const [file, ...rest] = command;
      // The process gets its own group, so that its children are terminated with it.
      const own = environment === undefined ? {} : { env: environment };
      const start = () => spawn(file, rest, { cwd: directory, stdio: "pipe", detached: GROUPS, ...own });
      [this.#process, this.#over] = startedChild(start);
    } catch (error) {
      throw this.fault(`could not be started: ${error instanceof Error ? error.message : String(error)}`);
    }
    this.#gone = new Promise((resolve) => {
      this.#process.on("exit", () => resolve());
      this.#process.on("error", () => resolve());
    });
    this.#process.on("error", (error) => {
      this.#wasStarted = false;
      this.#end(notStarted(error));
    });
    this.#process.on("close", (code, signal) => {
      if (this.#opening !== undefined) this.#end("could not be started: what confines it has failed");
      else this.#end(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`);
    });
    // Write errors of a closed input are ignored; the program's exit is reported instead.
    this.#process.stdin.on("error", () => {});
    this.#process.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#complaints = (this.#complaints + text).slice(-8_000);
    });
    const { stdout } = this.#process;
    stdout.setEncoding("utf8").on("data", (text: string) => this.#read(text));
    // Output also closes at exit, whose message is more specific, so the exit is awaited first.
    stdout.on("end", () => setTimeout(() => this.#end("closed its output"), PATIENCE).unref());
  }

  /** Whether the program has exited or was never started. */
  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** False where the system could not start the program, which is not the program's fault. */
  get wasStarted(): boolean {
    return this.#wasStarted && this.#opening === undefined;
  }

  say(message: object): void {
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Sends `message` and returns the program's answer line. */
  async ask(message: object): Promise<string> {
    const [early] = this.#lines;
    if (early !== undefined) throw this.fault(`wrote a line that it was not asked for: ${display(early)}`);
    this.say(message);
    const deadline = Date.now() + 1000 * this.#timeout;
    for (;;) {
      const line = this.#lines.shift();
      if (line !== undefined) return line;
      if (this.#ended !== undefined) throw this.fault(this.#ended);
      const left = deadline - Date.now();
      if (left <= 0) {
        const what = this.#opening === undefined ? "gave no answer" : "could not be started";
        throw this.fault(`${what} for ${this.#timeout} seconds`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  fault(what: string): UserError {
    const said = complaintIn(this.#complaints);
    const hint = said === undefined ? {} : { hint: `its last complaint: ${said}` };
    return new UserError({ code: "program", what: `the program ${this.#name} ${what}`, ...hint });
  }

  /** Terminates the program and its children: by closing its input, then by a signal, then by SIGKILL. */
  async close(): Promise<void> {
    this.#process.stdin.end();
    const termination = setTimeout(() => this.#signal("SIGTERM"), PATIENCE);
    const forced = setTimeout(() => this.#signal("SIGKILL"), 2 * PATIENCE);
    await this.#gone;
    clearTimeout(termination);
    clearTimeout(forced);
    const { pid } = this.#process;
    if (pid !== undefined && !this.#isOver) {
      if (GROUPS) signalGroup(pid, "SIGKILL");
      this.#over();
    }
    this.#isOver = true;
    // Children that left the process group may hold these pipes open.
    this.#process.stdout.destroy();
    this.#process.stderr.destroy();
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#process.pid !== undefined) signalGroup(this.#process.pid, signal);
  }

  #read(text: string): void {
    const lines = (this.#unfinished + text).split("\n");
    this.#unfinished = lines.pop() ?? "";
    if (this.#opening !== undefined && lines[0] === this.#opening) {
      this.#opening = undefined;
      lines.shift();
    }
    for (const line of lines) this.#lines.push(line);
    if (this.#lines.length > MOST_LINES || this.#unfinished.length > LONGEST_LINE) {
      this.#end("writes without end");
      this.#lines.length = 0;
      this.#unfinished = "";
      this.#process.stdout.destroy();
    }
    this.#wake?.();
  }

  #end(how: string): void {
    this.#ended ??= how;
    this.#wake?.();
  }
}
