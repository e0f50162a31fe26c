// Scripted agents against partners with fixed actions; expected values are worked out by hand from each agent's rule.

import { describe, expect, test } from "vitest";
import { agents } from "../../test/fixtures/at-hand/agents.ts";
import { environments } from "../../test/fixtures/at-hand/environments.ts";
import { near } from "../../test/fixtures/intervals.ts";
import { matrix } from "../../test/fixtures/matrix.ts";
import { rowByRow, seatOf } from "../../test/fixtures/seats.ts";
import { words } from "../../test/fixtures/words.ts";
import type { Agent } from "../core/agent.ts";
import type { NumericEnvironment, NumericSpec } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { appleAppStore, indirectReciprocity } from "../environments/coopetition/reciprocal-worlds.ts";
import { slcd } from "../environments/coopetition/trust-worlds.ts";
import { deviation, mean } from "../evaluation/statistics/moments.ts";
import { episodeRunner, type Witness } from "../play/episode.ts";
import { seated } from "../play/policy.ts";
import { streamsBelow } from "../play/streams.ts";
import { channel } from "../rewards/channel-reward.ts";
import { oracle } from "./oracle.ts";
import { constant, trustMatching } from "./plain.ts";
import { titForTat } from "./tit-for-tat.ts";
import { gradual, grimTrigger } from "./triggers.ts";

const make = (id: string, environment: NumericEnvironment, seat = 0, parameters?: object): Agent =>
  agents.get(id).make(parameters)(seatOf(environment, seat));

/** A partner that plays these percentages of `most` in turn, and then repeats the last one. */
const moves = (percents: readonly number[], most: number): Agent =>
  rowByRow(percents.map((percent) => [(percent / 100) * most]));

/** Plays an episode and records it. */
function watched(environment: NumericEnvironment, players: readonly Agent[], witness: Witness): void {
  episodeRunner(environment).play(seated(environment.spec, players), streamsBelow(Random.of(1)), witness);
}

/** The agents' actions, step by step. */
function actionsOf(environment: NumericEnvironment, players: readonly Agent[]): number[][] {
  const trace: number[][] = [];
  watched(environment, players, ({ actions }) => trace.push(Array.from(actions)));
  return trace;
}

/** Percentages of its box that the agent plays in seat 0 of S-LCD against `partner` in seat 1. */
function against(id: string, partner: readonly number[], parameters?: object, rounds = partner.length + 1): number[] {
  const environment = slcd.make({ horizon: rounds });
  const played = actionsOf(environment, [make(id, environment, 0, parameters), moves(partner, 100)]);
  return played.map(([x]) => Math.round(x * 1e4) / 1e4);
}

/** First actions of the same agent in every seat of an environment. */
function opening(id: string, worldId: string, parameters?: object): number[] {
  const environment = environments.get(worldId).make({ horizon: 1 });
  const players = environment.spec.agents.map((_, seat) => make(id, environment, seat, parameters));
  return actionsOf(environment, players)[0];
}

describe("constant", () => {
  test("plays a percentage of its own box", () => {
    expect(opening("constant", "coopetition/partner-hold-up", { level: 50 })).toEqual([60, 40]);
    expect(opening("constant", "coopetition/apple-app-store", { level: 25 })).toEqual([25, 20, 15]);
  });

  test("plays a percentage of the largest box, clipped, as the release defines Constant_50", () => {
    // arXiv 2605.02063: 50% in PartnerHoldUp plays 60, 60; full level plays 120 and, clipped, 80.
    expect(opening("constant", "coopetition/partner-hold-up", { level: 50, of: "largest" })).toEqual([60, 60]);
    expect(opening("constant", "coopetition/partner-hold-up", { level: 100, of: "largest" })).toEqual([120, 80]);
  });
});

describe("schedule", () => {
  const played = (parameters: object) => against("schedule", [50], parameters, 7);

  test("levels in turn, each for its steps; then the last one is kept, or all repeat", () => {
    expect(played({ levels: [70, 20, 50], steps: [2, 1, 1] })).toEqual([70, 70, 20, 50, 50, 50, 50]);
    expect(played({ levels: [70, 20, 50], steps: [2, 1, 1], repeat: true })).toEqual([70, 70, 20, 50, 70, 70, 20]);
    expect(played({ levels: [70, 20], steps: [3] })).toEqual([70, 70, 70, 20, 20, 20, 20]);
  });

  test("each episode starts with the first level", () => {
    const environment = slcd.make({ horizon: 3 });
    const players = [0, 1].map((seat) => make("schedule", environment, seat, { levels: [10, 20] }));
    const twice = [0, 1].map(() => actionsOf(environment, players));
    expect(twice[1]).toEqual(twice[0]);
  });

  test("steps are one number, or one per level", () => {
    expect(() => make("schedule", slcd.make(), 0, { levels: [1, 2, 3], steps: [1, 2] })).toThrow("one for each");
  });
});

