// Environments of another framework as worlds, from the built code, since a thread runs a compiled file. A program in the place of Python
// speaks its messages: what goes wrong can then be chosen. `interop/test_hosted.py` has Python itself. Needs `npm run build` before.

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { EpisodeFailed } from "../dist/core/agent.js";
import type { NumericEnvironment } from "../dist/core/environment.js";
import { showNotices } from "../dist/core/notices.js";
import { Random } from "../dist/core/random.js";
import { hostedWorlds } from "../dist/environments/hosted/index.js";
import { environmentLaws } from "../dist/evaluation/laws/environment-laws.js";
import { checkedDraft } from "../dist/lab/view/draft.js";
import { episodeRunner } from "../dist/play/episode.js";
import { always } from "../dist/play/policy.js";
import { streamsOf } from "../dist/play/streams.js";
import { vectorEnvironment } from "../dist/play/vector-environment.js";
import { channel } from "../dist/rewards/channel-reward.js";
import { agon, documentOf, root, scratch } from "./cli/agon.ts";

const PEER = join(root, "test/fixtures/hosting-peer.js");

/** A maker of the world that the peer hosts; `given` are the arguments of the environment. */
async function hosted(
  given: object,
  more: object = {},
  onNotice = (_: string) => {},
): Promise<() => NumericEnvironment> {
  const entry = await hostedWorlds.get("gymnasium");
  const parameters = { gymnasium: "Counter-v0", python: PEER, arguments: given, ...more };
  const ready = await entry.prepare?.(parameters, { directory: root, cache: ".agon", onNotice });
  return () => entry.make(ready);
}

/** Episodes of some seeds in one world: how many steps each has, its pay, and why it failed. */
async function played(world: NumericEnvironment, seeds: readonly number[]) {
  const runner = episodeRunner(world, [channel("payoff")]);
  const episodes: { steps: number; pay: number; failure: string | undefined }[] = [];
  for (const seed of seeds) {
    const { steps, totals, failure } = await runner.playAsync(always([1]), streamsOf(seed, 0));
    episodes.push({ steps, pay: totals[0][0], failure });
  }
  return episodes;
}

const SEEDS = [0, 1, 2, 3, 4, 5, 6, 7];

test("a hosted world obeys the laws of worlds, and its framework's own checks are one", async () => {
  for (const given of [{}, { draws: true }])
    expect(environmentLaws(await hosted(given)).filter(({ pass }) => !pass)).toEqual([]);
  const broken = environmentLaws(await hosted({ how: "unsound" })).filter(({ pass }) => !pass);
  expect(broken).toMatchObject([{ law: expect.stringContaining("own framework"), detail: "AssertionError: unsound" }]);
});

describe("what goes wrong ends its episode and no other", async () => {
  const whole = await played((await hosted({}))(), SEEDS);
  test.each([
    ["raise", /^Counter-v0 has failed: ValueError: odd \(step 3, seed \d+\)$/],
    ["die", /^Counter-v0 gave no answer: it ended with exit code 3 \(step 3, seed \d+\)$/],
    ["hang", /^Counter-v0 gave no answer: it did not answer for 3 seconds, and was ended \(step 3, seed \d+\)$/],
  ])("%s", async (how, why) => {
    // Each that hangs is waited for.
    const [seeds, timeout] = how === "hang" ? [SEEDS.slice(0, 3), 3] : [SEEDS, 60];
    const episodes = await played((await hosted({ how }, { timeout }))(), seeds);
    const failed = episodes.filter(({ failure }) => failure !== undefined);
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(seeds.length);
    for (const { steps, failure } of failed) expect([steps, failure]).toEqual([2, expect.stringMatching(why)]);
    for (const [k, one] of episodes.entries()) if (one.failure === undefined) expect(one).toEqual(whole[k]);
  });
});

test("an episode goes on in another process as it would have in the first", async () => {
  const make = await hosted({ how: "die" });
  const even = SEEDS.find((seed) => Random.of(seed, "environment", 0).integer(2 ** 31 - 1) % 2 === 0) ?? 0;
  const odd = SEEDS.find((seed) => Random.of(seed, "environment", 0).integer(2 ** 31 - 1) % 2 === 1) ?? 0;
  const alone = await played(make(), [even]);
  const [one, other] = [make(), make()];
  const runner = episodeRunner(one, [channel("payoff")]);
  const stream = Random.of(even, "environment", 0);
  runner.begin(stream);
  runner.episode.actions[0] = 1;
  runner.step();
  // Ends the process that both copies are in.
  expect((await played(other, [odd]))[0].failure).toContain("exit code 3");
  while (runner.episode.status === 0) runner.step();
  expect(runner.episode).toMatchObject({ steps: alone[0].steps, failure: undefined });
  expect(runner.episode.totals[0][0]).toBe(alone[0].pay);
});

