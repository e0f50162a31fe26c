// A language model that plays a world by tools: it is shown the world in words, and each call of a tool is an action. What it was shown after a
// call is the result of that call.

import type { ChatModel } from "../clients/language-model.ts";
import type { Message } from "../clients/request.ts";
import { type Agent, EpisodeFailed } from "../core/agent.ts";
import type { NumericEnvironment } from "../core/environment.ts";
import type { Random } from "../core/random.ts";
import type { Seat } from "../core/seat.ts";
import type { CalledTool, ToolPart, ToolPlay } from "../core/tool-play.ts";
import { AnswerCounts, answered, DRAWS } from "./llm-counts.ts";

export interface ToolSeat {
  readonly seat: Seat;
  readonly model: ChatModel;
  /** A copy of the world, whose state is set before each action. */
  readonly world: NumericEnvironment;
  readonly play: ToolPlay;
  /** System prompt. */
  readonly opening: string;
  /** Whether each turn says what the last step paid. */
  readonly isPaidAloud: boolean;
  readonly memory: number;
  readonly tries: number;
}

/** Description of the tools' world for a system prompt. */
export const toolDescription = (about: string, { task }: ToolPart, pay: readonly string[]): string =>
  [`You act in this world: ${about}.`, task, ...pay, "You act by calling a tool, one at a time."].join("\n");

export function toolAgent({ seat, model, world, play, opening, isPaidAloud, memory, tries }: ToolSeat): Agent {
  const count = new AnswerCounts();
  const { tools } = play.part?.(seat.seat) ?? play;
  const names = tools.map(({ name }) => name).join(", ");
  let past: Message[] = [];
  let draws: Random | undefined;
  let paid: number | null = null;
  /** Whether the last message was a call, which the next one answers. */
  let isCalled = false;
  /** Number of calls of the last reply. */
  let called = 1;

  /** Earlier turns; the result of a call that is cut off becomes a message of the user. */
  const remembered = (): Message[] => {
    const [first, ...rest] = memory === 0 ? [] : past.slice(-2 * memory);
    return first === undefined ? [] : [{ ...first, role: first.role === "tool" ? "user" : first.role }, ...rest];
  };

  const problemIn = (call: CalledTool | undefined, action: Float64Array): string | undefined => {
    if (call === undefined) return `no tool was called; the tools are ${names}`;
    const isTool = tools.some(({ name }) => name === call.name);
    return isTool ? play.read(call, seat.seat, action) : `there is no tool "${call.name}"; the tools are ${names}`;
  };

  const act = async (said: Message, stream: Random, action: Float64Array): Promise<void> => {
    const talk = [{ role: "system" as const, content: opening }, ...remembered(), said];
    for (let left = tries - 1; ; left--) {
      const { text, calls = [] } = await answered(count, () => model.askWith(tools, talk, stream.integer(DRAWS), seat));
      // Of several calls the first counts, as the world changes with each.
      const [call] = calls;
      called = Math.max(1, calls.length);
      count.surplus(called - 1);
      const reply: Message = { role: "assistant", content: text, ...(call === undefined ? {} : { calls: [call] }) };
      const problem = problemIn(call, action);
      if (problem === undefined) {
        past.push(said, reply);
        isCalled = true;
        return;
      }
      count.unread();
      if (left === 0) throw new EpisodeFailed(`no call could be carried out: ${problem}`);
      talk.push(reply, { role: call === undefined ? "user" : "tool", content: `That does nothing: ${problem}.` });
    }
  };

  return {
    counts: count.counts,
    requests: count.requests,
    reset(random) {
      draws = random.stream("requests");
      count.clear();
      past = [];
      paid = null;
      isCalled = false;
      called = 1;
    },
    watch(state) {
      world.state.buffer.set(state);
    },
    act(_observation, action) {
      if (draws === undefined) throw new Error("a model acts before its first reset");
      if (play.idle?.(seat.seat, action) === true) return undefined;
      const pay = isPaidAloud && paid !== null ? [`The last step paid you ${Number(paid.toPrecision(6))}.`] : [];
      paid = null;
      const surplus =
        called > 1 ? [`Of your ${called} calls the first was carried out, and the others did nothing.`] : [];
      const content = [...surplus, ...pay, play.shown(seat.seat)].join("\n");
      // With no memory the call that it answers is gone.
      return act({ role: isCalled && memory > 0 ? "tool" : "user", content }, draws, action);
    },
    receive(amount) {
      paid = (paid ?? 0) + amount;
    },
  };
}
