// Description of a world outside of any session: its schemas, its tasks, and a page about it.

import { version } from "../../lab/experiment/own-package.ts";
import { type Split, splitsOf } from "./tasks.ts";
import { actionSchema, type JsonSchema, observationSchema, stateSchema } from "./world-schema.ts";
import type { SeatedWorld, ServedWorld } from "./world-session.ts";

export interface WorldDescription {
  readonly schema: { readonly action: JsonSchema; readonly observation: JsonSchema; readonly state: JsonSchema };
  readonly metadata: {
    readonly name: string;
    readonly description: string;
    readonly readme_content: string;
    readonly version: string;
    readonly author: null;
    readonly documentation_url: null;
  };
  readonly splits: readonly Split[];
}

export function descriptionOf({ name }: ServedWorld, { setting, ...played }: SeatedWorld): WorldDescription {
  const { spec } = played;
  const agents = spec.agents.map((agent, k) => (agent === spec.labels[k] ? agent : `${agent} (${spec.labels[k]})`));
  const about = [
    `# ${name}`,
    `${setting.about}.`,
    `Agents: ${agents.join(", ")}. An episode has at most ${spec.horizon} steps.`,
    [`Paid: ${setting.pay}.`, ...setting.payNames.map(({ name, meaning }) => `- ${name}: ${meaning}`)].join("\n"),
    spec.channels
      .map(({ name, meaning, unit }) => `- ${name}: ${meaning}${unit === "" ? "" : ` (${unit})`}`)
      .join("\n"),
  ];
  return {
    schema: { action: actionSchema(played), observation: observationSchema(played), state: stateSchema },
    metadata: {
      name,
      description: setting.about,
      readme_content: about.join("\n\n"),
      version: version(),
      author: null,
      documentation_url: null,
    },
    splits: splitsOf(spec),
  };
}
