// The ticket desk as the study uses it: banks of tasks, and rollouts of a policy by symbol on one of them.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import type { DeskMachine, Family } from "../../environments/tools/desk-machine.ts";
import { rightTool, SUBMIT, TOOLS } from "../../environments/tools/desk-machine.ts";
import { deskTasks, ticketDesk } from "../../environments/tools/ticket-desk.ts";
import type { Rollout, Turn } from "../../feedback/topology/rollout.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { episodeRunner } from "../../play/episode.ts";
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

/**
 * Plays task `task` of a bank `count` times by a policy [symbols × tools]. The key of a state holds the turn where it is `timed`;
 * with a `slip` one of the first three turns is a wrong tool, drawn at random, in the place of the policy's choice.
 */
export function rolloutsOf(
  { name, world }: Bank,
  task: number,
  policy: ArrayLike<number>,
  count: number,
  random: Random,
  { timed = false, slip = false }: { readonly timed?: boolean; readonly slip?: boolean } = {},
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
    const { outcomes } = runner.play(
      {
        reset() {
          if (slip) slipAt = random.integer(3);
        },
        act({ actions, steps, look }) {
          const [symbol] = look();
          const own = () => drawAt(policy, symbol * TOOLS.length, TOOLS.length, random);
          actions[0] = steps === slipAt ? wrongTool(symbol, random) : own();
        },
        receive({ actions: [tool], steps, look }) {
          turns.push({
            tool: TOOLS[tool],
            action: TOOLS[tool],
            observation: tool === SUBMIT ? "closed" : String(look()[0]),
            state: timed ? `${state.views.at[0]}@${steps}` : String(state.views.at[0]),
          });
        },
      },
      streamsBelow(random),
    );
    return { id: `${name}/${task}/${k}`, task: `${name}/${task}`, turns, success: outcomes[success] === 1 };
  });
}

/** One of the tools that a symbol does not call for, but for submitting, after which nothing could be made good. */
function wrongTool(symbol: number, random: Random): number {
  const wrong = [0, 1, 2, 3].filter((tool) => tool !== rightTool(symbol));
  return wrong[random.integer(wrong.length)];
}
