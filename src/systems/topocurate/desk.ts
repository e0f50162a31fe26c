// The ticket desk as the study uses it: banks of tasks, and rollouts of a policy by symbol on one of them.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import type { DeskMachine, Family } from "../../environments/tools/desk-machine.ts";
import { rightTool, SUBMIT, TOOLS } from "../../environments/tools/desk-machine.ts";
import { deskTasks, ticketDesk } from "../../environments/tools/ticket-desk.ts";
import type { Rollout, Turn } from "../../feedback/topology/rollout.ts";
import { episodeRunner, type JointPolicy } from "../../play/episode.ts";
import { streamsBelow } from "../../play/streams.ts";

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
  /** Whether one of the first three turns is a wrong tool, drawn at random, in the place of the policy's choice. Default false. */
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
  const success = spec.channels.findIndex((channel) => channel.name === "success");
  const runner = episodeRunner({
    ...world,
    reset(from, outcomes) {
      world.reset(from, outcomes);
      state.views.task[0] = task;
    },
  });
  return Array.from({ length: count }, (_, k) => {
    const turns: Turn[] = [];
    let slipAt = -1;
    const drawn: JointPolicy = {
      reset() {
        if (slip) slipAt = random.integer(3);
      },
      act({ actions, steps, look }) {
        const [symbol] = look();
        actions[0] = steps === slipAt ? wrongTool(symbol, random) : drawnTool(policy, symbol, random);
      },
      receive({ actions: [tool], steps, look }) {
        turns.push({
          tool: TOOLS[tool],
          action: TOOLS[tool],
          observation: tool === SUBMIT ? "closed" : String(look()[0]),
          state: timed ? `${state.views.at[0]}@${steps}` : String(state.views.at[0]),
        });
      },
    };
    const { outcomes } = runner.play(drawn, streamsBelow(random));
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
