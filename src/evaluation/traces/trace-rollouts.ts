// Converts orchestration traces to rollouts: every tool call with its result is a turn. A trace contains only hashes of contents; calls of
// one tool with the same hash are the same action.

import type { Trace, TraceEvent } from "../../core/trace.ts";
import type { Rollout, Turn } from "../../feedback/topology/rollout.ts";

/**
 * Converts a trace to a rollout of its calls in the order of time. A call's result is the successor by an edge, otherwise the next
 * unassigned result of the same tool. A result may give the environment's abstract state after it under the key `state`. Success means that
 * `metrics.task_success`, or else the channel `team`, is at least `threshold` (default 0.5); a trace with neither has failed.
 */
export function traceRollout(trace: Trace, threshold = 0.5): Rollout {
  const inOrder = trace.events.toSorted((a, b) => a.t - b.t);
  const taken = new Set<string>();
  const turns = inOrder.flatMap((call): Turn[] => {
    if (call.type !== "tool_call") return [];
    const result = resultOf(trace, inOrder, call, taken);
    if (result !== undefined) taken.add(result.id);
    const tool = call.tool ?? call.to ?? "";
    const state = result?.state;
    return [
      {
        tool,
        action: `${tool}#${call.content_ref ?? ""}`,
        observation: result?.content_ref ?? "",
        ...(typeof state === "string" ? { state } : {}),
      },
    ];
  });
  const scored = trace.metrics?.task_success ?? trace.rewards.team ?? 0;
  return { id: trace.trace_id, task: trace.task_id, turns, success: scored >= threshold };
}

function resultOf(
  { edges }: Trace,
  inOrder: readonly TraceEvent[],
  call: TraceEvent,
  taken: ReadonlySet<string>,
): TraceEvent | undefined {
  const free = inOrder.filter(({ type, id }) => type === "tool_result" && !taken.has(id));
  const led = new Set(edges.flatMap(({ src, dst }) => (src === call.id ? [dst] : [])));
  const after = inOrder.indexOf(call);
  return (
    free.find(({ id }) => led.has(id)) ??
    free.find((event) => inOrder.indexOf(event) > after && (event.tool ?? event.agent) === call.tool)
  );
}
