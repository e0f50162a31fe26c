// Schema of traces: the published one (arXiv 2605.02801, its artifact's trace_schema.json), extended by Agon's event keys. Rules about
// relations between events are not part of it.

import { z } from "zod";
import { EDGE_TYPES, EVENT_TYPES, TOPOLOGIES } from "../../core/trace.ts";

const name = z.string().min(1);
const numbers = z.record(z.string(), z.number());
const cost = z.number().min(0);

/** Event keys of the published schema; other keys are allowed. */
export const eventSchema = z.looseObject({
  id: name,
  t: z.number().min(0).describe("time at which it was done; of work, when it was over"),
  type: z.enum(EVENT_TYPES),
  agent: name,
  role: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  tool: z.string().optional(),
  content_ref: z.string().optional().describe("pointer to the content or a hash of it; the content may be left out"),
  trusted: z.boolean().optional(),
});

/** Agon's own event keys. */
export const eventExtension = z.looseObject({
  tokens: z.number().min(0).optional().describe("tokens written in the event"),
  turn: z.int().min(0).optional().describe("number of the agent's turn that it belongs to"),
  claims: z.number().min(0).optional().describe("claims made in it"),
  wrong_claims: z.number().min(0).optional().describe("those of them that are wrong"),
  rewards: numbers.optional().describe("rewards that belong to this event, by channel"),
});

export const edgeSchema = z.strictObject({ src: name, dst: name, type: z.enum(EDGE_TYPES) });

export const traceSchema = z.strictObject({
  trace_id: name,
  task_id: name,
  system: z.string().optional(),
  topology: z.enum(TOPOLOGIES).optional(),
  events: z.array(eventSchema).min(1),
  edges: z.array(edgeSchema),
  rewards: numbers.describe("by channel: a reward family or a credit unit, such as team, process, tool, orchestration"),
  costs: z
    .looseObject({ tokens: cost, wall_clock_s: cost, tool_calls: cost.optional(), messages: cost.optional() })
    .catchall(z.number()),
  metrics: numbers.optional().describe("such as task_success, parallelism_efficiency, protocol_overhead"),
});

/** JSON Schema, draft 2020-12: the published schema with Agon's event keys. */
export function traceJsonSchema(): object {
  const events = z.array(eventSchema.extend(eventExtension.shape)).min(1);
  return { ...z.toJSONSchema(traceSchema.extend({ events })), title: "Orchestration trace" };
}
