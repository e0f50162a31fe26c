// Arena programs as agents of experiments: the source is read once, and runs in the sandbox.

import { resolve } from "node:path";
import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { limits } from "../../environments/arenas/bout-arena.ts";
import { programPlayer } from "../../environments/arenas/program-player.ts";
import { readProgram } from "./program-text.ts";

const parameters = z.strictObject({
  file: z.string().default("").describe("the program: JavaScript with a function `move`, as in `agon match`"),
  text: z.string().optional().describe("what the file holds; by default it is read"),
  ...limits,
});

export const arenaProgram: BoundEntry<AgentPlan> = bind({
  id: "arena-program",
  summary:
    "a program of an arena in the sandbox: it is given what it would be in a match, and begins each episode anew",
  parameters,
  example: {
    parameters: { file: "./careful.js" },
    environment: "games/battlesnake",
    needs: "a program, such as examples/snakes/careful.js",
  },
  async prepare(given, { directory }) {
    return given.text === undefined && given.file !== ""
      ? { ...given, text: readProgram(resolve(directory, given.file)) }
      : given;
  },
  make({ file, text, ...terms }): AgentPlan {
    if (text !== undefined) return programPlayer({ file: file === "" ? "the program" : file, text }, terms);
    throw new UserError({
      code: "no-program",
      what: "no program is named",
      hint: "agents: { policy: arena-program, file: ./mine.js }",
    });
  },
});
