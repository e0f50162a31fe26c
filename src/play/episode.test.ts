// Episodes: the synchronous core and its asynchronous shell agree, forget between episodes, and keep to their buffers.

import { expect, test } from "vitest";
import { agents } from "../../test/fixtures/at-hand/agents.ts";
import { type Agent, EpisodeFailed } from "../core/agent.ts";
import { Status } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import type { Seat } from "../core/seat.ts";
import { cartPole } from "../environments/control/cart-pole.ts";
import { slcd } from "../environments/coopetition/trust-worlds.ts";
import { integratedPay, privatePay } from "../rewards/mutuality.ts";
import { episodeRunner, type JointPolicy } from "./episode.ts";
import { always, seated } from "./policy.ts";
import { streamsBelow, streamsOf } from "./streams.ts";

const world = () => slcd.make({ horizon: 30 });

function seatsOf(id: string, parameters?: object) {
  const environment = world();
  const { spec } = environment;
  const players = spec.agents.map((_, seat) => {
    const place: Seat = {
      spec,
      seat,
      makeEnvironment: world,
      makeReward: () => privatePay(spec),
      memo: (_key, compute) => compute(),
      directory: ".",
    };
    return agents.get(id).make(parameters)(place);
  });
  return { environment, players, policy: seated(spec, players) };
}

const seeded = (seed: number) => streamsBelow(Random.of(seed));
const silent: Agent = { reset() {}, act() {} };

test("totals are the sums of what each step paid, one row for each reward", () => {
  const sums = [0, 0];
  let count = 0;
  const runner = episodeRunner(world(), [privatePay, integratedPay]);
  const { steps, status, totals } = runner.play(always([50, 20]), seeded(1), ({ steps: over, actions, pay }, step) => {
    expect([step, over]).toEqual([count, count + 1]);
    count += 1;
    expect(Array.from(actions)).toEqual([50, 20]);
    sums[0] += pay[0][1];
    sums[1] += pay[1][1];
  });
  expect([steps, count]).toEqual([30, 30]);
  expect(status).toBe(Status.truncated);
  expect([totals[0][1], totals[1][1]]).toEqual(sums);
  expect(totals[1][0] + totals[1][1]).toBeGreaterThan(totals[0][0] + totals[0][1]);
});

test("the first step of S-LCD pays what the release pays", () => {
  // arXiv 2605.02063: after (50, 20) the integrated rewards are 179.874969 and 231.737289.
  const first: number[] = [];
  episodeRunner(world(), [integratedPay]).play(always([50, 20]), seeded(0), ({ pay }, step) => {
    if (step === 0) first.push(...pay[0]);
  });
  expect(first[0]).toBeCloseTo(179.874969, 4);
  expect(first[1]).toBeCloseTo(231.737289, 4);
});

test("a runner forgets between episodes and a seed fixes one", () => {
  const { environment, policy } = seatsOf("random");
  const runner = episodeRunner(environment, [privatePay]);
  const run = (seed: number) => Array.from(runner.play(policy, seeded(seed)).totals[0]);
  const first = run(1);
  expect(run(2)).not.toEqual(first);
  expect(run(1)).toEqual(first);
});

test("the same seated policy may serve another runner", () => {
  const { environment, policy } = seatsOf("tit-for-tat");
  const [once, again] = [environment, world()].map((one) =>
    Array.from(episodeRunner(one, [privatePay]).play(policy, seeded(1)).totals[0]),
  );
  expect(again).toEqual(once);
});

test("agents learn what the first reward paid, and how the step left the episode", () => {
  const received: [number, Status][] = [];
  const environment = world();
  const listener = { ...silent, receive: (pay: number, status: Status) => void received.push([pay, status]) };
  const policy = seated(environment.spec, [listener, undefined]);
  const { totals } = episodeRunner(environment, [integratedPay, privatePay]).play(policy, seeded(1));
  expect(received).toHaveLength(30);
  expect(received.reduce((sum, [pay]) => sum + pay, 0)).toBe(totals[0][0]);
  expect(received.map(([, status]) => status)).toEqual([...new Array(29).fill(Status.running), Status.truncated]);
});

