// The exact checks, and with `LONG=1` the trainings.

import { expect, test } from "vitest";
import { long, studyContext, unmet } from "../../../test/fixtures/study.ts";
import { optimalStop } from "../../environments/team/optimal-stop.ts";
import { planPlayer } from "../../environments/team/players.ts";
import { logistic, parameters, protocolOf } from "../../environments/team/protocol.ts";
import { verdict } from "../../study/claim.ts";
import { credits } from "./credit.ts";
import { exampleEquation, poolEquations } from "./published.ts";
import { orchestrationTraces } from "./study.ts";
import { anyChoice, playOnce, teamOf, teamReplay } from "./team.ts";
import { tamperingControl, written } from "./written-traces.ts";

test("the example and the pool hold, and a changed cost is given away", async () => {
  const claims = [exampleEquation(), ...(await poolEquations())];
  expect(claims).toHaveLength(7);
  const controls = [tamperingControl([written(teamOf({ width: 3 }), anyChoice(), 1, 40)])];
  expect(unmet({ claims, controls })).toEqual([]);
});

test("the dynamic program is worth what Wald's best test is, in closed form", () => {
  // One source of strength 1 and no last round: the best test stops at ±h units, is right with P_h = σ(h·u), and takes
  // h·(2·P_h − 1)/(2·p − 1) workers (Wald, 1945; the walk has no overshoot). 500 rounds are as good as no last one.
  const given = { strengths: [1], unit: 0.5, rounds: 500, workerCost: 0.002, timeCost: 0.001 };
  const protocol = protocolOf(parameters.parse(given));
  const [p] = protocol.right;
  const price = protocol.workerCost + protocol.timeCost;
  const worth = (h: number) => {
    const right = logistic(h * protocol.unit);
    return right - (price * h * (2 * right - 1)) / (2 * p - 1);
  };
  const best = Math.max(...Array.from({ length: 60 }, (_, h) => worth(h)));
  expect(Math.abs(optimalStop(protocol).value / best - 1)).toBeLessThanOrEqual(1e-9);
});

test("episodes that are replayed with nothing taken out pay what they paid", () => {
  const world = teamOf();
  const player = planPlayer(optimalStop(world.protocol));
  for (let episode = 0; episode < 200; episode++) {
    const [paid] = playOnce(world, player, 5, episode);
    expect(Math.abs(teamReplay(world, player)([], episode) - paid)).toBeLessThanOrEqual(1e-12);
  }
});

test("counterfactual credit tells what each message told, and shared credit does not", () => {
  const { counterfactual, shared } = credits(5);
  expect(counterfactual.within).toBeGreaterThan(0.8);
  expect(shared.within).toBe(0);
  expect(counterfactual.pooled).toBeGreaterThan(shared.pooled + 0.2);
});

long("a stop is learnt from the team's credit and from credit at the stops, and from nothing else", async () => {
  const context = studyContext({ seeds: [901, 902, 903, 904, 905] });
  const { claims, controls } = await orchestrationTraces.run(context);
  const learnt = claims.filter(({ name }) => name.startsWith("a stop learnt") || name.startsWith("its value"));
  expect(learnt.map(verdict)).toEqual(["holds", "holds", "holds", "holds"]);
  expect(controls.map(verdict)).not.toContain("holds");
});