test("the random level is uniform in the box: mean, spread and independence", () => {
  const draws = against("random", [50], {}, 4000);
  const [middle, spread] = [mean(draws), deviation(draws)];
  const together = draws.slice(1).reduce((a, b, k) => a + (b - middle) * (draws[k] - middle), 0) / draws.length;
  // The standard errors of the three are 0.46, 0.20 and 0.016.
  near(middle, 50, 2);
  near(spread, 100 / Math.sqrt(12), 1);
  near(together / spread ** 2, 0, 0.07);
  expect(Math.min(...draws)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...draws)).toBeLessThan(100);
});

describe("tit for tat and its variants", () => {
  const partner = [50, 0, 50, 0, 0, 80];

  test("tit-for-tat opens with half and copies", () => {
    expect(against("tit-for-tat", partner)).toEqual([50, 50, 0, 50, 0, 0, 80]);
  });

  test("it copies shares of the box rather than amounts, of the next seat", () => {
    const environment = appleAppStore.make({ horizon: 3 });
    const next = make("tit-for-tat", environment);
    expect(actionsOf(environment, [next, moves([10], 80), moves([90], 60)])[1][0]).toBeCloseTo(10, 5);
    const mean = make("tit-for-tat", environment, 0, { watch: "mean" });
    const least = make("tit-for-tat", environment, 2, { watch: "least" });
    const [, second] = actionsOf(environment, [mean, moves([10], 80), least]);
    // Seat 0 plays the mean of 10 % and seat 2's opening of 50 %; seat 2 plays 10 % of 60.
    expect(second[0]).toBeCloseTo(30, 5);
    expect(second[2]).toBeCloseTo(6, 5);
  });

  test("suspicious-tit-for-tat opens with 0", () => {
    expect(against("suspicious-tit-for-tat", partner)).toEqual([0, 50, 0, 50, 0, 0, 80]);
  });

  test("tit-for-two-tats ignores one defection, but not two", () => {
    expect(against("tit-for-two-tats", partner)).toEqual([50, 50, 50, 50, 50, 0, 80]);
  });

  test("generous-tit-for-tat forgives a third of the defections, and never punishes a cooperative partner", () => {
    const answers = against("generous-tit-for-tat", [0], {}, 3001).slice(1);
    const forgiven = answers.filter((x) => x === 50).length;
    expect(new Set(answers)).toEqual(new Set([0, 50]));
    // The number of forgiven defections is binomial with p = 1/3 and has standard deviation 26.
    expect(Math.abs(forgiven - 1000)).toBeLessThan(110);
    expect(against("generous-tit-for-tat", partner, { generosity: 0 })).toEqual(against("tit-for-tat", partner));
    expect(against("generous-tit-for-tat", [80], { generosity: 1 }, 4)).toEqual([50, 80, 80, 80]);
  });

  test("contrite-tit-for-tat equals tit-for-tat without action noise", () => {
    expect(against("contrite-tit-for-tat", partner)).toEqual(against("tit-for-tat", partner));
  });

  /** Two agents of one kind; noise replaces seat 0's action by 0 at step 3. */
  function afterSlip(id: string): number[][] {
    const environment = slcd.make({ horizon: 12 });
    const inner = make(id, environment);
    let t = 0;
    const slipping: Agent = {
      ...inner,
      act(observation, action) {
        inner.act(observation, action);
        if (t++ === 3) action[0] = 0;
      },
    };
    return actionsOf(environment, [slipping, make(id, environment, 1)]);
  }

  test("after one error, two tit-for-tats alternate punishments for ever; two contrite ones return to cooperation", () => {
    const plain = afterSlip("tit-for-tat");
    expect(plain.slice(3, 8)).toEqual(matrix("0 50 | 50 0 | 0 50 | 50 0 | 0 50"));
    const contrite = afterSlip("contrite-tit-for-tat");
    expect(contrite.slice(3, 6)).toEqual(matrix("0 50 | 50 0 | 50 50"));
    expect(contrite.slice(5).every(([x, y]) => x === 50 && y === 50)).toBe(true);
  });
});

