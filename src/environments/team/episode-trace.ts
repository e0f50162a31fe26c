// An episode of the fact-finding team as an orchestration trace: a time step is a second, every number that is said is a
// token, and what an event earned or cost stands at that event.

import type { Trace, TraceEdge, TraceEvent } from "../../core/trace.ts";
import { type Protocol, Tally, type TeamState } from "./protocol.ts";

const LEAD = { agent: "orchestrator", role: "lead" } as const;

/** Events of one worker in a trace, by what they are: `w3.report`. */
export const eventOf = (worker: number, what: "spawn" | "call" | "result" | "report" | "return") =>
  `w${worker}.${what}`;
/** A worker's name in a trace. */
export const nameOf = (worker: number) => `worker_${worker}`;

/**
 * The trace of the episode in `state`. A decision at time r spawns its workers at r; each one's tool result, report and return
 * stand at r + 1, as does the next decision. A report that was lost is a tool result without a message after it.
 */
export function episodeTrace(id: string, protocol: Protocol, { views }: TeamState): Trace {
  const { hidden, log, tally } = views;
  const { workerCost, timeCost, combine } = protocol;
  const [workers, rounds, answer] = [tally[Tally.workers], tally[Tally.rounds], tally[Tally.answer]];
  const right = answer === hidden[0] ? 1 : 0;
  const events: TraceEvent[] = [];
  const edges: TraceEdge[] = [];
  for (let round = 0, worker = 0; round <= rounds; round++) {
    const stops = round === rounds;
    if (stops && answer === 0) break;
    events.push({
      ...LEAD,
      id: `d${round}`,
      t: round,
      type: "orchestrator_decision",
      content_ref: stops ? "stop" : "spawn",
      tokens: 1,
      turn: round,
      rewards: { team: stops ? 0 : -timeCost, orchestration: stops ? 0 : -timeCost },
    });
    for (; worker < workers && log[3 * worker] === round; worker++) {
      const truth = hidden[0];
      const steps = workerEvents(protocol, worker, round, log[3 * worker + 1], log[3 * worker + 2], truth);
      events.push(...steps);
      edges.push(...workerEdges(worker, round, steps.length === 5));
    }
  }
  if (answer !== 0) {
    events.push({
      ...LEAD,
      id: "answer",
      t: rounds,
      type: "aggregate",
      content_ref: `${combine}:${answer}`,
      tokens: 1,
      turn: rounds,
      claims: 1,
      wrong_claims: 1 - right,
      rewards: { team: right },
    });
    edges.push({ src: `d${rounds}`, dst: "answer", type: "aggregate" });
  }
  // Of an episode that still runs, the last round's reports wait for a decision.
  const known = new Set(events.map((event) => event.id));
  const orchestration = -(workers * workerCost + rounds * timeCost);
  return {
    trace_id: id,
    task_id: "fact-finding",
    system: "agon team/fact-finding",
    topology: "centralized",
    events,
    edges: edges.filter(({ dst }) => known.has(dst)),
    rewards: { team: right + orchestration, orchestration },
    costs: {
      tokens: events.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
      wall_clock_s: rounds,
      tool_calls: workers,
      messages: events.filter(({ type }) => type === "message").length,
      workers,
    },
    metrics: { task_success: right },
  };
}

/** Spawn, call, result, report where none was lost, return. `report` is ±1, or 0 for a lost one. */
function workerEvents(
  { reports, workerCost }: Protocol,
  worker: number,
  round: number,
  source: number,
  report: number,
  truth: number,
): TraceEvent[] {
  const of = (what: Parameters<typeof eventOf>[1]) => eventOf(worker, what);
  const [agent, tool, t] = [nameOf(worker), `source_${source}`, round + 1];
  const own = { agent, role: "worker", turn: 0 };
  const back = { ...own, from: agent, to: LEAD.agent };
  const [arrived, said] = [report === 0 ? 0 : 1, `bit:${report}`];
  const wrong = report === -truth ? 1 : 0;
  const rewards = { team: -workerCost, orchestration: -workerCost };
  const lead = { agent: LEAD.agent, role: "worker", to: agent, tokens: 1, turn: round, rewards };
  const found = { agent: tool, tool, content_ref: arrived === 0 ? "lost" : said, trusted: false, tokens: 1 };
  const told = { content_ref: said, trusted: true, tokens: reports === "confidence" ? 2 : 1 };
  const message: TraceEvent = { ...back, id: of("report"), t, type: "message", ...told };
  return [
    { id: of("spawn"), t: round, type: "spawn", ...lead },
    { ...own, id: of("call"), t: round, type: "tool_call", tool, content_ref: "read", tokens: 1 },
    { id: of("result"), t, type: "tool_result", ...found },
    ...(arrived === 0 ? [] : [message]),
    { ...back, id: of("return"), t, type: "return", tokens: 0, claims: arrived, wrong_claims: wrong },
  ];
}

function workerEdges(worker: number, round: number, reported: boolean): TraceEdge[] {
  const of = (what: Parameters<typeof eventOf>[1]) => eventOf(worker, what);
  const told: TraceEdge[] = reported
    ? [
        { src: of("result"), dst: of("report"), type: "causal" },
        { src: of("report"), dst: of("return"), type: "message" },
      ]
    : [{ src: of("result"), dst: of("return"), type: "causal" }];
  return [
    { src: `d${round}`, dst: of("spawn"), type: "spawn" },
    { src: of("spawn"), dst: of("call"), type: "causal" },
    { src: of("call"), dst: of("result"), type: "tool_dependency" },
    ...told,
    { src: of("return"), dst: `d${round + 1}`, type: "return" },
  ];
}
