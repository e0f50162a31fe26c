// Schelling diagrams of the water reserve of arXiv 2010.07777, exactly: four agents, 100 steps, one always takes.

import { describe, expect, test } from "vitest";
import { seatOf } from "../../../test/fixtures/seats.ts";
import { appropriator } from "../../agents/appropriators.ts";
import { commoner } from "../../agents/commoners.ts";
import type { Agent } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import type { MeasuredCell } from "../../core/measure.ts";
import { Random } from "../../core/random.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { pool } from "../../environments/commons/pool.ts";
import { society } from "../../environments/commons/society.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { playedDiagram, schelling } from "./schelling.ts";
import { dilemmaGaps, equilibria, isEquilibrium, type SchellingDiagram } from "./schelling-diagram.ts";

const types = (make: () => NumericEnvironment, plans: readonly [AgentPlan, AgentPlan]): MeasuredCell => {
  const last = make().spec.agents.length - 1;
  const playerAt = (like: number, seat: number): Agent => plans[like === last ? 1 : 0](seatOf(make(), seat));
  const random = Random.of(1, "measure");
  return { agents: [], playerAt, makeEnvironment: make, reward: channel("payoff"), random };
};

/** The played diagram, which must be there. */
async function diagramOf(cell: MeasuredCell, episodes = 1): Promise<SchellingDiagram> {
  const diagram = await playedDiagram(cell, 0, episodes);
  if (diagram === undefined) throw new Error("no diagram was played");
  return diagram;
}

const always = appropriator.make({ takes: "always" });
/** Diagram of a type against agents that always take, with one episode, since nothing is drawn. */
const against = (rate: number, parameters: object, settings: object = {}) =>
  diagramOf(types(() => pool.make({ rate, ...settings }), [appropriator.make(parameters), always]));

const round = (row: readonly (number | undefined)[]) => row.map((x) => (x === undefined ? x : Number(x.toFixed(9))));

describe("agents that take while half of the reserve is there, by number of cooperators", () => {
  test.each([
    [0.03, [undefined, 0.025, 0.025, 0.175, 0.75], [0.15, 0.225, 0.5, 2.5, undefined], [0]],
    [0.042, [undefined, 0.025, 0.025, 0.575, 1.05], [0.175, 0.325, 1.25, 2.5, undefined], [0]],
    [0.053, [undefined, 0.025, 0.15, 0.925, 1.325], [0.225, 0.475, 2.5, 2.5, undefined], [0]],
    [0.065, [undefined, 0.025, 0.75, 1.325, 1.625], [0.3, 1, 2.5, 2.5, undefined], [0]],
    [0.077, [undefined, 0.2, 1.35, 1.725, 1.925], [0.45, 2.5, 2.5, 2.5, undefined], [0]],
    [0.088, [undefined, 1.3, 1.9, 2.1, 2.2], [0.85, 2.5, 2.5, 2.5, undefined], [1]],
    [0.1, [undefined, 2.5, 2.5, 2.5, 2.5], [2.5, 2.5, 2.5, 2.5, undefined], [0, 1, 2, 3, 4]],
  ])("growth %s", async (rate, cooperator, defector, equal) => {
    const diagram = await against(rate, { takes: "by stock" });
    expect(round(diagram.cooperator)).toEqual(cooperator);
    expect(round(diagram.defector)).toEqual(defector);
    expect(equilibria(diagram)).toEqual(equal);
  });
});

test("agents that watch the others have equilibria with one and with all cooperators too", async () => {
  const diagram = await against(0.053, { takes: "watching" });
  expect(round([diagram.cooperator[4], diagram.defector[3]])).toEqual([1.325, 0.275]);
  expect(round([diagram.cooperator[1], diagram.defector[0]])).toEqual([0.225, 0.225]);
  for (const rate of [0.03, 0.042, 0.053, 0.065])
    expect(equilibria(await against(rate, { takes: "watching" }))).toEqual([0, 1, 4]);
  // Here two cooperators gain nothing by a change, and lose nothing either.
  expect(equilibria(await against(0.077, { takes: "watching" }))).toEqual([0, 1, 2, 4]);
  expect(equilibria(await against(0.088, { takes: "watching" }))).toEqual([4]);
});