test("another process is one of the same code", async () => {
  const source = join(scratch(), "source");
  writeFileSync(source, "first");
  const world = (await hosted({ how: "die", source }))();
  writeFileSync(source, "second");
  await expect(played(world, SEEDS)).rejects.toThrow(/the code of Counter-v0 has changed since it was looked at/);
});

/** Copies as a training steps them. */
function copiesOf(make: () => NumericEnvironment, copies: number) {
  const { spec } = make();
  const makeReward = () => channel("messages")(spec);
  const random = Random.of(1, "copies");
  const shared = { spec, seats: [0], partners: [undefined], makeEnvironment: make };
  return vectorEnvironment({ ...shared, makeReward, makeObjective: makeReward, random }, copies);
}

test("copies of a training share messages, and are those that play alone", async () => {
  const copies = copiesOf(await hosted({ counts: true }), 8);
  const actions = Float64Array.from({ length: 8 }, (_, c) => c % 3);
  let before = 1;
  for (let step = 0; step < 12; step++) {
    copies.step(actions);
    // One for the step of all, and one for the resets of the step before.
    expect(new Set(copies.pay).size).toBe(1);
    expect(copies.pay[0] - before).toBeLessThanOrEqual(2);
    before = copies.pay[0];
    expect(Array.from({ length: 8 }, (_, c) => copies.observations[2 * c] >= 0).every(Boolean)).toBe(true);
  }
  expect(copies.finished().length).toBeGreaterThan(4);
});

test("a training says why it cannot go on", async () => {
  const copies = copiesOf(await hosted({ how: "raise" }), 8);
  const step = () => {
    for (let k = 0; k < 30; k++) copies.step(new Float64Array(8));
  };
  expect(step).toThrow(/Counter-v0 has failed: ValueError: odd/);
  expect(step).not.toThrow(EpisodeFailed);
});

test("numbers of info without a channel are counted, and named keys are channels beside those that are met", async () => {
  const probed = (await hosted({ how: "late" }))();
  expect(probed.spec.channels.map(({ name }) => name)).toEqual(["payoff", "messages", "unlisted"]);
  const runner = episodeRunner(probed, [channel("unlisted")]);
  const counts = SEEDS.map((seed) => runner.play(always([1]), streamsOf(seed, 0)).totals[0][0]);
  expect(new Set(counts)).toEqual(new Set([0, 1]));
  const named = await hosted({ how: "late" }, { info: { messages: { unit: "messages", over: "mean" }, "a.seed": {} } });
  expect(named().spec.channels).toMatchObject([
    { name: "payoff" },
    { name: "messages", unit: "messages", over: "mean" },
    { name: "a_seed", unit: "", over: "last" },
    { name: "unlisted" },
  ]);
});

test("a key that was met, and is left out of those that are named, is no surprise", async () => {
  const said: string[] = [];
  showNotices((text) => said.push(text));
  onTestFinished(() => showNotices(() => {}));
  for (const met of [["late", "messages"], ["messages"]]) {
    const world = (await hosted({ how: "late", look: { met } }, { info: ["messages"] }))();
    await played(world, SEEDS);
    expect(said).toHaveLength(met.includes("late") ? 0 : 1);
  }
  expect(said[0]).toContain('info["late"] is no channel, as it was not met');
});

test("what falls back to 0 is added up, and what only grows is marked", async () => {
  const info = [
    { key: "just_delivered", truth: true, begins: true, event: true },
    { key: "holds", truth: true, begins: false },
    { key: "collisions", truth: false, begins: true, grows: true },
  ];
  const { spec } = (await hosted({ look: { info } }))();
  expect(spec.channels.slice(1, 4)).toMatchObject([
    { name: "just_delivered", unit: "steps", over: "sum" },
    { name: "holds", unit: "share of episodes", over: "last" },
    { name: "collisions", unit: "", over: "last", grows: true },
  ]);
  expect(spec.channels.filter(({ grows }) => grows)).toHaveLength(1);
});

test.each([
  [
    { horizon: null, ends: false },
    {},
    ["Counter-v0 declares no max_episode_steps; cut after 1000 steps where it does not end itself"],
  ],
  [{ horizon: null, ends: true }, {}, []],
  [{ horizon: null, ends: false }, { horizon: 50 }, []],
  [{ horizon: 20, ends: false }, {}, []],
])("of %j with %j is said %j", async (look, more, said) => {
  const notices: string[] = [];
  await hosted({ look: { info: [], ...look } }, more, (text) => notices.push(text));
  expect(notices).toEqual(said);
});

