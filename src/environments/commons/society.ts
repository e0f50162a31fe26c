// A society at a common resource: its members harvest, state how much one should take, watch each other, and fine what is taken above the
// group's norm. Each sees a peer and how it fares. Nothing says how actions become income.
// Source: the framework of Gupta et al., AAMAS 2026 (arXiv 2510.14401), of which only the abstract was read: equations and constants are
// ours, after standard models of a renewable resource (Gordon, 1954; Schaefer, 1954) and of payoff-biased copying.

import { z } from "zod";
import { type NumericEnvironment, observationSize, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { positive, share, whole, within } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { barScene } from "../bar-scene.ts";
import { clip, field, flow, level, once, parts } from "../declaration.ts";
import { regrown } from "./growth.ts";
import { messageParameters, messagesOf, spokenParts } from "./messages.ts";
import { societyTools } from "./society-tools.ts";

/** Most standard deviations by which a peer is seen to fare better or worse. */
const FURTHEST = 10;

const parameters = z.strictObject({
  horizon: whole(1, 1_000_000, 300).describe("periods"),
  agents: whole(2, 500, 20).describe("members of the society"),
  capacity: positive(1e9, 100).describe("most of the resource that there can be"),
  start: share(1).describe("stock at the start, as a share of the capacity"),
  rate: share(0.6).describe("logistic growth of a small stock per period: .6 is rich, .3 scarce"),
  limit: share(0.6).describe("share of the stock that all members harvest with full effort"),
  collapse: share(0.02).describe("share of the capacity below which the resource is lost and the society ends"),
  cost: share(0.015).describe("what watching costs in a period, in harvests of full effort from a full stock"),
  fine: within(0, 100, 3).describe("what a member pays that is caught above the norm, in harvests of its own"),
  tolerance: share(0.05).describe("effort above the norm that is not fined"),
  memory: share(0.7).describe("weight of the past in how well a member is seen to fare"),
  ...messageParameters,
});
type Parameters = z.output<typeof parameters>;

/** Numbers of an action, by place; the last is there where members send messages, and the letters of a text may follow. */
export const [EFFORT, NORM, WATCH, MESSAGE] = [0, 1, 2, 3];

export const society = bind({
  id: "commons/society",
  summary: "members of a society harvest a common resource, watch each other, and fine what is above the group's norm",
  source: "after the framework of arXiv 2510.14401; logistic growth with harvest (Gordon, 1954; Schaefer, 1954)",
  parameters,
  make: societyWorld,
});

function societyWorld(settings: Parameters): NumericEnvironment {
  const { agents: n, capacity, horizon, limit } = settings;
  /** Harvest of full effort from a full stock. */
  const full = (limit * capacity) / n;
  const labels = Array.from({ length: n }, (_, k) => `member ${k + 1}`);
  const talk = messagesOf(settings, n, (seat) => labels[seat]);
  const A = (talk.isOn ? 4 : 3) + talk.letters;
  const { view } = talk;
  const highest = [1, 1, 1, talk.words.length, ...talk.bounds];
  const channels = [
    flow(
      "payoff",
      "units",
      -full * (settings.fine * n + settings.cost),
      full,
      "sum",
      "harvest less fines and what watching costs",
    ),
    flow("harvest", "units", 0, full, "sum", "what the member harvested"),
    flow("effort", "share of full effort", 0, 1, "mean", "effort that the member put into harvesting"),
    flow("watched", "share of periods", 0, 1, "mean", "periods in which the member watched another"),
    flow("fined", "fines", 0, n, "sum", "fines that the member paid"),
    level("stock", "share of capacity", 0, 1, "what is left of the resource"),
    level("norm", "share of full effort", 0, 1, "the group's norm: median of what members say one should take"),
    level("spread", "share of full effort", 0, 1, "standard deviation of what members say one should take"),
    once("collapsed", "societies", "societies that lost the resource"),
    ...talk.channels,
  ];
  const [PAYOFF, HARVEST, WORKED, WATCHED, FINED, STOCK, STANDARD, SPREAD, COLLAPSED, SAID] = channels.keys();
  const C = channels.length;
  const each = [n];
  const state = layout({
    ...{ stock: [1], before: [1], period: [1], norm: [1], spread: [1] },
    ...{ effort: each, opinion: each, watch: each, harvest: each, fines: each, fared: each, peer: each },
    ...spokenParts(talk, n),
  });
  const { stock, before, period, norm, spread, effort, opinion, watch, harvest, fines, fared, peer, said } =
    state.views;
  const observation = [
    field("stock", 0, 1, "what is left of the resource, as a share of the capacity"),
    field("change", -1, 1, "change of the stock in the last period, as a share of the capacity"),
    field("harvest", 0, 1, "its last harvest, in harvests of full effort from a full stock"),
    field("norm", 0, 1, "the group's norm"),
    field("fine", 0, settings.fine * n, "what it was fined in the last period, in harvests of its own", {
      usual: [0, Math.max(1, settings.fine)],
    }),
    field("peerEffort", 0, 1, "effort of the peer that it sees"),
    field("peerNorm", 0, 1, "what that peer says one should take"),
    field("peerWatch", 0, 1, "1 where that peer watches"),
    field("peerAhead", -FURTHEST, FURTHEST, "how much better that peer fares, in standard deviations of all members", {
      usual: [-2, 2],
    }),
    ...talk.fields,
  ];
  const size = observationSize(observation);
  const sorted = new Float64Array(n);
  const another = (seat: number, drawn: number): number => (drawn < seat ? drawn : drawn + 1);

  const median = (): number => {
    sorted.set(opinion);
    sorted.sort();
    return (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2;
  };

  const deviation = (of: Float64Array): number => {
    let [sum, squares] = [0, 0];
    for (let i = 0; i < n; i++) sum += of[i];
    for (let i = 0; i < n; i++) squares += (of[i] - sum / n) ** 2;
    return Math.sqrt(squares / n);
  };

  return {
    spec: {
      agents: labels.map((_, k) => `agent_${k}`),
      labels,
      horizon,
      actionSize: A,
      actionLow: new Float64Array(A * n),
      actionHigh: Float64Array.from({ length: A * n }, (_, k) => highest[k % A]),
      actionUnit: `effort, what one should take at most, and whether to watch (from .5 on)${talk.isOn ? "; then the number of a message, 0 for none" : ""}${talk.letters > 0 ? ", and characters of a text" : ""}`,
      observation,
      observationSize: size,
      channels,
      publicState: parts({
        stock: "what is left",
        norm: "the group's norm",
        effort: "efforts",
        watch: "which members watch",
      }),
      // Members are alike, but each draws whom it meets, unless there is but one other.
      deterministic: n === 2,
      symmetric: n === 2,
      isInWords: true,
    },
    state,
    reset(_random, outcomes) {
      state.buffer.fill(0);
      outcomes.fill(0);
      stock[0] = settings.start * capacity;
      before[0] = stock[0];
      for (let i = 0; i < n; i++) outcomes[i * C + STOCK] = settings.start;
    },
    step(actions, outcomes, random) {
      before[0] = stock[0];
      let total = 0;
      for (let i = 0; i < n; i++) {
        effort[i] = clip(actions[A * i + EFFORT], 0, 1);
        opinion[i] = clip(actions[A * i + NORM], 0, 1);
        watch[i] = actions[A * i + WATCH] >= 0.5 ? 1 : 0;
        fines[i] = 0;
        harvest[i] = (effort[i] * limit * stock[0]) / n;
        total += harvest[i];
      }
      norm[0] = median();
      spread[0] = deviation(opinion);
      for (let i = 0; i < n; i++) {
        const caught = another(i, random.integer(n - 1));
        if (watch[i] === 1 && effort[caught] > norm[0] + settings.tolerance) fines[caught] += 1;
      }
      stock[0] = regrown("logistic", stock[0] - total, settings.rate, capacity);
      period[0] += 1;
      const isLost = stock[0] < settings.collapse * capacity;
      for (let i = 0; i < n; i++) {
        const income = harvest[i] - settings.fine * fines[i] * harvest[i] - settings.cost * full * watch[i];
        fared[i] = period[0] === 1 ? income : settings.memory * fared[i] + (1 - settings.memory) * income;
        peer[i] = another(i, random.integer(n - 1));
        const at = i * C;
        outcomes[at + PAYOFF] = income;
        outcomes[at + HARVEST] = harvest[i];
        outcomes[at + WORKED] = effort[i];
        outcomes[at + WATCHED] = watch[i];
        outcomes[at + FINED] = fines[i];
        outcomes[at + STOCK] = stock[0] / capacity;
        outcomes[at + STANDARD] = norm[0];
        outcomes[at + SPREAD] = spread[0];
        outcomes[at + COLLAPSED] = isLost ? 1 : 0;
        if (!talk.isOn) continue;
        said[i] = talk.meant(actions[A * i + MESSAGE]);
        talk.keep(actions, A * i + MESSAGE + 1, state.views, i);
        talk.count(state.views, i, outcomes, at + SAID);
      }
      return (isLost ? Status.terminated : Status.running) | (period[0] >= horizon ? Status.truncated : Status.running);
    },
    observe(observations) {
      observations.fill(0);
      const wide = period[0] === 0 ? 0 : deviation(fared);
      for (let i = 0; i < n; i++) {
        const at = i * size;
        observations[at] = stock[0] / capacity;
        if (period[0] === 0) continue;
        const other = peer[i];
        observations[at + 1] = (stock[0] - before[0]) / capacity;
        observations[at + 2] = full === 0 ? 0 : harvest[i] / full;
        observations[at + 3] = norm[0];
        observations[at + 4] = settings.fine * fines[i];
        observations[at + 5] = effort[other];
        observations[at + 6] = opinion[other];
        observations[at + 7] = watch[other];
        observations[at + 8] = wide > 0 ? clip((fared[other] - fared[i]) / wide, -FURTHEST, FURTHEST) : 0;
        talk.observe(state.views, i, observations, at + size - talk.width);
      }
    },
    scene: () =>
      barScene(
        [
          { title: "resource", bars: [{ name: "stock", value: stock[0], fill: "accent" }], high: capacity },
          {
            title: "efforts",
            bars: labels.map((name, i) => ({
              name,
              value: effort[i],
              fill: effort[i] > norm[0] + settings.tolerance ? "bad" : "good",
              ...(talk.isOn ? { note: talk.wordsOf(state.views, i) } : {}),
            })),
            high: 1,
            ...(talk.isOn ? { notes: "says" } : {}),
            lines: [{ name: "norm", value: period[0] === 0 ? undefined : norm[0], tone: "ink" }],
          },
        ],
        `after ${period[0]} of ${horizon} periods, ${watch.reduce((sum, one) => sum + one, 0)} watch`,
      ),
    ...(view === undefined ? {} : { texts: { messages: () => view(state.views) } }),
    toolPlay: societyTools({ agents: n, capacity, fine: settings.fine, talk, views: state.views }),
  };
}
