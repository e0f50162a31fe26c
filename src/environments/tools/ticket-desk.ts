// A clerk's ticket desk with hidden states, five tools, and one symbol on the screen. Each reset draws a task from a generated bank; a
// ticket that is submitted, or kept too long, is closed in its current state and accepted or rejected.

import { z } from "zod";
import type { Agent, Chance } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { flag, oneOf, whole } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { choiceOf, event, field, level, once, parts, singleAgentSpec } from "../declaration.ts";
import type { DeskMachine } from "./desk-machine.ts";
import { drawMachine, FAMILIES, isMistake, NOVICE, rightTool, SUBMIT, SYMBOLS, TOOLS, UNDO } from "./desk-machine.ts";
import { deskScene } from "./scenes.ts";

const parameters = z.strictObject({
  family: oneOf([...FAMILIES, "mixed"], "branch").describe(
    "tasks in which decisions matter, in which a coin decides, or one of each in turn",
  ),
  tasks: whole(1, 10_000, 40).describe("tasks in the bank; each episode draws one"),
  bank: z
    .int()
    .min(0)
    .default(0)
    .describe("which bank: tasks of two banks have nothing in common but the symbols' meaning"),
  patience: whole(4, 20, 6).describe("turns after which a ticket is closed as it stands"),
  slips: flag(false).describe("in one of the first three turns the hand takes a wrong tool, drawn at random"),
});

export type DeskParameters = z.output<typeof parameters>;

const [PAYOFF, SUCCESS, CHANCE, TURNS, MISTAKES, RECOVERIES, STATE] = [0, 1, 2, 3, 4, 5, 6];

/** The tasks of a bank by number. */
export const deskTasks = ({ family, tasks, bank, patience }: Omit<DeskParameters, "slips">): DeskMachine[] =>
  Array.from({ length: tasks }, (_, k) =>
    drawMachine(
      family === "mixed" ? FAMILIES[k % FAMILIES.length] : family,
      patience,
      Random.of(bank, "ticket desk", "task", k),
    ),
  );

export const ticketDesk: BoundEntry<NumericEnvironment> = bind({
  id: "tools/ticket-desk",
  summary:
    "work on tickets with five tools, behind a screen that shows one symbol, and submit them when they are ready",
  source: "after the tool-use tasks of arXiv 2603.01714",
  parameters,
  make: (given: DeskParameters): NumericEnvironment => {
    const { tasks, patience, slips } = given;
    const machines = deskTasks(given);
    const state = layout({ task: [1], at: [1], turn: [1], slip: [1], used: [1] });
    const { task, at, turn, slip, used } = state.views;
    const spec = singleAgentSpec({
      label: "clerk",
      horizon: patience,
      action: { choices: TOOLS.length },
      actionUnit: "tool",
      observation: [field("symbol", 0, SYMBOLS - 1, "what the screen shows of the ticket, by number")],
      channels: [
        event("payoff", "reward", "what the task itself pays: 1 for an accepted ticket"),
        once("success", "tickets", "1 where the ticket was closed and accepted"),
        once("chance", "tickets", "chance of being accepted with which the ticket was closed"),
        event("turns", "turns", "1 for each turn"),
        event("mistakes", "mistakes", "1 where a tool spoilt the ticket"),
        event("recoveries", "mistakes", "1 where a mistake was undone"),
        level("state", "states", 0, 9, "hidden state of the ticket, by number"),
      ],
      publicState: parts({
        task: "task, by number",
        at: "hidden state",
        turn: "turns taken",
        slip: "turn in which the hand slips, from 1; 0 in none",
        used: "tool of the last turn, by number",
      }),
      oracles: {
        expert: {
          meaning: "uses the tool that the symbol calls for",
          play: () => clerk((symbol) => rightTool(symbol)),
        },
        novice: {
          meaning: "the base policy, under which both families are passed alike",
          play: () => ({ ...clerk(draw), follow: novicesChance }),
        },
      },
    });
    return {
      spec,
      state,
      reset(random, outcomes) {
        state.buffer.fill(0);
        task[0] = random.integer(tasks);
        if (slips) slip[0] = 1 + random.integer(3);
        outcomes.fill(0);
      },
      step(actions, outcomes, random) {
        const { next, symbols, accepted } = machines[task[0]];
        outcomes.fill(0);
        outcomes[TURNS] = 1;
        turn[0] += 1;
        const before = at[0];
        const slipped = turn[0] === slip[0];
        const tool = slipped ? wrongTool(symbols[before], random) : choiceOf(actions[0], TOOLS.length);
        used[0] = tool;
        if (tool !== SUBMIT) at[0] = next[before * TOOLS.length + tool];
        const spoilt = isMistake(symbols[at[0]]);
        outcomes[MISTAKES] = spoilt && at[0] !== before ? 1 : 0;
        outcomes[RECOVERIES] = tool === UNDO && !spoilt && isMistake(symbols[before]) ? 1 : 0;
        outcomes[STATE] = at[0];
        const late = turn[0] >= patience;
        if (tool !== SUBMIT && !late) return Status.running;
        outcomes[CHANCE] = accepted[at[0]];
        outcomes[SUCCESS] = random.uniform() < accepted[at[0]] ? 1 : 0;
        outcomes[PAYOFF] = outcomes[SUCCESS];
        return late ? Status.terminated | Status.truncated : Status.terminated;
      },
      observe(observations) {
        observations[0] = machines[task[0]].symbols[at[0]];
      },
      scene(last) {
        const tool = last && used[0];
        const isClosed = tool === SUBMIT || turn[0] >= patience;
        return deskScene({
          ...{ machine: machines[task[0]], at: at[0], turn: turn[0], patience, tool },
          closed: isClosed ? last?.outcomes[SUCCESS] === 1 : undefined,
        });
      },
    };
  },
});

/** A random wrong tool for a symbol, except submitting, after which nothing could be corrected. */
function wrongTool(symbol: number, random: Random): number {
  const wrong = [0, 1, 2, UNDO].filter((tool) => tool !== rightTool(symbol));
  return wrong[random.integer(wrong.length)];
}

const draw = (symbol: number, random: Random) => drawAt(NOVICE, symbol * TOOLS.length, TOOLS.length, random);

function novicesChance([symbol]: Float32Array, [tool]: Float64Array): Chance {
  const logs = NOVICE.subarray(symbol * TOOLS.length, (symbol + 1) * TOOLS.length).map(Math.log);
  return { logProbability: logs[tool], entropy: -logs.reduce((sum, log) => sum + Math.exp(log) * log, 0) };
}

/** A player that acts on the current symbol only. */
function clerk(tool: (symbol: number, random: Random) => number): Agent {
  let hand: Random | undefined;
  return {
    reset(random) {
      hand = random;
    },
    act(observation, action) {
      if (hand !== undefined) action[0] = tool(observation[0], hand);
    },
  };
}