test("a number that info holds twice is one channel; how steps make an episode's number is said where nothing tells it", async () => {
  const [a, b] = ["messages", "terms.messages"].map((key) => ({ key, truth: false, begins: false }));
  const notices: string[] = [];
  const look = { info: [a, { ...b, same: a.key }] };
  const world = (await hosted({ look }, {}, (text) => notices.push(text)))();
  expect(world.spec.channels.map(({ name }) => name)).toEqual(["payoff", "messages", "unlisted"]);
  expect(notices).toEqual([
    'Counter-v0: what info holds twice makes one channel: info["terms.messages"]',
    'Counter-v0: of info["messages"] an episode has the last step\'s number; where each step adds its own, write info: { messages: { over: sum } }',
  ]);
  notices.length = 0;
  await hosted({ look: { info: [a] } }, { info: { messages: { over: "sum" } } }, (text) => notices.push(text));
  expect(notices).toEqual([]);
});

test("a run says that a running count is paid again at every step, and shows a number without a unit", async () => {
  const folder = scratch();
  const look = "{ info: [{ key: collisions, truth: false, begins: true, grows: true }] }";
  const world = `{ gymnasium: Counter-v0, python: ${PEER}, arguments: { look: ${look} } }`;
  const pays =
    "variants: { once: { reward: { channel: payoff } }, again: { reward: { sum: [{ channel: payoff }, { channel: collisions, weight: -1 }] } } }";
  writeFileSync(
    join(folder, "e.yaml"),
    `environment: ${world}\nagents: random\nobjective: collisions\n${pays}\nseeds: 2\n`,
  );
  const { code, stdout, stderr } = await agon("run e.yaml", { cwd: folder });
  expect(code).toBe(0);
  expect(stderr.match(/collisions never falls within an episode: paid as a channel, it is paid again/g)).toHaveLength(
    1,
  );
  expect(stdout).toContain("wanted: collisions; means");
  expect(stdout).not.toMatch(/ in in |\(\)| , last|in its own unit/);
});

test("a world that draws itself shows its own pictures", async () => {
  expect((await hosted({}))().scene).toBeUndefined();
  const world = (await hosted({ draws: true }))();
  const runner = episodeRunner(world);
  runner.begin(Random.of(1));
  for (let steps = 0; steps < 3; steps++) {
    const scene = world.scene?.(undefined);
    expect(scene).toMatchObject({ view: { right: 1 + steps }, shapes: [{ kind: "picture", width: 1 + steps }] });
    runner.step();
  }
});

test("a horizon of the experiment is not beyond the environment's own", async () => {
  expect((await hosted({}, { horizon: 100 }))().spec.horizon).toBe(20);
  const short = (await hosted({}, { horizon: 2 }))();
  expect(episodeRunner(short).play(always([1]), streamsOf(1, 0))).toMatchObject({ steps: 2, status: 2 });
});

test.each([
  [{ python: "no-such-python" }, /"no-such-python" gives no answer: it could not be started: there is no such program/],
  [{ python: "/bin/true" }, /Counter-v0 gives no answer: it ended with exit code 0/],
  [{ gymnasium: "" }, /no environment of gymnasium is named/],
  [{ found: { players: [] } }, /found\.players/],
])("%j is refused in a sentence", async (more, why) => {
  await expect(hosted({}, more)).rejects.toThrow(why);
});

test("a run keeps what was looked at, and other code is another run", async () => {
  const folder = scratch();
  writeFileSync(join(folder, "source"), "first");
  const world = `{ gymnasium: Counter-v0, python: ${PEER}, arguments: { source: ${join(folder, "source")} } }`;
  writeFileSync(join(folder, "e.yaml"), `environment: ${world}\nagents: random\nobjective: payoff\nseeds: 2\n`);
  const at = { cwd: folder };
  const { run } = await documentOf("run e.yaml", at);
  expect((await documentOf("run e.yaml", at)).run).toBe(run);
  expect((await agon("report latest", at)).code).toBe(0);
  writeFileSync(join(folder, "source"), "second");
  expect((await documentOf("run e.yaml", at)).run).not.toBe(run);

  const foreign = scratch();
  cpSync(folder, foreign, { recursive: true });
  for (const command of ["report", "resume"]) {
    const { code, complaint } = await agon(`${command} latest`, { cwd: foreign });
    expect([code, complaint]).toEqual([2, expect.stringContaining("is to start Counter-v0 in")]);
  }
  const draft = (where: string) =>
    checkedDraft({
      text: readFileSync(join(folder, "e.yaml"), "utf8"),
      file: join(where, "e.yaml"),
      store: join(where, ".agon"),
    });
  expect((await draft(folder)).problems).toEqual([]);
  expect((await draft(foreign)).problems).toMatchObject([
    { what: expect.stringContaining("this user has run nothing in its folder") },
  ]);
});
