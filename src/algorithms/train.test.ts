// The driver of trainings: limits, aborts and resumption.

import { expect, test } from "vitest";
import type { TrainingCheckpoint, UpdateReport } from "../core/algorithm.ts";
import { UserError } from "../core/errors.ts";
import { trustDilemma } from "../environments/coopetition/trust-worlds.ts";
import { privatePay } from "../rewards/mutuality.ts";
import { dqn } from "./off-policy/dqn.ts";
import { ppo } from "./policy-gradient/ppo.ts";
import { type LeftTraining, train, trainingContext, UnfitCheckpoint } from "./train.ts";

const plan = ppo.make({ steps: 800, copies: 4, rollout: 20, hidden: [8], segments: 5 });
const makeEnvironment = () => trustDilemma.make({ horizon: 20 });
const context = () => trainingContext({ makeEnvironment, seed: 3, reward: privatePay });

/** Steps and shares of all updates that are told. */
function recordUpdates() {
  const updates: [number, number][] = [];
  return { updates, onUpdate: ({ steps }: UpdateReport, share: number) => void updates.push([steps, share]) };
}

test("each update is told with the share that is over", async () => {
  const { updates, onUpdate } = recordUpdates();
  const { reports, players } = await train(plan, context(), { onUpdate });
  for (const player of players) player.close?.();
  expect(players).toHaveLength(2);
  expect(updates).toEqual(Array.from({ length: 10 }, (_, k) => [80 * (k + 1), (k + 1) / 10]));
  expect(reports.map(({ steps }) => steps)).toEqual(updates.map(([steps]) => steps));
});

test("a training may end after some of its updates", async () => {
  const { reports, players } = await train(plan, context(), { updates: 3 });
  for (const player of players) player.close?.();
  expect(reports.map(({ steps }) => steps)).toEqual([80, 160, 240]);
});

test("an abort ends a training after the update at work, or after the next checkpoint where they are kept", async () => {
  for (const keeps of [false, true]) {
    const stop = new AbortController();
    const kept: TrainingCheckpoint[] = [];
    const { updates, onUpdate } = recordUpdates();
    const run = train(plan, context(), {
      signal: stop.signal,
      ...(keeps ? { keep: ({ checkpoint }: LeftTraining) => void kept.push(checkpoint) } : {}),
      onUpdate(report, share) {
        onUpdate(report, share);
        if (updates.length === 3) stop.abort();
      },
    });
    await expect(run).rejects.toThrow("abort");
    // Segments are two updates long.
    expect(updates).toHaveLength(keeps ? 4 : 3);
    expect(kept.map((checkpoint) => checkpoint.updates)).toEqual(keeps ? [2, 4] : []);
  }
});

test("what is left goes on to the same reports and the same players", async () => {
  const seen = Float32Array.from({ length: makeEnvironment().spec.observationSize }, (_, k) => k / 10);
  const actionOf = (players: Awaited<ReturnType<typeof train>>["players"]) =>
    players.map((player) => {
      const action = new Float64Array(1);
      void player.reset(context().random);
      void player.act(seen, action);
      void player.close?.();
      return action[0];
    });
  const whole = await train(plan, context());
  let left: LeftTraining | undefined;
  const broken = train(plan, context(), {
    keep: ({ checkpoint, reports }) => {
      left = { checkpoint, reports: [...reports] };
    },
    onUpdate({ steps }) {
      if (steps === 400) throw new Error("a crash");
    },
  });
  await expect(broken).rejects.toThrow("a crash");
  expect(left?.reports).toHaveLength(4);
  const resumed = await train(plan, context(), { from: left });
  expect(resumed.reports).toEqual(whole.reports);
  expect(actionOf(resumed.players)).toEqual(actionOf(whole.players));
});

test("a checkpoint of another learner is unfit; a world that does not fit is the user's mistake", async () => {
  const from = { checkpoint: { updates: 2, tensors: [] }, reports: [] };
  await expect(train(plan, context(), { from })).rejects.toBeInstanceOf(UnfitCheckpoint);
  await expect(train(dqn.make(), context())).rejects.toBeInstanceOf(UserError);
});

test("seats of partners do not learn", () => {
  const partner = () => ({ reset() {}, act() {} });
  const { seats, partners } = trainingContext({
    makeEnvironment,
    seed: 1,
    reward: privatePay,
    partners: [partner, undefined],
  });
  expect(seats).toEqual([1]);
  expect(partners).toEqual([partner, undefined]);
});
