// Episodes written as traces: whether each is valid, repeats to the byte, tells what the world counted, and gives a tampered
// cost away.

import type { Agent } from "../../core/agent.ts";
import type { Trace } from "../../core/trace.ts";
import type { FactFinding } from "../../environments/team/fact-finding.ts";
import { checkTrace } from "../../evaluation/traces/check.ts";
import { auditTrace, criticalPath } from "../../evaluation/traces/meters.ts";
import { above, atMost } from "../../study/bound.ts";
import { beside, control, equation, is, never } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { repeats } from "./format.ts";
import { playOnce } from "./team.ts";

/** What was found in the traces of some episodes. */
export interface Written {
  readonly episodes: number;
  readonly faulty: number;
  /** Those whose text does not repeat. */
  readonly unsteady: number;
  /** Largest difference between the world's reward, costs and time and those of the trace. */
  readonly furthest: number;
  /** Traces that were left alone and contradict themselves, and tampered ones that are found out at the right place. */
  readonly accused: number;
  readonly foundOut: number;
}

const COSTS = ["tokens", "wall_clock_s", "tool_calls", "messages"] as const;

/** Plays and writes episodes 0 … of a seed. */
export function written(world: FactFinding, player: Agent, seed: number, episodes: number): Written {
  let [faulty, unsteady, furthest, accused, foundOut] = [0, 0, 0, 0, 0];
  for (let episode = 0; episode < episodes; episode++) {
    const sums = playOnce(world, player, seed, episode);
    const trace = world.trace?.(`${seed}-${episode}`);
    if (trace === undefined) throw new Error("the world writes no traces");
    if (checkTrace(trace, "strict").length > 0) {
      faulty += 1;
      continue;
    }
    if (!repeats(trace)) unsteady += 1;
    furthest = Math.max(furthest, ...differences(trace, sums, world));
    const audit = (one: Trace) => auditTrace(one, { clock: "seconds" });
    if (audit(trace).length > 0) accused += 1;
    const cost = COSTS[episode % COSTS.length];
    const tampered = { ...trace, costs: { ...trace.costs, [cost]: (trace.costs[cost] ?? 0) + 1 } };
    const found = audit(tampered);
    if (found.length === 1 && String(found[0].path) === `costs,${cost}`) foundOut += 1;
  }
  return { episodes, faulty, unsteady, furthest, accused, foundOut };
}

/**
 * Reward, costs and time from the events alone (a right answer is an aggregation without a wrong claim, every spawn costs, time
 * is the critical path) and as the trace states them, each less the world's own number.
 */
function differences(
  trace: Trace,
  [payoff, task, workerCost, timeCost, workers, rounds]: Float64Array,
  world: FactFinding,
) {
  const { protocol } = world;
  const spawns = trace.events.filter(({ type }) => type === "spawn").length;
  const wrong = trace.events.reduce((sum, e) => sum + (e.type === "aggregate" ? (e.wrong_claims ?? 0) : 0), 0);
  const path = criticalPath(trace);
  const reward = 1 - wrong - spawns * protocol.workerCost - path * protocol.timeCost;
  return [
    reward - payoff,
    trace.rewards.team - payoff,
    1 - wrong - task,
    spawns * protocol.workerCost - workerCost,
    path * protocol.timeCost - timeCost,
    trace.rewards.orchestration + workerCost + timeCost,
    spawns - workers,
    (trace.costs.tool_calls ?? Number.NaN) - workers,
    path - rounds,
    trace.costs.wall_clock_s - rounds,
  ].map((difference) => (Number.isNaN(difference) ? Number.POSITIVE_INFINITY : Math.abs(difference)));
}

/** What the traces of all players show. */
export function traceClaims(all: readonly Written[]): StudyResult {
  const sum = (key: Exclude<keyof Written, "furthest">) => all.reduce((total, one) => total + one[key], 0);
  const [episodes, faulty, foundOut] = [sum("episodes"), sum("faulty"), sum("foundOut")];
  const furthest = Math.max(...all.map((one) => one.furthest));
  return {
    claims: [
      equation(`${episodes} episodes as traces are valid in strict mode`, never(faulty, "faulty")),
      equation("their text, read and written again, has the same bytes", never(sum("unsteady"), "others")),
      equation(
        "reward, costs and critical path from their events, less the world's own numbers",
        is(exact(furthest), atMost(1e-9), "furthest"),
      ),
      equation("their totals agree with their events", never(sum("accused"), "contradictions")),
    ],
    controls: [
      control("a trace with one cost changed agrees with its events", [
        is(exact(episodes - faulty - foundOut), above(0), "not found out"),
        beside("found out at the cost that was changed and nowhere else", exact(foundOut)),
      ]),
    ],
  };
}