/** The agent, which answers later at every other step. */
function hesitant(agent: Agent): Agent {
  let step = 0;
  return {
    ...agent,
    act(observation, action) {
      step += 1;
      return step % 2 === 0
        ? new Promise((resolve) => setImmediate(resolve)).then(() => agent.act(observation, action))
        : agent.act(observation, action);
    },
  };
}

test("agents that answer later, now or in turn play the same episode", async () => {
  const { environment, players, policy } = seatsOf("random");
  const runner = episodeRunner(environment, [privatePay]);
  const whole = async (of: JointPolicy) => {
    const actions: number[] = [];
    const played = await runner.playAsync(of, streamsOf(4, 2), (episode) => actions.push(...episode.actions));
    return { actions, totals: Array.from(played.totals[0]), steps: played.steps };
  };
  const now = await whole(policy);
  expect(now.steps).toBe(30);
  expect(await whole(seated(environment.spec, players.map(hesitant)))).toEqual(now);
  expect(await whole(seated(environment.spec, [players[0], hesitant(players[1])]))).toEqual(now);
  expect(Array.from(runner.play(policy, streamsOf(4, 2)).totals[0])).toEqual(now.totals);
});

test("an agent that answers later is refused where nothing waits", () => {
  const environment = world();
  const late = { ...silent, act: async () => {} };
  const slow = { ...silent, reset: async () => {} };
  for (const agent of [late, slow]) {
    const policy = seated(environment.spec, [silent, agent]);
    expect(() => episodeRunner(environment).play(policy, seeded(1))).toThrow(/answers later/);
  }
});

test("an agent that cannot go on ends the episode as it stands; the next one is whole", async () => {
  const environment = world();
  let broken = true;
  const failing: Agent = {
    ...silent,
    async act(_, action) {
      action[0] += 1;
      if (broken && action[0] === 3) throw new EpisodeFailed("no answer");
    },
  };
  const runner = episodeRunner(environment, [privatePay]);
  const policy = seated(environment.spec, [failing, silent]);
  const { steps, status, failure } = await runner.playAsync(policy, streamsOf(1, 0));
  expect({ steps, status, failure }).toEqual({ steps: 2, status: Status.running, failure: "no answer" });
  broken = false;
  const next = await runner.playAsync(policy, streamsOf(1, 0));
  expect([next.steps, next.failure]).toEqual([30, undefined]);
});

test("an action that is no number is named", async () => {
  const environment = world();
  const wild: Agent = {
    ...silent,
    act(_, action) {
      action[0] = Number.NaN;
    },
  };
  const policy = seated(environment.spec, [silent, wild]);
  expect(() => episodeRunner(environment).play(policy, seeded(1))).toThrow("agent_1 played NaN at step 0");
  await expect(episodeRunner(environment).playAsync(policy, seeded(1))).rejects.toThrow("agent_1 played NaN at step 0");
});

test("the world is observed once a step, and only where a policy looks", () => {
  const inner = world();
  let observed = 0;
  const environment = {
    ...inner,
    observe(into: Float32Array) {
      observed += 1;
      inner.observe(into);
    },
  };
  episodeRunner(environment).play(always([50, 20]), seeded(1));
  expect(observed).toBe(0);
  const looking: JointPolicy = { act: ({ look }) => void look(), receive: ({ look }) => void look() };
  episodeRunner(environment).play(looking, seeded(1));
  expect(observed).toBe(31);
});

test("a start of its own gives the same beginning with other luck", () => {
  const runner = episodeRunner(cartPole.make());
  const first = (start: number, seed: number) => {
    runner.begin(Random.of(seed), Random.of(start));
    return Array.from(runner.episode.look());
  };
  expect(first(1, 2)).toEqual(first(1, 3));
  expect(first(1, 2)).not.toEqual(first(4, 2));
});
