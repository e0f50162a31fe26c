// A player in any language: a program that reads JSON Lines on standard input and writes them on standard output.
//
//   reads   {"type":"spec","seat":0,"agents":["agent_0",…],"action":{"low":[0],"high":[100]},"observation":[{"name":…,"size":…},…]}
//   reads   {"type":"reset"}                        at the start of every episode
//   reads   {"type":"act","observation":{"ownAction":[30],…},"pay":null}    pay is the last step's
//   writes  {"action":[42.5]}                       one line for each "act", and nothing else
//
// In a world of text the spec has an "alphabet" (null where it is any character of Unicode, and a text is a whole answer), observations are {"text":"4+7="}, and an action is a text, {"action":"11$"}: a
// stretch that is written character by character, up to the episode's end or to where the world answers. Then comes the next "act".
//
// Its input is closed when the play is over, and it should end then. It runs with the user's rights: name only programs that you trust.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { z } from "zod";
import type { Agent, AgentPlan, Seat } from "../core/agent.ts";
import { display } from "../core/checked.ts";
import { GROUPS, signalGroup, startedChild } from "../core/child-processes.ts";
import type { NumericSpec } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { positive } from "../core/parameters.ts";
import { type BoundEntry, bind } from "../core/registry.ts";
import { choicesOf, textIn } from "../core/text.ts";
import { pendingText } from "./pending-text.ts";

const parameters = z.strictObject({
  command: z
    .union([z.string().min(1), z.array(z.string()).min(1)])
    .default("")
    .describe(
      "program and arguments, as a list or separated by spaces; runs in the experiment's folder, and files among them are part of the run's name",
    ),
  timeout: positive(3600, 10).describe("seconds to wait for an answer"),
});

const answerSchema = z.object({ action: z.union([z.number(), z.array(z.number()), z.string()]) });

export const program: BoundEntry<AgentPlan> = bind({
  id: "program",
  summary: "a program in any language that speaks JSON Lines on its standard streams",
  parameters,
  example: { parameters: { command: ["python3", "player.py"] } },
  make({ command, timeout }): AgentPlan {
    const words = typeof command === "string" ? command.split(/\s+/).filter((word) => word !== "") : command;
    const plan = (seat: Seat): Agent => {
      const [file, ...given] = words;
      if (file === undefined) {
        const hint = "agents: { policy: program, command: [python3, my-agent.py] }";
        throw new UserError({ code: "no-command", what: "the program agent has no command", hint });
      }
      return talking(seat, [file, ...given], timeout);
    };
    return Object.assign(plan, { files: words });
  },
});

/** Characters of one line, and lines, that a program may be ahead of its reader. */
const LONGEST_LINE = 1_000_000;
const MOST_LINES = 1_000;
/** Milliseconds that a program has to end by itself, and then once more after a signal. */
const PATIENCE = 1_000;

/** Lines that the program wrote, handed out one by one; a failure ends the wait for the next. */
class Conversation {
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

  constructor(command: readonly string[], directory: string, timeout: number) {
    this.#name = display(command.join(" "));
    this.#timeout = timeout;
    try {
      const [file, ...rest] = command;
      // Of a group of its own, so that what it starts ends with it.
      const start = () => spawn(file, rest, { cwd: directory, stdio: "pipe", detached: GROUPS });
      [this.#process, this.#over] = startedChild(start);
    } catch (error) {
      throw this.fault(`could not be started: ${error instanceof Error ? error.message : String(error)}`);
    }
    this.#gone = new Promise((resolve) => {
      this.#process.on("exit", () => resolve());
      this.#process.on("error", () => resolve());
    });
    this.#process.on("error", (error) => this.#end(`could not be started: ${reasonOf(error)}`));
    this.#process.on("close", (code, signal) =>
      this.#end(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`),
    );
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
      if (left <= 0) throw this.fault(`gave no answer for ${this.#timeout} seconds`);
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
    const asked = setTimeout(() => this.#signal("SIGTERM"), PATIENCE);
    const forced = setTimeout(() => this.#signal("SIGKILL"), 2 * PATIENCE);
    await this.#gone;
    clearTimeout(asked);
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

function reasonOf(error: Error): string {
  const code = "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "there is no such program";
  return code === "EACCES" ? "it is no program, or may not be run" : error.message;
}

/** The line that says what went wrong: the last that names an error, since runtimes write traces and versions below it. */
function complaintIn(text: string): string | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const line =
    lines.findLast((candidate) => /^\S.*(error|exception)/i.test(candidate) || /^error/i.test(candidate)) ??
    lines.at(-1);
  return line
    ?.replaceAll(/\p{Cc}/gu, "")
    .trim()
    .slice(0, 200);
}

function talking(seat: Seat, command: readonly string[], timeout: number): Agent {
  const { spec } = seat;
  const size = spec.actionSize;
  const box = (bounds: Float64Array) => Array.from(bounds.subarray(seat.seat * size, (seat.seat + 1) * size));
  let conversation: Conversation | undefined;
  /** What was paid since the program was last asked. */
  let pay: number | null = null;
  const written = pendingText();
  return {
    reset() {
      if (conversation === undefined) {
        conversation = new Conversation(command, seat.directory, timeout);
        conversation.say({
          type: "spec",
          seat: seat.seat,
          agents: spec.agents,
          horizon: spec.horizon,
          action: {
            low: box(spec.actionLow),
            high: box(spec.actionHigh),
            ...(spec.choices === undefined ? {} : { choices: spec.choices }),
            ...(spec.choiceNames === undefined ? {} : { names: spec.choiceNames }),
          },
          ...(spec.alphabet === undefined ? {} : { alphabet: spec.alphabet.characters?.join("") ?? null }),
          ...(spec.documentEnd === undefined ? {} : { documentEnd: spec.documentEnd }),
          observation: spec.observation.map(({ name, size: length }) => ({ name, size: length })),
        });
      }
      pay = null;
      written.clear();
      conversation.say({ type: "reset" });
    },
    async act(observation, action) {
      if (conversation === undefined) throw new Error("a program acts before its first reset");
      if (written.next(observation, action)) return;
      const line = await conversation.ask({ type: "act", observation: observed(spec, observation), pay });
      pay = null;
      const values = answered(line);
      if (spec.alphabet !== undefined && typeof values === "string") {
        try {
          written.begin(choicesOf(values, spec.alphabet), action);
        } catch (error) {
          throw error instanceof UserError ? conversation.fault(`wrote: ${error.problems[0].what}`) : error;
        }
        return;
      }
      if (values === undefined || typeof values === "string") {
        throw conversation.fault(`answered ${display(line)}, and not {"action":[…]}`);
      }
      if (values.length !== size) throw conversation.fault(`gave ${values.length} numbers for an action of ${size}`);
      action.set(values);
    },
    receive(paid) {
      pay = (pay ?? 0) + paid;
    },
    async close() {
      const ending = conversation?.close();
      conversation = undefined;
      await ending;
    },
  };
}

/** An observation by the names of its fields, or as text. */
function observed({ observation: fields, alphabet }: NumericSpec, observation: Float32Array): object {
  if (alphabet !== undefined) return { text: textIn(observation, alphabet) };
  const named: Record<string, number[]> = {};
  let offset = 0;
  for (const { name, size } of fields) {
    named[name] = Array.from(observation.subarray(offset, offset + size));
    offset += size;
  }
  return named;
}

function answered(line: string): number[] | string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const result = answerSchema.safeParse(value);
  if (!result.success) return undefined;
  return typeof result.data.action === "number" ? [result.data.action] : result.data.action;
}
