// The ticket desk as the study uses it: banks of tasks, and rollouts of a policy by symbol on one of them.

import type { NumericEnvironment } from "../../core/environment.ts";
import { Status } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import type { DeskMachine, Family } from "../../environments/tools/desk-machine.ts";
import { rightTool, SUBMIT, TOOLS } from "../../environments/tools/desk-machine.ts";
import { deskTasks, ticketDesk } from "../../environments/tools/ticket-desk.ts";
import type { Rollout, Turn } from "../../feedback/topology/rollout.ts";

export const PATIENCE = 6;
/** Rollouts of a task that a picker sees. */
export const ROLLOUTS = 32;

/** A bank of tasks: the world that plays them, and what is behind its screen. */
export interface Bank {
  readonly name: string;
  readonly world: NumericEnvironment;
  readonly machines: readonly DeskMachine[];
}

export function deskBank(family: Family | "mixed", tasks: number, bank: number, patience = PATIENCE): Bank {
  const given = { family, tasks, bank, patience };
  return { name: `${family}-${bank}`, world: ticketDesk.make(given), machines: deskTasks(given) };
}

/** What is varied in playing. */
export interface Playing {
  /** Whether the key of a state holds the turn. Default false. */
  readonly timed?: boolean;
  /** Whether one of the first three turns is a wrong tool, drawn at random, whatever the policy wants. Default false. */
  readonly slip?: boolean;
}

/** Plays task `task` of a bank `count` times by a policy [symbols × tools]. */
export function rolloutsOf(
  { name, world }: Bank,
  task: number,
  policy: ArrayLike<number>,
  count: number,
  random: Random,
  { timed = false, slip = false }: Playing = {},
): Rollout[] {
  const { state, spec } = world;
  const outcomes = new Float64Array(spec.channels.length);
  const success = spec.channels.findIndex((channel) => channel.name === "success");
  const observation = new Float32Array(spec.observationSize);
  const action = new Float64Array(1);
  return Array.from({ length: count }, (_, k) => {
    world.reset(random, outcomes);
    state.views.task[0] = task;
    const slipAt = slip ? random.integer(3) : -1;
    const turns: Turn[] = [];
    for (let status: Status = Status.running; status === Status.running; ) {
      world.observe(observation);
      const symbol = observation[0];
      const tool = turns.length === slipAt ? wrongTool(symbol, random) : drawnTool(policy, symbol, random);
      action[0] = tool;
      status = world.step(action, outcomes, random);
      world.observe(observation);
      const at = state.views.at[0];
      turns.push({
        tool: TOOLS[tool],
        action: TOOLS[tool],
        observation: tool === SUBMIT ? "closed" : String(observation[0]),
        state: timed ? `${at}@${turns.length + 1}` : String(at),
      });
    }
    return { id: `${name}/${task}/${k}`, task: `${name}/${task}`, turns, success: outcomes[success] === 1 };
  });
}

function drawnTool(policy: ArrayLike<number>, symbol: number, random: Random): number {
  let left = random.uniform();
  for (let tool = 0; tool < SUBMIT; tool++) {
    left -= policy[symbol * TOOLS.length + tool];
    if (left < 0) return tool;
  }
  return SUBMIT;
}

/** One of the tools that a symbol does not call for, but for submitting, after which nothing could be made good. */
function wrongTool(symbol: number, random: Random): number {
  const wrong = [0, 1, 2, 3].filter((tool) => tool !== rightTool(symbol));
  return wrong[random.integer(wrong.length)];
}
