// A help desk: one shift, and a queue of tickets, easy and hard. The assistant says how many minutes it spends on the next one. A
// ticket that gets less time than it needs is closed, and seldom solved.

import { barScene, defineEnvironment, layout, type NumericEnvironment, type NumericSpec, Status, z } from "agonlab";

const parameters = z.strictObject({
  minutes: z.int().min(1).max(1000).default(60).describe("minutes of the shift"),
  most: z.number().min(2).max(60).default(10).describe("minutes that one ticket may take; the least is 1"),
});

type Desk = z.output<typeof parameters>;

/** Chance that a ticket is solved in so many minutes: an easy one (0) needs two, a hard one (1) six. */
const solves = (minutes: number, difficulty: number) => 1 / (1 + Math.exp(2 * (2 + 4 * difficulty - minutes)));

function desk({ minutes, most }: Desk): NumericEnvironment {
  // Everything that changes lives in one buffer, so that copying it clones the world.
  const state = layout({ left: [1], difficulty: [1] });
  const { left, difficulty } = state.views;
  const spec: NumericSpec = {
    agents: ["agent_0"],
    labels: ["assistant"],
    // No ticket takes less than a minute.
    horizon: minutes,
    actionSize: 1,
    actionLow: Float64Array.of(1),
    actionHigh: Float64Array.of(most),
    actionUnit: "minutes",
    observation: [
      { name: "difficulty", size: 1, low: 0, high: 1, meaning: "how hard the next ticket is" },
      { name: "left", size: 1, low: 0, high: 1, meaning: "share of the shift that is left" },
    ],
    observationSize: 2,
    channels: [
      { name: "closed", unit: "tickets", low: 0, high: 1, over: "sum", state: false, meaning: "1 for a ticket" },
      {
        name: "solved",
        unit: "tickets",
        low: 0,
        high: 1,
        over: "sum",
        state: false,
        meaning: "1 for a ticket that was solved",
      },
      {
        name: "minutes",
        unit: "minutes",
        low: 0,
        high: most,
        over: "sum",
        state: false,
        meaning: "time spent on the ticket",
      },
    ],
    publicState: [{ part: "left", label: "minutes left" }],
    deterministic: false,
    symmetric: true,
  };

  return {
    spec,
    state,
    reset(random, outcomes) {
      left[0] = minutes;
      difficulty[0] = random.uniform();
      outcomes.fill(0);
    },
    step(actions, outcomes, random) {
      const spent = Math.min(left[0], most, Math.max(1, actions[0]));
      outcomes[0] = 1;
      outcomes[1] = random.uniform() < solves(spent, difficulty[0]) ? 1 : 0;
      outcomes[2] = spent;
      left[0] -= spent;
      difficulty[0] = random.uniform();
      return left[0] < 1 ? Status.terminated : Status.running;
    },
    observe(observations) {
      observations[0] = difficulty[0];
      observations[1] = left[0] / minutes;
    },
    // Two bars with the same scale: minutes that the last ticket got, and minutes that the next one needs.
    scene(last) {
      const [, solved, spent] = last?.outcomes ?? [0, 0, 0];
      const needs = 2 + 4 * difficulty[0];
      const note = last === undefined ? {} : { note: solved === 1 ? "solved" : "not solved" };
      return barScene(
        [
          {
            title: "Minutes for a ticket",
            high: most,
            notes: "which was",
            bars: [
              { name: "the last got", value: spent, fill: solved === 1 ? "good" : "bad", ...note },
              { name: "the next needs", value: needs },
            ],
          },
          {
            title: "Minutes of the shift",
            high: minutes,
            bars: [{ name: "left", value: left[0], fill: "accent" }],
          },
        ],
        `${left[0].toFixed(0)} of ${minutes} minutes are left; the next ticket needs about ${needs.toFixed(0)}.`,
      );
    },
  };
}

export default defineEnvironment({
  summary: "a help desk: minutes of a shift, spent on tickets that are easy or hard",
  parameters,
  make: desk,
});