test("where they see no one's takes but their own, they are as agents that go by the stock", async () => {
  const blind = await against(0.053, { takes: "watching" }, { reach: 0 });
  expect(blind).toEqual(await against(0.053, { takes: "by stock" }));
});

test("a blind rhythm that the growth carries has equilibria with none and with all", async () => {
  for (const rate of [0.03, 0.042, 0.053]) {
    const every = Math.round(0.1 / rate);
    expect(equilibria(await against(rate, { takes: "in rhythm", every }))).toEqual([0, 4]);
  }
  expect(equilibria(await against(0.065, { takes: "in rhythm", every: 2 }))).toEqual([0, 3]);
});

test("the three conditions of a dilemma hold below a growth of .1 and fail there", async () => {
  const { gain = 0, exploited = 0, fear = 0, greed = 0 } = dilemmaGaps(await against(0.053, {}));
  expect([gain, exploited, fear, greed].every((gap) => gap > 0)).toBe(true);
  expect(Object.values(dilemmaGaps(await against(0.1, {}))).map((gap = 1) => Math.abs(gap) < 1e-9)).toEqual(
    new Array(4).fill(true),
  );
});

test("total takes stay below R₀ + 99 Δ", async () => {
  const { cooperator, defector } = await against(0.053, {});
  for (let x = 1; x < 4; x++)
    expect(x * (cooperator[x] ?? 0) + (4 - x) * (defector[x] ?? 0)).toBeLessThanOrEqual(0.5 + 99 * 0.053);
});

test("a hole in a diagram leaves equilibria undecided, unless a known gain rules them out", () => {
  const holes = { cooperator: [undefined, undefined, 2], defector: [1, 3, undefined] };
  expect(isEquilibrium(holes, 0)).toBeUndefined();
  expect(isEquilibrium(holes, 2)).toBe(false);
  expect(equilibria(holes)).toBeUndefined();
});

test("seats can be exchanged: the same types in other places make the same diagram", async () => {
  const cell = types(() => pool.make({}), [appropriator.make({ takes: "watching" }), always]);
  expect(round((await diagramOf(cell, 4)).cooperator)).toEqual(round((await diagramOf(cell)).cooperator));
});

test("the measure gives a number of the diagram, in any world with interchangeable seats", async () => {
  const cell = types(() => pool.make({}), [appropriator.make({}), always]);
  const number = (parameters: object) => schelling.make(parameters)(pool.make({})).measure(cell);
  expect(await number({ take: "cooperator", at: 4 })).toBeCloseTo(1.325, 9);
  expect(await number({ take: "defector", at: 0 })).toBeCloseTo(0.225, 9);
  expect(await number({ take: "equilibrium", at: 0 })).toBe(1);
  expect(await number({ take: "most" })).toBe(0);
  expect(await number({ take: "equilibria" })).toBe(1);
  expect(await number({ take: "greed" })).toBeCloseTo(2.5 - 1.325, 9);
  const small = () => society.make({ agents: 3, horizon: 5 });
  const members = types(small, [commoner.make({ effort: 0.1 }), commoner.make({ effort: 0.9 })]);
  const harvests = { channel: "harvest", alike: true, episodes: 3 };
  const [least, greatest] = ["cooperator", "defector"].map((take) =>
    schelling
      .make({ ...harvests, take, at: 1 })(small())
      .measure(members),
  );
  expect(await least).toBeLessThan((await greatest) ?? 0);
});

test("players that learn in the cell have no diagram, since they exist in their own seats alone", async () => {
  const cell = { ...types(() => pool.make({}), [always, always]), playerAt: () => undefined };
  expect(await schelling.make({})(pool.make({})).measure(cell)).toBeUndefined();
});

test("worlds whose seats differ, and mixes that do not exist, are refused", () => {
  expect(() => schelling.make({})(pool.make({ agents: 1 }))).toThrow("the world has one seat");
  expect(() => schelling.make({})(society.make({}))).toThrow("not declared interchangeable");
  expect(() => schelling.make({ take: "cooperator", at: 0 })(pool.make({}))).toThrow("no cooperator plays where 0");
  expect(() => schelling.make({ take: "defector", at: 4 })(pool.make({}))).toThrow("no defector plays where 4");
});
