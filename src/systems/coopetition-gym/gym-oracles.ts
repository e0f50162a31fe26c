// What the reference players of the twenty worlds play and are paid, beside the published figures.

import type { Agent } from "../../core/agent.ts";
import { UserError } from "../../core/errors.ts";
import { seated } from "../../play/policy.ts";
import { type Check, holds } from "../../study/legacy.ts";
import { type GymWorld, gymStreams, gymWorld, total } from "../../study/testbeds/coopetition/play.ts";
import {
  BOUNDED_RECIPROCITY,
  EQUILIBRIA,
  FREE_RIDING,
  PUBLISHED_TEAMS,
  RECIPROCITY_EQUILIBRIA,
} from "../../study/testbeds/coopetition/reference.ts";

/** First actions of an oracle in every seat, and the integrated total of an episode among themselves. */
export interface OracleEpisode {
  readonly actions: readonly number[];
  readonly integrated: number;
}

/** Seats the oracle everywhere and plays one episode. */
export function playOracle({ environment, runner }: GymWorld, name: string): OracleEpisode {
  const { spec } = environment;
  const oracle = spec.oracles?.[name];
  if (oracle === undefined) throw new UserError({ code: "no-oracle", what: `this world has no oracle "${name}"` });
  const agents: Agent[] = spec.agents.map((_, seat) => oracle.play(seat));
  let actions: number[] = [];
  const { totals } = runner.play(seated(spec, agents), gymStreams(), (episode, step) => {
    if (step === 0) actions = Array.from(episode.actions);
  });
  return { actions, integrated: total(totals[1]) };
}

/** All seven oracles against the published figures. */
export function oracleChecks(): Check[] {
  const teams = Object.keys(PUBLISHED_TEAMS);
  return [
    actionCheck("oracle/equilibrium: actions in ten worlds", "equilibrium", EQUILIBRIA, 1e-5, "exact roots"),
    actionCheck("oracle/trust-aware: actions in ten worlds", "trust-aware", full(Object.keys(EQUILIBRIA)), 1e-9),
    actionCheck("oracle/nash: actions where β < 1", "nash", everySeat(FREE_RIDING), 1e-5, "closed form"),
    actionCheck("oracle/social-optimum: actions in five worlds", "social-optimum", full(teams), 1e-9),
    actionCheck("oracle/loyalty as released: actions in five worlds", "loyalty-released", full(teams), 1e-9),
    returnCheck("oracle/loyalty as released: integrated totals", "loyalty-released", teamReturns()),
    actionCheck(
      "oracle/reciprocity-equilibrium: actions in five worlds",
      "reciprocity-equilibrium",
      RECIPROCITY_EQUILIBRIA,
      0.025,
      "published to 0.005, by a minimiser that is off by up to 0.02",
    ),
    returnCheck("oracle/bounded-reciprocity: integrated totals", "bounded-reciprocity", BOUNDED_RECIPROCITY),
  ];
}

type Vectors = Readonly<Record<string, readonly number[]>>;

function actionCheck(name: string, oracle: string, expected: Vectors, tolerance: number, of = "full endowment"): Check {
  let farthest = 0;
  for (const [world, actions] of Object.entries(expected)) {
    const played = playOracle(gymWorld(world), oracle).actions;
    actions.forEach((action, i) => {
      farthest = Math.max(farthest, Math.abs(played[i] - action));
    });
  }
  return holds(
    name,
    `${of}, within ${tolerance}`,
    `largest distance ${farthest.toExponential(1)} over ${Object.keys(expected).length} worlds`,
    farthest <= tolerance,
  );
}

function returnCheck(name: string, oracle: string, expected: Readonly<Record<string, number>>): Check {
  const distances = Object.entries(expected).map(([world, published]) =>
    Math.abs(playOracle(gymWorld(world), oracle).integrated / published - 1),
  );
  const farthest = Math.max(...distances);
  return holds(
    name,
    `${Object.values(expected).join(", ")}; relative 1e-5`,
    `largest relative distance ${farthest.toExponential(1)}`,
    farthest <= 1e-5,
  );
}

function full(worlds: readonly string[]): Vectors {
  return Object.fromEntries(worlds.map((name) => [name, Array.from(gymWorld(name).environment.spec.actionHigh)]));
}

function everySeat(efforts: Readonly<Record<string, number>>): Vectors {
  return Object.fromEntries(
    Object.entries(efforts).map(([name, effort]) => [name, gymWorld(name).environment.spec.agents.map(() => effort)]),
  );
}

function teamReturns(): Record<string, number> {
  return Object.fromEntries(Object.entries(PUBLISHED_TEAMS).map(([name, { loyalty }]) => [name, loyalty]));
}
