// The synchronous loop: it agrees with the asynchronous one, forgets between episodes, and keeps to its buffers.

import { expect, test } from "vitest";
import { agents } from "../agents/index.ts";
import type { Seat } from "../core/agent.ts";
import { Status } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { environments } from "../environments/index.ts";
import { integratedPay, privatePay } from "../rewards/mutuality.ts";
import { always, player, playOnce, seated, total } from "./play.ts";

const world = () => environments.get("coopetition/slcd").make({ horizon: 30 });

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
  return { environment, policy: seated(spec, players) };
}

test("totals are the sums of what each step paid, one row for each reward", () => {
  const play = player(world(), [privatePay, integratedPay]);
  const sums = [0, 0];
  let seen = 0;
  const { steps, status, totals } = play(always([50, 20]), Random.of(1), (step, actions, pay) => {
    expect(step).toBe(seen++);
    expect(Array.from(actions)).toEqual([50, 20]);
    sums[0] += pay[0][1];
    sums[1] += pay[1][1];
  });
  expect(steps).toBe(30);
  expect(status).toBe(Status.truncated);
  expect(totals[0][1]).toBeCloseTo(sums[0], 9);
  expect(totals[1][1]).toBeCloseTo(sums[1], 9);
  expect(total(totals[1])).toBeGreaterThan(total(totals[0]));
});

test("the first step of S-LCD pays what the release pays", () => {
  // arXiv 2605.02063: after (50, 20) the integrated rewards are 179.874969 and 231.737289.
  const first: number[] = [];
  player(world(), [integratedPay])(always([50, 20]), Random.of(0), (step, _actions, pay) => {
    if (step === 0) first.push(...pay[0]);
  });
  expect(first[0]).toBeCloseTo(179.874969, 4);
  expect(first[1]).toBeCloseTo(231.737289, 4);
});

test("a player forgets between episodes and a seed fixes one", () => {
  const { environment, policy } = seatsOf("random");
  const play = player(environment, [privatePay]);
  const run = (seed: number) => Array.from(play(policy, Random.of(seed)).totals[0]);
  const first = run(1);
  expect(run(2)).not.toEqual(first);
  expect(run(1)).toEqual(first);
});

test("the same seated policy may serve another player", () => {
  const { environment, policy } = seatsOf("tit-for-tat");
  const once = Array.from(playOnce(environment, [privatePay], policy, Random.of(1)).totals[0]);
  const again = Array.from(playOnce(world(), [privatePay], policy, Random.of(1)).totals[0]);
  expect(again).toEqual(once);
});

test("agents learn what the first reward paid, and how the step left the episode", () => {
  const told: [number, Status][] = [];
  const environment = world();
  const listener = { reset() {}, act() {}, receive: (pay: number, status: Status) => void told.push([pay, status]) };
  const silent = { reset() {}, act() {} };
  const { totals } = playOnce(
    environment,
    [integratedPay, privatePay],
    seated(environment.spec, [listener, silent]),
    Random.of(1),
  );
  expect(told).toHaveLength(30);
  expect(told.reduce((sum, [pay]) => sum + pay, 0)).toBeCloseTo(totals[0][0], 9);
  expect(told.map(([, status]) => status)).toEqual([...new Array(29).fill(Status.running), Status.truncated]);
});

test("an agent that answers later is refused", () => {
  const environment = world();
  const late = { reset() {}, act: async () => {} };
  expect(() => playOnce(environment, [], seated(environment.spec, [late, late]), Random.of(1))).toThrow(
    /answers later/,
  );
});
