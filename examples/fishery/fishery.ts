// A fishery: boats share one stock of fish that grows back logistically. Catching more pays today and costs all
// boats tomorrow. An example of a world of one's own; docs/guides/add-a-world.md is the recipe that it follows.

import {
  defineEnvironment,
  layout,
  type NumericEnvironment,
  type NumericSpec,
  type Point,
  type Shape,
  Status,
  z,
} from "agonlab";

const parameters = z.strictObject({
  boats: z.int().min(1).max(100).default(4).describe("boats in the fishery"),
  horizon: z.int().min(1).max(10_000).default(60).describe("seasons"),
  capacity: z.number().gt(0).max(1e6).default(1000).describe("tonnes of fish that the water can feed"),
  growth: z.number().min(0).max(1).default(0.3).describe("growth of a small stock per season"),
  quota: z.number().gt(0).max(1e6).default(60).describe("tonnes that one boat can catch in a season"),
});

type Fishery = z.output<typeof parameters>;

function fishery({ boats, horizon, capacity, growth, quota }: Fishery): NumericEnvironment {
  // Everything that changes lives in one buffer, so that copying it clones the world.
  const state = layout({ stock: [1], season: [1], landed: [boats] });
  const { stock, season, landed } = state.views;
  const spec: NumericSpec = {
    agents: Array.from({ length: boats }, (_, i) => `agent_${i}`),
    labels: Array.from({ length: boats }, (_, i) => `boat ${i + 1}`),
    horizon,
    actionSize: 1,
    actionLow: new Float64Array(boats),
    actionHigh: new Float64Array(boats).fill(quota),
    actionUnit: "tonnes",
    observation: [
      { name: "stock", size: 1, low: 0, high: 1, meaning: "stock as a share of the capacity" },
      { name: "landed", size: boats, low: 0, high: quota, meaning: "every boat's last catch" },
    ],
    observationSize: 1 + boats,
    channels: [
      {
        name: "payoff",
        unit: "tonnes",
        low: 0,
        high: quota,
        over: "sum",
        state: false,
        meaning: "fish landed by the boat",
      },
      {
        name: "stock",
        unit: "share of capacity",
        low: 0,
        high: 1,
        over: "last",
        state: true,
        meaning: "fish left in the water",
      },
    ],
    publicState: [{ part: "stock", label: "tonnes of fish" }],
    deterministic: true,
    symmetric: true,
  };
  const channels = spec.channels.length;

  return {
    spec,
    state,
    reset(_random, outcomes) {
      state.buffer.fill(0);
      stock[0] = capacity;
      outcomes.fill(0);
      for (let i = 0; i < boats; i++) outcomes[i * channels + 1] = 1;
    },
    step(actions, outcomes) {
      let wanted = 0;
      for (let i = 0; i < boats; i++) wanted += Math.min(quota, Math.max(0, actions[i]));
      // When the boats want more than there is, each lands its share.
      const share = wanted > stock[0] ? stock[0] / wanted : 1;
      for (let i = 0; i < boats; i++) {
        landed[i] = share * Math.min(quota, Math.max(0, actions[i]));
        outcomes[i * channels] = landed[i];
      }
      const left = Math.max(0, stock[0] - share * wanted);
      stock[0] = Math.min(capacity, left + growth * left * (1 - left / capacity));
      for (let i = 0; i < boats; i++) outcomes[i * channels + 1] = stock[0] / capacity;
      season[0] += 1;
      let status: Status = Status.running;
      if (stock[0] < 0.01 * capacity) status |= Status.terminated;
      if (season[0] >= horizon) status |= Status.truncated;
      return status;
    },
    observe(observations) {
      for (let i = 0; i < boats; i++) {
        const offset = i * spec.observationSize;
        observations[offset] = stock[0] / capacity;
        observations.set(landed, offset + 1);
      }
    },
    // The water is as high as the stock; each boat's crate is as high as its last catch.
    scene() {
      const level = (6 * stock[0]) / capacity;
      const crates = Array.from(landed, (catches, i): Shape => {
        const [left, height] = [(16 * (i + 0.25)) / boats, (3 * catches) / quota];
        return { kind: "polygon", points: rectangle(left, 6.2, 8 / boats, height), fill: i };
      });
      return {
        view: { left: 0, right: 16, bottom: 0, top: 10 },
        shapes: [
          { kind: "polygon", points: rectangle(0, 0, 16, 6), stroke: "muted" },
          { kind: "polygon", points: rectangle(0, 0, 16, level), fill: "accent", opacity: 0.5 },
          ...crates,
        ],
        caption: `${stock[0].toFixed(0)} of ${capacity} tonnes of fish`,
      };
    },
  };
}

/** Corners of a rectangle, from its lower left one. */
const rectangle = (left: number, bottom: number, width: number, height: number): Point[] => [
  [left, bottom],
  [left + width, bottom],
  [left + width, bottom + height],
  [left, bottom + height],
];

export default defineEnvironment({
  summary: "boats that share one stock of fish",
  source: "logistic growth with harvest (Gordon, 1954; Schaefer, 1954)",
  parameters,
  make: fishery,
});
