// A player in any language: a program that reads JSON Lines on standard input and writes them on standard output.
//
//   reads   {"type":"spec","seat":0,"agents":["agent_0",…],"action":{"low":[0],"high":[100]},"observation":[{"name":…,"size":…},…]}
//   reads   {"type":"reset"}                        at the start of every episode
//   reads   {"type":"act","observation":{"ownAction":[30],…},"pay":null}    pay is the last step's
//   writes  {"action":[42.5]}                       one line for each "act"
//
// It runs with the user's rights: name only programs that you trust.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { z } from "zod";
import type { Agent, AgentPlan, Seat } from "../core/agent.ts";
import { UserError } from "../core/errors.ts";
import { type Bound, bind } from "../core/registry.ts";

const parameters = z.strictObject({
  command: z
    .union([z.string().min(1), z.array(z.string()).min(1)])
    .default("")
    .describe("program and arguments, as a list or separated by spaces; runs in the experiment's folder"),
  timeout: z.number().gt(0).max(3600).default(10).describe("seconds to wait for an answer"),
});

const answerSchema = z.object({ action: z.union([z.number(), z.array(z.number())]) });

export const program: Bound<AgentPlan> = bind({
  id: "program",
  summary: "a program in any language that speaks JSON Lines on its standard streams",
  parameters,
  make:
    ({ command, timeout }): AgentPlan =>
    (seat) => {
      const [file, ...given] =
        typeof command === "string" ? command.split(/\s+/).filter((word) => word !== "") : command;
      if (file === undefined) {
        throw new UserError({
          code: "no-command",
          what: "the program agent has no command",
          hint: "agents: { policy: program, command: [python3, my-agent.py] }",
        });
      }
      return talking(seat, [file, ...given], timeout);
    },
});

/** Lines that the program wrote, handed out one by one; a failure ends the waiting of whoever waits. */
class Conversation {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #name: string;
  readonly #timeout: number;
  readonly #lines: string[] = [];
  #complaints = "";
  #ended: string | undefined;
  #wake: (() => void) | undefined;

  constructor(command: readonly string[], directory: string, timeout: number) {
    const [file, ...rest] = command;
    this.#name = command.join(" ");
    this.#timeout = timeout;
    this.#process = spawn(file, rest, { cwd: directory, stdio: "pipe" });
    this.#process.on("error", (error) =>
      this.#end(
        `could not be started: ${"code" in error && error.code === "ENOENT" ? "there is no such program" : error.message}`,
      ),
    );
    this.#process.on("close", (code, signal) =>
      this.#end(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`),
    );
    // A program that closed its input shows in its end, not here.
    this.#process.stdin.on("error", () => {});
    this.#process.stderr.on("data", (chunk: Buffer) => {
      this.#complaints = (this.#complaints + chunk.toString()).slice(-400);
    });
    createInterface({ input: this.#process.stdout }).on("line", (line) => {
      this.#lines.push(line);
      this.#wake?.();
    });
  }

  say(message: object): void {
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  async hear(): Promise<string> {
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
    const last = this.#complaints.trim().split("\n").at(-1);
    const said = last === undefined || last === "" ? {} : { hint: `its last complaint: ${last}` };
    return new UserError({ code: "program", what: `the program "${this.#name}" ${what}`, ...said });
  }

  close(): void {
    this.#process.stdin.end();
    this.#process.kill();
  }

  #end(how: string): void {
    this.#ended ??= how;
    this.#wake?.();
  }
}

function talking(seat: Seat, command: readonly string[], timeout: number): Agent {
  const { spec } = seat;
  const size = spec.actionSize;
  const box = (bounds: Float64Array) => Array.from(bounds.subarray(seat.seat * size, (seat.seat + 1) * size));
  let conversation: Conversation | undefined;
  let pay: number | null = null;
  return {
    reset() {
      if (conversation === undefined) {
        conversation = new Conversation(command, seat.directory, timeout);
        conversation.say({
          type: "spec",
          seat: seat.seat,
          agents: spec.agents,
          horizon: spec.horizon,
          action: { low: box(spec.actionLow), high: box(spec.actionHigh) },
          observation: spec.observation.map(({ name, size: length }) => ({ name, size: length })),
        });
      }
      pay = null;
      conversation.say({ type: "reset" });
    },
    async act(observation, action) {
      if (conversation === undefined) throw new Error("a program acts before its first reset");
      const named: Record<string, number[]> = {};
      let offset = 0;
      for (const field of spec.observation) {
        named[field.name] = Array.from(observation.subarray(offset, offset + field.size));
        offset += field.size;
      }
      conversation.say({ type: "act", observation: named, pay });
      const line = await conversation.hear();
      const values = answered(line);
      if (values === undefined)
        throw conversation.fault(`answered ${JSON.stringify(line.slice(0, 80))}, and not {"action":[…]}`);
      if (values.length !== size) throw conversation.fault(`gave ${values.length} numbers for an action of ${size}`);
      action.set(values);
    },
    receive(paid) {
      pay = paid;
    },
    close() {
      conversation?.close();
      conversation = undefined;
    },
  };
}

function answered(line: string): number[] | undefined {
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
