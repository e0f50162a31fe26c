// The study as it is run, and the pieces that its figures stand on.

import { describe, expect, test } from "vitest";
import { long, studyContext, unmet } from "../../../test/fixtures/study.ts";
import { Random } from "../../core/random.ts";
import { textKeyRoom } from "../../environments/gridworld/key-room.ts";
import { LEGEND } from "../../environments/gridworld/text.ts";
import { isReached, noisyJudge, transitionKey } from "../../feedback/judge.ts";
import { judgedWorld } from "../../feedback/judged-world.ts";
import { type Complete, languageModelJudge } from "../../feedback/language-model-judge.ts";
import { rewardPlan, rewards } from "../../rewards/index.ts";
import { seedsOf } from "../../study/study.ts";
import { balancedSteps, firstDemonstrations, naturalSteps } from "./demonstrations.ts";
import { everyTimeControl, exactEquations } from "./exact.ts";
import { rules, trainedJudge } from "./judges.ts";
import { BONUS, episodesToLearn, judgedPay, taskPay } from "./learning.ts";
import { drawRoom, HORIZON, type JudgedMode, reachedBy, told } from "./rooms.ts";
import { creditAssignmentLlm } from "./study.ts";
import { EVENT_NAMES, eventDemonstrations } from "./suggesting.ts";

test("exact values: a potential moves no best choice; paid every time, no best plan reaches the stairs", () => {
  const claims = exactEquations();
  expect(unmet({ claims, controls: [everyTimeControl()] })).toEqual([]);
  expect(claims).toHaveLength(2);
});

describe.each<[string, JudgedMode, string]>([
  ["messages", { view: "map", line: "message" }, "map"],
  ["no messages", { view: "crop", line: "inventory" }, "crop-inventory"],
])("%s", (_, mode, text) => {
  test("the finite process pays what the judged world with declared sub-goals pays, step by step", () => {
    const judge = noisyJudge(rules, { falsePositive: 0.2, falseNegative: 0.3 }, 9);
    const room = drawRoom(5, Random.of(6, "layout", 0));
    const pay = judgedPay(room, judge, mode);
    const goal = (name: string) => ({ channel: name, atLeast: 1, pay: BONUS });
    const world = textKeyRoom.make({ size: 5, contexts: 1, layoutSeed: 6 });
    // The room's own channels are called key and door too, so that the judge's have other names here.
    const subgoals = judge.subgoals.map(({ name, meaning }) => ({ name: `said-${name}`, meaning }));
    const watched = judgedWorld(world, { judge: { ...judge, subgoals }, text });
    const declared = { sum: [{ channel: "payoff" }, { subgoals: { a: goal("said-key"), b: goal("said-door") } }] };
    const reward = rewardPlan(declared, rewards)(watched.spec);
    const outcomes = new Float64Array(watched.spec.channels.length);
    const paid = new Float64Array(1);
    const random = Random.of(2, "walk");
    let bonuses = 0;
    for (let episode = 0; episode < 30; episode++) {
      watched.reset(random, outcomes);
      reward.reset(outcomes);
      pay.begin?.();
      let state = 0;
      for (let t = 0, status = 0; t < HORIZON && status === 0; t++) {
        const choice = random.integer(6);
        status = watched.step(Float64Array.of(choice), outcomes, random);
        reward.pay(outcomes, status, paid);
        const next = room.mdp.next[room.mdp.offset[state * 6 + choice]];
        expect(pay.pay(state, choice, next, room.mdp.terminal[next] === 1)).toBe(paid[0]);
        bonuses += paid[0];
        state = next;
      }
    }
    expect(bonuses).toBeGreaterThan(5);
  });
});

test("demonstrations: labels are the simulator's, some succeed and some do not, balanced sets are balanced", () => {
  const episodes = firstDemonstrations(7, 50, 40);
  const wins = episodes.filter(({ success }) => success);
  expect(wins.length).toBeGreaterThan(5);
  expect(wins.length).toBeLessThan(40);
  for (const { steps } of wins) {
    expect(steps.map(reachedBy).filter((bits) => bits > 0)).toEqual([1, 2]);
    expect(steps.length).toBeLessThanOrEqual(HORIZON);
  }
  const balanced = balancedSteps([7, 9], 64, 50);
  expect([0, 1, 2].map((kind) => balanced.filter((step) => reachedBy(step) === kind).length)).toEqual([32, 16, 16]);
  expect(new Set(naturalSteps([5, 6], 2, 50).map(({ room }) => room.grid.width))).toEqual(new Set([7, 8]));
});

test("a successful demonstration, as a small judge of a hundred steps reads it: events come in their order", () => {
  const mode: JudgedMode = { view: "crop", line: "inventory" };
  const judge = trainedJudge(mode, 50, 100);
  const [demonstration] = eventDemonstrations(judge, mode, 5, 12, 51).filter(({ success }) => success);
  expect(EVENT_NAMES).toHaveLength(12);
  expect(new Set(EVENT_NAMES).size).toBe(12);
  expect(demonstration.firsts[0]).toBeGreaterThanOrEqual(0);
  // Doorways come after doors, and doors after keys.
  const doorway = EVENT_NAMES.indexOf("step into the doorway");
  expect(demonstration.firsts[doorway]).toBeGreaterThan(demonstration.firsts[0]);
});

test("a model that reads prompts rightly is as good as rules, and is asked once for each change", async () => {
  const mode: JudgedMode = { view: "crop", line: "message" };
  const complete: Complete = async (prompt) => {
    const [before, after] = [...prompt.matchAll(/```\n(.*?)\n```/gs)].map(([, screen]) => `${screen}\n`);
    const [, action] = /action: (.*)\n/.exec(prompt) ?? [];
    const verdict = rules.verdict({ before, action, after });
    return JSON.stringify({ key: isReached(verdict, 0), door: isReached(verdict, 1) });
  };
  const game = { about: "Reach the stairs behind the locked door.", legend: LEGEND };
  const judge = languageModelJudge({ complete, game, subgoals: rules.subgoals });
  const steps = balancedSteps([7, 9], 128, 52);
  const transitions = steps.map((step) => told(step, mode));
  await judge.prepare(transitions, new AbortController().signal);
  expect(transitions.map(judge.verdict)).toEqual(steps.map(reachedBy));
  expect(judge.counts).toEqual({ asked: new Set(transitions.map(transitionKey)).size, unreadable: 0, failed: 0 });
});

test("bonuses by rules teach a room sooner, whether what was paid is remembered or not", () => {
  const room = drawRoom(7, Random.of(50, "room"));
  const task = episodesToLearn(room, taskPay(room), 50, "tuned");
  for (const learner of ["tuned", "forgetful"] as const) {
    const judged = judgedPay(room, rules, { view: "map", line: "inventory" });
    expect(episodesToLearn(room, judged, 50, learner)).toBeLessThan(task);
  }
});

// Without messages the door is harder to tell in a window: after 4,000 training steps the only mistakes left there are
// locked doors that leave the window and open ones that come into it, and after 100 most steps beside an open door are
// taken for its opening. On the whole map neither happens as often.
long("all holds but the worth of the window", async () => {
  const result = await creditAssignmentLlm.run(studyContext({ seeds: seedsOf(creditAssignmentLlm, false) }));
  expect(unmet(result)).toEqual(["trained judge: the window of 5 × 5 is no worse than the whole map"]);
  expect(result.claims).toHaveLength(12);
  expect(result.controls).toHaveLength(5);
});
