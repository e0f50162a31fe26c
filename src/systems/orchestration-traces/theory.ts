// The live team's theory: the dynamic program against Wald's test in closed form, and Shapley values.

import { Random } from "../../core/random.ts";
import { Tally } from "../../environments/team/fact-finding.ts";
import { optimalStop } from "../../environments/team/optimal-stop.ts";
import { fixedPlayer } from "../../environments/team/players.ts";
import { logistic, parameters, protocolOf } from "../../environments/team/protocol.ts";
import { shapleyValues } from "../../math/shapley.ts";
import { atMost, nearly } from "../../study/bound.ts";
import { beside, type Claim, equation, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { coalitionPay, playOnce, teamOf } from "./team.ts";

/** What holds of the team without training. */
export function theoryEquations(): Claim[] {
  return [wald(), shapley(6, 200, "exact"), shapley(9, 20, "by 100 random orders")];
}

/**
 * One source of strength 1 and no last round: the best test stops at ±h units, is right with P_h = σ(h·u), and takes
 * h·(2·P_h − 1)/(2·p − 1) workers (Wald, 1945; the walk has no overshoot). 500 rounds are as good as no last one.
 */
function wald(): Claim {
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
  return equation(
    "value of the dynamic program beside Wald's test in closed form",
    is(exact(optimalStop(protocol).value), nearly(best, 1e-9)),
  );
}

/** Shapley values of fixed teams. */
function shapley(workers: number, episodes: number, how: string): Claim {
  const world = teamOf();
  const player = fixedPlayer(world.protocol, workers);
  let [furthest, ties] = [0, 0];
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
  return equation(
    `Shapley values of ${workers} workers (${how}), ${episodes} episodes: their sum less the team's reward over the empty team's`,
    [is(exact(furthest), atMost(1e-12)), beside("ties", exact(ties))],
  );
}
