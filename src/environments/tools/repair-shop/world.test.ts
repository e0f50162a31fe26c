// The repair shop environment: effects and outputs of tools, grading, random draws, and an expert that repairs every module.

import { expect, test } from "vitest";
import { Status } from "../../../core/environment.ts";
import { Random } from "../../../core/random.ts";
import { checkScene } from "../../../core/scene.ts";
import { MODULES } from "./repair-module.ts";
import { repairShop } from "./world.ts";

const [LIST, VIEW, RUN, FINISH, EDIT] = [0, 1, 2, 3, 4];

/** Creates a shop after its reset, with a function for calls. */
function shop(seed: number, parameters: object = {}) {
  const world = repairShop.make(parameters);
  const { spec, state } = world;
  const outcomes = new Float64Array(spec.channels.length);
  const random = Random.of(seed, "repair");
  world.reset(random, outcomes);
  const call = (tool: number) => {
    const actions = Float64Array.of(tool);
    const status = world.step(actions, outcomes, random);
    const observation = new Float32Array(spec.observationSize);
    world.observe(observation);
    const scene = world.scene?.({ actions, outcomes });
    checkScene(scene, "tools/repair-shop");
    const channels = Object.fromEntries(spec.channels.map(({ name }, k) => [name, outcomes[k]]));
    return { status, channels, observation, scene };
  };
  /** The call that writes the right text, or another one, at a place. */
  const edit = (place: number, isRight: boolean) =>
    EDIT + 4 * place + [0, 1, 2, 3].findIndex((c) => (state.views.candidates[4 * place + c] === 0) === isRight);
  return { world, views: state.views, call, edit, outcomes };
}

test("information is hidden until requested, and edits change the current text", () => {
  const { world, views, call, edit } = shop(1);
  const blank = new Float32Array(world.spec.observationSize);
  world.observe(blank);
  expect([...blank]).toEqual([...new Array(6).fill(0), ...new Array(14).fill(-1), 0]);
  expect(world.texts?.code()).toBe("not viewed yet");
  expect(world.texts?.places()).toBe("not listed yet");
  const listed = call(LIST).observation;
  expect(Math.min(...listed.slice(0, 6))).toBeGreaterThan(0);
  expect(world.texts?.places().split("\n")).toHaveLength(6);
  expect([...call(VIEW).observation.slice(6, 12)]).toEqual([...views.broken]);
  expect(world.texts?.code()).toContain("function ");
  const edited = call(edit(2, true));
  expect(edited.channels).toMatchObject({ edits: 1, testRuns: 0, payoff: 0 });
  expect(edited.observation[6 + 2]).toBe(views.chosen[2]);
  expect(views.candidates[8 + views.chosen[2]]).toBe(0);
  expect(world.texts?.places().split("\n")[2]).toContain("*) ");
});

test("four tests are visible, at least one of which fails, and the others grade the result", () => {
  for (let seed = 0; seed < 8; seed++) {
    const { world, views, call, edit } = shop(seed);
    const before = call(RUN);
    const verdicts = [...before.observation.slice(12, 20)];
    expect(verdicts.filter((one) => one >= 0)).toHaveLength(4);
    expect(verdicts).toContain(0);
    expect(before.channels).toMatchObject({ testRuns: 1, shownPassed: verdicts.filter((one) => one === 1).length });
    expect(world.texts?.tests().split("\n")).toHaveLength(4);
    for (let place = 0; place < 6; place++) call(edit(place, true));
    expect(call(RUN).channels.shownPassed).toBe(4);
    const { status, channels, scene } = call(FINISH);
    expect(status).toBe(Status.terminated);
    expect(channels).toMatchObject({ payoff: 1, repaired: 1, hiddenPassed: 4 });
    expect(scene?.caption).toBe("Handed in after 9 calls: 6 of 6 places are right, and 4 of 4 hidden tests pass.");
    expect([...views.told].filter((one) => one === 1)).toHaveLength(4);
  }
});

test("one wrong place fails some test, visible or hidden", () => {
  let hidden = 0;
  for (let seed = 0; seed < 12; seed++) {
    const { call, edit } = shop(seed);
    for (let place = 0; place < 6; place++) call(edit(place, place !== seed % 6));
    const { shownPassed } = call(RUN).channels;
    const { hiddenPassed, repaired } = call(FINISH).channels;
    expect(shownPassed + hiddenPassed).toBeLessThan(8);
    expect(repaired).toBe(hiddenPassed === 4 ? 1 : 0);
    if (hiddenPassed < 4) hidden += 1;
  }
  expect(hidden).toBeGreaterThan(6);
});

