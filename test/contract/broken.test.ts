// Each law fails a world, a reward or an agent that breaks it, and the others still hold.

import { describe, expect, test } from "vitest";
import type { NumericEnvironment, NumericSpec } from "../../src/core/environment.ts";
import type { Random } from "../../src/core/random.ts";
import type { RewardPlan } from "../../src/core/reward.ts";
import { slcd } from "../../src/environments/coopetition/trust-worlds.ts";
import { factFinding } from "../../src/environments/team/fact-finding.ts";
import { agentLaws } from "../../src/evaluation/laws/agent-laws.ts";
import { environmentLaws } from "../../src/evaluation/laws/environment-laws.ts";
import { rewardLaws } from "../../src/evaluation/laws/reward-laws.ts";
import { rewards } from "../../src/rewards/index.ts";

const sound = (parameters: object = {}) => slcd.make(parameters);

type Change = (outcomes: Float64Array, random: Random, actions: Float64Array) => void;

/** A sound world that does something more after each step, and before each episode; `begun` makes both for an instance. */
const then = (begun: () => { step: Change; reset?: () => void }) => (): NumericEnvironment => {
  const [world, more] = [sound(), begun()];
  return {
    ...world,
    reset(random, outcomes) {
      more.reset?.();
      world.reset(random, outcomes);
    },
    step(actions, outcomes, random) {
      const status = world.step(actions, outcomes, random);
      more.step(outcomes, random, actions);
      return status;
    },
  };
};
const after = (step: Change) => then(() => ({ step }));
/** A sound world that declares something else. */
const declaring = (change: (spec: NumericSpec) => Partial<NumericSpec>) => (): NumericEnvironment => {
  const world = sound();
  return { ...world, spec: { ...world.spec, ...change(world.spec) } };
};
type Channel = NumericSpec["channels"][number];
const withChannels = (change: (channel: Channel, k: number) => Channel) =>
  declaring(({ channels }) => ({ channels: channels.map(change) }));

let shared = 0;
let common = 0;
/** By law, sound worlds with one thing spoilt that breaks it. */
const spoilt: Readonly<Record<string, Readonly<Record<string, () => NumericEnvironment>>>> = {
  "declares agents, actions, observations and channels": {
    "two agents of one name": declaring(() => ({ agents: ["a", "a"] })),
    "a channel that the store needs for itself": withChannels((c, k) => (k === 0 ? { ...c, name: "pay" } : c)),
  },
  "the lists that it shows have an item for each place and click, and showing changes nothing": {
    "a click on what was not shown": () => ({
      ...sound(),
      shownList: () => [{ item: "a", position: null, isClicked: true, facts: {} }],
    }),
    "two items in one place": () => ({
      ...sound(),
      shownList: () => ["a", "b"].map((item) => ({ item, position: 1, isClicked: false, facts: {} })),
    }),
  },
  "what it writes as a trace is one, at every step": {
    "a trace of negative times": () => {
      const world = factFinding.make();
      const trace = (id: string) => {
        const written = world.trace?.(id);
        if (written === undefined) throw new Error("no trace");
        return { ...written, events: written.events.map((event) => ({ ...event, t: event.t - 1 })) };
      };
      return { ...world, trace };
    },
  },
  "a seed fixes a whole episode": {
    "a global clock": after((outcomes) => {
      shared += 1;
      outcomes[3] += (shared % 7) * 1e-3;
    }),
  },
  "a clone goes on as the original would": {
    "hidden memory": then(() => {
      let steps = 0;
      return {
        reset() {
          steps = 0;
        },
        step(outcomes) {
          steps += 1;
          outcomes[3] += steps * 1e-6;
        },
      };
    }),
  },
  "a reset begins anew": {
    "memory that outlives a reset": then(() => {
      let episodes = 0;
      return {
        reset() {
          episodes += 1;
        },
        step(outcomes) {
          outcomes[3] += episodes * 1e-3;
        },
      };
    }),
    "words that remember": () => {
      let times = 0;
      return { ...sound(), texts: { tale: () => `told ${times++} times` } };
    },
  },
  "channels are finite and within their ranges": {
    "a value outside its range": after((outcomes) => void outcomes.set([1.5], 5)),
    "an event of one step that happens again": withChannels((c) =>
      c.name === "investment" ? { ...c, once: true } : c,
    ),
  },
  "observations are finite, complete and within their ranges": {
    "an observation that is not written": () => {
      const world = sound();
      return {
        ...world,
        observe(observations) {
          world.observe(observations);
          observations[3] = Number.NaN;
        },
      };
    },
  },
  "actions are read and left alone": {
    "actions that are clipped in place": after((_outcomes, _random, actions) => void actions.fill(0)),
  },
  "an episode ends at its horizon at the latest, and says so": {
    "an episode that never ends": () => {
      const world = sound({ horizon: 20 });
      return { ...world, step: (actions, outcomes, random) => world.step(actions, outcomes, random) & 0 };
    },
  },
  "what is drawn at random is declared": {
    "chance that is not declared": after((outcomes, random) => void outcomes.set([random.uniform(0, 100)])),
  },
  "agents are interchangeable where that is declared": {
    "agents that are not interchangeable": declaring(() => ({ symmetric: true })),
  },
  "two interleaved instances don't touch each other": {
    "memory that instances share": then(() => ({
      reset() {
        common = 0;
      },
      step(outcomes) {
        common += 1e-3;
        outcomes[3] += common;
      },
    })),
  },
};

describe.each(Object.entries(spoilt))('the law "%s" is broken', (law, worlds) => {
  test.each(Object.entries(worlds))("by %s", (_, make) => {
    const broken = environmentLaws(make).filter(({ pass }) => !pass);
    expect(broken.map((verdict) => verdict.law)).toContain(law);
    for (const { detail } of broken) expect(detail).not.toBe("");
  });
});

test("the sound world breaks none", () => {
  expect(environmentLaws(() => sound()).filter(({ pass }) => !pass)).toEqual([]);
});

const spoiltRewards: Readonly<Record<string, RewardPlan>> = {
  "pays every agent a finite amount": () => ({
    reset() {},
    pay: (_outcomes, _status, pay) => void pay.fill(Number.NaN),
  }),
  "leaves the outcomes alone": () => ({
    reset() {},
    pay(outcomes, _status, pay) {
      outcomes[0] = -1;
      pay.fill(0);
    },
  }),
  "forgets the last episode at a reset": () => {
    let paid = 0;
    return { reset() {}, pay: (_outcomes, _status, pay) => void pay.fill(paid++) };
  },
};

test.each(Object.entries(spoiltRewards))('a reward breaks the law that it "%s"', (law, plan) => {
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
