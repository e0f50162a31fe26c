// JSON Schemas of a world's actions, observations and state: from its spec, for the form that a session has chosen.

import { choicesInWords } from "../../core/choices-in-words.ts";
import type { NumericSpec } from "../../core/environment.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The played seats, and the form in which the world is shown. */
export interface PlayedSeats {
  readonly spec: NumericSpec;
  /** Indices of the agents that the session plays. */
  readonly seats: readonly number[];
  readonly isJoint: boolean;
  readonly isText: boolean;
}

const object = (properties: Readonly<Record<string, unknown>>, required: readonly string[], more = {}): JsonSchema => ({
  type: "object",
  properties,
  required,
  ...more,
});

function actionOf({ spec, isText }: PlayedSeats, seat: number): JsonSchema {
  const { choices, choiceNames, actionSize, actionLow, actionHigh, actionUnit } = spec;
  if (isText) return { type: "string", description: "a reply, whole; metadata.system says what it may hold" };
  if (choices !== undefined) {
    const number = { type: "integer", minimum: 0, maximum: choices - 1 };
    const description =
      choiceNames === undefined ? actionUnit : `${actionUnit}: ${choicesInWords(choiceNames)}, by name or number`;
    return choiceNames === undefined
      ? { ...number, description }
      : { anyOf: [{ enum: choiceNames }, number], description };
  }
  const bounded = Array.from({ length: actionSize }, (_, k) => ({
    type: "number",
    minimum: actionLow[seat * actionSize + k],
    maximum: actionHigh[seat * actionSize + k],
  }));
  if (actionSize === 1) return { ...bounded[0], description: actionUnit };
  return { type: "array", prefixItems: bounded, minItems: actionSize, maxItems: actionSize, description: actionUnit };
}

export function actionSchema(played: PlayedSeats): JsonSchema {
  const { spec, seats, isJoint } = played;
  const named = seats.map((seat): [string, JsonSchema] => [spec.agents[seat], actionOf(played, seat)]);
  const metadata = { type: "object", description: "left as it is" };
  if (!isJoint)
    return object({ action: named[0][1], metadata }, ["action"], { title: "AgonAction", additionalProperties: false });
  const actions = object(
    Object.fromEntries(named),
    named.map(([name]) => name),
    { additionalProperties: false },
  );
  return object({ actions, metadata }, ["actions"], { title: "AgonJointAction", additionalProperties: false });
}

/** Returns the schema of one agent's view of the world. */
function viewOf({ spec, isText }: PlayedSeats): JsonSchema {
  if (isText) return { type: "string", description: "what there is to read" };
  const fields = spec.observation.map(({ name, size }) => `${name} (${size})`).join(", ");
  const size = spec.observationSize;
  return { type: "array", items: { type: "number" }, minItems: size, maxItems: size, description: fields };
}

/** Returns the schema of one agent's outcomes in a step, by channel. */
const outcomesOf = ({ spec }: PlayedSeats): JsonSchema =>
  object(
    Object.fromEntries(
      spec.channels.map(({ name, unit, meaning }) => [
        name,
        { type: ["number", "null"], description: `${meaning}${unit === "" ? "" : ` (${unit})`}` },
      ]),
    ),
    [],
  );

/** Returns the schema of an observation, without reward and done. */
export function observationSchema(played: PlayedSeats): JsonSchema {
  const { spec, isJoint } = played;
  const byAgent = (one: JsonSchema) => object(Object.fromEntries(spec.agents.map((agent) => [agent, one])), []);
  const ends = {
    terminated: { type: "boolean", description: "the world ended the episode" },
    truncated: { type: "boolean", description: "the horizon was reached" },
    error: { type: "string", description: "why an action could not be read, where that is observed" },
    metadata: { type: "object", description: "seed, step, and how agents are paid" },
  };
  const shown = isJoint
    ? {
        observations: byAgent(viewOf(played)),
        outcomes: byAgent(outcomesOf(played)),
        rewards: byAgent({ type: ["number", "null"] }),
      }
    : { observation: viewOf(played), outcomes: outcomesOf(played) };
  return object({ ...shown, ...ends }, [], { title: isJoint ? "AgonJointObservation" : "AgonObservation" });
}

/** Schema of a session's state, beside its observations. */
export const stateSchema: JsonSchema = object(
  {
    episode_id: { type: ["string", "null"] },
    step_count: { type: "integer", minimum: 0 },
    world: { type: "string" },
    seed: { type: ["integer", "null"] },
    state: { type: "object", description: "the parts of the world's state that are public" },
  },
  ["episode_id", "step_count"],
  { title: "AgonState" },
);
