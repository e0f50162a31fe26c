// Simple baseline agents: a constant action, a random action, or cooperation in proportion to trust.

import { z } from "zod";
import { memoryless } from "../core/agent.ts";
import type { NumericSpec } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { playShare, trustPlace } from "../core/last-actions.ts";
import { oneOf } from "../core/parameters.ts";
import type { Random } from "../core/random.ts";
import type { AgentPlan } from "../core/seat.ts";
import { percent, scripted, trembling } from "./scripted.ts";

export const constant = scripted({
  id: "constant",
  summary: "plays the same action for ever",
  source: "Constant_00 … Constant_100 of Coopetition-Gym v1 (arXiv 2605.02063)",
  parameters: z
    .strictObject({
      level: percent(50, "what it plays"),
      of: oneOf(["own", "largest"], "own").describe(
        "percent of the agent's own largest action, or of the largest over all agents (then clipped)",
      ),
      ...trembling,
    })
    .describe("plays `level` percent of its largest action"),
  make:
    ({ level, of }) =>
    ({ spec, seat }) => {
      const size = spec.actionSize;
      const action = new Float64Array(size);
      playShare(spec, seat, level / 100, action);
      if (of === "largest") {
        for (let k = 0; k < size; k++) {
          const highest = Math.max(...spec.agents.map((_, agent) => spec.actionHigh[agent * size + k]));
          const own = seat * size + k;
          action[k] = Math.min(spec.actionHigh[own], Math.max(spec.actionLow[own], (level / 100) * highest));
        }
      }
      return memoryless((_observation, out) => out.set(action));
    },
});

export const random = scripted({
  id: "random",
  summary: "draws every action uniformly from its box, or from all choices",
  source: "Random of Coopetition-Gym v1 (arXiv 2605.02063)",
  parameters: z
    .strictObject(trembling)
    .describe("draws every action uniformly from its box, or from all choices, also those that may not be made now"),
  make: () => Object.assign(drawn, { note: drawsAll }),
});

/** Where some choices are illegal at times, drawing among legal choices is not uniform over all. */
const drawsAll = ({ choices, legal }: NumericSpec): string | undefined =>
  legal === undefined
    ? undefined
    : `random draws among all ${choices} choices, also those that may not be made, for which the world takes another; random/legal draws among those that may`;

const drawn: AgentPlan = ({ spec, seat }) => {
  const size = spec.actionSize;
  let stream: Random | undefined;
  // For a box, the density is relative to [−1, 1].
  const entropy = size * Math.log(spec.choices ?? 2);
  return {
    follow: () => ({ logProbability: -entropy, entropy }),
    reset(given) {
      stream = given.stream("action");
    },
    act(_observation, action) {
      if (stream === undefined) throw new Error("act before reset");
      for (let k = 0; k < size; k++) {
        const at = seat * size + k;
        action[k] =
          spec.choices === undefined
            ? stream.uniform(spec.actionLow[at], spec.actionHigh[at])
            : stream.integer(spec.choices);
      }
    },
  };
};

export const randomLegal = scripted({
  id: "random/legal",
  summary: "draws uniformly from the choices that may be made",
  parameters: z.strictObject(trembling).describe("draws uniformly from the choices that may be made"),
  make:
    () =>
    ({ spec: { legal, choices = 1 } }) => {
      if (legal === undefined) {
        const what = "all choices of this world may be made always, or it has none";
        throw new UserError({ code: "no-legal-choices", what, hint: "take random" });
      }
      let stream: Random | undefined;
      /** When it is not the seat's turn, no action is legal and actions are ignored. */
      const allowed = (seen: Float32Array): readonly number[] => {
        const legalChoices = legal(seen);
        return legalChoices.length > 0 ? legalChoices : Array.from({ length: choices }, (_, choice) => choice);
      };
      return {
        follow(seen, action) {
          const among = allowed(seen);
          const entropy = Math.log(among.length);
          return { logProbability: among.includes(action[0]) ? -entropy : Number.NEGATIVE_INFINITY, entropy };
        },
        reset(given) {
          stream = given.stream("action");
        },
        act(seen, action) {
          if (stream === undefined) throw new Error("act before reset");
          const among = allowed(seen);
          action[0] = among[stream.integer(among.length)];
        },
      };
    },
});

export const trustMatching = scripted({
  id: "trust-matching",
  summary: "invests in proportion to its mean trust in the others",
  parameters: z
    .strictObject({ level: percent(100, "what it plays at full trust"), ...trembling })
    .describe("plays `level` times its mean trust in the others"),
  make:
    ({ level }) =>
    ({ spec, seat }) => {
      const n = spec.agents.length;
      const row = trustPlace(spec, seat);
      if (n < 2) throw new UserError({ code: "no-partner", what: "trust-matching needs another agent to trust" });
      return memoryless((observation, action) => {
        let sum = 0;
        for (let j = 0; j < n; j++) if (j !== seat) sum += observation[row + j];
        playShare(spec, seat, ((level / 100) * sum) / (n - 1), action);
      });
    },
});
