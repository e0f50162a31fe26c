// Search over trajectories: it finds what chances alone seldom do, by the same number of calls as runs from the start, and never reads what
// its reward does not pay.

import { expect, test } from "vitest";
import { evaluationEpisodes } from "../../../test/fixtures/evaluation-episodes.ts";
import type { Agent } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import type { Seat } from "../../core/seat.ts";
import { Status } from "../../core/status.ts";
import { pendulum } from "../../environments/control/pendulum.ts";
import { field, flow, singleAgentSpec } from "../../environments/declaration.ts";
import { maze } from "../../environments/gridworld/maze.ts";
import { agentLaws } from "../../evaluation/laws/agent-laws.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import { trajectorySearch } from "./trajectory-search.ts";

/**
 * A lock of three digits, whose chances favour a wrong one. A call sets the next digit and is paid the digits that were right without a break;
 * `opened` alone says whether all are.
 */
function lock(chance: number): NumericEnvironment {
  const state = layout({ digits: [3], at: [1] });
  const { digits, at } = state.views;
  const right = [2, 0, 1];
  return {
    spec: singleAgentSpec({
      label: "thief",
      horizon: 3,
      action: { choices: 3 },
      actionUnit: "digit",
      observation: [field("place", 0, 3, "digits that are set"), field("habit", 0, 1, "chances", { size: 3 })],
      channels: [
        flow("payoff", "digits", 0, 3, "last", "right digits so far, up to the first wrong one"),
        flow("opened", "locks", 0, 1, "sum", "1 where all are right"),
      ],
      publicState: [],
      deterministic: true,
    }),
    state,
    reset(_random, outcomes) {
      state.buffer.fill(0);
      outcomes.fill(0);
    },
    step(actions, outcomes) {
      digits[at[0]] = actions[0];
      at[0] += 1;
      let prefix = 0;
      while (prefix < at[0] && digits[prefix] === right[prefix]) prefix += 1;
      outcomes[0] = prefix;
      outcomes[1] = prefix === 3 ? 1 : 0;
      return at[0] === 3 ? Status.terminated : Status.running;
    },
    observe(observations) {
      const next = right[at[0]] ?? 0;
      observations[0] = at[0];
      for (let digit = 0; digit < 3; digit++)
        observations[1 + digit] = digit === next ? chance : digit === (next + 1) % 3 ? 1 - 1.5 * chance : chance / 2;
    },
  };
}

function seated(make: () => NumericEnvironment, parameters: object, reward: RewardPlan = privatePay): Agent {
  const { spec } = make();
  const seat: Seat = {
    spec,
    seat: 0,
    makeEnvironment: make,
    makeReward: () => reward(spec),
    memo: (_key, compute) => compute(),
    directory: ".",
  };
  return trajectorySearch.make(parameters)(seat);
}

const opened = async (parameters: object, reward?: RewardPlan) => {
  const make = () => lock(0.2);
  const agent = seated(make, { chances: "habit", pays: [0, 3], ...parameters }, reward);
  const played = await evaluationEpisodes(make(), [agent], { seed: 3, episodes: 300, reward: privatePay });
  return played.channel("opened").reduce((a, b) => a + b, 0) / 300;
};

test("without search the lock opens as often as its chances multiply to", async () => {
  expect(Math.abs((await opened({ calls: 0 })) - 0.2 ** 3)).toBeLessThan(4 * Math.sqrt((0.008 * 0.992) / 300));
});

test("runs from the start open it as often as so many runs do", async () => {
  const once = 1 - (1 - 0.2 ** 3) ** 10;
  expect(Math.abs((await opened({ calls: 30, rule: "restarts" })) - once)).toBeLessThan(
    4 * Math.sqrt((once * (1 - once)) / 300),
  );
});

test.each(["paper", "code", "best-first", "uct"])(
  "the rule %s opens it always where all digits are tried",
  async (rule) => {
    // All nodes are 39. Three calls at each of three places are enough where a right digit is gone on from at once: 3 + 3 + 3.
    expect(await opened({ calls: rule === "uct" || rule === "paper" ? 39 : 9, rule, expansions: 3 })).toBe(1);
  },
);

test("without hindsight the same wrong digit is tried again", async () => {
  const blind = await opened({ calls: 9, rule: "best-first", expansions: 3, hindsight: false });
  expect(blind).toBeGreaterThan(0);
  expect(blind).toBeLessThan(0.5);
});

test("values that tell nothing make a tree of chance, and the reward alone is looked at", async () => {
  const nothing: RewardPlan = () => ({ reset() {}, pay: (_outcomes, _status, pay) => pay.fill(1) });
  expect(await opened({ calls: 9, rule: "best-first", expansions: 3 }, nothing)).toBeLessThan(0.2);
});

test("it counts its calls in copies, what it finished there, and calls made again", async () => {
  const make = () => lock(0.2);
  const agent = seated(make, { chances: "habit", pays: [0, 3], calls: 12, rule: "restarts" });
  await evaluationEpisodes(make(), [agent], { seed: 3, episodes: 1, reward: privatePay });
  expect(agent.counts).toMatchObject({ searched: 12, ended: 4 });
  const random = Random.of(1, "lock");
  const drawing = seated(make, { calls: 0 });
  drawing.reset(random);
  const calls = Array.from({ length: 8 }, () => {
    const action = new Float64Array(1);
    drawing.act(new Float32Array(4), action);
    return action[0];
  });
  expect(drawing.counts?.repeats).toBe(8 - new Set(calls).size);
});

test("it obeys the laws of agents, and refuses worlds without choices or without its field", async () => {
  const make = () => maze.make({ size: 5, horizon: 14, contexts: 1 });
  const laws = await agentLaws(trajectorySearch.make({ calls: 20 }), make, privatePay, ".");
  expect(laws.filter(({ pass }) => !pass)).toEqual([]);
  expect(() => seated(() => pendulum.make(), {})).toThrow(UserError);
  expect(() => seated(make, { chances: "drafts" })).toThrow(
    /no field "drafts" shows a chance for each of the 4 choices/,
  );
  expect(() => trajectorySearch.make({ pays: [1, 1] })).toThrow(/less than the second/);
});
