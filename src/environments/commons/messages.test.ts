// Messages over a graph at common resources: only neighbours hear them, they change no outcome by themselves, scripts that heed them spare the
// resource, and language models send and read them.

import { expect, test } from "vitest";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { seatOf } from "../../../test/fixtures/seats.ts";
import { appropriator } from "../../agents/appropriators.ts";
import { commoner } from "../../agents/commoners.ts";
import { fieldOffset, type NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { pool } from "./pool.ts";
import { society } from "./society.ts";

/** Sum of a channel over an episode and all seats. */
function sumOf(world: NumericEnvironment, planOf: (seat: number) => AgentPlan, name: string): number {
  const players = world.spec.agents.map((_, seat) => planOf(seat)(seatOf(world, seat)));
  return playEpisode(world, players, Random.of(3)).joint(name);
}

test.each(["ring", "line", "star", "all"])("on a %s neighbours hear a message, and others do not", (messages) => {
  const world = pool.make({ agents: 5, messages });
  const { observationSize, channels, choiceNames } = world.spec;
  expect(choiceNames).toEqual([
    ...["wait", "take"],
    ...["wait, say “take less”", "take, say “take less”", "wait, say “take more”", "take, say “take more”"],
  ]);
  const outcomes = new Float64Array(5 * channels.length);
  world.reset(Random.of(1), outcomes);
  // The second agent says the first message, the last agent the second one.
  world.step(Float64Array.of(0, 2, 1, 0, 4), outcomes, Random.of(1));
  const seen = new Float32Array(5 * observationSize);
  world.observe(seen);
  const at = fieldOffset(world.spec, "heard") ?? 0;
  const heard = (word: number) => [0, 1, 2, 3, 4].map((seat) => seen[seat * observationSize + at + word] > 0);
  const [less, more] = {
    ring: [
      ["0", "2"],
      ["0", "3"],
    ],
    line: [["0", "2"], ["3"]],
    star: [["0"], ["0"]],
    all: [
      ["0", "2", "3", "4"],
      ["0", "1", "2", "3"],
    ],
  }[messages] ?? [[], []];
  const seats = (word: number) => heard(word).flatMap((has, seat) => (has ? [String(seat)] : []));
  expect([seats(0), seats(1)]).toEqual([less, more]);
  const shown = world.toolPlay?.shown(0) ?? "";
  expect(shown.includes("Your neighbours said: agent 2: “take less”")).toBe(less.includes("0"));
});

test("messages alone change no outcome of a pool or of a society", () => {
  const take = (calls: boolean) => () => appropriator.make({ takes: "always", calls });
  const pooled = (messages: string, calls: boolean) => sumOf(pool.make({ messages }), take(calls), "payoff");
  expect(pooled("ring", true)).toBe(pooled("none", false));
  expect(sumOf(pool.make({ messages: "ring" }), take(true), "said")).toBeGreaterThan(0);
  const harvest = (messages: string, calls: boolean) =>
    sumOf(society.make({ messages, horizon: 60 }), () => commoner.make({ calls }), "harvest");
  expect(harvest("star", true)).toBe(harvest("none", false));
});

test("who heed the calls of one agent keep a pool that they would use up", () => {
  const dry = (heeds: boolean) =>
    sumOf(
      pool.make({ messages: "star" }),
      (seat) => appropriator.make(seat === 0 ? { calls: true } : { takes: "always", heeds }),
      "dry",
    );
  expect([dry(false), dry(true)]).toEqual([4, 0]);
});

test("selfish members who heed calls to take less save a society", () => {
  const lost = (heeds: number) =>
    sumOf(
      society.make({ messages: "all", rate: 0.3, fine: 0, horizon: 200 }),
      () => commoner.make({ effort: 0.8, learns: false, copies: 0, calls: true, heeds }),
      "collapsed",
    );
  expect(lost(0)).toBe(20);
  expect(lost(1)).toBe(0);
});

test("language models send messages by tools, and words that are none are refused", () => {
  const { toolPlay: tools, spec } = pool.make({ agents: 3, amounts: 2, messages: "all", words: ["stop", "go on"] });
  expect(spec.choices).toBe(9);
  const action = new Float64Array(1);
  const read = (name: string, input: object) => [tools?.read({ name, input }, 0, action), action[0]];
  expect(read("take", { parts: 1, say: "go on" })).toEqual([undefined, 7]);
  expect(read("wait", { say: "stop" })).toEqual([undefined, 3]);
  expect(read("take", {})).toEqual([undefined, 2]);
  expect(read("take", { say: "please" })[0]).toBe('take wants parts from 1 to 2, and say: "stop" or "go on"');
  expect(read("wait", { say: "please" })[0]).toBe('wait wants say: "stop" or "go on"');
  const live = society.make({ agents: 3, messages: "ring" }).toolPlay;
  const four = new Float64Array(4);
  const living = { effort: 0.5, norm: 0.4, watch: false };
  expect(live?.read({ name: "live", input: { ...living, say: "take more" } }, 0, four)).toBeUndefined();
  expect(Array.from(four)).toEqual([0.5, 0.4, 0, 2]);
  expect(live?.read({ name: "live", input: { ...living, say: "?" } }, 0, four)).toContain(
    'say: "take less" or "take more"',
  );
});

test("a message may stand once", () => {
  expect(() => pool.make({ words: ["stop", "stop"] })).toThrow("must not have a message twice");
});

test("a text of one's own reaches neighbours alone, is counted, and comes back from stored actions to the last byte", () => {
  const settings = { agents: 4, messages: "ring", letters: 20, horizon: 2 };
  const world = pool.make(settings);
  const { spec, toolPlay: tools, state } = world;
  expect([spec.choices, spec.choiceNames, spec.actionSize]).toEqual([undefined, undefined, 21]);
  const action = (input: object): Float64Array => {
    const written = new Float64Array(21);
    expect(tools?.read({ name: "take", input }, 0, written)).toBeUndefined();
    return written;
  };
  const actions = new Float64Array(4 * 21);
  actions.set(action({ text: "Genug für heute 🐟", say: "take less" }), 21);
  const channels = spec.channels.map(({ name }) => name);
  const stepped = (again: NumericEnvironment) => {
    const outcomes = new Float64Array(4 * channels.length);
    again.reset(Random.of(1), outcomes);
    again.step(actions, outcomes, Random.of(1));
    return outcomes;
  };
  const outcomes = stepped(world);
  const own = (name: string) => outcomes[channels.length + channels.indexOf(name)];
  expect([own("said"), own("characters")]).toEqual([1, 17]);
  const heard = `Your neighbours said: agent 2: “take less” "Genug für heute 🐟".`;
  expect([0, 1, 2, 3].map((seat) => tools?.shown(seat).includes(heard))).toEqual([true, false, true, false]);
  expect(world.texts?.messages()).toBe(`agent 2: “take less” "Genug für heute 🐟"`);
  const seen = new Float32Array(4 * spec.observationSize);
  world.observe(seen);
  const at = fieldOffset(spec, "written") ?? 0;
  expect([0, 1, 2, 3].map((seat) => seen[seat * spec.observationSize + at])).toEqual([0.5, 0, 0.5, 0]);
  // What was played is the whole message: the stored numbers give the same state.
  const again = pool.make(settings);
  stepped(again);
  expect(Buffer.from(again.state.buffer.buffer).equals(Buffer.from(state.buffer.buffer))).toBe(true);
  // The next step begins in silence.
  actions.fill(0);
  world.step(actions, outcomes, Random.of(1));
  expect(world.texts?.messages()).toBe("");
});

test("a text that is too long, or where none is written, is refused in a sentence", () => {
  const action = new Float64Array(4 + 5);
  const living = { effort: 0.5, norm: 0.4, watch: false };
  const { toolPlay: tools } = society.make({ agents: 3, messages: "all", letters: 5 });
  const live = (text: string) => tools?.read({ name: "live", input: { ...living, text } }, 0, action);
  expect(live("Hello!")).toContain("text: at most 5 characters");
  expect(live("Hello")).toBeUndefined();
  expect(Array.from(action)).toEqual([0.5, 0.4, 0, 0, 72, 101, 108, 108, 111]);
  expect(live("")).toBeUndefined();
  expect(Array.from(action.subarray(4))).toEqual([0, 0, 0, 0, 0]);
  const silent = pool.make({ agents: 3, letters: 5 });
  expect(silent.spec.actionSize).toBe(1);
  expect(silent.toolPlay?.read({ name: "take", input: { text: "Hello" } }, 0, action)).toBe(
    "take wants parts from 1 to 1",
  );
});

test("scripts play as before where texts may be written", () => {
  const taken = (letters: number) =>
    sumOf(
      pool.make({ messages: "star", letters }),
      (seat) => appropriator.make(seat === 0 ? { calls: true } : { takes: "always", heeds: true }),
      "payoff",
    );
  expect(taken(30)).toBe(taken(0));
});
