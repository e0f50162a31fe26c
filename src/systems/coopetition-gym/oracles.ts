// What the reference players of the twenty worlds play and are paid, beside the published figures.

import type { Agent } from "../../core/agent.ts";
import { UserError } from "../../core/errors.ts";
import { seated } from "../../play/policy.ts";
import { atMost, nearly } from "../../study/bound.ts";
import { beside, type Claim, equation, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { largestGap, matching } from "../../study/matching.ts";
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

type Vectors = Readonly<Record<string, readonly number[]>>;

/** All seven oracles against the published figures. */
export function oracleEquations(): Claim[] {
  const teams = Object.keys(PUBLISHED_TEAMS);
  const teamReturns = Object.fromEntries(Object.entries(PUBLISHED_TEAMS).map(([name, { loyalty }]) => [name, loyalty]));
  return [
    actions("oracle/equilibrium: exact roots in ten worlds", "equilibrium", EQUILIBRIA, 1e-5),
    actions("oracle/trust-aware: full endowment in ten worlds", "trust-aware", full(Object.keys(EQUILIBRIA)), 1e-9),
    actions("oracle/nash: closed form where β < 1", "nash", everySeat(FREE_RIDING), 1e-5),
    actions("oracle/social-optimum: full endowment in five worlds", "social-optimum", full(teams), 1e-9),
    actions("oracle/loyalty as released: full endowment in five worlds", "loyalty-released", full(teams), 1e-9),
    returns("oracle/loyalty as released: integrated totals", "loyalty-released", teamReturns),
    // Published to 0.005, by a minimiser that is off by up to 0.02.
    actions(
      "oracle/reciprocity-equilibrium: actions in five worlds",
      "reciprocity-equilibrium",
      RECIPROCITY_EQUILIBRIA,
      0.025,
    ),
    returns("oracle/bounded-reciprocity: integrated totals", "bounded-reciprocity", BOUNDED_RECIPROCITY),
  ];
}

/** Actions of an oracle in every seat. */
function actions(name: string, oracle: string, known: Vectors, tolerance: number): Claim {
  const gaps = Object.entries(known).map(([world, vector]) =>
    largestGap(playOracle(gymWorld(world), oracle).actions, vector),
  );
  return equation(name, is(exact(Math.max(...gaps)), atMost(tolerance), `largest distance in ${gaps.length} worlds`));
}

/** Integrated totals of an oracle among its equals. */
function returns(name: string, oracle: string, known: Readonly<Record<string, number>>): Claim {
  const measured = Object.keys(known).map((world) => playOracle(gymWorld(world), oracle).integrated);
  const distances = Object.values(known).map((published, k) => Math.abs(measured[k] / published - 1));
  return equation(name, [
    ...matching(Object.keys(known), measured, Object.values(known), (x) => nearly(x, 1e-5)),
    beside("largest relative distance", exact(Math.max(...distances))),
  ]);
}

function full(worlds: readonly string[]): Vectors {
  return Object.fromEntries(worlds.map((name) => [name, Array.from(gymWorld(name).environment.spec.actionHigh)]));
}

function everySeat(efforts: Readonly<Record<string, number>>): Vectors {
  return Object.fromEntries(
    Object.entries(efforts).map(([name, effort]) => [name, gymWorld(name).environment.spec.agents.map(() => effort)]),
  );
}
