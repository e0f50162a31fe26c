// Reference players (oracles): strategies from theory, computed by the environment from its constants.

import { z } from "zod";
import type { Oracle } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { oneOf } from "../core/parameters.ts";
import { type BoundEntry, bind } from "../core/registry.ts";
import type { AgentPlan } from "../core/seat.ts";
import { scripted, trembling } from "./scripted.ts";

/** The seven oracles of Coopetition-Gym; an environment offers those of its own theory. */
const NAMES = {
  equilibrium: "the coopetitive equilibrium: each actor's best answer where dependence counts and trust does not",
  "trust-aware": "the equilibrium of actors who also count the trust that investing buys",
  nash: "the effort of a team in which no member is loyal",
  "social-optimum": "the effort that a team's total payoff asks for",
  loyalty: "the effort of a loyal team",
  "reciprocity-equilibrium": "the equilibrium of actors who count how partners will answer",
  "bounded-reciprocity": "answers partners' recent changes within bounds, as far as it trusts them",
} as const;

export const oracles: readonly BoundEntry<AgentPlan>[] = Object.entries(NAMES).map(([name, summary]) =>
  scripted({
    id: `oracle/${name}`,
    summary,
    source: "Coopetition-Gym v1 (arXiv 2605.02063)",
    parameters: z
      .strictObject({
        form: oneOf(["exact", "released"], "exact").describe(
          "the theory's own solution, or what the Coopetition-Gym release plays where that differs",
        ),
        ...trembling,
      })
      .describe(summary),
    make: ({ form }) =>
      asReference(({ spec, seat }) => {
        const players = spec.oracles ?? {};
        const player = (form === "released" ? players[`${name}-released`] : undefined) ?? players[name];
        if (player !== undefined) return player.play(seat);
        throw noOracle(name, players, (id) => `oracle/${id}`);
      }),
  }),
);

const anyParameters = z.strictObject({
  name: z
    .string()
    .default("")
    .describe("the oracle, as `agon show` lists them for a world; empty for the first that the world has"),
});

/** A reference player that the environment declares, such as the expert of a text environment or the pilot of a lander. */
export const oracle: BoundEntry<AgentPlan> = bind({
  id: "oracle",
  summary: "a reference player that the world itself declares, by its name",
  parameters: anyParameters,
  make: ({ name }: z.output<typeof anyParameters>): AgentPlan =>
    asReference(({ spec, seat }) => {
      const players = spec.oracles ?? {};
      const [first] = Object.keys(players);
      const player = players[name === "" ? (first ?? "") : name];
      if (player !== undefined) return player.play(seat);
      throw noOracle(name, players, (id) => id);
    }),
});

const asReference = (plan: AgentPlan): AgentPlan => Object.assign(plan, { reference: true });

/** Error for an environment without the named oracle. */
function noOracle(name: string, players: Readonly<Record<string, Oracle>>, named: (id: string) => string): UserError {
  const there = Object.keys(players).filter((id) => !id.endsWith("-released"));
  const what = name === "" ? "this world has no oracle" : `this world has no oracle "${name}"`;
  const hint = there.length === 0 ? "it has none at all" : `it has ${there.map(named).join(", ")}`;
  return new UserError({ code: "no-oracle", what, hint });
}
