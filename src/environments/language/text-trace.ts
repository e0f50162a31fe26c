// Converts a text to an orchestration trace: a question, the writer's tool calls with their replies, and the returned answer. Time is the
// number of characters written, and every character is a token; contents are represented by hashes.

import { createHash } from "node:crypto";
import type { Trace, TraceEdge, TraceEvent } from "../../core/trace.ts";

export interface TextEpisode {
  readonly question: string;
  /** The writer's text in each turn, and the environment's replies, which may be missing for the last turn. */
  readonly written: readonly string[];
  readonly replies: readonly string[];
  /** Whether the final answer is right; undefined where there is none yet. */
  readonly right: boolean | undefined;
}

const WRITER = "writer";
const WORLD = "world";
const TOOL = "tool";

/** The trace of a complete or partial episode; the task is the question. */
export function textTrace(id: string, { question, written, replies, right }: TextEpisode): Trace {
  const events: TraceEvent[] = [
    { id: "question", t: 0, type: "message", agent: WORLD, role: "task", to: WRITER, ...said(question) },
  ];
  const edges: TraceEdge[] = [];
  let last = "question";
  let t = 0;
  const follow = (event: TraceEvent, type: TraceEdge["type"]): void => {
    events.push(event);
    edges.push({ src: last, dst: event.id, type });
    last = event.id;
  };
  for (const [turn, text] of written.entries()) {
    t += text.length;
    const own = { t, agent: WRITER, turn, ...said(text) };
    const reply = replies[turn];
    if (reply !== undefined) {
      follow({ ...own, id: `call ${turn}`, type: "tool_call", tool: TOOL }, turn === 0 ? "message" : "causal");
      follow(
        { id: `result ${turn}`, t, type: "tool_result", agent: TOOL, tool: TOOL, trusted: true, ...said(reply) },
        "tool_dependency",
      );
    } else if (right !== undefined) {
      const judged = { claims: 1, wrong_claims: right ? 0 : 1, rewards: { team: right ? 1 : 0 } };
      follow({ ...own, id: "answer", type: "return", to: WORLD, ...judged }, turn === 0 ? "message" : "causal");
    } else if (text !== "") {
      // A turn that is unfinished, or ended other than by an answer or an answered call.
      follow({ ...own, id: "unfinished", type: "message" }, turn === 0 ? "message" : "causal");
    }
  }
  return {
    trace_id: id,
    task_id: refOf(question),
    system: "agon world of text",
    topology: "harness",
    events,
    edges,
    rewards: { team: right === true ? 1 : 0 },
    costs: {
      tokens: events.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
      wall_clock_s: t,
      tool_calls: events.filter(({ type }) => type === "tool_call").length,
      messages: events.filter(({ type }) => type === "message").length,
    },
    metrics: { task_success: right === true ? 1 : 0 },
  };
}

/** Hash and length of a text. */
function said(text: string): Pick<TraceEvent, "content_ref" | "tokens"> {
  return { content_ref: refOf(text), tokens: text.length };
}

const refOf = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
