// A conversation with a process of its own in JSON Lines: a line to its standard input, a line from its standard output.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { display } from "../core/checked.ts";
import { GROUPS, signalGroup, startedChild } from "../core/child-processes.ts";
import { complaintIn, notStarted } from "../core/complaints.ts";
import { UserError } from "../core/errors.ts";

/** Characters of one line, and lines, that a program may be ahead of its reader. */
const LONGEST_LINE = 1_000_000;
const MOST_LINES = 1_000;
/** Milliseconds that a program has to end by itself, and then once more after a signal. */
const PATIENCE = 1_000;

export interface ConversationOptions {
  /** What the process finds in its environment; default that of this one. */
  readonly environment?: NodeJS.ProcessEnv;
  /** What mistakes call the program; default the command. */
  readonly name?: string;
  /** A line that the command writes just before it becomes the program. One that ends before could not start it. */
  readonly opening?: string | undefined;
}

/** Lines that the program wrote, handed out one by one; a failure ends the wait for the next. */
export class Conversation {
  readonly #process: ChildProcessWithoutNullStreams;
  /** Called once all is over. */
  readonly #over: () => void;
  readonly #name: string;
  readonly #timeout: number;
  readonly #gone: Promise<void>;
  readonly #lines: string[] = [];
  #unfinished = "";
  /** Its number may belong to another process by now. */
  #isOver = false;
  #complaints = "";
  #ended: string | undefined;
  #wake: (() => void) | undefined;
  #wasStarted = true;
  /** The opening line that is still to come. */
  #opening: string | undefined;

  /** Seconds of `timeout` are those of an answer. */
  constructor(command: readonly string[], directory: string, timeout: number, options: ConversationOptions = {}) {
    const { environment, name = command.join(" "), opening } = options;
    this.#name = display(name);
    this.#timeout = timeout;
    this.#opening = opening;
    try {
      const [file, ...rest] = command;
      // Of a group of its own, so that what it starts ends with it.
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
    // A program that closed its input shows in its end, not here.
    this.#process.stdin.on("error", () => {});
    this.#process.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#complaints = (this.#complaints + text).slice(-8_000);
    });
    const { stdout } = this.#process;
    stdout.setEncoding("utf8").on("data", (text: string) => this.#read(text));
    // A program that ends closes it too, and its end says more.
    stdout.on("end", () => setTimeout(() => this.#end("closed its output"), PATIENCE).unref());
  }

  /** Whether the program has ended, or was never started. */
  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** False where the system could not start the program, which is no fault of what it does. */
  get wasStarted(): boolean {
    return this.#wasStarted && this.#opening === undefined;
  }

  say(message: object): void {
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** The line that the program writes in answer to `message`. */
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

  /** Ends the program: by the end of its input, else by a signal, else by one that it cannot refuse. What it has started ends with it. */
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
    // Children of the program that have left its group may hold these open.
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
