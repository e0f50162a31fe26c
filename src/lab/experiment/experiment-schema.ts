// The JSON Schema of experiment files, for completion and checks in editors. It lists the names of built-in worlds, agents, rewards, text
// methods, callbacks, measures and sources of feedback, and allows user files everywhere.

import { z } from "zod";
import type { TextParts } from "../../algorithms/text/chosen-parts.ts";
import { atHand } from "../../core/library.ts";
import type { BoundEntry, Registry } from "../../core/registry.ts";
import { hostedWorlds } from "../../environments/hosted/index.ts";
import { environments } from "../../environments/index.ts";
import { measures } from "../../evaluation/measures/index.ts";
import { feedbackSources } from "../../feedback/sources/index.ts";
import { rewardForms, rewardName } from "../../rewards/forms.ts";
import { rewardLibrary } from "../../rewards/library.ts";
import { agents } from "./agents.ts";
import { algorithmsAtHand, textPartsAtHand } from "./algorithms.ts";
import { feedbackSchema, measureSchema, policySchema } from "./description.ts";
import { experimentSchema } from "./grammar.ts";

/** JSON Schema, draft 2020-12. */
export async function experimentJsonSchema(): Promise<object> {
  const parts = await textPartsAtHand();
  const feedback = await atHand(feedbackSources);
  const figures = await atHand(measures);
  const policy = policies(parts, await algorithmsAtHand(parts));
  const hosted = await hostedWorlds.all();
  const schema = z.toJSONSchema(experimentSchema, {
    io: "input",
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === experimentSchema.shape.environment) Object.assign(jsonSchema, worlds(hosted));
      if (zodSchema === feedbackSchema) Object.assign(jsonSchema, partOf(feedback));
      if (zodSchema === measureSchema)
        Object.assign(jsonSchema, partOf(figures, { name: { type: "string", minLength: 1 } }));
      if (zodSchema === policySchema) Object.assign(jsonSchema, policy);
      if (zodSchema === rewardName || zodSchema === rewardForms.use.grammar.shape.use)
        Object.assign(jsonSchema, nameOf(rewardLibrary.ids()));
    },
  });
  return {
    ...schema,
    title: "Agon experiment",
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

const FILE = { type: "string", pattern: "^(\\.{1,2})?/|\\.m?[jt]s$", description: "a file of one's own" };

const nameOf = (names: readonly string[]) => ({ anyOf: [{ enum: [...names] }, FILE] });

const mapOf = (key: string, name: object, properties: object = {}) => ({
  type: "object",
  properties: { [key]: name, ...properties },
  required: [key],
});

/** Schema of a world by its name or file, or of another framework's environment with its parameters. */
function worlds(hosted: readonly BoundEntry<unknown>[]) {
  const name = nameOf(environments.ids());
  const maps = hosted.map(({ id, parameters }) => {
    const { properties } = z.toJSONSchema(parameters, { io: "input", unrepresentable: "any" });
    // The key that distinguishes the forms must have no default, which would satisfy it when the key is absent.
    return mapOf(id, {}, { id: { const: id }, ...properties, [id]: { type: "string" } });
  });
  return { anyOf: [name, mapOf("id", name), ...maps] };
}

/** Schema of a policy, alone or with parameters; some learners name a method and callbacks. */
function policies(known: TextParts, algorithms: Registry<unknown>): object {
  const composed = algorithms.entries().filter(({ parameters }) => {
    return parameters instanceof z.ZodObject && "method" in parameters.shape && "with" in parameters.shape;
  });
  const ids = composed.map(({ id }) => id);
  const others = [...agents.ids(), ...algorithms.ids().filter((id) => !ids.includes(id))];
  const method = partOf(known.methods);
  // A preset's method may be given without its name.
  const nameless = { type: "object", properties: { use: { not: {} } } };
  const parts = {
    method: { ...method, anyOf: [...method.anyOf, nameless] },
    with: { type: "array", items: partOf(known.callbacks) },
  };
  return {
    anyOf: [nameOf([...others, ...ids]), mapOf("policy", nameOf(others)), mapOf("policy", { enum: ids }, parts)],
  };
}

/** Schema of a part by name, by file, or as a map with `use` and parameters. */
function partOf(registry: Registry<unknown>, beside: object = {}) {
  const maps = registry.entries().map(({ id, summary, parameters }) => {
    const { properties } = z.toJSONSchema(parameters, { io: "input" });
    const map = mapOf("use", { const: id }, { ...beside, ...properties });
    return { ...map, description: summary, additionalProperties: false };
  });
  return { anyOf: [nameOf(registry.ids()), ...maps, mapOf("use", FILE)] };
}