describe("grim-trigger", () => {
  test("never forgives, but has a tolerance", () => {
    expect(against("grim-trigger", [50, 46, 44, 50, 50])).toEqual([50, 50, 50, 0, 0, 0]);
    expect(against("grim-trigger", [46, 45.5])).toEqual([50, 50, 50]);
    expect(against("grim-trigger", [0, 50], { level: 30, punishment: 10 })).toEqual([30, 10, 10]);
  });

  test("watches all agents", () => {
    const environment = indirectReciprocity.make({ horizon: 3 });
    const others = [moves([50], 100), moves([50], 100), moves([50, 10], 100)];
    const trace = actionsOf(environment, [make("grim-trigger", environment), ...others]);
    expect(trace.map(([first]) => first)).toEqual([50, 50, 0]);
  });
});

describe("win-stay-lose-shift", () => {
  function paid(pays: readonly number[], parameters?: object): number[] {
    const environment = slcd.make();
    const agent = make("win-stay-lose-shift", environment, 0, parameters);
    const action = new Float64Array(1);
    const seen = new Float32Array(environment.spec.observationSize);
    agent.reset(Random.of(1));
    return pays.map((pay) => {
      agent.act(seen, action);
      agent.receive?.(pay, 0);
      return action[0];
    });
  }

  test("shifts after pay below its aspiration and stays otherwise", () => {
    expect(paid([10, 4, 10, 4, 4, 5], { aspiration: 5 })).toEqual([50, 50, 0, 0, 50, 0]);
  });

  test("uses a running mean of past pay as the default aspiration", () => {
    // Expectations after each pay at rate 0.5: 10, 10, 9, 9.5, 9.5; the third and the last pay are below them.
    expect(paid([10, 10, 8, 10, 9.5, 9.4, 1], { rate: 0.5 })).toEqual([50, 50, 50, 0, 0, 0, 50]);
  });

  test("two of them return to cooperation after an error, as Pavlov does in the prisoner's dilemma", () => {
    // Payoffs of a prisoner's dilemma (5, 3, 1, 0) with aspiration 2; seat 0's action is perturbed at t = 1.
    const environment = slcd.make();
    const pair = [0, 1].map((seat) => make("win-stay-lose-shift", environment, seat, { aspiration: 2 }));
    const seen = new Float32Array(environment.spec.observationSize);
    const actions = [new Float64Array(1), new Float64Array(1)];
    const states: string[] = [];
    pair.forEach((agent) => {
      agent.reset(Random.of(1));
    });
    for (let t = 0; t < 6; t++) {
      pair.forEach((agent, i) => {
        agent.act(seen, actions[i]);
      });
      if (t === 1) actions[0][0] = 0;
      const [x, y] = actions.map(([a]) => a > 0);
      states.push(`${x ? "C" : "D"}${y ? "C" : "D"}`);
      pair[0].receive?.(x ? (y ? 3 : 0) : y ? 5 : 1, 0);
      pair[1].receive?.(y ? (x ? 3 : 0) : x ? 5 : 1, 0);
    }
    expect(states).toEqual(["CC", "DC", "CD", "DD", "CC", "CC"]);
  });
});

describe("gradual", () => {
  test("raises its offer by five points while the partner keeps up", () => {
    expect(against("gradual", [40, 40, 45, 50, 55, 60, 60])).toEqual([40, 45, 50, 55, 60, 60, 60, 60]);
  });

  test("two of a kind, and tit for tat, rise with it to the maximum", () => {
    const environment = slcd.make({ horizon: 8 });
    for (const other of ["gradual", "tit-for-tat"]) {
      const trace = actionsOf(environment, [make("gradual", environment), make(other, environment, 1)]);
      expect(trace.at(-1)).toEqual([60, 60]);
    }
  });

  test("answers the k-th defection with k rounds of 0 and two of peace", () => {
    const rounds = against("gradual", [0], {}, 12);
    // Defection 1 is observed in round 1, defection 2 in round 4 after two rounds of peace, defection 3 in round 8.
    expect(rounds).toEqual([40, 0, 40, 40, 0, 0, 40, 40, 0, 0, 0, 40]);
  });

  test("ends its punishment when the partner cooperates again", () => {
    const rounds = against("gradual", [0, 0, 40, 40, 40, 45, 50]);
    expect(rounds).toEqual([40, 0, 40, 40, 45, 50, 55, 60]);
  });
});

