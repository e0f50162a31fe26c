// The live team's theory: the dynamic program against Wald's test in closed form and against play, and Shapley values.

import { Random } from "../../core/random.ts";
import { Tally } from "../../environments/team/fact-finding.ts";
import { optimalStop } from "../../environments/team/optimal-stop.ts";
import { fixedPlayer } from "../../environments/team/players.ts";
import { logistic, parameters, protocolOf } from "../../environments/team/protocol.ts";
import { shapleyValues } from "../../math/shapley.ts";
import { type Check, closeTo, holds } from "../../study/legacy.ts";
import { playOnce, teamOf } from "./playing.ts";
import { coalitionPay } from "./replay.ts";

/** All checks without training. */
export function exactChecks(): Check[] {
  return [waldCheck(), ...shapleyChecks()];
}

/**
 * One source of strength 1 and no last round: the best test stops at ±h units, is right with P_h = σ(h·u), and takes
 * h·(2·P_h − 1)/(2·p − 1) workers (Wald, 1945; the walk has no overshoot). 500 rounds are as good as no last one.
 */
function waldCheck(): Check {
  const protocol = protocolOf(
    parameters.parse({ strengths: [1], unit: 0.5, rounds: 500, workerCost: 0.002, timeCost: 0.001 }),
  );
  const [p] = protocol.right;
  const price = protocol.workerCost + protocol.timeCost;
  const worth = (h: number) => {
    const right = logistic(h * protocol.unit);
    return right - (price * h * (2 * right - 1)) / (2 * p - 1);
  };
  const best = Math.max(...Array.from({ length: 60 }, (_, h) => worth(h)));
  return closeTo("dynamic program against Wald's test in closed form: value", optimalStop(protocol).value, best, 1e-9);
}

/** Shapley values of fixed teams: six workers exactly, nine by random orders. */
function shapleyChecks(): Check[] {
  return [6, 9].map((workers) => {
    const world = teamOf();
    const player = fixedPlayer(world.protocol, workers);
    let furthest = 0;
    let ties = 0;
    const episodes = workers === 6 ? 200 : 20;
    for (let episode = 0; episode < episodes; episode++) {
      const [paid] = playOnce(world, player, 1, episode);
      const worth = (members: readonly number[]) => coalitionPay(world, members);
      const values = shapleyValues(workers, worth, Random.of(1, "orders", episode), 100);
      const all = worth(Array.from({ length: workers }, (_, k) => k));
      // A tie is worth a half on average, and 0 or 1 in an episode.
      if (world.state.views.tally[Tally.evidence] === 0) ties += 1;
      else furthest = Math.max(furthest, Math.abs(all - paid));
      const total = values.reduce((sum, value) => sum + value, 0);
      furthest = Math.max(furthest, Math.abs(total - (all - worth([]))));
    }
    return holds(
      `Shapley values of ${workers} workers (${workers === 6 ? "exact" : "by 100 random orders"}), ${episodes} episodes`,
      "add up to the team's reward less the empty team's (1e-12)",
      `furthest ${furthest.toExponential(1)}; ${ties} ties`,
      furthest <= 1e-12,
    );
  });
}
