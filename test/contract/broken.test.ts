// Each law fails a world, a reward or an agent that breaks it, and the others still hold.

import { describe, expect, test } from "vitest";
import type { NumericEnvironment } from "../../src/core/environment.ts";
import type { RewardPlan } from "../../src/core/reward.ts";
import { slcd } from "../../src/environments/coopetition/trust-worlds.ts";
import { factFinding } from "../../src/environments/team/fact-finding.ts";
import { agentLaws } from "../../src/evaluation/laws/agent-laws.ts";
import { environmentLaws } from "../../src/evaluation/laws/environment-laws.ts";
import { rewardLaws } from "../../src/evaluation/laws/reward-laws.ts";
import { rewards } from "../../src/rewards/index.ts";

const sound = (parameters: object = {}) => slcd.make(parameters);
let shared = 0;

/** A sound world with one thing spoilt. */
const spoilt: Record<string, { make: () => NumericEnvironment; law: string }> = {
  "two agents of one name": {
    make: () => ({ ...sound(), spec: { ...sound().spec, agents: ["a", "a"] } }),
    law: "declares agents, actions, observations and channels",
  },
  "a trace of negative times": {
    make: () => {
      const world = factFinding.make();
      const trace = (id: string) => {
        const written = world.trace?.(id);
        if (written === undefined) throw new Error("no trace");
        return { ...written, events: written.events.map((event) => ({ ...event, t: event.t - 1 })) };
      };
      return { ...world, trace };
    },
    law: "what it writes as a trace is one, at every step",
  },
  "a channel that the store needs for itself": {
    make: () => {
      const world = sound();
      return {
        ...world,
        spec: { ...world.spec, channels: world.spec.channels.map((c, k) => (k === 0 ? { ...c, name: "pay" } : c)) },
      };
    },
    law: "declares agents, actions, observations and channels",
  },
  "a global clock": {
    make: () => {
      const world = sound();
      return {
        ...world,
        step(actions, outcomes, random) {
          const status = world.step(actions, outcomes, random);
          shared += 1;
          outcomes[3] += (shared % 7) * 1e-3;
          return status;
        },
      };
    },
    law: "a seed fixes a whole episode",
  },
  "hidden memory": {
    make: () => {
      const world = sound();
      let steps = 0;
      return {
        ...world,
        reset(random, outcomes) {
          steps = 0;
          world.reset(random, outcomes);
        },
        step(actions, outcomes, random) {
          const status = world.step(actions, outcomes, random);
          steps += 1;
          outcomes[3] += steps * 1e-6;
          return status;
        },
      };
    },
    law: "a clone goes on as the original would",
  },
  "memory that outlives a reset": {
    make: () => {
      const world = sound();
      let episodes = 0;
      return {
        ...world,
        reset(random, outcomes) {
          world.reset(random, outcomes);
          episodes += 1;
        },
        step(actions, outcomes, random) {
          const status = world.step(actions, outcomes, random);
          outcomes[3] += episodes * 1e-3;
          return status;
        },
      };
    },
    law: "a reset begins anew",
  },
  "a value outside its range": {
    make: () => {
      const world = sound();
      return {
        ...world,
        step(actions, outcomes, random) {
          const status = world.step(actions, outcomes, random);
          outcomes[5] = 1.5;
          return status;
        },
      };
    },
    law: "channels are finite and within their ranges",
  },
  "an event of one step that happens again": {
    make: () => {
      const world = sound();
      const channels = world.spec.channels.map((c) => (c.name === "investment" ? { ...c, once: true } : c));
      return { ...world, spec: { ...world.spec, channels } };
    },
    law: "channels are finite and within their ranges",
  },
  "an observation that is not written": {
    make: () => {
      const world = sound();
      return {
        ...world,
        observe(observations) {
          world.observe(observations);
          observations[3] = Number.NaN;
        },
      };
    },
    law: "observations are finite, complete and within their ranges",
  },
  "actions that are clipped in place": {
    make: () => {
      const world = sound();
      return {
        ...world,
        step(actions, outcomes, random) {
          const status = world.step(actions, outcomes, random);
          actions.fill(0);
          return status;
        },
      };
    },
    law: "actions are read and left alone",
  },
  "words that remember": {
    make: () => {
      const world = sound();
      let told = 0;
      return { ...world, texts: { tale: () => `told ${told++} times` } };
    },
    law: "a reset begins anew",
  },
  "an episode that never ends": {
    make: () => {
      const world = sound({ horizon: 20 });
      return { ...world, step: (actions, outcomes, random) => world.step(actions, outcomes, random) & 0 };
    },
    law: "an episode ends at its horizon at the latest, and says so",
  },
  "chance that is not declared": {
    make: () => {
      const world = sound();
      return {
        ...world,
        step(actions, outcomes, random) {
          const status = world.step(actions, outcomes, random);
          outcomes[0] = random.uniform(0, 100);
          return status;
        },
      };
    },
    law: "what is drawn at random is declared",
  },
  "agents that are not interchangeable": {
    make: () => {
      const world = sound();
      return { ...world, spec: { ...world.spec, symmetric: true } };
    },
    law: "agents are interchangeable where that is declared",
  },
};

