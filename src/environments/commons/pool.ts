// A common pool: agents take from one stock or wait, and the stock grows back. What is taken when the pool runs dry is lost.
// Source: the water reserve of Pretorius et al., NeurIPS 2020 (arXiv 2010.07777), with other rules of growth as options.

import { z } from "zod";
import { type NumericEnvironment, observationSize, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { flag, oneOf, positive, share, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { barScene } from "../bar-scene.ts";
import { choiceOf, field, flow, level, once, parts, seats } from "../declaration.ts";
import { GROWTH_MEANING, GROWTHS, regrown } from "./growth.ts";
import { messageParameters, messagesOf, spokenParts } from "./messages.ts";
import { poolTools } from "./pool-tools.ts";

/** Share of the capacity below which a stock counts as used up, since sums of takes are rounded. */
const DRY = 1e-12;

const parameters = z.strictObject({
  horizon: whole(1, 1_000_000, 100).describe("steps"),
  agents: whole(1, 100, 4).describe("agents that share the pool"),
  capacity: positive(1e9, 1).describe("most that the pool holds"),
  start: share(0.5).describe("stock at the start, as a share of the capacity"),
  growth: oneOf(GROWTHS, "constant").describe(GROWTH_MEANING),
  rate: share(0.053).describe("rate of growth per step"),
  limit: share(0.1).describe("most that all agents together can take in a step, as a share of the capacity"),
  amounts: whole(1, 20, 1).describe("amounts that an agent can choose among beside none, in equal steps"),
  lost: flag(true).describe("whether takes are lost in the step that uses up the pool; else each gets its part"),
  reach: whole(0, 50, 50).describe(
    "neighbours on each side of a ring whose last takes an agent sees; 0 for its own alone",
  ),
  ...messageParameters,
});
type Parameters = z.output<typeof parameters>;

export const pool = bind({
  id: "commons/pool",
  summary: "agents take from a common pool or wait, and what is left grows back",
  source: "the water reserve of arXiv 2010.07777",
  parameters,
  make: poolWorld,
});

function poolWorld(settings: Parameters): NumericEnvironment {
  const { agents: n, capacity, amounts, horizon } = settings;
  const most = (settings.limit * capacity) / n;
  const labels = Array.from({ length: n }, (_, k) => `agent ${k + 1}`);
  const talk = messagesOf(settings, n, (seat) => labels[seat]);
  const takeChoices = amounts + 1;
  /** A choice is a take and a message: those without one come first. */
  const choices = takeChoices * (talk.words.length + 1);
  /** Numbers of an action: the choice, then the letters of a text. */
  const A = 1 + talk.letters;
  const channels = [
    flow("payoff", "units", 0, most, "sum", "what the agent took from the pool"),
    level("stock", "share of capacity", 0, 1, "what is in the pool"),
    flow("waited", "share of steps", 0, 1, "mean", "steps in which the agent took nothing"),
    once("dry", "pools", "pools that were used up"),
    ...talk.channels,
  ];
  const [PAYOFF, STOCK, WAITED, DRIED, SAID] = channels.keys();
  const C = channels.length;
  const state = layout({ stock: [1], step: [1], takes: [n], ...spokenParts(talk, n) });
  const { stock, step: counter, takes, said } = state.views;
  const observation = [
    field("stock", 0, 1, "what is in the pool, as a share of the capacity"),
    field("takes", -1, 1, "last takes as shares of the largest: its own, then round the ring; −1 where it sees none", {
      size: n,
    }),
    ...talk.fields,
  ];
  const size = observationSize(observation);
  const sees = (distance: number) => counter[0] > 0 && Math.min(distance, n - distance) <= settings.reach;
  const { view } = talk;
  const takeNames = ["wait", "take"];
  const names = ["", ...talk.words.map((word) => `, say “${word}”`)].flatMap((word) =>
    takeNames.map((take) => `${take}${word}`),
  );

  return {
    spec: {
      ...seats(labels, () => choices - 1),
      ...(talk.letters === 0
        ? { choices, ...(amounts === 1 ? { choiceNames: names } : {}) }
        : {
            actionSize: A,
            actionLow: new Float64Array(A * n),
            actionHigh: Float64Array.from({ length: A * n }, (_, k) => [choices - 1, ...talk.bounds][k % A]),
          }),
      horizon,
      actionUnit:
        talk.letters > 0
          ? `number of the choice among ${choices}, and characters of a text`
          : amounts === 1
            ? "choice"
            : `${amounts}ths of the largest take${talk.isOn ? `, and ${takeChoices} times the number of a message` : ""}`,
      observation,
      observationSize: size,
      channels,
      publicState: parts({ stock: "what is in the pool", takes: "last takes" }),
      deterministic: true,
      symmetric: true,
      isInWords: true,
    },
    state,
    reset(_random, outcomes) {
      state.buffer.fill(0);
      outcomes.fill(0);
      stock[0] = settings.start * capacity;
      for (let i = 0; i < n; i++) outcomes[i * C + STOCK] = settings.start;
    },
    step(actions, outcomes) {
      let total = 0;
      for (let i = 0; i < n; i++) {
        const choice = choiceOf(actions[i * A], choices);
        takes[i] = (most * (choice % takeChoices)) / amounts;
        if (talk.isOn) said[i] = Math.floor(choice / takeChoices);
        talk.keep(actions, i * A + 1, state.views, i);
        total += takes[i];
      }
      const left = stock[0] - total;
      const isDry = left <= DRY * capacity;
      const paid = !isDry || total === 0 ? 1 : settings.lost ? 0 : Math.min(1, stock[0] / total);
      stock[0] = isDry ? 0 : regrown(settings.growth, left, settings.rate, capacity);
      counter[0] += 1;
      for (let i = 0; i < n; i++) {
        const at = i * C;
        outcomes[at + PAYOFF] = paid * takes[i];
        outcomes[at + STOCK] = stock[0] / capacity;
        outcomes[at + WAITED] = takes[i] > 0 ? 0 : 1;
        outcomes[at + DRIED] = isDry ? 1 : 0;
        talk.count(state.views, i, outcomes, at + SAID);
      }
      return (isDry ? Status.terminated : Status.running) | (counter[0] >= horizon ? Status.truncated : Status.running);
    },
    observe(observations) {
      observations.fill(0);
      for (let i = 0; i < n; i++) {
        const at = i * size;
        observations[at] = stock[0] / capacity;
        for (let k = 0; k < n; k++) observations[at + 1 + k] = sees(k) && most > 0 ? takes[(i + k) % n] / most : -1;
        talk.observe(state.views, i, observations, at + size - talk.width);
      }
    },
    scene: () =>
      barScene(
        [
          { title: "pool", bars: [{ name: "stock", value: stock[0], fill: "accent" }], high: capacity },
          {
            title: "last takes",
            bars: labels.map((name, i) => ({
              ...{ name, value: takes[i], fill: takes[i] > 0 ? "bad" : "muted" },
              ...(talk.isOn ? { note: talk.wordsOf(state.views, i) } : {}),
            })),
            high: most,
            ...(talk.isOn ? { notes: "says" } : {}),
          },
        ],
        `after ${counter[0]} of ${horizon} steps`,
      ),
    ...(view === undefined ? {} : { texts: { messages: () => view(state.views) } }),
    toolPlay: poolTools({ agents: n, amounts, most, capacity, sees, talk, views: state.views }),
  };
}
