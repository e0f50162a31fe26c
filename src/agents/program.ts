// An external player in any language: a program that reads JSON Lines on standard input and writes them on standard output.
//
//   reads   {"type":"spec","seat":0,"agents":["agent_0",…],"action":{"low":[0],"high":[100]},"observation":[{"name":…,"size":…},…]}
//   reads   {"type":"reset"}                        at the start of every episode
//   reads   {"type":"act","observation":{"ownAction":[30],…},"pay":null}    pay is the last step's
//   writes  {"action":[42.5]}                       one line for each "act", and nothing else
//
// In a text environment the spec has an "alphabet" (null for all of Unicode, where a text is a whole answer). Observations are
// {"text":"4+7="}, and an action is a text, {"action":"11$"}. It is written character by character, up to the end of the episode or
// to an answer of the environment; then the next "act" follows.
//
// The program's input is closed at the end, and it should exit then. It runs with the user's rights: use only programs that you trust.

import { z } from "zod";
import type { Agent } from "../core/agent.ts";
import { display } from "../core/checked.ts";
import type { NumericSpec } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { jsonIn } from "../core/json.ts";
import { positive } from "../core/parameters.ts";
import { type BoundEntry, bind } from "../core/registry.ts";
import type { AgentPlan, Seat } from "../core/seat.ts";
import { choicesOf, textIn } from "../core/text.ts";
import { Conversation } from "./conversation.ts";
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

function talking(seat: Seat, command: readonly string[], timeout: number): Agent {
  const { spec } = seat;
  const size = spec.actionSize;
  const box = (bounds: Float64Array) => Array.from(bounds.subarray(seat.seat * size, (seat.seat + 1) * size));
  let conversation: Conversation | undefined;
  /** Pay since the last request to the program. */
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

/** Formats an observation by field names, or as text. */
function observed({ observation: fields, alphabet }: NumericSpec, observation: Float32Array): object {
  if (alphabet !== undefined) return { text: textIn(observation, alphabet) };
  let offset = 0;
  const named = fields.map(({ name, size }) => {
    const numbers = Array.from(observation.subarray(offset, offset + size));
    offset += size;
    return [name, numbers] as const;
  });
  return Object.fromEntries(named);
}

function answered(line: string): number[] | string | undefined {
  const result = answerSchema.safeParse(jsonIn(line));
  if (!result.success) return undefined;
  return typeof result.data.action === "number" ? [result.data.action] : result.data.action;
}
