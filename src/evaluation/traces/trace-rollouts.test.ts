// Traces converted to rollouts: matching of results to calls, and success.

import { expect, test } from "vitest";
import { pair } from "../../../test/fixtures/traces.ts";
import type { Trace } from "../../core/trace.ts";
import { traceRollout } from "./trace-rollouts.ts";

test("tool calls of a trace become turns with their matching results", () => {
  const trace: Trace = {
    ...pair,
    metrics: { task_success: 1 },
    events: [
      { id: "r1", t: 3, type: "tool_result", agent: "find", tool: "find", content_ref: "late", state: "s" },
      { id: "c1", t: 1, type: "tool_call", agent: "ann", tool: "find", content_ref: "q" },
      { id: "c2", t: 2, type: "tool_call", agent: "bob", tool: "find", content_ref: "p" },
      { id: "r2", t: 4, type: "tool_result", agent: "find", tool: "find", content_ref: "later" },
      { id: "c3", t: 5, type: "tool_call", agent: "bob", tool: "end" },
    ],
    edges: [{ src: "c1", dst: "r2", type: "tool_dependency" }],
  };
  expect(traceRollout(trace)).toEqual({
    id: trace.trace_id,
    task: trace.task_id,
    success: true,
    turns: [
      { tool: "find", action: "find#q", observation: "later" },
      { tool: "find", action: "find#p", observation: "late", state: "s" },
      { tool: "end", action: "end#", observation: "" },
    ],
  });
  expect(traceRollout({ ...trace, metrics: { task_success: 0.4 } }).success).toBe(false);
});
