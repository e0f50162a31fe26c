// What each scripted agent does against partners whose moves are fixed, worked out by hand from its rule.

import { describe, expect, test } from "vitest";
import { agents } from "../../test/fixtures/at-hand/agents.ts";
import { environments } from "../../test/fixtures/at-hand/environments.ts";
import { matrix } from "../../test/fixtures/matrix.ts";
import type { Agent } from "../core/agent.ts";
import { type NumericEnvironment, type NumericSpec, Status } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import type { Seat } from "../core/seat.ts";
import { appleAppStore, indirectReciprocity } from "../environments/coopetition/reciprocal-worlds.ts";
import { slcd } from "../environments/coopetition/trust-worlds.ts";
import { episodeRunner, type Witness } from "../play/episode.ts";
import { seated } from "../play/policy.ts";
import { streamsBelow } from "../play/streams.ts";
import { privatePay } from "../rewards/mutuality.ts";
import { oracle } from "./oracle.ts";
import { constant, trustMatching } from "./plain.ts";
import { titForTat } from "./tit-for-tat.ts";
import { gradual, grimTrigger } from "./triggers.ts";

function seatIn(spec: NumericSpec, seat: number): Seat {
  return {
    spec,
    seat,
    makeEnvironment: () => slcd.make(),
    makeReward: () => privatePay(spec),
    memo: (_key, compute) => compute(),
    directory: ".",
  };
}

const make = (id: string, environment: NumericEnvironment, seat = 0, parameters?: object): Agent =>
  agents.get(id).make(parameters)(seatIn(environment.spec, seat));

/** A partner that plays these percents of `most` in turn, the last one for ever. */
function moves(percents: readonly number[], most: number): Agent {
  let t = 0;
  return {
    reset() {
      t = 0;
    },
    act(_observation, action) {
      action[0] = (percents[Math.min(t++, percents.length - 1)] / 100) * most;
    },
  };
}

/** Plays an episode of agents in their seats. */
function watched(environment: NumericEnvironment, players: readonly Agent[], witness: Witness): void {
  episodeRunner(environment).play(seated(environment.spec, players), streamsBelow(Random.of(1)), witness);
}

/** Percents of its box that the agent plays in seat 0 of S-LCD while seat 1 plays `partner`. */
function against(id: string, partner: readonly number[], parameters?: object, rounds = partner.length + 1): number[] {
  const environment = slcd.make({ horizon: rounds });
  const played: number[] = [];
  watched(environment, [make(id, environment, 0, parameters), moves(partner, 100)], ({ actions }) =>
    played.push(actions[0]),
  );
  return played.map((x) => Math.round(x * 1e4) / 1e4);
}

/** Actions of the same agent in every seat of a world at its first step. */
function opening(id: string, worldId: string, parameters?: object): number[] {
  const environment = environments.get(worldId).make({ horizon: 1 });
  let first: number[] = [];
  watched(
    environment,
    environment.spec.agents.map((_, seat) => make(id, environment, seat, parameters)),
    ({ actions }) => {
      first = Array.from(actions);
    },
  );
  return first;
}

describe("constant", () => {
  test("percent of its own box", () => {
    expect(opening("constant", "coopetition/partner-hold-up", { level: 50 })).toEqual([60, 40]);
    expect(opening("constant", "coopetition/apple-app-store", { level: 25 })).toEqual([25, 20, 15]);
  });

  test("percent of the largest box, clipped, as the release defines Constant_50", () => {
    // arXiv 2605.02063: 50% in PartnerHoldUp plays 60, 60; full level plays 120 and, clipped, 80.
    expect(opening("constant", "coopetition/partner-hold-up", { level: 50, of: "largest" })).toEqual([60, 60]);
    expect(opening("constant", "coopetition/partner-hold-up", { level: 100, of: "largest" })).toEqual([120, 80]);
  });
});

