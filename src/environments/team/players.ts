// Ways to play the fact-finding team whose worth is known: the best stop, and the best number of workers that is fixed
// beforehand.

import { type Agent, reactive } from "../../core/agent.ts";
import type { Oracle } from "../../core/environment.ts";
import { bestFixedTeam } from "./fixed-team.ts";
import { optimalStop, type StopPlan } from "./optimal-stop.ts";
import type { Protocol } from "./protocol.ts";

/** The oracles of a protocol: `fixed`, and `optimal` where the best stop is known. */
export function teamPlayers(protocol: Protocol): Readonly<Record<string, Oracle>> {
  let plan: StopPlan | undefined;
  let team: number | undefined;
  const fixed: Oracle = {
    meaning: "spawns the best fixed number of workers in as few rounds as they fit into, then answers",
    play: () => {
      team ??= bestFixedTeam(protocol).workers;
      return fixedPlayer(protocol, team);
    },
  };
  if (!protocol.solved) return { fixed };
  return {
    optimal: {
      meaning: "stops and spawns as dynamic programming over the log-odds finds best (Wald's sequential test)",
      play: () => {
        plan ??= optimalStop(protocol);
        return planPlayer(plan);
      },
    },
    fixed,
  };
}

/** Spawns `team` workers, the strongest source every time where it may choose, then answers. */
export function fixedPlayer({ assignment, width, right }: Protocol, team: number): Agent {
  const strongest = 1 + right.indexOf(Math.max(...right));
  return reactive((seen) => {
    const left = team - seen[1];
    return left <= 0 ? 0 : assignment === "chosen" ? strongest : Math.min(width, left);
  });
}

/** Plays a plan. */
export function planPlayer(plan: StopPlan): Agent {
  return reactive((seen) => plan.choice(seen[0], seen[2]));
}
