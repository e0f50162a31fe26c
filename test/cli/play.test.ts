// `agon play`: a person at the terminal, here one who types into a pipe.

import { expect, test } from "vitest";
import { Random } from "../../src/core/random.ts";
import { slcd } from "../../src/environments/coopetition/trust-worlds.ts";
import { listedGames, replayedGame } from "../../src/lab/play/kept-games.ts";
import { matrix } from "../fixtures/matrix.ts";
import { words } from "../fixtures/words.ts";
import { agon, documentOf, scratch } from "./agon.ts";
import { rowsOf } from "./files.ts";

test("a text is written line by line, up to where the world answers", async () => {
  const step = await agon("step language/shopping --seed 1", {
    input: ["<6>", "0!$"].map((text) => `${JSON.stringify({ actions: { agent_0: text } })}\n`).join(""),
  });
  const last = JSON.parse(step.stdout.trim().split("\n").at(-1) ?? "");
  // What is typed after the call, in the same line, was typed before the answer could be read.
  const play = await agon("play language/shopping --seed 1", { input: "<6>7$\n:screen\n0!$\n" });
  expect(play).toMatchObject({ code: 0, stderr: "" });
  expect(play.stdout).toContain(":screen");
  expect(play.stdout).toContain(`\n${last.observations.agent_0}\n`);
  expect(play.stdout).toContain("over after 6 steps");
  expect(play.stdout).toMatch(/^useful calls +calls, sum +1/m);
  const json = await agon("play language/shopping --seed 1 --json", { input: "<6>\n0!$\n" });
  const { agents, ...rest } = JSON.parse(json.stdout);
  expect(rest).toEqual({ environment: "language/shopping", seed: 1, steps: 6, over: true });
  expect(agents[0]).toMatchObject({
    pay: 0,
    outcomes: { ...last.outcomes.agent_0, calls: 1, usefulCalls: 1, characters: 6 },
  });
});

test("a document has several lines, and ends with a dot", async () => {
  const tasks =
    "tasks=[{ statement: twice a, shown: [{ given: [1], result: 2 }], hidden: [{ given: [4], result: 8 }] }]";
  const { code, stdout } = await agon(`play language/function --set "${tasks}" --json`, {
    input: "function solve(a) {\n  return 2 * a;\n}\n.\n",
  });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).agents[0].outcomes).toMatchObject({ correct: 1, passed: 1, visiblePassed: 1, parses: 1 });
});

test("a world in words says what there is to see and to do", async () => {
  const { code, stdout } = await agon("play marketplace/shopping --set customers=1 --set search=ideal --set limit=3", {
    input: "ask 2\nwait\npay 2\n",
  });
  expect(code).toBe(0);
  expect(stdout).toContain("You shop for one customer after another.");
  expect(stdout).toMatch(
    /^Customer 1 of 1: I am looking for .*\nThe order: .*\nThe search shows:\n1\. business_000\d: /m,
  );
  expect(stdout).toMatch(/^business_000\d \(.*\) proposes the order for \d+\.\d\d, and says that it /m);
  expect(stdout).toContain("over after 3 steps");
  expect(stdout).toMatch(/^bought +share of customers, sum +1$/m);
});

test("on a marketplace that talks a person is a customer among scripts, asked only where there is something to decide", async () => {
  const { code, stdout } = await agon(
    "play marketplace/talk --set customers=2 --set search=ideal --set limit=3 --against '{ customers: shopper, businesses: seller }'",
    { input: "ask all\nwait\nwait\nwait\n:messages\npay 1\n" },
  );
  expect(code).toBe(0);
  expect(stdout).toContain("You shop for a customer, who wants an order of items");
  expect(stdout).toMatch(/^\d\.\d\d customer_0001 to business_000\d: asks for a proposal$/m);
  // Nothing can be read in the step after the question, and the person is not asked again.
  expect(stdout).toContain("over after 6 steps");
  expect(stdout).toMatch(/^bought +customers, sum +0\.5 +0\.5 /m);
});

