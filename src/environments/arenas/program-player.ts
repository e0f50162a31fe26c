// A program in the sandbox as the player of a seat, in any environment with an arena; it receives the same arguments as in a match.

import type { Agent } from "../../core/agent.ts";
import { display } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";
import type { AgentPlan } from "../../core/seat.ts";
import type { Limits } from "../sandbox/machine.ts";
import { Residence, type Resident } from "../sandbox/resident.ts";
import { MOVE } from "./bout-arena.ts";

export interface SeatedProgram {
  /** File name for error messages. */
  readonly file: string;
  readonly text: string;
}

/**
 * Creates the plan of such a player. It restarts in each episode, with an engine created in the first. Throws a UserError where the
 * environment has no arena, where the program cannot play, or where an answer is no action, which would lose a match.
 */
export const programPlayer =
  ({ file, text }: SeatedProgram, limits: Limits): AgentPlan =>
  ({ seat, makeEnvironment }) => {
    const world = makeEnvironment();
    const { bout } = world;
    if (bout === undefined) {
      const what = `${file} is a program for arenas, and in this world programs do not fight`;
      throw new UserError({ code: "no-bout", what, hint: "`agon list arenas` names the games in which they do" });
    }
    const residence = new Residence();
    let resident: Resident | undefined;
    const player: Agent = {
      reset() {
        resident ??= residence.resident(text, MOVE, limits);
        if (resident.begin()) return;
        throw new UserError({ code: "no-program", what: `${file} is no program with a function ${MOVE}` });
      },
      watch(state) {
        world.state.buffer.set(state);
      },
      act(_observation, action) {
        action.fill(0);
        if (!bout.asks(seat)) return;
        const given = bout.given(seat);
        const answer = resident?.call(given);
        if (bout.read(answer, seat, action)) return;
        const what = `${file} answered ${display(answer)}, which names no action, to ${JSON.stringify(given).slice(0, 200)}`;
        throw new UserError({ code: "no-answer", what });
      },
      close: () => residence.close(),
    };
    return player;
  };
