// Episodes written as traces: whether each is valid, and gives a tampered cost away.

import type { Agent } from "../../core/agent.ts";
import type { FactFinding } from "../../environments/team/fact-finding.ts";
import { checkTrace } from "../../evaluation/traces/check.ts";
import { auditTrace } from "../../evaluation/traces/meters.ts";
import { above } from "../../study/bound.ts";
import { beside, type Control, control, is } from "../../study/claim.ts";
import { playOnce } from "./team.ts";

/** What was found in the traces of some episodes. */
export interface Written {
  readonly episodes: number;
  readonly faulty: number;
  /** Tampered traces that are found out at the right place. */
  readonly foundOut: number;
}

const COSTS = ["tokens", "wall_clock_s", "tool_calls", "messages"] as const;

/** Plays and writes episodes 0 … of a seed. */
export function written(world: FactFinding, player: Agent, seed: number, episodes: number): Written {
  let [faulty, foundOut] = [0, 0];
  for (let episode = 0; episode < episodes; episode++) {
    playOnce(world, player, seed, episode);
    const trace = world.trace?.(`${seed}-${episode}`);
    if (trace === undefined) throw new Error("the world writes no traces");
    if (checkTrace(trace, "strict").length > 0) {
      faulty += 1;
      continue;
    }
    const cost = COSTS[episode % COSTS.length];
    const tampered = { ...trace, costs: { ...trace.costs, [cost]: (trace.costs[cost] ?? 0) + 1 } };
    const found = auditTrace(tampered, { clock: "seconds" });
    if (found.length === 1 && String(found[0].path) === `costs,${cost}`) foundOut += 1;
  }
  return { episodes, faulty, foundOut };
}

/** What the traces of all players give away. */
export function tamperingControl(all: readonly Written[]): Control {
  const sum = (key: keyof Written) => all.reduce((total, one) => total + one[key], 0);
  const foundOut = sum("foundOut");
  return control("a trace with one cost changed agrees with its events", [
    is(sum("episodes") - sum("faulty") - foundOut, above(0), "not found out"),
    beside("found out at the cost that was changed and nowhere else", foundOut),
  ]);
}