describe("trust-matching", () => {
  test("plays its mean trust: 0.65 at the start of S-LCD, and later its own row of trust", () => {
    const environment = slcd.make({ horizon: 6 });
    const trusts: number[] = [];
    const played: number[] = [];
    watched(environment, [make("trust-matching", environment), moves([80, 80, 0], 100)], ({ actions }) => {
      played.push(actions[0]);
      trusts.push(environment.state.views.trust[1]);
    });
    expect(played[0]).toBeCloseTo(65, 4);
    for (let t = 1; t < 6; t++) expect(played[t]).toBeCloseTo(100 * trusts[t - 1], 4);
    expect(played[2]).toBeGreaterThan(played[0]);
    expect(played[5]).toBeLessThan(played[2]);
  });

  test("averages over the others without itself", () => {
    const [first] = opening("trust-matching", "coopetition/platform-ecosystem", { level: 50 });
    expect(first).toBeCloseTo(0.5 * 0.6 * 150, 4);
  });
});

describe("error messages", () => {
  const world = slcd.make();
  const { spec } = world;
  const { oracles: _, ...bare } = spec;
  const seen = (changed: Partial<NumericSpec>) => seatOf({ ...world, spec: { ...spec, ...changed } });
  const without = (name: string) => seen({ observation: spec.observation.filter((field) => field.name !== name) });
  const alone = seen({ agents: ["agent_0"] });
  const nash = agents.get("oracle/nash").make();
  words("agents", [
    ["a world without trust", () => trustMatching.make()(without("trust"))],
    ["one that shows no actions", () => grimTrigger.make()(without("otherActions"))],
    ["one without partners", () => gradual.make()(alone)],
    ["one without partners to trust", () => trustMatching.make()(alone)],
    ["an oracle that it does not have", () => nash(seatOf(world))],
    ["no oracles at all", () => nash(seatOf({ ...world, spec: bare }))],
    ["a level out of range", () => constant.make({ level: 130 })],
    ["a first offer above the most", () => gradual.make({ first: 70 })],
    ["a parameter", () => titForTat.make({ noize: 1 })],
    [
      "an oracle of another name",
      () => oracle.make({ name: "export" })(seatOf(environments.get("language/chain").make())),
    ],
    ["a world that has no oracle", () => oracle.make({})(seatOf(environments.get("bandits/bernoulli").make()))],
  ]);
});

test("plays an environment's oracle by name, or the first one", () => {
  const correct = (id: string, given: object) => {
    const world = environments.get(id).make();
    const runner = episodeRunner(world, [channel("correct")]);
    const player = oracle.make(given)(seatOf(world));
    return runner.play(seated(world.spec, [player]), streamsBelow(Random.of(1))).totals[0][0];
  };
  expect(correct("language/chain", { name: "expert" })).toBe(1);
  expect(correct("language/chain", {})).toBe(1);
  expect(correct("tools/zoom", { name: "expert" })).toBe(1);
});

describe("oracles as agents", () => {
  test("they play the strategies of theory, in the exact or the released form", () => {
    const equilibrium = opening("oracle/equilibrium", "coopetition/slcd");
    expect(equilibrium[0]).toBeCloseTo(26.633377, 5);
    expect(equilibrium[1]).toBeCloseTo(27.399142, 5);
    expect(opening("oracle/loyalty", "coopetition/team-production")[0]).toBeCloseTo(34.23998, 5);
    expect(opening("oracle/loyalty", "coopetition/team-production", { form: "released" })[0]).toBe(50);
    expect(opening("oracle/social-optimum", "coopetition/team-production", { form: "released" })[0]).toBe(50);
  });
});

describe("action noise", () => {
  test("has the requested standard deviation around the intended action", () => {
    const draws = against("constant", [50], { level: 50, noise: 4 }, 4000);
    // The standard errors are 0.063 and 0.045.
    near(mean(draws), 50, 0.3);
    near(deviation(draws), 4, 0.2);
  });

  test("is clipped to the box: at its edge, half of the noise is lost", () => {
    const draws = against("constant", [50], { level: 100, noise: 4 }, 4000);
    expect(Math.max(...draws)).toBe(100);
    expect(Math.abs(draws.filter((x) => x === 100).length / draws.length - 0.5)).toBeLessThan(0.04);
  });

  test("does not change the agent's own random numbers", () => {
    const steady = against("random", [50], {}, 50);
    const shaken = against("random", [50], { noise: 1e-9 }, 50);
    expect(shaken).toEqual(steady);
  });
});