test("a module that was not handed in is not graded", () => {
  const { call, edit } = shop(3, { horizon: 7 });
  for (let place = 0; place < 6; place++) expect(call(edit(place, true)).status).toBe(Status.running);
  const last = call(RUN);
  expect(last.status).toBe(Status.truncated);
  expect(last.channels).toMatchObject({ payoff: 0, repaired: 0, hiddenPassed: 0, shownPassed: 4 });
});

test("a copied state continues independently", () => {
  const { world, call, edit } = shop(4);
  const kept = world.state.buffer.slice();
  call(edit(0, true));
  call(RUN);
  world.state.buffer.set(kept);
  for (let place = 0; place < 5; place++) call(edit(place, true));
  expect(call(RUN).channels.shownPassed).toBeLessThanOrEqual(4);
  call(edit(5, true));
  expect(call(FINISH).channels.repaired).toBe(1);
});

test("between the fewest and the most places are wrong at first, and tests run by themselves where edits are checked", () => {
  const counts = new Set<number>();
  for (let seed = 0; seed < 30; seed++) {
    const { views, call, edit } = shop(seed, {
      fewestFaults: 2,
      mostFaults: 3,
      checked: true,
      modules: ["roman", "heap"],
    });
    const wrong = Array.from({ length: 6 }, (_, place) => views.candidates[4 * place + views.chosen[place]] !== 0);
    counts.add(wrong.filter(Boolean).length);
    expect([...views.told].filter((one) => one === 0).length).toBeGreaterThan(0);
    let last = { shownPassed: 0, testRuns: 0 };
    for (const [place, isWrong] of wrong.entries())
      if (isWrong) last = { ...last, ...call(edit(place, true)).channels };
    expect(last).toMatchObject({ shownPassed: 4, testRuns: 1 });
  }
  expect([...counts].sort()).toEqual([2, 3]);
  expect(() => repairShop.make({ fewestFaults: 4, mostFaults: 2 })).toThrow(/at most `mostFaults`/);
});

test("an author drafts edits by how usual they are, and hands in when shown tests pass or time is up", () => {
  let [rightFirst, episodes] = [0, 0];
  for (let seed = 0; seed < 40; seed++) {
    const { world, views, call, edit } = shop(seed, {
      author: true,
      checked: true,
      fewestFaults: 1,
      mostFaults: 1,
      horizon: 3,
    });
    const drafts = () => {
      const observation = new Float32Array(world.spec.observationSize);
      world.observe(observation);
      return [...observation.slice(-28)];
    };
    const before = drafts();
    expect(before.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
    for (let place = 0; place < 6; place++) expect(before[EDIT + 4 * place + views.chosen[place]]).toBe(0);
    const wrong = [0, 1, 2, 3, 4, 5].find((place) => views.candidates[4 * place + views.chosen[place]] !== 0) ?? 0;
    const right = edit(wrong, true);
    episodes += 1;
    if (before[right] === Math.max(...before)) rightFirst += 1;
    call(right);
    expect(drafts()[FINISH]).toBe(1);
    const other = shop(seed, { author: true, fewestFaults: 6, horizon: 2 });
    other.call(LIST);
    const last = new Float32Array(other.world.spec.observationSize);
    other.world.observe(last);
    expect(last[last.length - 28 + FINISH]).toBe(1);
  }
  // Of 18 edits of all places; the author knows neither which place is wrong nor how.
  expect(rightFirst).toBeGreaterThan(episodes / 18);
  expect(rightFirst).toBeLessThan(episodes);
});

test("episodes use the configured modules only", () => {
  const drawn = new Set(
    Array.from({ length: 30 }, (_, seed) => shop(seed, { modules: ["roman", "heap"] }).views.module[0]),
  );
  expect([...drawn].map((module) => MODULES[module].name).sort()).toEqual(["heap", "roman"]);
});

test("the mechanic repairs every module in at most eight calls", () => {
  for (const { name } of MODULES) {
    const { world, call, outcomes } = shop(5, { modules: [name] });
    const mechanic = world.spec.oracles?.mechanic.play(0);
    const [observation, action] = [new Float32Array(world.spec.observationSize), new Float64Array(1)];
    let [status, calls]: number[] = [Status.running, 0];
    let repaired = 0;
    while (status === Status.running) {
      mechanic?.watch?.(world.state.buffer, outcomes);
      mechanic?.act(observation, action);
      ({
        status,
        channels: { repaired },
      } = call(action[0]));
      calls += 1;
    }
    expect([name, repaired, calls]).toEqual([name, 1, 8]);
  }
});
