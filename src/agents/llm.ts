// A language model behind an endpoint as an agent. Its prompt describes the environment; it receives one request per action, or in a text
// environment one per turn, up to `$` or a call. Unreadable replies are requested again.

import { z } from "zod";
import { endpointParameters } from "../clients/endpoint.ts";
import { type ChatModel, languageModel } from "../clients/language-model.ts";
import type { Message } from "../clients/request.ts";
import { type Agent, EpisodeFailed, type Remote } from "../core/agent.ts";
import { whole } from "../core/parameters.ts";
import type { Random } from "../core/random.ts";
import { type BoundEntry, bind } from "../core/registry.ts";
import type { AgentPlan, Seat } from "../core/seat.ts";
import { templateOf } from "../core/template.ts";
import { AnswerCounts, answered, countsOf, DRAWS } from "./llm-counts.ts";
import { dialogueOf, PAY_NAMES, payInWords } from "./llm-prompt.ts";
import { toolAgent, toolDescription } from "./llm-tools.ts";
import { pendingText } from "./pending-text.ts";

const parameters = z.strictObject({
  ...endpointParameters,
  system: z
    .string()
    .default("")
    .describe(
      "what the model is told in the place of the world's description; {description}, {world} and {pay} stand for it, for the world in a sentence, and for what is told of pay",
    ),
  instructions: z
    .string()
    .default("")
    .describe("what it is told besides: what it is paid for, how it should play; with the same names in braces"),
  told: z
    .union([z.boolean(), z.string().min(1)])
    .default(true)
    .describe(
      "whether it is told what it is paid: the reward as a formula of channels, and what each step paid; or what it is told in the place of the formula, in which {formula} stands for it and {channels} for what they mean",
    ),
  memory: whole(0, 1_000, 8).describe("earlier turns of the episode that it is shown; texts show all"),
  tries: whole(1, 20, 3).describe("replies that are asked for until one can be read"),
});

type Parameters = z.output<typeof parameters>;

export const llm: BoundEntry<AgentPlan> = bind({
  id: "llm",
  summary: "a language model behind any endpoint that speaks OpenAI's chat completions, or on file",
  parameters,
  example: { parameters: { endpoint: "http://localhost:8000/v1", model: "qwen3" } },
  make: (given): AgentPlan => {
    const models = new Map<string, ChatModel>();
    // One model for all seats and seeds, so that it knows whether the server has ever answered.
    const modelIn = (directory: string): ChatModel => {
      const model = models.get(directory) ?? languageModel(given, directory);
      models.set(directory, model);
      return model;
    };
    const texts = textsOf(given);
    const plan = (seat: Seat): Agent => asking(seat, modelIn(seat.directory), given, texts);
    const remote: Remote = {
      parallel: given.parallel,
      counts: countsOf(given.price),
      inputs: given.replay === "" ? [] : [given.replay],
      outputs: given.record === "" ? [] : [given.record],
      priced: given.price !== undefined || given.replay !== "",
      ready: (directory) => modelIn(directory).ready(),
    };
    return Object.assign(plan, { remote, knowsPay: given.told !== false });
  },
});

/** Placeholders in prompt texts. */
const NAMES = ["description", "world", "pay"];
const PART = "part of what a model is told";

/** Parsed prompt templates; `told` is the user's description of pay. */
function textsOf({ system, instructions, told }: Parameters) {
  const own = (text: string) => templateOf(text, PAY_NAMES, "part of what is told of pay", ["told"]);
  return {
    system: templateOf(system === "" ? "{description}" : system, NAMES, PART, ["system"]),
    instructions: templateOf(instructions, NAMES, PART, ["instructions"]),
    told: typeof told === "string" ? own(told) : undefined,
  };
}

function asking(
  seat: Seat,
  model: ChatModel,
  { memory, tries, told }: Parameters,
  { system, instructions, told: own }: ReturnType<typeof textsOf>,
): Agent {
  const { spec } = seat;
  const about = seat.about ?? "what it is shows as you play";
  const pay = told === false ? [] : payInWords(seat.pay ?? "", spec, own);
  const openingOf = (description: string): string => {
    const named: Readonly<Record<string, string>> = { description, world: about, pay: pay.join("\n") };
    const filled = [system, instructions].map((template) => template.filled((name) => named[name]));
    return filled.filter((text) => text !== "").join("\n");
  };
  const world = spec.isInWords === true ? seat.makeEnvironment() : undefined;
  if (world?.toolPlay !== undefined) {
    const play = world.toolPlay;
    const opening = openingOf(toolDescription(about, play.part?.(seat.seat) ?? play, pay));
    return toolAgent({ seat, model, world, play, opening, isPaidAloud: told !== false, memory, tries });
  }
  const dialogue = dialogueOf(spec, seat.seat, about, pay);
  const opening: Message = { role: "system", content: openingOf(dialogue.system) };
  const written = pendingText();
  const count = new AnswerCounts();
  /** Messages of the episode so far. */
  let past: Message[] = [];
  let draws: Random | undefined;
  let step = 0;
  /** Pay since the last request. */
  let paid: number | null = null;

  /** Sends requests until a reply is readable. */
  const reply = async (said: Message, stream: Random): Promise<readonly number[]> => {
    const talk = [opening, ...past.slice(past.length - 2 * memory), said];
    for (let left = tries - 1; ; left--) {
      const answer = await answered(count, () => model.ask(talk, stream.integer(DRAWS), seat));
      const read = dialogue.read(answer.text);
      if (!("problem" in read)) {
        if (dialogue.remembers) past.push(said, { role: "assistant", content: answer.text });
        return read;
      }
      count.unread();
      if (left === 0) throw new EpisodeFailed(`no reply could be read: ${read.problem}`);
      talk.push(
        { role: "assistant", content: answer.text },
        { role: "user", content: `That cannot be read: ${read.problem}. Reply again, in the form that was asked for.` },
      );
    }
  };

  const play = async (said: Message, stream: Random, action: Float64Array): Promise<void> => {
    const values = await reply(said, stream);
    if (spec.alphabet === undefined) action.set(values);
    else written.begin(values, action);
  };

  return {
    counts: count.counts,
    requests: count.requests,
    reset(random) {
      draws = random.stream("requests");
      written.clear();
      count.clear();
      past = [];
      step = 0;
      paid = null;
    },
    act(observation, action) {
      if (draws === undefined) throw new Error("a model acts before its first reset");
      if (spec.alphabet !== undefined && written.next(observation, action)) return undefined;
      const said: Message = { role: "user", content: dialogue.turn(observation, step, paid) };
      paid = null;
      return play(said, draws, action);
    },
    receive(amount) {
      step += 1;
      if (told !== false) paid = (paid ?? 0) + amount;
    },
  };
}