test("random is uniform in the box: mean, spread and no memory", () => {
  const draws = against("random", [50], {}, 4000);
  const mean = draws.reduce((a, b) => a + b, 0) / draws.length;
  const spread = Math.sqrt(draws.reduce((a, b) => a + (b - mean) ** 2, 0) / draws.length);
  const together = draws.slice(1).reduce((a, b, k) => a + (b - mean) * (draws[k] - mean), 0) / draws.length;
  // Standard errors of the three: 0.46, 0.20 and 0.016.
  expect(Math.abs(mean - 50)).toBeLessThan(2);
  expect(Math.abs(spread - 100 / Math.sqrt(12))).toBeLessThan(1);
  expect(Math.abs(together / spread ** 2)).toBeLessThan(0.07);
  expect(Math.min(...draws)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...draws)).toBeLessThan(100);
});

describe("tit for tat and its relatives", () => {
  const partner = [50, 0, 50, 0, 0, 80];

  test("tit-for-tat opens with half and copies", () => {
    expect(against("tit-for-tat", partner)).toEqual([50, 50, 0, 50, 0, 0, 80]);
  });

  test("it copies shares, not amounts, of the next seat", () => {
    const environment = appleAppStore.make({ horizon: 3 });
    const trace: number[][] = [];
    watched(environment, [make("tit-for-tat", environment), moves([10], 80), moves([90], 60)], ({ actions }) =>
      trace.push(Array.from(actions)),
    );
    expect(trace[1][0]).toBeCloseTo(10, 5);
    const mean = make("tit-for-tat", environment, 0, { watch: "mean" });
    const least = make("tit-for-tat", environment, 2, { watch: "least" });
    watched(environment, [mean, moves([10], 80), least], ({ actions }, step) => {
      if (step === 1) trace.push(Array.from(actions));
    });
    // Seat 0: the mean of 10% and seat 2's opening of 50%; seat 2: 10% of 60.
    expect(trace[3][0]).toBeCloseTo(30, 5);
    expect(trace[3][2]).toBeCloseTo(6, 5);
  });

  test("suspicious-tit-for-tat opens with nothing", () => {
    expect(against("suspicious-tit-for-tat", partner)).toEqual([0, 50, 0, 50, 0, 0, 80]);
  });

  test("tit-for-two-tats overlooks one lapse, not two", () => {
    expect(against("tit-for-two-tats", partner)).toEqual([50, 50, 50, 50, 50, 0, 80]);
  });

  test("generous-tit-for-tat forgives a third of the lapses, and never takes from a generous partner", () => {
    const answers = against("generous-tit-for-tat", [0], {}, 3001).slice(1);
    const forgiven = answers.filter((x) => x === 50).length;
    expect(new Set(answers)).toEqual(new Set([0, 50]));
    // Binomial with p = 1/3: standard deviation 26.
    expect(Math.abs(forgiven - 1000)).toBeLessThan(110);
    expect(against("generous-tit-for-tat", partner, { generosity: 0 })).toEqual(against("tit-for-tat", partner));
    expect(against("generous-tit-for-tat", [80], { generosity: 1 }, 4)).toEqual([50, 80, 80, 80]);
  });

  test("contrite-tit-for-tat is tit for tat as long as its hand is steady", () => {
    expect(against("contrite-tit-for-tat", partner)).toEqual(against("tit-for-tat", partner));
  });

  /** Two of a kind; seat 0's hand slips to nothing at step 3. */
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
    const trace: number[][] = [];
    watched(environment, [slipping, make(id, environment, 1)], ({ actions }) => trace.push(Array.from(actions)));
    return trace;
  }

  test("after one slip, two tit-for-tats punish each other in turn for ever; two contrite ones make peace", () => {
    const plain = afterSlip("tit-for-tat");
    expect(plain.slice(3, 8)).toEqual(matrix("0 50 | 50 0 | 0 50 | 50 0 | 0 50"));
    const contrite = afterSlip("contrite-tit-for-tat");
    expect(contrite.slice(3, 6)).toEqual(matrix("0 50 | 50 0 | 50 50"));
    expect(contrite.slice(5).every(([x, y]) => x === 50 && y === 50)).toBe(true);
  });
});

