// A reward for the orchestrator that pays for parallel work which is completed. It follows the agent swarms of Kimi K2.5, whose report
// names the terms but not their formulas; the formulas are Agon's.

import type { Trace } from "../../core/trace.ts";
import { holders } from "./credit.ts";
import { eventOrder, traceGraph } from "./meters.ts";

/** Weights of the terms that are paid in addition to the task reward. */
export interface OrchestrationWeights {
  /** Weight λ1 of the share of parallel steps. Default 0.1. */
  readonly parallel?: number;
  /** Weight λ2 of the share of finished agents. Default 0.1. */
  readonly finish?: number;
}

/**
 * Computes the reward and its parts. A step is an event other than a tool result. A stage begins with an orchestrator's decision: an event
 * belongs to the latest stage among its predecessors. Throws where the trace's graph has a cycle.
 */
export function orchestrationReward(
  trace: Trace,
  task: number,
  { parallel: λ1 = 0.1, finish: λ2 = 0.1 }: OrchestrationWeights = {},
) {
  const leaders = new Set(holders(trace, "orchestrator").keys());
  const graph = traceGraph(trace);
  const stageOf = new Map<string, number>();
  /** Steps by agent, for each stage. */
  const stages: Map<string, number>[] = [];
  let begun = 0;
  let steps = 0;
  for (const id of eventOrder(graph)) {
    const { type, agent } = graph.getNodeAttribute(id, "event");
    let stage = 0;
    graph.forEachInNeighbor(id, (before) => {
      stage = Math.max(stage, stageOf.get(before) ?? 0);
    });
    if (type === "orchestrator_decision") stage = ++begun;
    stageOf.set(id, stage);
    if (type === "tool_result") continue;
    while (stages.length <= stage) stages.push(new Map());
    stages[stage].set(agent, (stages[stage].get(agent) ?? 0) + 1);
    steps += 1;
  }
  const criticalSteps = stages.reduce((sum, counts) => {
    const all = [...counts];
    const main = all.reduce((total, [agent, count]) => total + (leaders.has(agent) ? count : 0), 0);
    return sum + main + Math.max(0, ...all.flatMap(([agent, count]) => (leaders.has(agent) ? [] : [count])));
  }, 0);
  const spawned = new Set(trace.events.flatMap(({ type, to }) => (type === "spawn" && to !== undefined ? [to] : [])));
  const returned = new Set(trace.events.flatMap(({ type, agent }) => (type === "return" ? [agent] : [])));
  const finish = spawned.size === 0 ? 0 : [...spawned].filter((agent) => returned.has(agent)).length / spawned.size;
  const parallel = steps === 0 ? 0 : 1 - criticalSteps / steps;
  return {
    /** Total reward r_task + λ1·r_parallel + λ2·r_finish. */
    reward: task + λ1 * parallel + λ2 * finish,
    task,
    /** 1 − critical steps/all steps, in [0, 1): the share of steps that ran in parallel to others. */
    parallel,
    /** Share of the spawned agents that returned; 0 where none was spawned. */
    finish,
    /** Critical steps: Σ over stages of (steps of the orchestrators + largest number of steps of one other agent). */
    criticalSteps,
    steps,
  };
}