describe.each(Object.entries(spoilt))("a world with %s", (_, { make, law }) => {
  test(`breaks the law "${law}"`, () => {
    const broken = environmentLaws(make).filter(({ pass }) => !pass);
    expect(broken.map((verdict) => verdict.law)).toContain(law);
    for (const { detail } of broken) expect(detail).not.toBe("");
  });
});

test("the sound world breaks none", () => {
  expect(environmentLaws(() => sound()).filter(({ pass }) => !pass)).toEqual([]);
});

test("two instances that share memory are told", () => {
  let common = 0;
  const make = (): NumericEnvironment => {
    const world = sound();
    return {
      ...world,
      reset(random, outcomes) {
        common = 0;
        world.reset(random, outcomes);
      },
      step(actions, outcomes, random) {
        const status = world.step(actions, outcomes, random);
        common += 1e-3;
        outcomes[3] += common;
        return status;
      },
    };
  };
  const broken = environmentLaws(make).filter(({ pass }) => !pass);
  expect(broken.map(({ law }) => law)).toContain("two interleaved instances don't touch each other");
});

const spoiltRewards: Record<string, { plan: RewardPlan; law: string }> = {
  "that pays NaN": {
    plan: () => ({ reset() {}, pay: (_outcomes, _status, pay) => void pay.fill(Number.NaN) }),
    law: "pays every agent a finite amount",
  },
  "that changes outcomes": {
    plan: () => ({
      reset() {},
      pay(outcomes, _status, pay) {
        outcomes[0] = -1;
        pay.fill(0);
      },
    }),
    law: "leaves the outcomes alone",
  },
  "that remembers across episodes": {
    plan: () => {
      let paid = 0;
      return { reset() {}, pay: (_outcomes, _status, pay) => void pay.fill(paid++) };
    },
    law: "forgets the last episode at a reset",
  },
};

test.each(Object.entries(spoiltRewards))("a reward %s", (_, { plan, law }) => {
  const broken = rewardLaws(plan, () => sound({ horizon: 30 })).filter(({ pass }) => !pass);
  expect(broken.map((verdict) => verdict.law)).toContain(law);
});

test("an agent that plays outside its box, or by a shared clock", async () => {
  let clock = 0;
  const verdicts = await agentLaws(
    () => ({ reset() {}, act: (_observation, action) => void action.fill(90 + clock++) }),
    () => sound({ horizon: 30 }),
    rewards.get("private").make(),
    ".",
  );
  expect(verdicts.filter(({ pass }) => !pass).map(({ law }) => law)).toEqual([
    "plays finite actions inside its box",
    "a seed fixes its play",
    "a reset begins anew",
    "two instances don't touch each other",
  ]);
});