describe("grim-trigger", () => {
  test("never forgives, and tolerates a little", () => {
    expect(against("grim-trigger", [50, 46, 44, 50, 50])).toEqual([50, 50, 50, 0, 0, 0]);
    expect(against("grim-trigger", [46, 45.5])).toEqual([50, 50, 50]);
    expect(against("grim-trigger", [0, 50], { level: 30, punishment: 10 })).toEqual([30, 10, 10]);
  });

  test("watches all agents", () => {
    const environment = indirectReciprocity.make({ horizon: 3 });
    const trace: number[] = [];
    const others = [moves([50], 100), moves([50], 100), moves([50, 10], 100)];
    watched(environment, [make("grim-trigger", environment), ...others], ({ actions }) => trace.push(actions[0]));
    expect(trace).toEqual([50, 50, 0]);
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

  test("expects a running mean of past pay when no aspiration is given", () => {
    // Expectations after each pay with rate 0.5: 10, 10, 9, 9.5, 9.5; the third and the last pay fall short.
    expect(paid([10, 10, 8, 10, 9.5, 9.4, 1], { rate: 0.5 })).toEqual([50, 50, 50, 0, 0, 0, 50]);
  });

  test("two of them make peace after a slip of the hand, as Pavlov does in the prisoner's dilemma", () => {
    // Pay of a prisoner's dilemma (5, 3, 1, 0) with aspiration 2; seat 0's hand slips at t = 1.
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

  test("two of a kind, and tit for tat, climb with it to the top", () => {
    const environment = slcd.make({ horizon: 8 });
    for (const other of ["gradual", "tit-for-tat"]) {
      const trace: number[][] = [];
      watched(environment, [make("gradual", environment), make(other, environment, 1)], ({ actions }) =>
        trace.push(Array.from(actions)),
      );
      expect(trace.at(-1)).toEqual([60, 60]);
    }
  });

  test("answers the k-th defection with k rounds of nothing and two of peace", () => {
    const rounds = against("gradual", [0], {}, 12);
    // Defection 1 is seen in round 1, defection 2 in round 4 after two of peace, defection 3 in round 8.
    expect(rounds).toEqual([40, 0, 40, 40, 0, 0, 40, 40, 0, 0, 0, 40]);
  });

  test("calms when the partner comes round", () => {
    const rounds = against("gradual", [0, 0, 40, 40, 40, 45, 50]);
    expect(rounds).toEqual([40, 0, 40, 40, 45, 50, 55, 60]);
  });
});

describe("trust-matching", () => {
  test("plays its mean trust: 0.65 at the start of S-LCD, and what its own row says later", () => {
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

  test("means over the others and not over itself", () => {
    const [first] = opening("trust-matching", "coopetition/platform-ecosystem", { level: 50 });
    expect(first).toBeCloseTo(0.5 * 0.6 * 150, 4);
  });
});

describe("what the user is told", () => {
  const bare = (spec: NumericSpec, without: readonly string[]): NumericSpec => ({
    ...spec,
    observation: spec.observation.filter((field) => !without.includes(field.name)),
  });
  const { spec } = slcd.make();

  test("a world without trust, one that shows no actions, and one without partners", () => {
    const noTrust = seatIn(bare(spec, ["trust"]), 0);
    expect(() => trustMatching.make()(noTrust)).toThrow(/needs to see its trust in the others/);
    const noActions = seatIn(bare(spec, ["otherActions"]), 0);
    expect(() => grimTrigger.make()(noActions)).toThrow(/needs to see every agent's last action/);
    const alone = seatIn({ ...spec, agents: ["agent_0"] }, 0);
    expect(() => gradual.make()(alone)).toThrow(/only one agent/);
    expect(() => trustMatching.make()(alone)).toThrow(UserError);
  });

  test("an oracle that the world does not have, with those that it has", () => {
    expect(() => agents.get("oracle/nash").make()(seatIn(spec, 0))).toThrow(
      /no oracle "nash"; it has oracle\/equilibrium, oracle\/trust-aware$/,
    );
    const { oracles: _, ...without } = spec;
    expect(() => agents.get("oracle/nash").make()(seatIn(without, 0))).toThrow(/it has none at all/);
  });

  test("parameters out of range, by name", () => {
    expect(() => constant.make({ level: 130 })).toThrow(/level.*at most 100/);
    expect(() => gradual.make({ first: 70 })).toThrow(/first must not exceed most/);
    expect(() => titForTat.make({ noize: 1 })).toThrow(/did you mean "noise"/);
  });
});

describe("any world's oracles", () => {
  const play = (id: string, given: object) => {
    const environment = environments.get(id).make();
    const outcomes = new Float64Array(environment.spec.channels.length);
    const agent = oracle.make(given)(seatIn(environment.spec, 0));
    const observation = new Float32Array(environment.spec.observationSize);
    const action = new Float64Array(1);
    environment.reset(Random.of(1), outcomes);
    void agent.reset(Random.of(2));
    let correct = 0;
    for (let status: Status = Status.running; status === Status.running; ) {
      environment.observe(observation);
      void agent.act(observation, action);
      status = environment.step(action, outcomes, Random.of(3));
      correct += outcomes[environment.spec.channels.findIndex(({ name }) => name === "correct")];
    }
    return correct;
  };

  test("play by name, or the first of them", () => {
    expect(play("language/chain", { name: "expert" })).toBe(1);
    expect(play("language/chain", {})).toBe(1);
    expect(play("tools/zoom", { name: "expert" })).toBe(1);
  });

  test("are named where one is missing", () => {
    expect(() => play("language/chain", { name: "export" })).toThrow(/no oracle "export"; it has expert, demonstrator/);
    expect(() => play("bandits/bernoulli", {})).toThrow(/this world has no oracle; it has none at all/);
  });
});

describe("oracles as agents", () => {
  test("they play what the world's theory says, in either form", () => {
    const equilibrium = opening("oracle/equilibrium", "coopetition/slcd");
    expect(equilibrium[0]).toBeCloseTo(26.633377, 5);
    expect(equilibrium[1]).toBeCloseTo(27.399142, 5);
    expect(opening("oracle/loyalty", "coopetition/team-production")[0]).toBeCloseTo(34.23998, 5);
    expect(opening("oracle/loyalty", "coopetition/team-production", { form: "released" })[0]).toBe(50);
    expect(opening("oracle/social-optimum", "coopetition/team-production", { form: "released" })[0]).toBe(50);
  });
});

describe("a trembling hand", () => {
  test("has the standard deviation that is asked for, around what the agent meant", () => {
    const draws = against("constant", [50], { level: 50, noise: 4 }, 4000);
    const mean = draws.reduce((a, b) => a + b, 0) / draws.length;
    const spread = Math.sqrt(draws.reduce((a, b) => a + (b - mean) ** 2, 0) / draws.length);
    // Standard errors 0.063 and 0.045.
    expect(Math.abs(mean - 50)).toBeLessThan(0.3);
    expect(Math.abs(spread - 4)).toBeLessThan(0.2);
  });

  test("is clipped to the box: at its edge, half of the tremble is lost", () => {
    const draws = against("constant", [50], { level: 100, noise: 4 }, 4000);
    expect(Math.max(...draws)).toBe(100);
    expect(Math.abs(draws.filter((x) => x === 100).length / draws.length - 0.5)).toBeLessThan(0.04);
  });

  test("does not move the agent's own draws", () => {
    const steady = against("random", [50], {}, 50);
    const shaken = against("random", [50], { noise: 1e-9 }, 50);
    expect(shaken).toEqual(steady);
  });
});
