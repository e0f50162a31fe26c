// The published table of 101 constants in the twenty worlds, what it says of the reward as an incentive, and the audit of what it pays
// one agent to give less than the others. Source: arXiv 2605.02063 and the Coopetition-Gym v1 release.

import { describe, expect, test } from "vitest";
import {
  argmax,
  constantLadder,
  type GymWorld,
  gymStreams,
  gymWorld,
  playConstant,
  playScript,
} from "../../../test/fixtures/coopetition/play.ts";
import {
  AUDIT_BITS,
  CONSTANT_ROWS,
  KNIFE_EDGES,
  PUBLISHED_TEAMS,
  SCRIPT_ROWS,
} from "../../../test/fixtures/coopetition/reference.ts";
import type { JointPolicy } from "../../play/episode.ts";

/** The release computes in float32. */
const TOLERANCE = 1e-5;
const relative = (ours: number, theirs: number) => Math.abs(ours / theirs - 1);

const worlds = Object.keys(AUDIT_BITS);
const ladders = Object.fromEntries(worlds.map((name) => [name, constantLadder(gymWorld(name))]));

describe("101 constants", () => {
  const isEdge = (environment: string, level: number) =>
    KNIFE_EDGES.some((edge) => edge.environment === environment && edge.level === level);

  test.each(CONSTANT_ROWS)("$environment: totals at four levels, and the best under two rewards", (row) => {
    const { integrated, private: own } = ladders[row.environment];
    for (const [k, published] of row.totals.entries()) {
      const level = 25 * (k + 1);
      if (!isEdge(row.environment, level))
        expect(relative(integrated[level], published)).toBeLessThanOrEqual(TOLERANCE);
    }
    expect([argmax(integrated), argmax(own)]).toEqual([row.bestLevel, row.bestPrivateLevel]);
    expect(relative(Math.max(...integrated), row.best)).toBeLessThanOrEqual(TOLERANCE);
    expect(relative(Math.max(...own), row.bestPrivate)).toBeLessThanOrEqual(TOLERANCE);
  });

  test("that reach a threshold exactly have the published total as the limit from one side", () => {
    for (const { environment, level } of KNIFE_EDGES) {
      const world = gymWorld(environment);
      const [under, over] = [-1e-8, 1e-8].map((side) => playConstant(world, level * (1 + side))[1]);
      const row = CONSTANT_ROWS.find((one) => one.environment === environment);
      const published = row?.totals[level / 25 - 1] ?? Number.NaN;
      expect(Math.min(relative(under, published), relative(over, published))).toBeLessThanOrEqual(TOLERANCE);
      expect(relative(under, over)).toBeGreaterThan(TOLERANCE);
    }
  });

  test("interdependence makes up 37, 61 and 45 % of the best totals of three worlds", () => {
    const published = { "trust-dilemma": 0.3668, "loyalty-team": 0.6118, "apple-app-store": 0.4476 };
    for (const [name, known] of Object.entries(published)) {
      const most = Math.max(...ladders[name].integrated);
      expect(Math.abs(1 - Math.max(...ladders[name].private) / most - known)).toBeLessThanOrEqual(5e-5);
    }
  });

  test("the best one beats the published best learner (ISAC) in the team worlds, against the published claim", () => {
    for (const [name, { loyalty, learner }] of Object.entries(PUBLISHED_TEAMS))
      expect(Math.max(...ladders[name].integrated)).toBeGreaterThan(loyalty * (1 + learner));
  });

  test("chosen by the other reward one loses 3.5 % of private pay and 63 % of integrated pay among six partners", () => {
    const { integrated, private: own } = ladders["dynamic-partner-selection"];
    expect(1 - own[37] / own[19]).toBeCloseTo(0.0351, 4);
    expect(1 - integrated[19] / integrated[37]).toBeCloseTo(0.6283, 4);
  });
});

test("under another law of trust only 42 of the 80 integrated totals of the reference table come out", () => {
  const fitting = SCRIPT_ROWS.filter(({ environment, script, integrated }) => {
    const world = gymWorld(environment, { building: "product" });
    return relative(playScript(world, environment, script).integrated, integrated) <= TOLERANCE;
  });
  expect(fitting).toHaveLength(42);
});

/** Whether agent 0 gains and the others lose where it gives `own` at a step, beside an episode in which all give `action`. */
function exploits(world: GymWorld, action: number, own: (t: number) => number): boolean {
  const divided = (first: (t: number) => number) => {
    const policy: JointPolicy = {
      act({ actions, steps }) {
        actions.fill(action);
        actions[0] = first(steps);
      },
    };
    const [mine, ...others] = world.runner.play(policy, gymStreams()).totals[1];
    return { mine, others: others.reduce((a, b) => a + b, 0) };
  };
  const [deviating, together] = [divided(own), divided(() => action)];
  return deviating.mine > together.mine && deviating.others < together.others;
}

/** One character for each level: 1 where halving its action for the whole episode pays agent 0 and costs the others. */
function deviationBits(world: GymWorld): string {
  const endowment = world.environment.spec.actionHigh[0];
  const levels = [0.2, 0.4, 0.6, 0.8].map((share) => share * endowment);
  return levels.map((action) => (exploits(world, action, () => action / 2) ? "1" : "0")).join("");
}

/** The audit fixes SynergySearch's synergy in the middle of its range. */
const audited = (name: string) => gymWorld(name, name === "synergy-search" ? { gamma: 0.55 } : {});

describe("the audit", () => {
  test("finds where halving one's action pays at the others' expense, by four published bits a world", () => {
    expect(Object.fromEntries(worlds.map((name) => [name, deviationBits(audited(name))]))).toEqual(AUDIT_BITS);
    // Without dependence it pays in more places.
    expect(deviationBits(gymWorld("partner-hold-up", { interdependence: 0 }))).not.toBe("0000");
  });

  test("finds no switch that exploits: giving nothing from late in the episode, 164 times, or early, 60 times", () => {
    let [late, early] = [0, 0];
    for (const name of worlds) {
      const world = audited(name);
      const { actionHigh, horizon } = world.environment.spec;
      const half = actionHigh[0] / 2;
      const shares = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95].map((share) => Math.floor(share * horizon));
      // Equal switch points count once.
      for (const point of new Set([...shares, horizon - 5, horizon - 3, horizon - 1])) {
        expect(
          exploits(world, half, (t) => (t >= point ? 0 : half)),
          `${name}, from ${point}`,
        ).toBe(false);
        late += 1;
      }
      for (const point of [0.1, 0.2, 0.3].map((share) => Math.floor(share * horizon))) {
        expect(
          exploits(world, half, (t) => (t < point ? 0 : half)),
          `${name}, before ${point}`,
        ).toBe(false);
        early += 1;
      }
    }
    expect([late, early]).toEqual([164, 60]);
  });
});