test("a tool is called in a line, with a text of one's own; what is wanted stands beside, and the game is kept", async () => {
  const store = scratch();
  const world = "commons/pool --set agents=3 --set horizon=2 --set messages=all --set letters=40";
  const input = 'take {"text": "Let us take turns.", "say": "take less"}\n:messages\nwait\n';
  const words = `play ${world} --against appropriator --objective joint.stock --save --store ${store}`;
  const { code, stdout } = await agon(words, { input });
  expect(code).toBe(0);
  expect(stdout).toContain('agent 1: “take less” "Let us take turns."');
  expect(stdout).toMatch(/^wanted: joint stock +/m);
  const [, saved] = stdout.match(/^saved as (\S+);/m) ?? [];
  expect(listedGames(store)).toMatchObject([{ game: saved, title: "commons/pool", steps: 2, isOver: true }]);
  const { measures, agents } = await replayedGame(store, saved, 0);
  expect(agents.map(({ policy }) => policy)).toEqual(["you", "appropriator", "appropriator"]);
  expect(measures.find(({ name }) => name === "characters")?.values).toEqual(matrix("18 0 0 | 0 0 0"));
});

test("in a game of turns a seat is asked in its own, and many choices are known by their names", async () => {
  const { code, stdout } = await agon("play games/chess --set plies=4", { input: "e2e4\n:position\nd2d4\n" });
  expect(code).toBe(0);
  expect(stdout).toContain("white e2e4, paid 0");
  expect(stdout).toMatch(/^Allowed: .*\bd4\b/m);
  expect(stdout).toContain("over after 4 steps");
});

test("numbers against another agent, in any seat; a player that leaves is told what was played", async () => {
  const flags = "--against '{ policy: constant, level: 30 }' --seat Sony --reward integrated";
  const { code, stdout } = await agon(`play coopetition/slcd ${flags}`, { input: "50\n40\n" });
  expect(code).toBe(0);
  const world = slcd.make({});
  const C = world.spec.channels.length;
  const payoff = world.spec.channels.findIndex(({ name }) => name === "payoff");
  const outcomes = new Float64Array(2 * C);
  const random = Random.of(0, "environment", 0);
  world.reset(random, outcomes);
  let sum = 0;
  for (const own of [50, 40]) {
    world.step(Float64Array.of(30, own), outcomes, random);
    sum += outcomes[C + payoff];
  }
  expect(stdout).toContain("left after 2 steps");
  expect(stdout).toMatch(/Samsung 30, paid \S+; Sony 50, paid/);
  const [, own] = stdout.match(/^payoff .* (\S+)$/m) ?? [];
  expect(Number(own)).toBeCloseTo(sum, 0);
});

const WRONG = rowsOf(`
  coopetition/slcd | 50 / 400
  coopetition/slcd | 5 5
  bandits/gaussian | 0.5
  language/sort | ä
  coopetition/slcd --seat Sonny |
  coopetition/slcd --against ppo |
  coopetition/slcd --against tit-for-tatt |
  control/lunar-lander --json | up
  games/chess | e2e9
  commons/pool --set amounts=2 | take 3
  commons/pool --set amounts=2 | take {"parts": 3}
  commons/pool --objective stok | wait
`);
words(
  "agon-play",
  WRONG.map(([args, input]) => [
    `agon play ${args}: ${input.replace("\n", ", ")}`,
    async () => {
      const { code, complaint } = await agon(`play ${args}`, { input: `${input}\n` });
      expect(code).toBe(2);
      return complaint;
    },
  ]),
);

test("a world without a payoff is paid by its first channel, which is said", async () => {
  const { code, stdout, stderr } = await agon("play recommender/page --json", { input: "1\n2\n3\n4\n5\n6\n" });
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { over: true, steps: 6 }]);
  expect(stderr).toContain("the world has no payoff, and utility is paid; --reward says what else");
});

test("choices are taken by name or number, and help says what there is", async () => {
  const { code, stdout } = await agon("play control/lunar-lander --json", { input: "?\nmain\nLeft engine\n0\n" });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ steps: 3, over: false });
  const { stderr } = await agon("play control/lunar-lander --json", { input: "help\n" });
  expect(stderr).toContain("type engine: 0 none, 1 left engine, 2 main engine, 3 right engine; Ctrl-D leaves");
  const shown = await documentOf("show control/cart-pole");
  expect(shown.spec?.action ?? shown.action).toMatchObject({ choices: 2, names: ["left", "right"] });
});
