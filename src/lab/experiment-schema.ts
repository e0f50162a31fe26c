// The grammar of experiment files as JSON Schema, for completion and checking in editors. Names of shipped worlds, agents
// and rewards are offered; files of the user's own are allowed everywhere.

import { z } from "zod";
import { algorithms } from "../algorithms/index.ts";
import { environments } from "../environments/index.ts";
import { rewards } from "../rewards/index.ts";
import { agents } from "./agents.ts";
import { experimentSchema, policySchema } from "./experiment.ts";

/** JSON Schema, draft 2020-12. */
export function experimentJsonSchema(): object {
  const schema = z.toJSONSchema(experimentSchema, {
    io: "input",
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === experimentSchema.shape.environment) Object.assign(jsonSchema, named(environments.ids(), "id"));
      if (zodSchema === policySchema)
        Object.assign(jsonSchema, named([...agents.ids(), ...algorithms.ids()], "policy"));
    },
  });
  return {
    ...schema,
    title: "Agon experiment",
    $comment: `rewards by name: ${rewards.ids().join(", ")}`,
    examples: [
      {
        environment: "coopetition/slcd",
        agents: { policy: "equilibrium" },
        objective: "joint.value",
        variants: { private: { reward: "private" }, cooperative: { reward: "cooperative" } },
        seeds: 10,
      },
    ],
  };
}

/** A known name or a file, alone or under `key` beside parameters. */
function named(names: readonly string[], key: string): object {
  const name = {
    anyOf: [{ enum: [...names] }, { type: "string", pattern: "^(\\.{1,2})?/", description: "a file of one's own" }],
  };
  return { anyOf: [name, { type: "object", properties: { [key]: name }, required: [key] }] };
}
